import { LRUCache } from 'lru-cache';
import { type Context, viewerOf } from '../../../context.ts';
import { idsWithin } from '../../../database/partitions.ts';
import { loadById } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { NotFoundError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { callEventTopic, campaignTopic, dataFileTopic } from '../../../live/announce.ts';
import { getRecord } from '../../../records/get-record.ts';
import { DATA_FILE } from '../../audience/data-files/operations.ts';
import { getEither } from '../either.ts';
import { SMS } from '../sms/kind.ts';

export async function watchCampaign(ctx: Context, given: string): Promise<AsyncIterable<{ id: string }>> {
  const { id } = await getEither(ctx, given);
  return ctx.streams.states(viewerOf(ctx), campaignTopic(id), { id });
}

export async function watchDataFile(ctx: Context, given: string): Promise<AsyncIterable<{ id: string }>> {
  const { id } = await getRecord(ctx, DATA_FILE, given, ['id']);
  return ctx.streams.states(viewerOf(ctx), dataFileTopic(id), { id });
}

/** Messages that a subscription tells of in a second. */
export const MOST_MESSAGES = 100;

/** What changed during a lost connection, or beyond the bound, is not told. */
export async function watchMessages(ctx: Context, campaignId: string): Promise<AsyncIterable<{ id: string }>> {
  const viewer = viewerOf(ctx);
  const { id: campaign } = await getRecord(ctx, SMS, campaignId, ['id']);
  let second = 0;
  let left = 0;
  return ctx.streams.items(viewer, campaignTopic(campaign), async (detail) => {
    const now = Math.floor(Date.now() / 1_000);
    if (now !== second) [second, left] = [now, MOST_MESSAGES];
    const ids = detail ? detail.split(',').slice(0, left) : [];
    if (ids.length === 0) return [];
    const found = await read<{ id: string }>(
      ctx.reader,
      Prisma.sql`SELECT t.id FROM sms_messages t WHERE ${tables.SmsMessage.scope(viewer.team.id)}
        AND t.id = ANY(${ids}::uuid[]) AND ${idsWithin(Prisma.sql`t.id`, ids)} ORDER BY t.id`,
    );
    left -= ids.length;
    return found;
  });
}

const MOST_MISSED = 500;
/** An event may be committed some time after its timestamp. */
const SLACK_MS = 10_000;

export async function watchCallEvents(
  ctx: Context,
  voiceCampaignId: string | null | undefined,
): Promise<AsyncIterable<{ id: string }>> {
  const viewer = viewerOf(ctx);
  const campaign = voiceCampaignId == null ? null : await loadById(ctx, tables.VoiceCampaign, voiceCampaignId, ['id']);
  if (voiceCampaignId != null && !campaign) throw new NotFoundError('Voice campaign');
  // A join would read all calls of the campaign.
  const ofCampaign = campaign
    ? Prisma.sql`(SELECT c.voice_campaign_id FROM calls c WHERE c.team_id = t.team_id AND c.id = t.call_id) = ${campaign.id}::uuid`
    : Prisma.sql`TRUE`;
  const eventsThat = (which: Prisma.Sql) => Prisma.sql`SELECT t.id, concat(t.id, ' ', t.processed_at) AS settling,
      greatest(t.received_at, t.processed_at) AS at
    FROM call_events t WHERE ${tables.CallEvent.scope(viewer.team.id)} AND ${ofCampaign} AND ${which}`;
  const find = (events: Prisma.Sql) => read<{ id: string; settling: string }>(ctx.reader, events);
  const settledSince = (since: Date) => {
    const [processed, received] = [Prisma.sql`t.processed_at`, Prisma.sql`t.received_at`].map((at) => {
      const settled = eventsThat(Prisma.sql`t.status <> 'received' AND ${at} > ${since}`);
      return Prisma.sql`(${settled} ORDER BY ${at}, t.id LIMIT ${MOST_MISSED}::int)`;
    });
    // A condition on either time would read all events of the team.
    return find(Prisma.sql`SELECT id, settling FROM (${processed} UNION ${received}) t
      ORDER BY at, id LIMIT ${MOST_MISSED}::int`);
  };
  const told = new LRUCache<string, true>({ max: 2 * MOST_MISSED });
  let knownUntil = new Date();
  const lately = () => new Date(knownUntil.getTime() - SLACK_MS);
  // Not told, even after a lost connection.
  for (const { settling } of await settledSince(lately())) told.set(settling, true);

  return ctx.streams.items(viewer, callEventTopic(viewer.team.id), async (id) => {
    const asked = new Date();
    // Events missed during a lost connection may also be announced; a replayed event is settled once more.
    const found = id === null ? await settledSince(lately()) : await find(eventsThat(Prisma.sql`t.id = ${id}::uuid`));
    knownUntil = asked;
    const events = found.filter(({ settling }) => !told.has(settling));
    for (const { settling } of events) told.set(settling, true);
    return events;
  });
}
