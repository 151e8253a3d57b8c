import { randomBytes } from 'node:crypto';
import type { Services } from '../../../context.ts';
import { type Previous, previousSecrets } from '../../../records/previous-secrets.ts';
import { decryptToken, openedForCaller } from '../../../secrets.ts';

/** Merchants sign conversions with it. Shown once. */
export const createPostbackSecret = (): string => `obp_${randomBytes(24).toString('base64url')}`;

/** The present one and those whose overlap is not over; none where the team takes no postbacks. */
export async function postbackSecretsOf(
  { db, tokenKeys, logger }: Pick<Services, 'db' | 'tokenKeys' | 'logger'>,
  teamId: string,
): Promise<string[]> {
  const row = await db.row<Previous & { secret: Buffer | null }>`
    SELECT postback_secret AS secret, previous_postback_secret AS "previousSecret",
      previous_postback_secret_expires_at AS "previousSecretExpiresAt"
    FROM sending_settings WHERE team_id = ${teamId}::uuid`;
  if (!row?.secret) return [];
  const secret = await openedForCaller(logger, { teamId }, () => decryptToken(tokenKeys, row.secret!));
  return [secret, ...previousSecrets<string>(tokenKeys, row)];
}
