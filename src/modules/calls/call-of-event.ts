import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isUuid } from '../../database/lists.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Call, CallEvent, Prisma } from '../../generated/prisma/client.ts';
import { textAt } from './call-message.ts';

/** The documented texts of E12. */
export type CallEventFailure = 'Call not found' | 'Failed to create contact';

export const FAILURE_CODES = {
  'Call not found': 'NOT_FOUND',
  'Failed to create contact': 'VALIDATION_FAILED',
} as const satisfies Record<CallEventFailure, ErrorCode>;

type EventOfCall = Pick<CallEvent, 'teamId' | 'voiceAccountId' | 'externalCallId' | 'payload' | 'occurredAt'>;
type Tx = Prisma.TransactionClient;

/**
 * The call that an event is about, locked until the transaction ends. The first event of an inbound call creates it
 * with its contact; calls that we make exist before their events.
 */
export async function lockCallOfEvent(tx: Tx, event: EventOfCall): Promise<Call | CallEventFailure> {
  const { teamId, externalCallId, payload } = event;
  if (externalCallId === null) return 'Call not found';
  const known = await lockCall(tx, teamId, externalCallId);
  if (known) return known;
  if (await nameCall(tx, event, externalCallId)) {
    const named = await lockCall(tx, teamId, externalCallId);
    if (named) return named;
  }
  if (!isInbound(payload)) return 'Call not found';
  const caller = phoneAt(payload, ['customer', 'number']) ?? phoneAt(payload, ['call', 'customer', 'number']);
  if (!caller) return 'Failed to create contact';
  await createInboundCall(tx, { ...event, externalCallId }, caller);
  return (await lockCall(tx, teamId, externalCallId)) ?? 'Call not found';
}

/**
 * An event may name our reference: then the call is the one that we asked this account's provider to place and whose
 * answer we do not have. It has the provider's id from here on.
 */
async function nameCall(
  tx: Tx,
  { teamId, voiceAccountId, payload }: EventOfCall,
  externalId: string,
): Promise<boolean> {
  const reference =
    textAt(payload, 'call', 'reference') ??
    textAt(payload, 'call', 'metadata', 'reference') ??
    textAt(payload, 'metadata', 'reference');
  if (reference === null || !isUuid(reference)) return false;
  const named = await tx.$executeRaw`UPDATE calls k SET external_id = ${externalId}
    WHERE k.team_id = ${teamId}::uuid AND k.id = ${reference}::uuid AND k.external_id IS NULL
      AND EXISTS (SELECT FROM call_placements p WHERE p.team_id = ${teamId}::uuid AND p.call_id = k.id
        AND p.voice_account_id = ${voiceAccountId}::uuid AND p.status <> 'claimed')`;
  if (named === 0) return false;
  await tx.$executeRaw`UPDATE call_placements SET status = 'placed'
    WHERE team_id = ${teamId}::uuid AND call_id = ${reference}::uuid AND status IN ('placing', 'unknown')`;
  await tx.$executeRaw`UPDATE voice_recipients SET reason = NULL
    WHERE team_id = ${teamId}::uuid AND call_id = ${reference}::uuid AND status = 'handed'`;
  return true;
}

async function lockCall(tx: Tx, teamId: string, externalId: string): Promise<Call | null> {
  const where = { teamId_externalId: { teamId, externalId } };
  await tx.$queryRaw`SELECT 1 FROM calls WHERE team_id = ${teamId}::uuid AND external_id = ${externalId} FOR UPDATE`;
  return tx.call.findUnique({ where });
}

interface Phone {
  number: bigint;
  /** ISO 3166-1 alpha-2; unknown for numbers that belong to no country. */
  iso2: string | undefined;
}

/** Whoever is second waits for the first one's commit at the unique keys, and finds what that one has made. */
async function createInboundCall(
  tx: Tx,
  { teamId, externalCallId, payload, occurredAt }: EventOfCall & { externalCallId: string },
  caller: Phone,
): Promise<void> {
  const { number: toNumber } = caller;
  const country = caller.iso2 ? await tx.country.findUnique({ where: { iso2: caller.iso2 } }) : null;
  const countryId = country?.id ?? null;
  await tx.contact.createMany({ data: [{ teamId, number: toNumber, countryId }], skipDuplicates: true });
  const contact = await tx.contact.findUniqueOrThrow({ where: { teamId_number: { teamId, number: toNumber } } });
  const number = await numberOf(tx, teamId, payload);
  const assistantId = textAt(payload, 'call', 'assistantId') ?? textAt(payload, 'assistant', 'id');
  const agent = assistantId ? await tx.agent.findFirst({ where: { teamId, externalId: assistantId } }) : null;
  await tx.call.createMany({
    data: [
      {
        teamId,
        externalId: externalCallId,
        contactId: contact.id,
        numberId: number?.id ?? null,
        agentId: agent?.id ?? number?.inboundAgentId ?? null,
        // Not in the reference: the number of an inbound call is the caller's, so that it always is the contact's.
        toNumber,
        countryId: contact.countryId,
        timezone: contact.timezone,
        callSource: 'inbound',
        status: 'queued',
        scheduledAt: occurredAt,
      },
    ],
    skipDuplicates: true,
  });
}

/** Our own number, which was called. */
async function numberOf(tx: Tx, teamId: string, payload: unknown) {
  const id = textAt(payload, 'phoneNumber', 'id') ?? textAt(payload, 'call', 'phoneNumberId');
  const number = phoneAt(payload, ['phoneNumber', 'number'])?.number;
  const known = [...(id ? [{ voiceProviderId: id }] : []), ...(number ? [{ number }] : [])];
  return known.length > 0 ? tx.number.findFirst({ where: { teamId, OR: known } }) : null;
}

const isInbound = (payload: unknown) =>
  textAt(payload, 'call', 'type') === 'inboundPhoneCall' ||
  [textAt(payload, 'call', 'direction'), textAt(payload, 'direction')].includes('inbound');

/** An international number, with or without its plus sign. */
function phoneAt(payload: unknown, path: string[]): Phone | null {
  const text = textAt(payload, ...path);
  if (text === null || !/^\+?[\d\s().-]{5,40}$/.test(text)) return null;
  const phone = parsePhoneNumberFromString(text.startsWith('+') ? text : `+${text}`, { extract: false });
  // Possible is enough: numbering plans change faster than the library, and a caller must not be turned away.
  return phone?.isPossible() ? { number: BigInt(phone.number.slice(1)), iso2: phone.country } : null;
}
