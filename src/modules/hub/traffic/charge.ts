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

/** A balance did not cover what {@link allCovered} took from it. */
export class NotCoveredError extends Error {}

/**
 * What the balances of their integrations pay if each covers all: one movement per integration, in the order of their ids. As nothing
 * is looked up, a balance is locked no earlier than it is moved.
 */
export async function allCovered<Message extends Payable>(
  _tx: Tx,
  _teamId: string,
  messages: readonly Message[],
  now: Date,
): Promise<Charged<Message>> {
  const movements = payersOf(messages).flatMap((id) => movementOf(id, paidBy(id, messages), now));
  return { paid: new Set(messages), free: new Set(), movements };
}

/**
 * What the balances of their integrations pay, in the order of the messages and as far as each covers them: one movement per
 * integration. The balances stay locked until the commit, in the order of their ids.
 */
export async function chargesOf<Message extends Payable>(
  tx: Tx,
  teamId: string,
  messages: readonly Message[],
  now: Date,
): Promise<Charged<Message>> {
  const paid = new Set<Message>();
  const free = new Set<Message>();
  const movements: Movement[] = [];
  const ids = payersOf(messages);
  if (ids.length === 0) return { paid, free, movements };
  const balances = await tx.keptRows<{ id: string; balance: string }>`SELECT id, balance FROM integrations
    WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[]) AND is_balance_managed ORDER BY id FOR NO KEY UPDATE`;
  const balanceOf = new Map(balances.map(({ id, balance }) => [id, microsOf(balance)]));
  for (const id of ids) {
    const own = paidBy(id, messages);
    const balance = balanceOf.get(id);
    if (balance === undefined) {
      for (const message of own) free.add(message);
      continue;
    }
    const covered = coveredOf(own, ({ price }) => price, balance);
    for (const message of covered) paid.add(message);
    movements.push(...movementOf(id, covered, now));
  }
  return { paid, free, movements };
}

const payersOf = (messages: readonly Payable[]) => [...new Set(messages.map(({ payerId }) => payerId))].sort();

const paidBy = <Message extends Payable>(id: string, messages: readonly Message[]) =>
  messages.filter(({ payerId }) => payerId === id);

function movementOf(integrationId: string, covered: readonly Payable[], now: Date): Movement[] {
  const amount = covered.reduce((sum, { price }) => sum + price, 0n);
  if (amount === 0n) return [];
  const of = { sellerEndpointId: theOnly(covered.map(({ endpointId }) => endpointId)) };
  const reason = reasonOf(covered);
  return [{ integrationId, kind: 'charge', amount: decimalOf(amount), reason, key: uuidv7(), now, of }];
}

export async function makeMovement(tx: Tx, teamId: string, movement: Movement): Promise<void> {
  if (!(await move(tx, teamId, movement))) throw new NotCoveredError();
}

function reasonOf(messages: readonly Payable[]): string {
  const [first, ...others] = new Set(messages.map(({ username }) => username));
  const from = others.length === 0 ? first : `${first} and ${others.length} more`;
  return `${messages.length} ${messages.length === 1 ? 'message' : 'messages'} of seller endpoint ${from}`;
}
