import { randomBytes } from 'node:crypto';
import type { Services } from '../../../context.ts';
import { decryptToken, openedForCaller } from '../../../secrets.ts';
import { stillAccepted } from '../providers/former.ts';

/** Merchants sign conversions with it. Shown once. */
export const createPostbackSecret = (): string => `obp_${randomBytes(24).toString('base64url')}`;

/** The present one and those whose overlap is not over; none where the team takes no postbacks. */
export async function postbackSecretsOf(
  { db, tokenKeys, logger }: Pick<Services, 'db' | 'tokenKeys' | 'logger'>,
  teamId: string,
  now: Date,
): Promise<string[]> {
  const row = await db.row<{ secret: Buffer | null; former: Buffer | null }>`
    SELECT postback_secret AS secret, previous_postback_secret AS former FROM sending_settings WHERE team_id = ${teamId}::uuid`;
  if (!row?.secret) return [];
  const secret = await openedForCaller(logger, { teamId }, () => decryptToken(tokenKeys, row.secret!));
  return [secret, ...stillAccepted<string>(tokenKeys, row.former, now)];
}
