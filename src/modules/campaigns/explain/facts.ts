import type { Tx } from '../../../database/transaction.ts';
import {
  type CampaignStatus,
  type Channel,
  type Prisma as P,
  Prisma,
  type RecipientRule,
  type RecipientStatus,
  type SendStatus,
} from '../../../generated/prisma/client.ts';
import { arrivesInFeed, segmentsOfSend } from '../../delivery/engine/audience.ts';
import { contactColumns, type DueContact } from '../../delivery/engine/due.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import { consentNeeded } from '../../delivery/reach/lacks-consent.ts';
import { reachable, segmentCondition } from '../../delivery/reach/rules.ts';
import { OPEN_SENDS } from '../rules.ts';

/** What names a contact of a campaign. */
export interface Asked {
  teamId: string;
  campaignId: string;
  contactId: string;
}

/** A campaign in its present cycle, with what its rows say of one contact. */
export interface Facts<Reached = unknown> {
  status: CampaignStatus;
  statusReason: string | null;
  cycle: number;
  isActive: boolean;
  pausedAt: Date | null;
  pauseReason: string | null;
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
    lookups: number;
    lookedUpAt: Date | null;
    checks: number;
    checkedAt: Date | null;
    /** Routes that refused its message. */
    refusals?: DueContact['refusals'];
  } | null;
  reached: Reached | null;
  lastReachedAt: Date | null;
}

/** The newest send, where it has not come to its end. */
export const openSendOf = ({ send }: Facts) => (send && OPEN_SENDS.includes(send.status) ? send : null);

/** A send keeps the meta that it began with; without one that is open the campaign's own counts. */
export const metaOf = (facts: Facts) => openSendOf(facts)?.meta ?? facts.meta;

/** The moment it is, by the clock that is ahead: the worker's that looked last, or ours. */
export const momentOf = ({ send }: Facts) => new Date(Math.max(Date.now(), send?.turnAt?.getTime() ?? 0));

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
  createdAt: Date;
}

export async function readBelonging(
  tx: Tx,
  { teamId, contactId }: Pick<Asked, 'teamId' | 'contactId'>,
  { recipient }: Facts,
  meta: SendMeta,
  channel: Channel,
): Promise<Belonging | undefined> {
  const segments = await segmentsOfSend(tx, teamId, meta);
  const isIn = (conditions: P.Sql[]) =>
    conditions.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
  const arrives = arrivesInFeed(meta, { isFeed: meta.sendType === 'feed' });
  const [row] = await tx.rows<
    DueContact & Omit<Belonging, 'contact' | 'lacksSegment'>
  >`SELECT ${contactColumns(teamId, consentNeeded(channel, meta))}, ${recipient?.lookups ?? 0}::int AS lookups, 0 AS tries,
        ${recipient?.lookedUpAt ?? null}::timestamptz AS "lookedUpAt",
        ${recipient?.checks ?? 0}::int AS checks, ${recipient?.checkedAt ?? null}::timestamptz AS "checkedAt",
        ${recipient?.refusals ? JSON.stringify(recipient.refusals) : null}::jsonb AS refusals,
        CASE WHEN NOT ${reachable(teamId)} THEN LEAST(t.unsubscribed_at, (SELECT x.created_at FROM suppressed_numbers x
          WHERE x.team_id = ${teamId}::uuid AND x.number = t.number)) END AS "suppressedAt", t.created_at AS "createdAt",
        ${arrives} OR ${isIn((segments?.inAny ?? []).map((filter) => segmentCondition(teamId, filter)))} AS "isNamed",
        ${arrives} OR ${segments?.alsoIn ? segmentCondition(teamId, segments.alsoIn) : Prisma.sql`true`} AS "passesFilter"
      FROM contacts t JOIN contacts c ON c.team_id = t.team_id AND c.id = t.id
      LEFT JOIN countries n ON n.id = c.country_id
      WHERE t.team_id = ${teamId}::uuid AND t.id = ${contactId}::uuid`;
  if (!row) return undefined;
  const { suppressedAt, isNamed, passesFilter, createdAt, ...contact } = row;
  return { contact, suppressedAt, isNamed, passesFilter, createdAt, lacksSegment: segments === null };
}
