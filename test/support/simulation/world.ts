import type { Services } from '../../../src/context.ts';
import { uuidv7 } from '../../../src/database/uuid.ts';
import { BEGINS, type Scenario } from './scenario.ts';

/** What a scenario looks like in the database. */
export interface World {
  teamId: string;
  routeId: string;
  /** Those of the scenario's candidates, in its order. */
  candidateIds: string[];
  integrationIds: string[];
  campaignIds: string[];
  /** By number. */
  contacts: Map<string, { timezone: string | null; since: number }>;
  tagId: string;
}

export async function build({ db }: Pick<Services, 'db'>, scenario: Scenario, seed: string): Promise<World> {
  const { id: teamId } = await db.prisma.team.create({ data: { name: seed, timezone: 'Europe/Berlin' } });
  const tag = await db.prisma.tag.create({ data: { teamId, name: 'all' } });
  const segment = await db.prisma.segment.create({ data: { teamId, name: 'All', filter: { tagsAny: ['all'] } } });
  const integrationIds: string[] = [];
  for (const name of ['SMS', 'Other']) {
    const { id } = await db.prisma.integration.create({
      data: { teamId, name, isBalanceManaged: true, balance: scenario.balance },
    });
    integrationIds.push(id);
  }
  const route = await db.prisma.route.create({
    data: { teamId, name: 'Main', provider: 'http', price: scenario.price, integrationId: integrationIds[0] ?? null },
  });
  const plan = await db.prisma.routingPlan.create({ data: { teamId, name: 'Plan', defaultRouteId: route.id } });
  const candidateIds = await addCandidates({ db }, scenario, { teamId, planId: plan.id, routeId: route.id });
  await db.prisma.sendingSettings.create({
    data: {
      teamId,
      contactFrom: scenario.contactHours?.start ?? null,
      contactUntil: scenario.contactHours?.end ?? null,
    },
  });
  const world: World = {
    teamId,
    routeId: route.id,
    candidateIds,
    integrationIds,
    campaignIds: [],
    contacts: new Map(),
    tagId: tag.id,
  };
  for (const { timezone } of scenario.contacts) await arrive({ db }, world, timezone, BEGINS - 60_000);
  for (const meta of scenario.campaigns) {
    const { id } = await db.prisma.smsCampaign.create({
      data: {
        teamId,
        id: uuidv7(BEGINS),
        name: 'Campaign',
        segmentIds: [segment.id],
        smsRoutingPlanId: plan.id,
        ...meta,
      },
    });
    await db.prisma.campaignText.create({ data: { teamId, smsCampaignId: id, text: 'Hello {there|you}' } });
    world.campaignIds.push(id);
    await begin(db, teamId, id, new Date(BEGINS));
  }
  return world;
}

/** A rule for every number, with the default route and the scenario's further ones. */
async function addCandidates(
  { db }: Pick<Services, 'db'>,
  { candidates, price }: Scenario,
  { teamId, planId, routeId }: { teamId: string; planId: string; routeId: string },
): Promise<string[]> {
  if (candidates.length === 0) return [];
  const rule = await db.prisma.routingPlanRule.create({ data: { teamId, routingPlanId: planId, routeId } });
  const add = (data: { routeId: string; priority: number; weight: number }) =>
    db.prisma.routingPlanCandidate.create({ data: { teamId, routingPlanRuleId: rule.id, ...data } });
  await add({ routeId, priority: 1, weight: 1 });
  const ids: string[] = [];
  for (const { priority, weight } of candidates) {
    const { id } = await db.prisma.route.create({ data: { teamId, name: 'Further', provider: 'http', price } });
    await add({ routeId: id, priority, weight });
    ids.push(id);
  }
  return ids;
}

/** One more contact of the segment. */
export async function arrive(
  { db }: Pick<Services, 'db'>,
  { teamId, contacts, tagId }: Pick<World, 'teamId' | 'contacts' | 'tagId'>,
  timezone: string | null,
  at: number,
): Promise<void> {
  const number = String(4_915_110_000_000 + contacts.size);
  contacts.set(number, { timezone, since: at });
  const { id } = await db.prisma.contact.create({
    data: { teamId, id: uuidv7(at), number: BigInt(number), countryId: 276, timezone, createdAt: new Date(at) },
  });
  await db.prisma.contactTag.create({ data: { teamId, contactId: id, tagId } });
}

/** As a start does, at the simulation's time; false for a campaign that goes out or has nobody left. */
export async function begin(db: Services['db'], teamId: string, campaignId: string, now: Date): Promise<boolean> {
  const { manualData, cycle, ...meta } = await db.prisma.smsCampaign.findFirstOrThrow({
    where: { teamId, id: campaignId },
  });
  if (meta.status !== 'draft' && meta.status !== 'stopped') return false;
  await db.prisma.smsCampaign.updateMany({ where: { teamId, id: campaignId }, data: { status: 'pending' } });
  await db.prisma.smsSend.create({
    data: {
      teamId,
      id: uuidv7(now.getTime()),
      smsCampaignId: campaignId,
      cycle,
      amount: (manualData as { sendAmount: number } | null)?.sendAmount ?? null,
      nextStepAt: now,
      createdAt: now,
      meta: { ...(meta as object), manualData, filterSegmentId: null } as never,
    },
  });
  return true;
}

const OPEN = `status::text IN ('pending', 'running', 'in_progress')`;

/** As a stop does: the campaign first, then its sends; false when it does not go out. */
export function stopCampaign(db: Services['db'], teamId: string, campaignId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE sms_campaigns SET status = 'stopped' WHERE team_id = $1 AND id = $2 AND ${OPEN}`,
      [teamId, campaignId],
    );
    await tx.query(
      `UPDATE sms_sends SET status = 'stopped', next_step_at = NULL WHERE team_id = $1 AND sms_campaign_id = $2 AND ${OPEN}`,
      [teamId, campaignId],
    );
    return rowCount === 1;
  });
}

/** Pauses a campaign, or switches what its data calls `is_active`, or takes that back; false when it is so already. */
export async function switchActive(
  db: Services['db'],
  teamId: string,
  campaignId: string,
  isActive: boolean,
): Promise<boolean> {
  const data = (kind: string) => `${kind}_data = CASE WHEN send_type = '${kind}'
    THEN jsonb_set(${kind}_data, '{isActive}', $3::jsonb) ELSE ${kind}_data END`;
  const kinds = ['multistep', 'planner', 'recurring', 'feed'];
  const { rowCount } = await db.query(
    `UPDATE sms_campaigns SET ${kinds.map(data).join(', ')},
        paused_at = CASE WHEN send_type = 'manual' AND $3::jsonb = 'false' THEN moment END
      FROM now() moment
      WHERE team_id = $1 AND id = $2 AND ${OPEN}
      AND COALESCE(CASE ${kinds.map((kind) => `WHEN send_type = '${kind}' THEN ${kind}_data`).join(' ')} END -> 'isActive',
        (paused_at IS NULL)::text::jsonb) <> $3::jsonb`,
    [teamId, campaignId, String(isActive)],
  );
  return rowCount === 1;
}

/** Nothing goes out any more; what is under way finishes. */
export async function closeEverything(db: Services['db'], teamId: string): Promise<void> {
  await db.query(`UPDATE sms_campaigns SET status = 'stopped' WHERE team_id = $1 AND ${OPEN}`, [teamId]);
  await db.query(
    `UPDATE sms_sends SET status = 'stopped', next_step_at = NULL, status_reason = 'The simulation ended.'
      WHERE team_id = $1 AND ${OPEN}`,
    [teamId],
  );
}
