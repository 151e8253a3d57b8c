import { type Context, viewerOf } from '../../../context.ts';
import type { ShareOf } from '../../../database/shares.ts';
import { inTransaction, type Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { refuse } from '../../../records/input-rules.ts';
import { decryptToken, encryptToken } from '../../../secrets.ts';
import { jsonOf, zipOf } from './export-files.ts';
import { recordsOf } from './operations.ts';

/** Sealed in the link itself, so nothing is stored. */
interface Order {
  teamId: string;
  person: number;
  /** Milliseconds since 1970. */
  until: number;
}

// Not in the reference.
const LINK_MS = 3_600_000;
/** Uploaded files are searched from end to end. */
const READ_MS = 600_000;

export interface Links {
  url: string;
  zipUrl: string;
  expiresAt: Date;
}

export function exportPerson(ctx: Context, { number }: { number: string }): Links {
  const { team } = viewerOf(ctx);
  refuse(phoneNumberErrors(number));
  const until = Date.now() + LINK_MS;
  const order: Order = { teamId: team.id, person: givenNumber(number)!, until };
  const sealed = Buffer.from(encryptToken(ctx.tokenKeys, JSON.stringify(order))).toString('base64url');
  const base = ctx.config.PUBLIC_URL ?? '';
  // The prefix keeps it out of logs.
  const link = `${base}/downloads/people/obd_${sealed}`;
  return { url: `${link}.json`, zipUrl: `${link}.zip`, expiresAt: new Date(until) };
}

/** A table is read in the turn of the team's downloads. */
export async function exportedPerson(
  { db, reader, tokenKeys }: Pick<Context, 'db' | 'reader' | 'tokenKeys'>,
  shareOf: ShareOf,
  sealed: string,
  form: 'json' | 'zip',
): Promise<AsyncIterable<string | Uint8Array>> {
  const order = unseal(tokenKeys, sealed);
  if (!order?.person || order.until < Date.now()) throw new NotFoundError('Export');
  const ofTeam = { db, reader: { ...reader, share: shareOf(order.teamId) } };
  const inTurn = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(ofTeam, ({ db }) => work(db), { timeout: READ_MS });
  const records = await recordsOf(inTurn, order.teamId, order.person);
  return form === 'zip' ? zipOf(records) : jsonOf(order.person, records);
}

function unseal(tokenKeys: Context['tokenKeys'], sealed: string): Order | null {
  try {
    return JSON.parse(decryptToken(tokenKeys, Buffer.from(sealed, 'base64url'))) as Order;
  } catch {
    return null;
  }
}
