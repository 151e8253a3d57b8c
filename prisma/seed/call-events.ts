import { createHash } from 'node:crypto';
import type { SeededCall } from './calls.ts';
import { after, SECOND } from './clock.ts';
import type { TeamSeed } from './team-seed.ts';

type Event = { type: string; callStatus: string | null; at: Date; details: Record<string, string | object> };

/** What the provider told about the calls, as it would have arrived. */
export async function seedCallEvents(seed: TeamSeed, calls: SeededCall[], voiceAccountId: string): Promise<void> {
  const events = calls.flatMap((call) => eventsOf(call).map((event) => eventRow(seed, call, event, voiceAccountId)));
  await seed.insert('call_events', events);
  await seed.insert(
    'call_event_names',
    events.map(({ teamId, fingerprint, id: eventId }) => ({ teamId, voiceAccountId, fingerprint, eventId })),
  );
}

function eventsOf(call: SeededCall): Event[] {
  const { startedAt, endedAt, endedReason, chat, position } = call;
  if (!startedAt) return [];
  const update = (status: string, at: Date): Event => ({
    type: 'status-update',
    callStatus: status,
    at,
    details: { status },
  });
  const events = [update('ringing', startedAt)];
  if (call.status !== 'ringing') events.push(update('in-progress', after(startedAt, 5 * SECOND)));
  if (endedAt && position % 10 === 0) {
    // A type that we do not know: stored, and nothing done with it.
    events.push({ type: 'speech-update', callStatus: null, at: after(startedAt, 6 * SECOND), details: {} });
  }
  if (endedAt && endedReason) {
    const details = { endedReason, artifact: { transcript: chat ?? '' }, analysis: { summary: 'See the transcript.' } };
    events.push({ type: 'end-of-call-report', callStatus: 'ended', at: endedAt, details });
  }
  return events;
}

function eventRow(seed: TeamSeed, call: SeededCall, { type, callStatus, at, details }: Event, voiceAccountId: string) {
  const timestamp = at.getTime();
  const isKnown = callStatus !== null;
  return {
    id: seed.nextId('callEvent'),
    teamId: seed.teamId,
    voiceAccountId,
    callId: call.id,
    externalCallId: call.externalId,
    type,
    callStatus,
    occurredAt: at,
    fingerprint: fingerprint([call.externalId, type, callStatus, timestamp]),
    payload: {
      type,
      call: { id: call.externalId },
      customer: { number: `+${call.toNumber}` },
      timestamp,
      ...details,
    },
    status: isKnown ? ('processed' as const) : ('ignored' as const),
    attempts: isKnown ? 1 : 0,
    receivedAt: after(at, SECOND / 2),
    processedAt: isKnown ? after(at, SECOND) : null,
  };
}

const fingerprint = (parts: (string | number | null)[]) =>
  new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
