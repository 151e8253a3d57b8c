import type { Tx } from '../../../database/transaction.ts';
import {
  type CampaignStatus,
  type MessageStatus,
  type Prisma as P,
  Prisma,
  type RecipientRule,
  type RecipientStatus,
  type SendStatus,
} from '../../../generated/prisma/client.ts';
import { arrivesInFeed, segmentsOfSend } from '../../delivery/engine/audience.ts';
import type { RouteChoice } from '../../delivery/engine/choose-route.ts';
import { contactColumns, type DueContact } from '../../delivery/engine/due.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import { SMS_SENDS } from '../../delivery/engine/send-tables.ts';
import { metaOfCampaign, smsMeta } from '../../delivery/meta/meta.ts';
import { reachable, segmentCondition } from '../../delivery/reach/rules.ts';
import { OPEN_SENDS } from '../rules.ts';

/** What names a contact of a campaign. */
export interface Asked {
  teamId: string;
  campaignId: string;
  contactId: string;
}

/** A campaign in its present cycle, with what its rows say of one contact. */
export interface Facts {
  status: CampaignStatus;
  statusReason: string | null;
  cycle: number;
  isActive: boolean;
  /** Of the team, an IANA name. */
  timezone: string;
  /** The campaign's own as it is now. */
  meta: SendMeta;
  /** The newest send of the cycle. */
  send: {
    id: string;
    status: SendStatus;
    meta: SendMeta;
    nextStepAt: Date | null;
    audienceAt: Date | null;
    turnAt: Date | null;
  } | null;
  recipient: {
    sendId: string;
    status: RecipientStatus;
    reason: string | null;
    rule: RecipientRule | null;
    decidedAt: Date | null;
    dueAt: Date;
    step: number | null;
    lookups: number;
    lookedUpAt: Date | null;
    refusals: DueContact['refusals'];
  } | null;
  message: {
    id: string;
    status: MessageStatus;
    failReason: string | null;
    ruleData: string | null;
    routeId: string | null;
    route: string | null;
    choice: RouteChoice | null;
    /** Names of the routes that were passed over. */
    passedNames: string[] | null;
    claimedAt: Date;
    sentAt: Date | null;
    settledAt: Date | null;
  } | null;
  lastReachedAt: Date | null;
}

/** The newest send, where it has not come to its end. */
export const openSendOf = ({ send }: Facts) => (send && OPEN_SENDS.includes(send.status) ? send : null);

/** A send keeps the meta that it began with; without one that is open the campaign's own counts. */
export const metaOf = (facts: Facts) => openSendOf(facts)?.meta ?? facts.meta;

/** The moment it is, by the clock that is ahead: the worker's that looked last, or ours. */
export const momentOf = ({ send }: Facts) => new Date(Math.max(Date.now(), send?.turnAt?.getTime() ?? 0));

type Row = Pick<Facts, 'status' | 'statusReason' | 'cycle' | 'isActive' | 'timezone' | 'meta' | 'lastReachedAt'> & {
  sendId: string | null;
  sendStatus: SendStatus;
  sendMeta: SendMeta;
  nextStepAt: Date | null;
  audienceAt: Date | null;
  turnAt: Date | null;
  recipientSendId: string | null;
  recipientStatus: RecipientStatus;
  reason: string | null;
  rule: RecipientRule | null;
  decidedAt: Date | null;
  dueAt: Date;
  step: number | null;
  lookups: number;
  lookedUpAt: Date | null;
  refusals: DueContact['refusals'];
  messageId: string | null;
  messageStatus: MessageStatus;
  failReason: string | null;
  ruleData: string | null;
  routeId: string | null;
  route: string | null;
  choice: RouteChoice | null;
  passedNames: string[] | null;
  claimedAt: Date;
  sentAt: Date | null;
  settledAt: Date | null;
};

