import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { type Movement, move, theOnly } from '../../billing/move.ts';
import { decimalOf, type Micros, microsOf } from '../../delivery/engine/money.ts';
import { coveredOf } from '../../delivery/engine/reserve.ts';

/** A message that is to be paid for. */
interface Payable {
  price: Micros;
  payerId: string;
  username: string;
  endpointId: string;
}

interface Charged<Message> {
  /** The balance covers them. */
  paid: ReadonlySet<Message>;
  /** Nobody keeps the balance of their integration any more. */
  free: ReadonlySet<Message>;
  /** What is taken from the balances. */
  movements: readonly Movement[];
}

/** A balance did not cover what was taken from it. */
export class NotCoveredError extends Error {}

/** The balances that are to pay, as far as they are managed, locked until the commit in the order of their ids. */
export async function holdBalances(
  tx: Tx,
  teamId: string,
  messages: readonly Payable[],
): Promise<ReadonlyMap<string, Micros>> {
  const ids = payersOf(messages);
  if (ids.length === 0) return new Map();
  const balances = await tx.keptRows<{ id: string; balance: string }>`SELECT id, balance FROM integrations
    WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[]) AND is_balance_managed ORDER BY id FOR NO KEY UPDATE`;
  return new Map(balances.map(({ id, balance }) => [id, microsOf(balance)]));
}

/**
 * What the balances of their integrations pay, in the order of the messages and as far as each covers them: one movement per
 * integration, in the order of their ids. Null: as if each covered all.
 */
export function chargesOf<Message extends Payable>(
  messages: readonly Message[],
  balances: ReadonlyMap<string, Micros> | null,
  now: Date,
): Charged<Message> {
  const paid = new Set<Message>();
  const free = new Set<Message>();
  const movements: Movement[] = [];
  for (const id of payersOf(messages)) {
    const own = messages.filter(({ payerId }) => payerId === id);
    const balance = balances?.get(id);
    if (balances !== null && balance === undefined) {
      for (const message of own) free.add(message);
      continue;
    }
    const covered = balance === undefined ? own : coveredOf(own, ({ price }) => price, balance);
    for (const message of covered) paid.add(message);
    const amount = covered.reduce((sum, { price }) => sum + price, 0n);
    if (amount === 0n) continue;
    movements.push({
      integrationId: id,
      kind: 'charge',
      amount: decimalOf(amount),
      reason: reasonOf(covered),
      key: uuidv7(),
      now,
      of: { sellerEndpointId: theOnly(covered.map(({ endpointId }) => endpointId)) },
    });
  }
  return { paid, free, movements };
}

const payersOf = (messages: readonly Payable[]) => [...new Set(messages.map(({ payerId }) => payerId))].sort();

export async function makeMovement(tx: Tx, teamId: string, movement: Movement): Promise<void> {
  if (!(await move(tx, teamId, movement))) throw new NotCoveredError();
}

function reasonOf(messages: readonly Payable[]): string {
  const [first, ...others] = new Set(messages.map(({ username }) => username));
  const from = others.length === 0 ? first : `${first} and ${others.length} more`;
  return `${messages.length} ${messages.length === 1 ? 'message' : 'messages'} of seller endpoint ${from}`;
}
