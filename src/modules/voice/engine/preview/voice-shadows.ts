import { Prisma } from '../../../../generated/prisma/client.ts';
import {
  CHANGED_BY_ALL,
  ofContacts,
  ofTeam,
  readByAll,
  type Shadowed,
  type Shadows,
} from '../../../delivery/engine/preview/shadows.ts';
import { VOICE_SENDS } from '../../../delivery/engine/send-tables.ts';

const ofCampaign = ({ teamId, campaignId }: Shadowed) =>
  Prisma.sql`${ofTeam(teamId)} AND t.voice_campaign_id = ${campaignId}::uuid`;

/** What segments ask of calls. Transcripts stay where they are. */
const CALL_COLUMNS = [
  'team_id',
  'id',
  'contact_id',
  'to_number',
  'status',
  'is_answered',
  'is_answer_machine',
  'call_outcome',
  'deleted_at',
  'updated_at',
];

/** Calls that take a slot, and those that count in the campaign's pace, which looks back one hour at most. */
const placements = (of: Shadowed) => Prisma.sql`${ofTeam(of.teamId)} AND t.call_id IN (
  SELECT p.call_id FROM call_placements p WHERE p.team_id = ${of.teamId}::uuid AND p.slot_until > now()
  UNION SELECT p.call_id FROM call_placements p WHERE p.team_id = ${of.teamId}::uuid
    AND p.voice_campaign_send_id IN (SELECT id FROM pg_temp.preview_voice_campaign_sends)
    AND p.claimed_at > now() - interval '65 minutes')`;

/** `seconds`: how long a call is taken to last. */
export const voiceShadows = (seconds: number): Shadows => ({
  tables: VOICE_SENDS,
  empty: CHANGED_BY_ALL,
  changed(of, contacts) {
    const { teamId, campaignId, cycle } = of;
    return {
      voice_campaigns: { rows: Prisma.sql`${ofTeam(teamId)} AND t.id = ${campaignId}::uuid` },
      voice_campaign_sends: { rows: ofCampaign(of) },
      voice_recipients: {
        rows: Prisma.sql`${ofCampaign(of)} AND t.cycle = ${cycle}::int AND ${ofContacts(teamId, contacts)}`,
      },
      calls: { rows: ofContacts(teamId, contacts), columns: CALL_COLUMNS },
      call_placements: { rows: placements(of) },
      contact_limits: { rows: ofContacts(teamId, contacts) },
      voice_accounts: { rows: ofTeam(teamId) },
      numbers: { rows: ofTeam(teamId) },
      agents: { rows: ofTeam(teamId) },
    };
  },
  read(of, contacts) {
    return {
      ...readByAll(of, contacts),
      integrations: { rows: ofTeam(of.teamId) },
      // Segments may ask who clicked.
      sms_messages: { rows: Prisma.sql`${ofContacts(of.teamId, contacts)} AND t.is_clicked` },
    };
  },
  // Calls that are going on now last as long as the others.
  settle: (tx, { teamId }) =>
    tx.change`UPDATE call_placements SET slot_until = LEAST(slot_until, now() + make_interval(secs => ${seconds}::int))
      WHERE team_id = ${teamId}::uuid AND slot_until IS NOT NULL`,
});
