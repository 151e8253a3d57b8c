import { type Context, viewerOf } from '../../../context.ts';
import { NotFoundError } from '../../../errors.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { refuse } from '../../../records/input-rules.ts';
import { decryptToken, encryptToken } from '../../../secrets.ts';
import { personJson } from './operations.ts';

/** Sealed in the link itself, so nothing is stored. */
interface Order {
  teamId: string;
  person: number;
  /** Milliseconds since 1970. */
  until: number;
}

// Not in the reference.
const LINK_MS = 3_600_000;

export function exportPerson(ctx: Context, { number }: { number: string }): { url: string; expiresAt: Date } {
  const { team } = viewerOf(ctx);
  refuse(phoneNumberErrors(number));
  const until = Date.now() + LINK_MS;
  const order: Order = { teamId: team.id, person: givenNumber(number)!, until };
  const sealed = Buffer.from(encryptToken(ctx.tokenKeys, JSON.stringify(order))).toString('base64url');
  const base = ctx.config.PUBLIC_URL?.replace(/\/+$/, '') ?? '';
  // The prefix keeps it out of logs.
  return { url: `${base}/downloads/people/obd_${sealed}.json`, expiresAt: new Date(until) };
}

export async function exportedPerson(ctx: Pick<Context, 'db' | 'tokenKeys'>, sealed: string): Promise<string> {
  const order = unseal(ctx, sealed);
  if (!order?.person || order.until < Date.now()) throw new NotFoundError('Export');
  return personJson(ctx, order.teamId, order.person);
}

function unseal({ tokenKeys }: Pick<Context, 'tokenKeys'>, sealed: string): Order | null {
  try {
    return JSON.parse(decryptToken(tokenKeys, Buffer.from(sealed, 'base64url'))) as Order;
  } catch {
    return null;
  }
}
