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
    estimatedEnd: endOf(queued, perMinute, Math.max(...sends.map(({ latelyMs }) => latelyMs))),
  };
}

/** At the rate since the first of the last minute's messages; a second of it is the least that tells a rate. */
function endOf(queued: number, perMinute: number, sinceMs: number): Date | null {
  if (queued === 0 || perMinute === 0) return null;
  return new Date(Date.now() + (queued / perMinute) * Math.max(sinceMs, 1_000));
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
