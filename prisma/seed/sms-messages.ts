import { Prisma } from '../../src/generated/prisma/client.ts';
import { renderMessage } from '../../src/modules/delivery/texts/render-message.ts';
import { after, MINUTE, SECOND } from './clock.ts';
import type { SeededContact } from './contacts.ts';
import type { SeededRouting } from './hub.ts';
import { demoId } from './ids.ts';
import { seedSending } from './sending.ts';
import type { SeededSmsSend } from './sms-sends.ts';
import type { TeamSeed } from './team-seed.ts';

const SENDERS = ['ACME', 'ACMEinfo', '15715550150'];
const FAIL_REASONS = ['Unknown subscriber', 'Handset switched off', 'Blocked by the operator'];

/** Messages for the reports: of the newest send of each campaign that has gone out. */
export async function seedSmsMessages(
  seed: TeamSeed,
  sends: SeededSmsSend[],
  contacts: SeededContact[],
  routing: SeededRouting,
): Promise<void> {
  const newestSent = new Map(sends.filter(({ status }) => status === 'sent').map((send) => [send.campaign.id, send]));
  const rows = [...newestSent.values()].flatMap((send, sendAt) =>
    Array.from({ length: seed.sizes.messagesPerCampaign }, (_, at) =>
      message(seed, send, contacts[(sendAt * 37 + at) % contacts.length]!, routing, at),
    ),
  );
  await seed.insert('sms_messages', rows);
  await seedSending(seed, rows);
}

export type SeededSmsMessage = ReturnType<typeof message>;

function message(seed: TeamSeed, send: SeededSmsSend, contact: SeededContact, routing: SeededRouting, at: number) {
  const { random, team } = seed;
  const { campaign } = send;
  const id = seed.nextId('smsMessage');
  const offer = campaign.offers[at % campaign.offers.length]!;
  const version = campaign.texts[at % campaign.texts.length]!;
  const rule = routing.ruleOf.get(contact.countryId) ?? routing.ruleOf.get(0)!;
  const senderAt = random.between(0, SENDERS.length - 1);
  const domainAt = random.between(1, 2);
  const shortenedUrl = `https://go${domainAt}.example.com/${Number(id.slice(-12)).toString(36).padStart(5, '0')}`;
  const { finalText, textParts, smsParts } = renderMessage({
    messageId: id,
    texts: [version],
    offers: [offer],
    contact: { name: contact.name.split(' ')[0]! },
    url: shortenedUrl,
  });

  const isDelivered = random.chance(94);
  const isClicked = isDelivered && random.chance(12);
  const isLead = isClicked && random.chance(30);
  const isSale = isLead && random.chance(40);
  const createdAt = after(send.createdAt, 4 * MINUTE + at * SECOND);
  const sentAt = after(createdAt, 2 * SECOND);
  return {
    id,
    teamId: seed.teamId,
    smsCampaignId: campaign.id,
    smsSendId: send.id,
    segmentId: campaign.segmentIds[at % campaign.segmentIds.length]!,
    contactId: contact.id,
    offerId: offer.id,
    campaignTextId: version.id,
    smsId: `op-${team}-${id.slice(-8)}`,
    foreignId: contact.foreignId,
    phoneNormalized: String(contact.number),
    networkId: contact.networkId,
    countryId: contact.countryId,
    networkBrand: contact.networkBrand,
    finalText,
    textParts,
    smsParts,
    senderId: SENDERS[senderAt]!,
    senderIdId: demoId('senderId', team, senderAt + 1),
    domainId: demoId('domain', team, domainAt),
    shortenedUrl,
    linkCode: shortenedUrl.slice(shortenedUrl.lastIndexOf('/') + 1),
    linkTarget: 'https://offers.example.com/',
    smsRoutingPlanId: routing.planId,
    smsRoutingPlanRuleId: rule.ruleId,
    smsRoutingRouteId: rule.routeId,
    smsRuleSelectedData: rule.routeName,
    status: isDelivered ? ('delivered' as const) : ('failed' as const),
    step: 1,
    isSent: true,
    isClicked,
    isLead,
    isSale,
    cost: new Prisma.Decimal(rule.price).times(smsParts).toFixed(6),
    revenue: isSale ? offer.profit : null,
    dlrCode: isDelivered ? 1 : 2,
    failReason: isDelivered ? null : random.pick(FAIL_REASONS),
    unsubscribedMethod: isDelivered && random.chance(2) ? 'reply' : null,
    sentAt,
    settledAt: after(sentAt, 5 * SECOND),
    timeClicked: isClicked ? after(createdAt, random.between(2, 600) * MINUTE) : null,
    createdAt,
    updatedAt: sentAt,
  };
}
