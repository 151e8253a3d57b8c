import { storable } from 'plain-json';
import type { Reply, ReplyPart } from 'sms-providers';
import type { Tx } from '../../../database/transaction.ts';
import { momentOf, uuidv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Route } from '../engine/engine.ts';
import { keywordOf } from './keywords.ts';

type RouteKey = Pick<Route, 'teamId' | 'id'>;
type Part = Reply & { part: ReplyPart };

/** What the parts of a text have in common. */
type Shared = Pick<Reply, 'from' | 'to'> & { part: Pick<ReplyPart, 'reference' | 'total'> };

interface Row {
  id: string;
  /** The id of the first part that came. */
  textId: string;
  place: number;
  /** As JSON: it may begin or end within a character. */
  text: string;
  isEnded: boolean;
  createdAt: Date;
  /** Delivered again it is known. */
  isRecent: boolean;
}

/** What is there of a text by then is a reply. */
const WAIT_SECONDS = 300;
const RECENT_SECONDS = 600;
/** Of one reference, looked at: more than two texts of as many parts as there can be. */
const MOST_EARLIER = 512;

/**
 * Stores a part of a text and returns the replies that follow from it: the whole text once its last part is there, and an unfinished text
 * whose reference is used again. A part that says STOP is a reply at once, and then so is each of the others. The caller
 * has closed the team’s gate, so parts are stored one after the other.
 */
export async function joinPart(tx: Tx, route: RouteKey, given: Part, now: Date): Promise<Reply[]> {
  const { place, total } = given.part;
  const text = JSON.stringify(given.text);
  const rows = await readKnown(tx, route, given);
  const last = rows.at(-1);
  const latest = rows.filter(({ textId }) => textId === last?.textId);
  const isOpen = latest.some(({ isEnded }) => !isEnded);
  const isTaken = latest.some((row) => row.place === place);
  const isRecent = last?.isRecent ?? false;
  const isKnown = rows.some((row) => row.isRecent && row.place === place && row.text === text);
  if (isKnown && (isTaken || !isOpen)) return [];
  const goesOn = isRecent && !isTaken;
  const isRest = goesOn && !isOpen;
  const others = goesOn && isOpen ? latest : [];
  const former = isOpen && !goesOn ? [await endText(tx, route, given, latest)] : [];
  const id = uuidv7(Math.max(now.getTime(), last ? momentOf(last.id).getTime() + 1 : 0));
  const textId = goesOn ? last!.textId : id;
  const row: Row = { id, textId, place, text, isEnded: false, createdAt: given.at, isRecent: true };
  await writeRow(tx, route, given, row);
  if (isRest || others.length + 1 === total || (await readStops(tx, route))(given.text))
    return [...former, await endText(tx, route, given, [...others, row])];
  if (others.length === 0) await queueEnd(tx, route, textId, now);
  return former;
}

/** What has come of a text; null when it was complete, or nothing is left of it. */
export async function endLate(tx: Tx, route: RouteKey, textId: string): Promise<Reply | null> {
  const rows = await tx.rows<Row & Omit<Shared, 'part'> & Shared['part']>`SELECT ${ROW}, sender AS from,
      NULLIF(recipient, '') AS to, reference, total
    FROM sms_reply_parts WHERE team_id = ${route.teamId}::uuid AND text_id = ${textId}::uuid AND NOT is_ended ORDER BY id`;
  const [first] = rows;
  if (!first) return null;
  const { from, to, reference, total } = first;
  return endText(tx, route, { from, to, part: { reference, total } }, rows);
}

const ROW = Prisma.sql`id, text_id AS "textId", place, text, is_ended AS "isEnded", created_at AS "createdAt",
  created_at > now() - make_interval(secs => ${RECENT_SECONDS}::int) AS "isRecent"`;

/** The parts with the reference, as they came. */
const readKnown = (tx: Tx, { teamId, id: routeId }: RouteKey, { from, to, part }: Shared) =>
  tx.rows<Row>`SELECT * FROM (SELECT ${ROW} FROM sms_reply_parts WHERE team_id = ${teamId}::uuid
      AND route_id = ${routeId}::uuid AND sender = ${from} AND recipient = ${to ?? ''}
      AND reference = ${part.reference}::int AND total = ${part.total}::int
    ORDER BY id DESC LIMIT ${MOST_EARLIER}::int) p ORDER BY id`;

const writeRow = (tx: Tx, { teamId, id: routeId }: RouteKey, { from, to, part }: Shared, row: Row) =>
  tx.change`INSERT INTO sms_reply_parts (team_id, id, text_id, route_id, sender, recipient, reference, total, place, text, created_at)
    VALUES (${teamId}::uuid, ${row.id}::uuid, ${row.textId}::uuid, ${routeId}::uuid, ${from}, ${to ?? ''},
      ${part.reference}::int, ${part.total}::int, ${row.place}::int, ${row.text}, now())`;

/** A text that is not whole says so, and is no START by what is there of it. */
async function endText(
  tx: Tx,
  route: RouteKey,
  { from, to, part: { total } }: Shared,
  rows: readonly Row[],
): Promise<Reply> {
  const ids = rows.map(({ id }) => id);
  await tx.change`UPDATE sms_reply_parts SET is_ended = TRUE
    WHERE team_id = ${route.teamId}::uuid AND id = ANY(${ids}::uuid[])`;
  const parts = rows.toSorted((a, b) => a.place - b.place);
  const texts = parts.map(({ text }): string => JSON.parse(text));
  const places = parts.map(({ place }) => place).join(', ');
  const note = parts.length === total ? '' : ` [${parts.length === 1 ? 'part' : 'parts'} ${places} of ${total}]`;
  const at = new Date(Math.max(...rows.map(({ createdAt }) => createdAt.getTime())));
  const isStop = texts.some(await readStops(tx, route)) && { isStop: true };
  return { id: rows[0]!.id, from, to, text: storable(texts.join('')) + note, at, ...isStop };
}

/** The team’s own words for it count, too. */
async function readStops(tx: Tx, { teamId }: RouteKey): Promise<(text: string) => boolean> {
  const row = await tx.row<{
    words: string[];
  }>`SELECT stop_words AS words FROM sending_settings WHERE team_id = ${teamId}::uuid`;
  return (text) => keywordOf(storable(text), row?.words) === 'stop';
}

const queueEnd = (tx: Tx, { teamId, id: routeId }: RouteKey, textId: string, now: Date) =>
  addJob(tx, {
    task: 'end_reply_parts',
    payload: { teamId, routeId, textId },
    key: `end_reply_parts:${textId}`,
    runAt: new Date(now.getTime() + WAIT_SECONDS * 1_000),
  });
