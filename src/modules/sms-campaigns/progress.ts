import type { ReadContext } from '../../database/lists.ts';
import { type SendStands, STANDS, type Stand, standsOfCycle, standsOfSend } from './stands.ts';

export interface Progress {
  total: number;
  queued: number;
  held: number;
  skipped: number;
  sending: number;
  sent: number;
  delivered: number;
  failed: number;
  unknown: number;
  clicked: number;
  unsubscribed: number;
  perMinute: number;
  estimatedEnd: Date | null;
}

/** How far a campaign is in its present cycle. */
export async function progressOf(ctx: ReadContext, smsCampaignId: string): Promise<Progress> {
  const sends = await standsOfCycle(ctx, smsCampaignId);
  const sum = (of: (send: SendStands) => number) => sends.reduce((total, send) => total + of(send), 0);
  const count = (stand: Stand) => sum(({ counts }) => counts[stand]);
  const queued = count('queued');
  const perMinute = sum(({ lately }) => lately);
  return {
    total: sum(({ counts }) => STANDS.reduce((total, stand) => total + counts[stand], 0)),
    queued,
    held: count('held'),
    skipped: count('skipped'),
    sending: count('sending'),
    sent: sum(({ sent }) => sent),
    delivered: count('delivered'),
    failed: count('failed') + count('expired'),
    unknown: count('unknown'),
    clicked: sum(({ clicked }) => clicked),
    unsubscribed: sum(({ unsubscribed }) => unsubscribed),
    perMinute,
    estimatedEnd: endOf(sends, queued, perMinute),
  };
}

/**
 * At the rate since the first of the last minute's messages; a second of it is the least that tells a rate. A throttle lets
 * a minute's messages go out at once and keeps the others: it says how long they take.
 */
function endOf(sends: readonly SendStands[], queued: number, perMinute: number): Date | null {
  if (queued === 0 || perMinute === 0) return null;
  const sinceMs = Math.max(1_000, ...sends.map(({ latelyMs }) => latelyMs));
  const throttled = sends.map(({ counts, throttle }) => (throttle === null ? 0 : (counts.queued / throttle) * 60_000));
  return new Date(Date.now() + Math.max((queued / perMinute) * sinceMs, ...throttled));
}

export interface MessagesOfStatus {
  status: Stand;
  count: number;
}

export async function messagesByStatus(ctx: ReadContext, smsSendId: string): Promise<MessagesOfStatus[]> {
  const send = await standsOfSend(ctx, smsSendId);
  return STANDS.flatMap((status) => {
    const count = send?.counts[status] ?? 0;
    return count > 0 ? [{ status, count }] : [];
  });
}
