import type { Receipt } from 'sms-providers';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceMessages } from '../../../live/announce.ts';
import type { Route } from '../engine/engine.ts';
import { foldRelayReceipts } from '../relay/fold-relay-receipts.ts';

import { monthsOf } from './by-names.ts';
import { findNames } from './find-names.ts';
import { foldDirectReceipts } from './fold-direct-receipts.ts';
import { foldReceipts } from './fold-receipts.ts';
import { foldTestReceipts } from './fold-test-receipts.ts';
import { expectNames, type Named, nameOf } from './names.ts';
import { queueMatch, SPAN_MS } from './queue-match.ts';

type RouteKey = Pick<Route, 'teamId' | 'id'>;

export async function keepReceipts(tx: Tx, route: RouteKey, receipts: readonly Receipt[], now: Date): Promise<void> {
  const { named, isComplete } = await asAnswered(tx, route, receipts.flatMap(nameOf));
  if (named.length === 0) return;
  const { names, unbound } = await expectNames(tx, route, named, now);
  const { teamId, id: routeId } = route;
  await tx.keptChange`INSERT INTO sms_receipts (team_id, id, route_id, provider_id, status, code, reason, numbers, message_id,
        occurred_at, received_at)
      SELECT ${teamId}::uuid, x.id, ${routeId}::uuid, x.provider_id, x.status, x.code, x.reason,
        string_to_array(x.numbers, ' '), x.own, x.at, ${now}::timestamptz
      FROM unnest(${named.map(() => uuidv7(now.getTime()))}::uuid[], ${names}::text[],
        ${named.map(({ status }) => status)}::text[], ${named.map(({ code }) => code)}::int[],
        ${named.map(({ reason }) => reason)}::text[], ${named.map(({ written }) => written?.numbers.join(' ') ?? '')}::text[],
        ${named.map(({ own }) => own)}::uuid[],
        ${named.map(({ at }) => at.toISOString())}::timestamptz[])
        x(id, provider_id, status, code, reason, numbers, own, at)
      ON CONFLICT (team_id, route_id, provider_id, status, occurred_at) DO NOTHING`;
  await applyReceipts(tx, route, names, now);
  if (!isComplete || unbound > 0)
    await queueMatch(tx, { teamId, routeId, since: now.getTime() - (now.getTime() % SPAN_MS), round: 0 });
}

export async function applyReceipts(
  tx: Tx,
  { teamId, id: routeId }: RouteKey,
  names: readonly string[],
  now: Date,
): Promise<void> {
  const months = await monthsOf(tx, teamId, routeId, names);
  const others = await foldRelayReceipts(tx, teamId, routeId, names, months, now);
  if (others.length === 0) return;
  await foldReceipts(tx, teamId, routeId, others, months, now);
  await foldTestReceipts(tx, teamId, routeId, others, now);
  await foldDirectReceipts(tx, teamId, routeId, others, now);
  const campaigns = await tx.rows<{ id: string; messageIds: string[] }>`
      SELECT m.sms_campaign_id AS id, array_agg(DISTINCT m.id) AS "messageIds"
      FROM unnest(${others}::text[]) x(name)
      CROSS JOIN LATERAL (SELECT p.message_id FROM sms_provider_messages p WHERE p.team_id = ${teamId}::uuid
        AND p.route_id = ${routeId}::uuid AND p.provider_id = x.name OFFSET 0) p
      CROSS JOIN LATERAL (SELECT m.id, m.sms_campaign_id FROM sms_messages m
        WHERE m.team_id = ${teamId}::uuid AND m.id = p.message_id AND ${months(Prisma.sql`m.id`)} OFFSET 0) m
      GROUP BY 1`;
  for (const { id, messageIds } of campaigns) await announceMessages(tx, id, messageIds);
}

async function asAnswered(
  tx: Tx,
  route: RouteKey,
  given: readonly Named[],
): Promise<{ named: Named[]; isComplete: boolean }> {
  const written = given.flatMap((receipt) => receipt.written ?? []);
  const found = written.length > 0 ? await findNames(tx, route, written) : [];
  const names = new Map(written.map((one, at) => [one, found[at] ?? null]));
  // Which of an operator's ids names the message is unknown before its answer, so each is kept.
  const namesIn = ({ written, providerId }: Named) => {
    const found = written && names.get(written);
    if (found) return [found];
    return (written?.ids ?? [providerId]).map((name) => ({ name, isBound: false }));
  };
  return {
    named: given.flatMap((receipt) =>
      namesIn(receipt).map(({ name, isBound }) => ({ ...receipt, providerId: name, isBound })),
    ),
    isComplete: !found.includes(null),
  };
}
