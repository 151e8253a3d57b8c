import type { Tx } from '../../../database/transaction.ts';
import type { Route, SendKey } from './engine.ts';
import { writeLog } from './logs.ts';

import type { Accepted } from './sms-result.ts';

/**
 * The provider gave ids to messages that other messages have. An id whose former message has its receipt passes to the new
 * one: providers begin again after a while. Any other stands for several messages from now on, and the campaign's log says it once.
 */
export async function tellShared(
  tx: Tx,
  send: SendKey,
  { id: routeId, name }: Route,
  providerIds: readonly string[],
  results: readonly Accepted[],
  now: Date,
): Promise<void> {
  const { teamId, campaignId } = send;
  const counts = new Map<string, number>();
  for (const { providerId } of results) counts.set(providerId, (counts.get(providerId) ?? 0) + 1);
  const once = results.filter(({ providerId }) => providerIds.includes(providerId) && counts.get(providerId) === 1);
  const passed = await tx.change`UPDATE sms_provider_messages p SET message_id = x.id, is_shared = false
      FROM unnest(${once.map(({ providerId }) => providerId)}::text[], ${once.map(({ messageId }) => messageId)}::uuid[]) x(name, id)
      WHERE p.team_id = ${teamId}::uuid AND p.route_id = ${routeId}::uuid AND p.provider_id = x.name AND p.message_id <> x.id
        AND NOT EXISTS (SELECT FROM sms_messages m WHERE m.team_id = ${teamId}::uuid AND m.id = p.message_id
          AND m.status IN ('sending', 'accepted', 'unknown'))`;
  if (passed === providerIds.length) return;
  const text = `The provider of route ${name} gave several messages the same id. Receipts with that id alone cannot be matched to a message.`;
  const told =
    await tx.rows`SELECT 1 AS one FROM logs WHERE team_id = ${teamId}::uuid AND caller_id = ${campaignId}::uuid AND text = ${text} LIMIT 1`;
  if (told.length === 0) await writeLog(tx, { teamId, owner: 'sms_campaign', id: campaignId, at: now }, text);
}