export async function readFacts(tx: Tx, { teamId, campaignId, contactId }: Asked): Promise<Facts | undefined> {
  const [row] =
    await tx.rows<Row>`SELECT c.status, c.status_reason AS "statusReason", c.cycle, ${SMS_SENDS.isActive} AS "isActive", t.timezone,
        ${metaOfCampaign(smsMeta)} AS meta, s.id AS "sendId", s.status AS "sendStatus", s.meta AS "sendMeta",
        s.next_step_at AS "nextStepAt", s.audience_at AS "audienceAt", s.turn_at AS "turnAt",
        r.sms_send_id AS "recipientSendId", r.status AS "recipientStatus", r.reason, r.rule, r.decided_at AS "decidedAt",
        r.due_at AS "dueAt", r.step, r.lookups, r.looked_up_at AS "lookedUpAt", r.refusals,
        m.id AS "messageId", m.status AS "messageStatus", m.fail_reason AS "failReason",
        m.sms_rule_selected_data AS "ruleData", m.created_at AS "claimedAt", m.sent_at AS "sentAt",
        m.settled_at AS "settledAt", m.sms_routing_route_id AS "routeId", o.name AS route, m.route_choice AS choice,
        (SELECT array_agg(x.name ORDER BY x.name) FROM routes x WHERE x.team_id = ${teamId}::uuid
          AND (m.route_choice -> 'passed' -> x.id::text) IS NOT NULL) AS "passedNames",
        (SELECT max(x.sent_at) FROM sms_messages x WHERE x.team_id = ${teamId}::uuid AND x.contact_id = ${contactId}::uuid
          AND x.sms_campaign_id = c.id) AS "lastReachedAt"
      FROM sms_campaigns c JOIN teams t ON t.id = c.team_id
      LEFT JOIN LATERAL (SELECT * FROM sms_sends s WHERE s.team_id = ${teamId}::uuid AND s.sms_campaign_id = c.id
        AND s.cycle = c.cycle ORDER BY s.created_at DESC, s.id DESC LIMIT 1) s ON true
      LEFT JOIN sms_recipients r ON r.team_id = c.team_id AND r.sms_campaign_id = c.id AND r.cycle = c.cycle
        AND r.contact_id = ${contactId}::uuid
      LEFT JOIN sms_messages m ON m.team_id = r.team_id AND m.id = r.message_id AND r.status = 'handed'
      LEFT JOIN routes o ON o.team_id = m.team_id AND o.id = m.sms_routing_route_id
      WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid AND c.deleted_at IS NULL`;
  return row && factsOf(row);
}

const factsOf = (row: Row): Facts => ({
  ...row,
  send: row.sendId === null ? null : { ...row, id: row.sendId, status: row.sendStatus, meta: row.sendMeta },
  recipient: row.recipientSendId === null ? null : { ...row, sendId: row.recipientSendId, status: row.recipientStatus },
  message: row.messageId === null ? null : { ...row, id: row.messageId, status: row.messageStatus },
});

/** Whether a contact is one of those whom a campaign is for. */
export interface Belonging {
  contact: DueContact;
  /** Since when it is not to be contacted; null while it may be. */
  suppressedAt: Date | null;
  /** A segment that the campaign names was deleted. */
  lacksSegment: boolean;
  /** In one of the segments, or come with one of the feeds. */
  isNamed: boolean;
  /** In the filter segment, or there is none. */
  passesFilter: boolean;
}

export async function readBelonging(
  tx: Tx,
  { teamId, contactId }: Pick<Asked, 'teamId' | 'contactId'>,
  { recipient }: Facts,
  meta: SendMeta,
): Promise<Belonging | undefined> {
  const segments = await segmentsOfSend(tx, teamId, meta);
  const isIn = (conditions: P.Sql[]) =>
    conditions.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
  const arrives = arrivesInFeed(meta, { isFeed: meta.sendType === 'feed' });
  const [row] = await tx.rows<
    DueContact & Omit<Belonging, 'contact' | 'lacksSegment'>
  >`SELECT ${contactColumns(teamId)}, ${recipient?.lookups ?? 0}::int AS lookups, 0 AS tries,
        ${recipient?.lookedUpAt ?? null}::timestamptz AS "lookedUpAt",
        ${recipient?.refusals ? JSON.stringify(recipient.refusals) : null}::jsonb AS refusals,
        CASE WHEN NOT ${reachable(teamId)} THEN LEAST(t.unsubscribed_at, (SELECT x.created_at FROM suppressed_numbers x
          WHERE x.team_id = ${teamId}::uuid AND x.number = t.number)) END AS "suppressedAt",
        ${arrives} OR ${isIn((segments?.inAny ?? []).map((filter) => segmentCondition(teamId, filter)))} AS "isNamed",
        ${arrives} OR ${segments?.alsoIn ? segmentCondition(teamId, segments.alsoIn) : Prisma.sql`true`} AS "passesFilter"
      FROM contacts t JOIN contacts c ON c.team_id = t.team_id AND c.id = t.id
      LEFT JOIN countries n ON n.id = c.country_id
      WHERE t.team_id = ${teamId}::uuid AND t.id = ${contactId}::uuid`;
  if (!row) return undefined;
  const { suppressedAt, isNamed, passesFilter, ...contact } = row;
  return { contact, suppressedAt, isNamed, passesFilter, lacksSegment: segments === null };
}
