import { randomBytes } from 'node:crypto';
import type { Services } from '../../../context.ts';
import { decryptToken, openedForCaller } from '../../../secrets.ts';

/** Merchants sign conversions with it. Shown once. */
export const createPostbackSecret = (): string => `obp_${randomBytes(24).toString('base64url')}`;

export async function postbackSecretOf(
  { db, tokenKeys, logger }: Pick<Services, 'db' | 'tokenKeys' | 'logger'>,
  teamId: string,
): Promise<string | null> {
  const row = await db.row<{ secret: Buffer | null }>`
    SELECT postback_secret AS secret FROM sending_settings WHERE team_id = ${teamId}::uuid`;
  return row?.secret ? openedForCaller(logger, { teamId }, () => decryptToken(tokenKeys, row.secret!)) : null;
}
