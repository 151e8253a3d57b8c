import type { Services } from '../../../context.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { decryptToken, keyIdOf } from '../../../secrets.ts';
import { SEALED } from './rotate-keys.ts';

const LOOKED_AT = 100;

/** Logs only: a lost key must not keep the server from starting, as most of what it does needs none. */
export async function checkTokenKeys({ db, tokenKeys, logger }: Pick<Services, 'db' | 'tokenKeys' | 'logger'>) {
  const known = tokenKeys.map(keyIdOf);
  let unreadable = 0;
  for (const { table, column, team, ended } of SEALED) {
    const stored = Prisma.raw(column);
    const inUse = Prisma.raw(ended ? ` AND ${ended} IS NULL` : '');
    const rows = await db.reach.onceMore(
      () => db.rows<{ sealed: Buffer }>`
      SELECT /* across teams: all secrets are under one key */ ${stored} AS sealed FROM ${Prisma.raw(table)}
      WHERE substring(${stored} FROM 1 FOR 8) <> ALL (${known}::bytea[])${inUse}${team ? Prisma.empty : db.reach.within('team_id')}
      LIMIT ${LOOKED_AT}`,
    );
    unreadable += rows.filter(({ sealed }) => !opens(() => decryptToken(tokenKeys, sealed))).length;
  }
  if (unreadable === 0) return;
  logger.error(
    { unreadable },
    'TOKEN_KEY is not the key that all secrets are encrypted under: team tokens go on working, but some cannot be shown, and routes, voice accounts and webhooks whose credentials cannot be read do not send. Set TOKEN_KEY to the former key, or add that one to TOKEN_KEY_PREVIOUS.',
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
