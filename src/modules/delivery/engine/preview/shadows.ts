import { isDistributed } from '../../../../database/distribute.ts';
import { identifier } from '../../../../database/table.ts';
import type { Tx } from '../../../../database/transaction.ts';
import { NIL_UUID } from '../../../../database/uuid.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import type { SendKey } from '../engine.ts';

/** Most contacts that a preview looks at: those that the campaign would take first. */
export const PREVIEW_CONTACTS = 10_000;

export interface Shadowed extends Pick<SendKey, 'teamId' | 'campaignId'> {
  cycle: number;
  /** Whom the campaign reaches, as a condition on `contacts t`. */
  who: Prisma.Sql;
}

/**
 * Makes a temporary table for each table that the engine writes or locks, with the rows that it reads for one campaign. A
 * session finds its temporary tables first, so in this transaction the engine's own statements use them, and the real
 * tables are neither changed nor locked. Returns whether there are more contacts than were copied.
 */
export async function layShadows(tx: Tx, of: Shadowed): Promise<boolean> {
  // Citus joins no temporary table with those on its nodes.
  const readsCopies = await isDistributed(tx);
  const copied = (contacts: readonly string[]) => ({
    ...rowsChanged(of, contacts),
    ...(readsCopies ? rowsRead(of, contacts) : {}),
  });
  const names = [...new Set([...CHANGED, ...Object.keys(copied([]))])];
  // A temporary table hides the real one as soon as it has its name: all are filled first, then named.
  for (const name of names) {
    await tx.query(`/* across teams: the shape of a table, no rows */
      CREATE TEMPORARY TABLE pg_temp.preview_${name} (LIKE ${name} INCLUDING ALL) ON COMMIT DROP`);
  }
  const { contacts, isCut } = await copyContacts(tx, of);
  for (const [name, taken] of Object.entries(copied(contacts))) {
    await tx.change`INSERT INTO pg_temp.${identifier(`preview_${name}`)} SELECT t.* FROM ${identifier(name)} t WHERE ${taken}`;
  }
  for (const name of names) {
    await tx.query(`/* across teams: temporary tables */ ALTER TABLE pg_temp.preview_${name} RENAME TO ${name}`);
  }
  // Batches that are with a provider now count as done.
  await tx.change`UPDATE sms_batches SET done_at = COALESCE(done_at, claimed_at) WHERE team_id = ${of.teamId}::uuid`;
  return isCut;
}

const ofTeam = (teamId: string) => Prisma.sql`t.team_id = ${teamId}::uuid`;
const ofCampaign = ({ teamId, campaignId }: Shadowed) =>
  Prisma.sql`${ofTeam(teamId)} AND t.sms_campaign_id = ${campaignId}::uuid`;
// By their ids: without statistics PostgreSQL looks through the temporary table for each row of the real one.
const ofContacts = (teamId: string, contacts: readonly string[]) =>
  Prisma.sql`${ofTeam(teamId)} AND t.contact_id = ANY(${contacts}::uuid[])`;

/** For each table that the engine changes and that does not begin empty, besides contacts: which rows `t` are copied. */
function rowsChanged(of: Shadowed, contacts: readonly string[]): Record<string, Prisma.Sql> {
  const { teamId, campaignId, cycle } = of;
  return {
    sms_campaigns: Prisma.sql`${ofTeam(teamId)} AND t.id = ${campaignId}::uuid`,
    sms_sends: ofCampaign(of),
    sms_send_steps: Prisma.sql`${ofTeam(teamId)} AND t.sms_send_id IN (SELECT id FROM pg_temp.preview_sms_sends)`,
    sms_recipients: Prisma.sql`${ofCampaign(of)} AND t.cycle = ${cycle}::int AND ${ofContacts(teamId, contacts)}`,
    // Segments may ask who clicked.
    sms_messages: Prisma.sql`${ofContacts(teamId, contacts)} AND t.is_clicked`,
    // A pace looks back one hour at most.
    sms_batches: Prisma.sql`${ofTeam(teamId)} AND t.claimed_at > now() - interval '65 minutes'`,
    sms_provider_calls: Prisma.sql`${ofTeam(teamId)} AND t.batch_id IN (SELECT id FROM pg_temp.preview_sms_batches)`,
    contact_limits: ofContacts(teamId, contacts),
    integrations: ofTeam(teamId),
    routes: ofTeam(teamId),
  };
}

