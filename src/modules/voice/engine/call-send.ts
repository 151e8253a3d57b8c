import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { SendKey } from '../../delivery/engine/engine.ts';
import { firstInTurn } from '../../delivery/engine/in-turn.ts';
import type { Judging } from '../../delivery/engine/judge-again.ts';
import type { OpenSend } from '../../delivery/engine/open-send.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import type { FeedData, HlrSettings, ManualData, RecurringData } from '../../delivery/meta/meta-data.ts';

/** A send of a voice campaign that is due, with its campaign; both are locked until the transaction ends. */
export interface CallSend
  extends SendKey,
    Judging,
    Pick<OpenSend, 'status' | 'cycle' | 'amount' | 'slot' | 'timezone'> {
  meta: CallMeta;
  isActive: boolean;
  audienceUpTo: string | null;
  audienceAt: Date | null;
  audienceSize: number;
  contactFrom: string | null;
  contactUntil: string | null;
  /** Whether the team has settings of its own. */
  areSet: boolean;
}

/** The send's meta in the shape that planning reads, and who calls. */
export interface CallMeta extends SendMeta {
  agentIds: string[];
  numberIds: string[];
}

export interface StoredMeta {
  sendType: SendMeta['sendType'];
  segmentIds: { id?: string }[];
  filterSegmentId: string | null;
  agentId: string | null;
  agentIds: string[] | null;
  numberId: string | null;
  numberIds: string[] | null;
  manualData: ManualData | null;
  recurringData: RecurringData | null;
  feedData: FeedData | null;
  hlrSettings: HlrSettings | null;
}

/** A voice campaign has no texts, routes, steps or planner. A single agent or number is added to its list. */
export const metaOf = (meta: StoredMeta): CallMeta => ({
  sendType: meta.sendType,
  segmentIds: meta.segmentIds.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  filterSegmentId: meta.filterSegmentId,
  smsRoutingPlanId: null,
  domainPlanId: null,
  manualData: meta.manualData,
  multistepData: null,
  plannerData: null,
  recurringData: meta.recurringData,
  feedData: meta.feedData,
  hlrSettings: meta.hlrSettings,
  agentIds: each(meta.agentId, meta.agentIds),
  numberIds: each(meta.numberId, meta.numberIds),
});

const each = (one: string | null, several: string[] | null) => [
  ...new Set([...(one ? [one] : []), ...(several ?? [])]),
];

/** The campaign’s present `is_active`, not that of when the send began. */
export const IS_CALLING = Prisma.sql`COALESCE((CASE c.send_type
  WHEN 'recurring' THEN c.recurring_data WHEN 'feed' THEN c.feed_data END ->> 'isActive')::boolean, true)`;

/** The send of calls whose turn it is. */
export const nextCallSend = (tx: Tx, now: Date) => firstInTurn(tx, VOICE_SENDS, now, (which) => lockSend(tx, which));

async function lockSend(tx: Tx, which: Prisma.Sql): Promise<CallSend | undefined> {
  const [send] = await tx.rows<
    Omit<CallSend, 'meta'> & { meta: StoredMeta }
  >`SELECT s.team_id AS "teamId", s.id AS "sendId", s.voice_campaign_id AS "campaignId", s.status, s.meta,
        ${IS_CALLING} AS "isActive", s.cycle, s.amount, s.slot, s.audience_up_to AS "audienceUpTo",
        s.judged_up_to AS "judgedUpTo", s.judged_contact AS "judgedContact", s.audience_at AS "audienceAt", s.audience_size AS "audienceSize", t.timezone,
        x.contact_from AS "contactFrom", x.contact_until AS "contactUntil", x.team_id IS NOT NULL AS "areSet"
      FROM voice_campaign_sends s
      JOIN voice_campaigns c ON c.team_id = s.team_id AND c.id = s.voice_campaign_id
      JOIN teams t ON t.id = s.team_id
      LEFT JOIN sending_settings x ON x.team_id = s.team_id
      WHERE ${which} FOR UPDATE OF s, c SKIP LOCKED`;
  return send && { ...send, meta: metaOf(send.meta) };
}
