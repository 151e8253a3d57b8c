import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { canonicalNumber, everyForm, plainNumber } from 'phone-numbers';
import { isUuid } from '../../../database/reads/lists.ts';
import { all, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { ErrorCode } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { holdLines } from '../../../phone-numbers/lines-of.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { countryIds } from '../../delivery/networks/country-ids.ts';
import { erasedAmong, erasedAsFarAsKnown } from '../../delivery/reach/erased-numbers.ts';
import { markListed } from '../../delivery/reach/suppress-lines.ts';
import type { EventRow } from './call-event-rows.ts';
import { asksNotToBeCalled } from './call-facts.ts';
import { textAt } from './call-message.ts';
import { type CallRow, type KnownCalls, readCall, readCalls } from './call-rows.ts';

export type CallEventFailure = 'Call not found' | 'Failed to create contact';

export const FAILURE_CODES = {
  'Call not found': 'NOT_FOUND',
  'Failed to create contact': 'VALIDATION_FAILED',
} as const satisfies Record<CallEventFailure, ErrorCode>;

/**
 * Locked, and its facts are known. Our reference decides before the provider’s id, which another call may have: one of
 * another account, or an earlier one. The first event of an inbound call creates it with its contact.
 */
export async function findCallOfEvent(
  tx: Tx,
  keys: TokenKeys,
  event: EventRow,
  known: KnownCalls,
): Promise<CallRow | CallEventFailure> {
  const { teamId, externalCallId, payload } = event;
  if (externalCallId === null) return 'Call not found';
  const holder = known.calls.find(({ externalId }) => externalId === externalCallId);
  const call = holder && isOfAccount(holder, event) ? holder : undefined;
  const reference = referenceOf(payload);
  if (call && (reference === null || reference === call.id)) return call;
  const named = await nameCall(tx, event, reference, holder ? null : externalCallId);
  if (named === null && holder) return call ?? 'Call not found';
  const found =
    named === null
      ? await createInboundCall(tx, keys, { ...event, externalCallId })
      : await readCall(tx, teamId, named);
  if (typeof found === 'string') return found;
  for (const [id, events] of found.facts) known.facts.set(id, events);
  return found.calls.find((one) => isOfAccount(one, event)) ?? 'Call not found';
}

const isOfAccount = (call: CallRow, { voiceAccountId }: EventRow) =>
  call.voiceAccountId === null || call.voiceAccountId === voiceAccountId;

/** Events can arrive before the answer that names their call is stored. */
export async function isBeingPlaced(tx: Tx, { teamId, voiceAccountId, payload }: EventRow): Promise<boolean> {
  const called = customerOf(payload)?.number;
  const forms = called === undefined ? [] : everyForm(called);
  const rows = await tx.keptRows`
      SELECT 1 AS one FROM call_placements p JOIN calls k ON k.team_id = p.team_id AND k.id = p.call_id
      WHERE p.team_id = ${teamId}::uuid AND p.voice_account_id = ${voiceAccountId}::uuid AND p.slot_until IS NOT NULL
        AND k.external_id IS NULL AND CASE WHEN cardinality(${forms}::bigint[]) = 0 THEN p.status = 'placing'
          ELSE p.status IN ('placing', 'unknown') AND k.to_number = ANY(${forms}::bigint[]) END
      LIMIT 1`;
  return rows.length > 0;
}

export const customerOf = (payload: unknown): Phone | null =>
  phoneAt(payload, ['customer', 'number']) ?? phoneAt(payload, ['call', 'customer', 'number']);

/**
 * Finds a call that we asked the provider to place, by our reference or as the only such call to the number, and
 * names it unless the name is null: another call has it.
 */
async function nameCall(
  tx: Tx,
  event: EventRow,
  reference: string | null,
  externalId: string | null,
): Promise<string | null> {
  const { teamId, voiceAccountId, payload } = event;
  const callId = reference ?? (isInbound(payload) ? null : await unansweredCall(tx, event));
  if (callId === null) return null;
  const [ours] = await tx.keptRows<{ externalId: string | null }>`SELECT k.external_id AS "externalId" FROM calls k
      WHERE k.team_id = ${teamId}::uuid AND k.id = ${callId}::uuid
        AND EXISTS (SELECT FROM call_placements p WHERE p.team_id = ${teamId}::uuid AND p.call_id = ${callId}::uuid
          AND p.voice_account_id = ${voiceAccountId}::uuid AND p.status <> 'claimed')
      FOR UPDATE OF k`;
  if (!ours) return null;
  if (ours.externalId !== null) return callId;
  const name =
    externalId === null
      ? []
      : [
          tx.keptChange`INSERT INTO call_names (team_id, external_id, call_id)
            VALUES (${teamId}::uuid, ${externalId}, ${callId}::uuid)`,
          tx.keptChange`UPDATE calls SET external_id = ${externalId}
            WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid`,
        ];
  await all([
    ...name,
    tx.keptChange`UPDATE call_placements SET status = 'placed', reason = NULL
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid AND status IN ('placing', 'unknown')`,
    tx.keptChange`UPDATE voice_recipients SET reason = NULL
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid AND status = 'handed'`,
  ]);
  return callId;
}

function referenceOf(payload: unknown): string | null {
  const reference =
    textAt(payload, 'call', 'reference') ??
    textAt(payload, 'call', 'metadata', 'reference') ??
    textAt(payload, 'call', 'assistantOverrides', 'metadata', 'reference') ??
    textAt(payload, 'metadata', 'reference');
  return reference !== null && isUuid(reference) ? reference.toLowerCase() : null;
}

async function unansweredCall(tx: Tx, { teamId, voiceAccountId, payload }: EventRow): Promise<string | null> {
  const number = customerOf(payload)?.number;
  if (number === undefined) return null;
  const rows = await tx.keptRows<{ id: string }>`
      SELECT k.id FROM call_placements p JOIN calls k ON k.team_id = p.team_id AND k.id = p.call_id
      WHERE p.team_id = ${teamId}::uuid AND p.voice_account_id = ${voiceAccountId}::uuid AND p.status IN ('unknown', 'placed')
        AND p.slot_until IS NOT NULL AND k.external_id IS NULL AND k.to_number = ANY(${everyForm(number)}::bigint[]) LIMIT 2`;
  return rows.length === 1 ? rows[0]!.id : null;
}

interface Phone {
  number: bigint;
  iso2: string | undefined;
}

/**
 * Of two at once, the second waits at the unique keys and finds the first one's call. A person whose data was erased becomes no contact
 * again: nobody is to write to them. Their call names nobody.
 */
async function createInboundCall(
  tx: Tx,
  keys: TokenKeys,
  event: EventRow & { externalCallId: string },
): Promise<KnownCalls | CallEventFailure> {
  const { teamId, externalCallId, payload, occurredAt } = event;
  if (!isInbound(payload)) return 'Call not found';
  const caller = customerOf(payload);
  if (!caller) return 'Failed to create contact';
  const { number: called, iso2 } = caller;
  const forms = everyForm(called);
  if (forms.length > 1) await holdLines(tx, teamId);
  const [known] =
    forms.length === 1
      ? []
      : await tx.keptRows<{ number: string }>`SELECT number::text AS number FROM contacts
            WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[]) ORDER BY id LIMIT 1`;
  const erasedOf = asksNotToBeCalled(event) ? erasedAsFarAsKnown : erasedAmong;
  const [erased, ours] = await all([
    known ? Promise.resolve(new Set<string>()) : erasedOf(tx, keys, teamId, forms),
    numberOf(tx, teamId, payload),
  ]);
  const isErased = erased.size > 0;
  const number = known?.number ?? called;
  const countryId = iso2 === undefined ? null : ((await countryIds(tx, [iso2])).get(iso2) ?? null);
  const assistantId = textAt(payload, 'call', 'assistantId') ?? textAt(payload, 'assistant', 'id');
  const stored = isErased
    ? Promise.resolve(0)
    : tx.keptChange`INSERT INTO contacts (team_id, id, number, country_id, updated_at)
        VALUES (${teamId}::uuid, ${uuidv7()}::uuid, ${number}::bigint, ${countryId}::int, now())
        ON CONFLICT (team_id, number) DO NOTHING`;
  const listed = Prisma.sql`SELECT unnest(${forms}::bigint[])`;
  const marked = markListed(tx, teamId, Prisma.sql`c.number = ${number}::bigint`, listed);
  // Not in the reference: the number of an inbound call is the caller's, as it always is the contact's.
  const contact = Prisma.sql`contacts WHERE team_id = ${teamId}::uuid AND number = ${number}::bigint`;
  const from = Prisma.sql`(SELECT id, number, country_id, timezone FROM ${contact}
      UNION ALL SELECT NULL, 0, ${countryId}::int, NULL WHERE ${isErased} AND NOT EXISTS (SELECT 1 FROM ${contact})) c`;
  const created = tx.keptChange`WITH named AS (
        INSERT INTO call_names (team_id, external_id, call_id)
        SELECT ${teamId}::uuid, ${externalCallId}, ${uuidv7()}::uuid FROM ${from}
        ON CONFLICT (team_id, external_id) DO NOTHING RETURNING call_id)
      INSERT INTO calls (team_id, id, external_id, contact_id, number_id, agent_id, to_number, country_id,
        timezone, call_source, status, scheduled_at, updated_at)
      SELECT ${teamId}::uuid, n.call_id, ${externalCallId}, c.id, ${ours?.id ?? null}::uuid,
        coalesce((SELECT a.id FROM agents a WHERE a.team_id = ${teamId}::uuid AND a.external_id = ${assistantId}),
          ${ours?.agentId ?? null}::uuid),
        c.number, c.country_id, c.timezone, 'inbound', 'queued', ${occurredAt}::timestamptz, now()
      FROM ${from} CROSS JOIN named n`;
  // Sent together: each sees what the one before it wrote or waited for.
  const [, , , calls] = await all([stored, marked, created, readCalls(tx, teamId, [externalCallId])]);
  return calls;
}

async function numberOf(tx: Tx, teamId: string, payload: unknown) {
  const id = textAt(payload, 'phoneNumber', 'id') ?? textAt(payload, 'call', 'phoneNumberId');
  const number = phoneAt(payload, ['phoneNumber', 'number'])?.number ?? null;
  if (id === null && number === null) return undefined;
  const forms = number === null ? [] : everyForm(number);
  const [ours] = await tx.keptRows<{ id: string; agentId: string | null }>`
      SELECT n.id, n.inbound_agent_id AS "agentId" FROM numbers n
      WHERE n.team_id = ${teamId}::uuid AND (n.voice_provider_id = ${id} OR n.number = ANY(${forms}::bigint[]))
      ORDER BY n.archived_at IS NOT NULL, n.voice_provider_id IS DISTINCT FROM ${id}, n.id LIMIT 1`;
  return ours;
}

const isInbound = (payload: unknown) =>
  textAt(payload, 'call', 'type') === 'inboundPhoneCall' ||
  [textAt(payload, 'call', 'direction'), textAt(payload, 'direction')].includes('inbound');

function phoneAt(payload: unknown, path: string[]): Phone | null {
  const text = textAt(payload, ...path);
  const plain = text === null ? null : plainNumber(text);
  if (!plain) return null;
  const phone = parsePhoneNumberFromString(`+${canonicalNumber(plain.digits.replace(/^00/, ''))}`, { extract: false });
  // A possible number is enough: numbering plans change faster than the library, and no caller must be turned away.
  return phone?.isPossible() ? { number: BigInt(phone.number.slice(1)), iso2: phone.country } : null;
}
