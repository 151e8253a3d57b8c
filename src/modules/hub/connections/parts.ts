import type { Services } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { momentOf, uuidv7 } from '../../../database/uuid.ts';
import type { HubReceiptWish } from '../../../generated/prisma/client.ts';
import { erasedAmongWritten } from '../../delivery/reach/erased-numbers.ts';
import { destinationNumber } from '../traffic/destination.ts';
import type { EndpointKey, Submission } from '../traffic/submission.ts';
import type { Submit } from './read-submit.ts';
import { decodeText, type Part } from './texts.ts';

/** The content of `hub_parts.submission`. Bytes, as a letter may be divided between two parts. */
interface Kept {
  coding: number;
  body: string;
  isInternational: boolean;
  validUntil: string | null;
  scheduledAt: string | null;
}

interface Row {
  id: string;
  /** Null: its message is not complete. */
  messageId: string | null;
  part: number;
  sender: string;
  destination: string;
  receipts: HubReceiptWish;
  submission: Kept;
}

interface KeptPart {
  id: string;
  /** Of all parts, once the last one has come. */
  whole: Submission | null;
  /** The message that it became part of before. */
  messageId: string | null;
}

/** Of one reference, looked at: more than two messages of as many parts as there can be. */
const MOST_EARLIER = 512;

/**
 * Stores a part. Those of one message wait for each other, so that one of them sees that all are there. Null: it is to an erased number
 * and is not stored.
 */
export function keepPart(
  { db, config, tokenKeys }: Pick<Services, 'db' | 'config' | 'tokenKeys'>,
  key: EndpointKey,
  { message, coding, body, part }: Submit & { part: Part },
): Promise<KeptPart | null> {
  const { teamId, endpointId } = key;
  const { sender, destination } = message;
  const numbers = destinationNumber(message)?.digits ?? [];
  return db.transaction(async (tx) => {
    if ((await erasedAmongWritten(tx, tokenKeys, teamId, [numbers].flat())).size > 0) return null;
    const name = [endpointId, sender, destination, part.concatenation, part.total].join(' ');
    await tx.rows`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 37))`;
    const earlier = await readEarlier(tx, key, { sender, destination, ...part }, config.HUB_PART_SECONDS);
    const kept: Kept = {
      ...{ coding, body: body.toString('base64'), isInternational: message.isInternational },
      ...{ validUntil: isoOf(message.validUntil), scheduledAt: isoOf(message.scheduledAt) },
    };
    // A client that saw no answer submits its part again, which may have been the last one.
    const before = earlier.find((one) => one.part === part.part && isSame(one.submission, kept));
    if (before?.messageId) return { id: before.id, whole: null, messageId: before.messageId };
    // Of one reference parts sort as they came, also within a millisecond and with the clocks of several processes.
    const last = earlier.at(-1);
    const soonest = last ? momentOf(last.id).getTime() + 1 : 0;
    const row: Row = {
      id: before?.id ?? uuidv7(Math.max(Date.now(), soonest)),
      messageId: null,
      part: part.part,
      sender,
      destination,
      receipts: message.receipts,
      submission: kept,
    };
    if (!before) {
      await tx.change`INSERT INTO hub_parts (team_id, id, seller_endpoint_id, sender, destination, concatenation, part, total,
          submission, receipts, created_at)
        VALUES (${teamId}::uuid, ${row.id}::uuid, ${endpointId}::uuid, ${sender}, ${destination}, ${part.concatenation}::int,
          ${part.part}::int, ${part.total}::int, ${JSON.stringify(kept)}::jsonb, ${message.receipts}::hub_receipt_wish, now())`;
    }
    // Of a reference that counts anew, what came last.
    const open = [...earlier.filter(({ messageId }) => messageId === null), row];
    const parts = [...new Map(open.map((one) => [one.part, one])).values()];
    return {
      id: row.id,
      whole: parts.length === part.total ? { ...joinParts(key, parts), answeredPartId: row.id } : null,
      messageId: null,
    };
  });
}

const isSame = (one: Kept, other: Kept) => one.coding === other.coding && one.body === other.body;

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

const readEarlier = (
  tx: Tx,
  { teamId, endpointId }: EndpointKey,
  of: Part & { sender: string; destination: string },
  seconds: number,
) =>
  tx.rows<Row>`SELECT * FROM (SELECT id, message_id AS "messageId", part, sender, destination, receipts, submission
    FROM hub_parts WHERE team_id = ${teamId}::uuid AND seller_endpoint_id = ${endpointId}::uuid AND sender = ${of.sender}
      AND destination = ${of.destination} AND concatenation = ${of.concatenation}::int AND total = ${of.total}::int
      AND created_at > now() - make_interval(secs => ${seconds}::int)
    ORDER BY id DESC LIMIT ${MOST_EARLIER}::int) p ORDER BY id`;

const WISHES: readonly HubReceiptWish[] = ['none', 'failures', 'all'];
const strongest = (rows: readonly Row[]) => WISHES[Math.max(...rows.map(({ receipts }) => WISHES.indexOf(receipts)))]!;
const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso));

function joinParts(key: EndpointKey, rows: readonly Row[]): Submission {
  const parts = rows.toSorted((a, b) => a.part - b.part);
  const { sender, destination, submission: first } = parts[0]!;
  const bytes = (those: readonly Row[]) =>
    Buffer.concat(those.map((one) => Buffer.from(one.submission.body, 'base64')));
  const isOneCoding = parts.every(({ submission }) => submission.coding === first.coding);
  const text = isOneCoding
    ? decodeText(first.coding, bytes(parts))
    : parts.map((one) => decodeText(one.submission.coding, bytes([one]))).join('');
  return {
    ...key,
    ...{ protocol: 'smpp', sender, destination, isInternational: first.isInternational, text },
    ...{ receipts: strongest(parts), validUntil: dateOf(first.validUntil), scheduledAt: dateOf(first.scheduledAt) },
    ...{ reference: null, partIds: parts.map(({ id }) => id) },
  };
}
