import type { SmsCampaign, SmsRecipient, SmsSend } from '../../../src/generated/prisma/client.ts';
import type { Outcome, Rows } from './outcome.ts';
import { BEGINS } from './scenario.ts';

/** Everybody of an audience is in it, and stands in a final state or one that can be explained. */
export function audience(outcome: Outcome, rows: Rows): string[] {
  return [
    ...rows.recipients.flatMap((one) => {
      const wrong = standing(one, rows);
      return wrong ? [`${one.contactId} ${wrong}`] : [];
    }),
    ...amounts(outcome, rows),
    ...forgotten(outcome, rows),
  ];
}

/** Why a contact may not stand where it does; null: it may. */
function standing(recipient: SmsRecipient, { messages, sends, campaigns }: Rows): string | null {
  const { status, reason, messageId, cycle } = recipient;
  if (status === 'handed') return messages.has(messageId ?? '') ? null : 'is handed without a message.';
  if (status === 'skipped') return reason ? null : 'is skipped without a reason.';
  if (status === 'looking_up') return 'is being looked up for ever.';
  const campaign = campaigns.get(recipient.smsCampaignId)!;
  if (campaign.status === 'sent') return 'waits in a campaign that has ended.';
  if (campaign.cycle !== cycle) return 'waits in a cycle that has ended.';
  const send = sends.get(recipient.smsSendId)!;
  if (isWhole(send)) return 'waits in a send that reached everybody.';
  const later = [...sends.values()].some(
    (one) => one.smsCampaignId === campaign.id && one.cycle === cycle && isWhole(one) && one.createdAt > send.createdAt,
  );
  return later ? 'waits in a send that was stopped, and a later one ended without it.' : null;
}

/** It came to its end by itself, with everybody. */
const isWhole = ({
  amount,
  status,
  statusReason,
}: {
  amount: number | null;
  status: string;
  statusReason: string | null;
}) => amount === null && status === 'sent' && statusReason === null;

/** Nobody is to be reached in it any more. A manual campaign that has contacts left says so, and goes on once it is started again. */
function isOver(
  campaign: Pick<SmsCampaign, 'id' | 'cycle' | 'status'>,
  cycle: number,
  sends: readonly SmsSend[],
): boolean {
  if (cycle < campaign.cycle) return true;
  const [newest] = sends
    .filter((one) => one.smsCampaignId === campaign.id && one.cycle === cycle)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return campaign.status === 'sent' && !newest?.statusReason?.includes('Start again to reach');
}

/** A send takes exactly as many contacts as it says, or all that are left. Later arrivals are for the next one. */
function amounts({ campaignIds, contacts }: Outcome, { recipients, sends, campaigns }: Rows): string[] {
  const found: string[] = [];
  for (const id of campaignIds) {
    for (const send of sends.values()) {
      if (send.smsCampaignId !== id || send.amount === null) continue;
      const size = recipients.filter((one) => one.smsSendId === send.id).length;
      const isLast = isOver(campaigns.get(id)!, send.cycle, [...sends.values()]);
      if (size > send.amount) found.push(`A send of ${send.amount} contacts has ${size}.`);
      const hasArrivals = [...contacts.values()].some(({ since }) => since >= (send.audienceAt?.getTime() ?? 0));
      if (send.status === 'sent' && size < send.amount && !isLast && !hasArrivals) {
        found.push(`A send of ${send.amount} contacts ended with ${size}, and the cycle goes on.`);
      }
    }
  }
  return found;
}

const MINUTE = 60_000;

/** Whoever was there when a cycle ended is in its audience, or was suppressed. */
function forgotten({ campaignIds, contacts, endedAt }: Outcome, rows: Rows): string[] {
  const { recipients, sends, campaigns, suppressedAt, numbers } = rows;
  const found: string[] = [];
  for (const id of campaignIds) {
    const campaign = campaigns.get(id)!;
    const { sendType } = campaign;
    const ofCampaign = [...sends.values()].filter((one) => one.smsCampaignId === id);
    const isAlive = ofCampaign.some((one) => one.statusReason === 'The simulation ended.' && one.audienceAt !== null);
    for (const cycle of new Set(ofCampaign.map((one) => one.cycle))) {
      const ofCycle = ofCampaign.filter((one) => one.cycle === cycle);
      const isEnded = isOver(campaign, cycle, ofCycle);
      const wholeAt = Math.max(
        ...ofCycle.filter((one) => isEnded || isWhole(one)).map((one) => one.createdAt.getTime()),
      );
      // A feed takes in whoever comes while it is alive.
      const until = sendType === 'feed' && isAlive ? endedAt.getTime() - 30 * MINUTE : wholeAt;
      const inside = new Set(
        recipients
          .filter((one) => one.smsCampaignId === id && one.cycle === cycle)
          .map(({ contactId }) => numbers.get(contactId)),
      );
      for (const [number, { since }] of contacts) {
        if (since >= until || inside.has(number) || suppressedAt.has(number)) continue;
        if (sendType === 'feed' && since <= BEGINS) continue;
        found.push(`${number} was left out of cycle ${cycle}.`);
      }
    }
  }
  return found;
}
