import { randomBytes } from 'node:crypto';
import type { Services } from '../../../context.ts';
import { decryptToken } from '../../../secrets.ts';

/** Merchants sign conversions with it. Shown once. */
export const createPostbackSecret = (): string => `obp_${randomBytes(24).toString('base64url')}`;

export async function postbackSecretOf(
  { db, tokenKeys }: Pick<Services, 'db' | 'tokenKeys'>,
  teamId: string,
): Promise<string | null> {
  const row = await db.row<{ secret: Buffer | null }>`
    SELECT postback_secret AS secret FROM sending_settings WHERE team_id = ${teamId}::uuid`;
  return row?.secret ? decryptToken(tokenKeys, row.secret) : null;
}