/** The same for the tables that the engine only reads. On Citus they are copied, too. */
function rowsRead(of: Shadowed, contacts: readonly string[]): Record<string, Prisma.Sql> {
  const { teamId } = of;
  return {
    teams: Prisma.sql`t.id = ${teamId}::uuid`,
    sending_settings: ofTeam(teamId),
    segments: ofTeam(teamId),
    tags: ofTeam(teamId),
    contact_tags: ofContacts(teamId, contacts),
    calls: ofContacts(teamId, contacts),
    suppressed_numbers: Prisma.sql`${ofTeam(teamId)} AND t.number IN (SELECT number FROM pg_temp.preview_contacts)`,
    campaign_texts: ofCampaign(of),
    sms_campaign_offers: ofCampaign(of),
    offers: ofTeam(teamId),
    domain_plans: ofTeam(teamId),
    routing_plans: ofTeam(teamId),
    routing_plan_rules: ofTeam(teamId),
    routing_plan_candidates: ofTeam(teamId),
    route_health: ofTeam(teamId),
    route_senders: ofTeam(teamId),
  };
}

const CHANGED = [
  'contacts',
  'sms_campaigns',
  'sms_sends',
  'sms_send_steps',
  'sms_recipients',
  'sms_messages',
  'sms_batches',
  'sms_provider_calls',
  'sms_provider_messages',
  'contact_limits',
  'integrations',
  'ledger_entries',
  'routes',
  'logs',
  'report_marks',
  // Nobody listens to a preview.
  'webhook_endpoints',
  'webhook_events',
  'webhook_deliveries',
];

/** Without statistics PostgreSQL plans queries of a new table as if it were empty. */
export const refreshStatistics = (tx: Tx, table: string) =>
  tx.query(`/* across teams: a temporary table */ ANALYZE pg_temp.${table}`);

/** Copies contacts that wait or are not reached yet first. Those reached in this cycle are for the next one. */
async function copyContacts(
  tx: Tx,
  { teamId, campaignId, cycle, who }: Shadowed,
): Promise<{ contacts: string[]; isCut: boolean }> {
  const inCycle = (waits: boolean) => Prisma.sql`EXISTS (SELECT FROM sms_recipients r
    WHERE r.team_id = ${teamId}::uuid AND r.sms_campaign_id = ${campaignId}::uuid AND r.cycle = ${cycle}::int
      AND r.contact_id = t.id AND (r.status IN ('waiting', 'looking_up')) = ${waits})`;
  const open = Prisma.sql`(${inCycle(true)} OR (${who} AND NOT ${inCycle(false)}))`;
  const reached = Prisma.sql`${who} AND ${inCycle(false)}`;
  const contacts: string[] = [];
  let isCut = false;
  for (const these of [open, reached]) {
    const left = PREVIEW_CONTACTS - contacts.length;
    const taken = await tx.rows<{ id: string }>`INSERT INTO pg_temp.preview_contacts SELECT t.* FROM contacts t
        WHERE t.team_id = ${teamId}::uuid AND ${these} ORDER BY t.id LIMIT ${left}::int RETURNING id`;
    contacts.push(...taken.map(({ id }) => id));
    if (taken.length < left) continue;
    const last = taken.reduce((highest, { id }) => (id > highest ? id : highest), NIL_UUID);
    const [row] = await tx.rows<{
      more: boolean;
    }>`SELECT EXISTS (SELECT FROM contacts t WHERE t.team_id = ${teamId}::uuid AND ${these}
        AND t.id > ${last}::uuid) AS more`;
    isCut ||= row!.more;
  }
  await refreshStatistics(tx, 'preview_contacts');
  return { contacts, isCut };
}
