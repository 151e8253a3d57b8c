import { Prisma } from '../../../../generated/prisma/client.ts';
import { SMS_SENDS } from '../send-tables.ts';
import { CHANGED_BY_ALL, ofContacts, ofTeam, readByAll, type Shadowed, type Shadows } from './shadows.ts';

const ofCampaign = ({ teamId, campaignId }: Shadowed) =>
  Prisma.sql`${ofTeam(teamId)} AND t.sms_campaign_id = ${campaignId}::uuid`;

export const SMS_SHADOWS: Shadows = {
  tables: SMS_SENDS,
  empty: [...CHANGED_BY_ALL, 'sms_provider_messages', 'ledger_entries'],
  changed(of, contacts) {
    const { teamId, campaignId, cycle } = of;
    return {
      sms_campaigns: { rows: Prisma.sql`${ofTeam(teamId)} AND t.id = ${campaignId}::uuid` },
      sms_sends: { rows: ofCampaign(of) },
      sms_send_steps: {
        rows: Prisma.sql`${ofTeam(teamId)} AND t.sms_send_id IN (SELECT id FROM pg_temp.preview_sms_sends)`,
      },
      sms_recipients: {
        rows: Prisma.sql`${ofCampaign(of)} AND t.cycle = ${cycle}::int AND ${ofContacts(teamId, contacts)}`,
      },
      // Segments may ask who clicked.
      sms_messages: { rows: Prisma.sql`${ofContacts(teamId, contacts)} AND t.is_clicked` },
      // A pace looks back one hour at most.
      sms_batches: { rows: Prisma.sql`${ofTeam(teamId)} AND t.claimed_at > now() - interval '65 minutes'` },
      sms_provider_calls: {
        rows: Prisma.sql`${ofTeam(teamId)} AND t.batch_id IN (SELECT id FROM pg_temp.preview_sms_batches)`,
      },
      contact_limits: { rows: ofContacts(teamId, contacts) },
      integrations: { rows: ofTeam(teamId) },
      routes: { rows: ofTeam(teamId) },
    };
  },
  read(of, contacts) {
    const { teamId } = of;
    return {
      ...readByAll(of, contacts),
      calls: { rows: ofContacts(teamId, contacts) },
      campaign_texts: { rows: ofCampaign(of) },
      sms_campaign_offers: { rows: ofCampaign(of) },
      offers: { rows: ofTeam(teamId) },
      domain_plans: { rows: ofTeam(teamId) },
      routing_plans: { rows: ofTeam(teamId) },
      routing_plan_rules: { rows: ofTeam(teamId) },
      routing_plan_candidates: { rows: ofTeam(teamId) },
      route_health: { rows: ofTeam(teamId) },
      route_senders: { rows: ofTeam(teamId) },
      direct_messages: { rows: Prisma.sql`${ofTeam(teamId)} AND t.handed_at > now() - interval '1 minute'` },
    };
  },
  // Batches that are with a provider now count as done.
  settle: (tx, { teamId }) =>
    tx.change`UPDATE sms_batches SET done_at = COALESCE(done_at, claimed_at) WHERE team_id = ${teamId}::uuid`,
};
