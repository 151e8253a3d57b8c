import type { Services } from '../../../context.ts';
import { decryptToken, keyIdOf } from '../../../secrets.ts';

const LOOKED_AT = 100;

/** Logs only: a lost key must not keep the server from starting, as only showing tokens (E13) needs it. */
export async function checkTokenKeys({ db, tokenKeys, logger }: Pick<Services, 'db' | 'tokenKeys' | 'logger'>) {
  const rows = await db.reach.onceMore(
    () => db.rows<{ sealed: Buffer }>`
    SELECT /* across teams: all tokens are under one key */ token_ciphertext AS sealed FROM team_tokens
    WHERE revoked_at IS NULL AND substring(token_ciphertext FROM 1 FOR 8) <> ALL (${tokenKeys.map(keyIdOf)}::bytea[])${db.reach.within('team_id')}
    LIMIT ${LOOKED_AT}`,
  );
  const unreadable = rows.filter(({ sealed }) => !opens(() => decryptToken(tokenKeys, sealed))).length;
  if (unreadable === 0) return;
  logger.error(
    { unreadable },
    'TOKEN_KEY is not the key that all team tokens are encrypted under: they go on working, but some cannot be shown. Set TOKEN_KEY to the former key, or add that one to TOKEN_KEY_PREVIOUS.',
  );
}

function opens(open: () => string): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
