import { Channel, ConsentPurpose } from '../../src/generated/prisma/client.ts';
import { after, MINUTE } from './clock.ts';
import { seedReplies } from './replies.ts';
import type { SeededSmsMessage } from './sms-messages.ts';
import type { TeamSeed } from './team-seed.ts';

/** What sending the messages left behind: the audience, steps and batches of their sends, receipts, clicks and replies. */
export async function seedSending(seed: TeamSeed, messages: SeededSmsMessage[]): Promise<void> {
  const { teamId, insert } = seed;
  // Nobody is kept waiting in the demo: it goes on at night, too.
  await insert('sending_settings', [
    {
      teamId,
      contactFrom: null,
      contactUntil: null,
      helpText: 'Acme: call +1 571 555 0150 for help.',
      updatedAt: messages[0]!.createdAt,
    },
  ]);
  await insert('sms_recipients', messages.map(recipient));
  await seedSends(seed, messages);
  await seedReactions(seed, messages);
}

const recipient = ({ teamId, smsCampaignId, contactId, smsSendId, createdAt, step, id }: SeededSmsMessage) => ({
  teamId,
  smsCampaignId,
  cycle: 1,
  contactId,
  smsSendId,
  status: 'handed' as const,
  dueAt: createdAt,
  step,
  messageId: id,
});

async function seedSends({ teamId, insert, nextId }: TeamSeed, messages: SeededSmsMessage[]): Promise<void> {
  const sends = grouped(messages, ({ smsSendId }) => smsSendId);
  await insert(
    'sms_send_steps',
    [...sends].map(([smsSendId, ofSend]) => ({
      teamId,
      smsSendId,
      step: 1,
      startedAt: ofSend[0]!.createdAt,
      handed: ofSend.length,
      filledAt: ofSend.at(-1)!.createdAt,
      accepted: count(ofSend, ({ isSent }) => isSent),
      delivered: count(ofSend, ({ status }) => status === 'delivered'),
      failed: count(ofSend, ({ status }) => status === 'failed'),
      clicked: count(ofSend, ({ isClicked }) => isClicked),
      unsubscribed: count(ofSend, ({ unsubscribedMethod }) => unsubscribedMethod !== null),
      brands: [...new Set(ofSend.map(({ networkBrand }) => networkBrand))].sort(),
      timezones: ['America/New_York'],
    })),
  );
  const batches = [...sends].flatMap(([smsSendId, ofSend]) =>
    [...grouped(ofSend, ({ smsRoutingRouteId }) => smsRoutingRouteId)].map(([routeId, ofRoute]) => {
      const claimedAt = ofRoute[0]!.createdAt;
      const messageIds = ofRoute.map(({ id }) => id);
      const times = {
        claimedAt,
        leaseUntil: after(claimedAt, MINUTE),
        handedAt: claimedAt,
        doneAt: after(claimedAt, 2_000),
      };
      return { teamId, id: nextId('smsBatch'), smsSendId, routeId, messageIds, size: messageIds.length, ...times };
    }),
  );
  await insert('sms_batches', batches);
  await insert(
    'sms_provider_calls',
    batches.map(({ id: batchId, smsSendId, messageIds, handedAt: begunAt }) => ({
      teamId,
      id: nextId('smsProviderCall'),
      batchId,
      smsSendId,
      messageIds,
      begunAt,
    })),
  );
}

async function seedReactions(seed: TeamSeed, messages: SeededSmsMessage[]): Promise<void> {
  const { teamId, insert, nextId } = seed;
  await insert(
    'sms_provider_messages',
    messages.map(({ smsRoutingRouteId, smsId, id, createdAt }) => ({
      teamId,
      routeId: smsRoutingRouteId,
      providerId: smsId,
      messageId: id,
      createdAt,
    })),
  );
  await insert(
    'sms_receipts',
    messages.map(({ smsRoutingRouteId, smsId, settledAt, status, failReason }) => ({
      teamId,
      id: nextId('smsReceipt'),
      routeId: smsRoutingRouteId,
      providerId: smsId,
      status,
      code: status === 'delivered' ? 0 : 2,
      reason: failReason,
      occurredAt: settledAt,
      receivedAt: settledAt,
      appliedAt: settledAt,
    })),
  );
  await insert(
    'sms_link_events',
    messages.flatMap(({ id, timeClicked }) =>
      timeClicked
        ? [
            {
              teamId,
              id: nextId('smsLinkEvent'),
              messageId: id,
              kind: 'click',
              userAgent: 'Mozilla/5.0',
              occurredAt: timeClicked,
            },
          ]
        : [],
    ),
  );
  const stopped = messages.filter(({ unsubscribedMethod }) => unsubscribedMethod === 'reply');
  await seedReplies(
    seed,
    messages.filter(({ status }) => status === 'delivered'),
  );
  const statements = stopped.map(({ id, phoneNormalized, settledAt }) => ({
    teamId,
    id: nextId('consentEvent'),
    number: Number(phoneNormalized),
    state: 'withdrawn' as const,
    source: 'keyword' as const,
    evidence: 'STOP',
    messageId: id,
    occurredAt: after(settledAt, MINUTE),
  }));
  await insert('consent_events', statements);
  const newest = new Map(statements.map((statement) => [statement.number, statement]));
  await insert(
    'consents',
    [...newest.values()].flatMap(({ id: eventId, number, state, occurredAt: since }) =>
      Object.values(Channel).flatMap((channel) =>
        Object.values(ConsentPurpose).map((purpose) => {
          const of = { number, channel, purpose, state, since, eventId };
          return { teamId, id: nextId('consent'), ...of };
        }),
      ),
    ),
  );
  // A day and week that are over: they keep nobody from being reached.
  const contacts = [...new Set(messages.map(({ contactId }) => contactId))];
  await insert(
    'contact_limits',
    contacts.map((contactId) => ({
      teamId,
      contactId,
      channel: 'sms' as const,
      day: '2026-01-05',
      dayCount: 1,
      week: '2026-W02',
      weekCount: 1,
    })),
  );
}

const count = <Row>(rows: Row[], is: (row: Row) => boolean) => rows.filter(is).length;

function grouped<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
