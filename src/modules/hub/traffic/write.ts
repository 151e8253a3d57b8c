import type { Tx } from '../../../database/transaction.ts';
import { decimalOf } from '../../delivery/engine/money.ts';
import { ERASED } from '../../delivery/reach/erased-numbers.ts';
import type { Accepted, Reached, Refused } from './decide.ts';
import type { Submission } from './submission.ts';

/** A message as its row is written. */
export interface Decided {
  id: string;
  submission: Submission;
  /** Of its endpoint. */
  username: string;
  reached: Reached;
  clientCompanyId: string | null;
  /** The integration that pays its price; null: none does. */
  payerId: string | null;
  decision: Accepted | Refused;
}

const MOST_CHARACTERS = 64;
/** More than the text of a message that is sent. */
const MOST_TEXT = 2_000;

export async function writeMessages(tx: Tx, teamId: string, messages: readonly Decided[], now: Date): Promise<void> {
  const column = <T>(of: (message: Decided) => T) => messages.map(of);
  const accepted = <T>(of: (decision: Accepted) => T) =>
    messages.map(({ decision }) => (decision.kind === 'accept' ? of(decision) : null));
  const refused = <T>(of: (decision: Refused) => T) =>
    messages.map(({ decision }) => (decision.kind === 'refuse' ? of(decision) : null));
  await tx.keptChange`INSERT INTO hub_messages (team_id, id, seller_endpoint_id, client_company_id, protocol, sender, destination,
      number, text, sms_parts, country_id, network_id, route_id, profit_rule_id, cost, price, integration_id, status, refusal,
      reason, reference, receipts, part_ids, valid_until, due_at, route_choice, created_at, updated_at)
    SELECT ${teamId}::uuid, x.id, x.endpoint, x.company, x.protocol::hub_protocol, x.sender, x.destination, x.number, x.text,
      COALESCE(x.parts, 1), x.country, x.network, x.route, x.rule, COALESCE(x.cost, 0), COALESCE(x.price, 0),
      CASE WHEN x.price > 0 THEN x.payer END,
      CASE WHEN x.refusal IS NULL THEN 'queued' ELSE 'rejected' END::hub_message_status, x.refusal, x.reason, x.reference,
      x.receipts::hub_receipt_wish, x.part_ids::uuid[], COALESCE(x.valid_until, ${now}::timestamptz),
      x.due_at, x.choice, ${now}::timestamptz, ${now}::timestamptz
    FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ submission }) => submission.endpointId)}::uuid[],
      ${column(({ clientCompanyId }) => clientCompanyId)}::uuid[], ${column(({ submission }) => submission.protocol)}::text[],
      ${column(senderOf)}::text[], ${column(destinationOf)}::text[], ${column(numberOf)}::bigint[], ${column(textOf)}::text[],
      ${accepted(({ parts }) => parts)}::int[], ${column(({ reached }) => reached.countryId)}::int[],
      ${column(({ reached }) => reached.networkId)}::int[], ${accepted(({ route }) => route.id)}::uuid[],
      ${accepted(({ profitRuleId }) => profitRuleId)}::uuid[], ${accepted(({ cost }) => decimalOf(cost))}::numeric[],
      ${accepted(({ price }) => decimalOf(price))}::numeric[], ${column(({ payerId }) => payerId)}::uuid[],
      ${refused(({ refusal }) => refusal)}::text[], ${refused(({ reason }) => reason)}::text[],
      ${column(referenceOf)}::text[], ${column(({ submission }) => submission.receipts)}::text[],
      ${column(({ submission }) => `{${submission.partIds.join(',')}}`)}::text[],
      ${accepted(({ validUntil }) => validUntil.toISOString())}::timestamptz[],
      ${accepted(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
      ${accepted(({ choice }) => choice && JSON.stringify(choice))}::jsonb[])
      x(id, endpoint, company, protocol, sender, destination, number, text, parts, country, network, route, rule, cost, price,
        payer, refusal, reason, reference, receipts, part_ids, valid_until, due_at, choice)`;
}

/** An erased person's number and text are not written down again, nor the reference, which may have the number in it. */
const isErased = ({ reached }: Decided) => reached.whySuppressed === ERASED;

/** PostgreSQL stores no NUL. */
const cleaned = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most);
const senderOf = ({ submission }: Decided) => cleaned(submission.sender, MOST_CHARACTERS);
const destinationOf = (message: Decided) =>
  isErased(message) ? '' : cleaned(message.submission.destination, MOST_CHARACTERS);
const numberOf = (message: Decided) => (isErased(message) ? null : message.reached.number);
const referenceOf = (message: Decided) => (isErased(message) ? null : message.submission.reference);
const textOf = (message: Decided) => (isErased(message) ? '' : cleaned(message.submission.text, MOST_TEXT));

/**
 * Makes endpoints' queues due no later than their new messages. It goes together with the commit: until then the commits of an
 * endpoint wait for each other. A turn that is under way leaves what was made due meanwhile (`endTurn`).
 */
export function wakeQueues(tx: Tx, teamId: string, messages: readonly Decided[]): void {
  const due = new Map<string, Date>();
  for (const { submission, decision } of messages) {
    if (decision.kind !== 'accept') continue;
    const before = due.get(submission.endpointId);
    if (before === undefined || decision.dueAt < before) due.set(submission.endpointId, decision.dueAt);
  }
  if (due.size === 0) return;
  const moments = [...due.values()].map((at) => at.toISOString());
  tx.last!`INSERT INTO hub_queues AS q (team_id, seller_endpoint_id, due_at)
    SELECT ${teamId}::uuid, x.endpoint, x.due_at
    FROM unnest(${[...due.keys()]}::uuid[], ${moments}::timestamptz[]) x(endpoint, due_at) ORDER BY x.endpoint
    ON CONFLICT (team_id, seller_endpoint_id) DO UPDATE SET due_at = EXCLUDED.due_at
      WHERE q.due_at IS NULL OR q.due_at > EXCLUDED.due_at`;
}
