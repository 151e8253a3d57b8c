import { idIn } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Submission, Submitted } from './submission.ts';

/** How long a reference is remembered. */
const REMEMBERED_MS = 86_400_000;

interface Named {
  id: string;
  submission: Pick<Submission, 'endpointId' | 'reference' | 'partIds'>;
}

/** What a repeat has in common with the first submit, where that was accepted: a refused message does not keep its reference. */
export const referencesOf = ({ endpointId, reference }: Pick<Submission, 'endpointId' | 'reference'>): string[] =>
  reference === null ? [] : [`${endpointId} ${reference}`];

const isReferenced = ({ submission }: Named) => submission.reference !== null;

const columnsOf = (submits: readonly Named[]) => ({
  endpoints: submits.map(({ submission }) => submission.endpointId),
  references: submits.map(({ submission }) => submission.reference),
  ids: submits.map(({ id }) => id),
});

/** The messages that were accepted under the same references within a day. */
export async function readReferences<Submit extends Named>(
  tx: Tx,
  teamId: string,
  submits: readonly Submit[],
  now: Date,
): Promise<Map<Submit, string>> {
  const named = submits.filter(isReferenced);
  if (named.length === 0) return new Map();
  const { endpoints, references } = columnsOf(named);
  const rows = await tx.keptRows<{ at: string; id: string }>`SELECT x.at, r.message_id AS id
    FROM unnest(${endpoints}::uuid[], ${references}::text[]) WITH ORDINALITY x(endpoint, reference, at)
    CROSS JOIN LATERAL (SELECT r.message_id FROM hub_references r WHERE r.team_id = ${teamId}::uuid
      AND r.seller_endpoint_id = x.endpoint AND r.reference = x.reference
      AND r.created_at > ${since(now)}::timestamptz LIMIT 1) r`;
  return new Map(rows.map(({ at, id }) => [named[Number(at) - 1]!, id]));
}

/**
 * Keeps references, always in one order, so that commits with the same ones wait for each other and never in a circle. Answers
 * those that another commit has kept first, with its message.
 */
export async function keepReferences<Submit extends Named>(
  tx: Tx,
  teamId: string,
  submits: readonly Submit[],
  now: Date,
): Promise<Map<Submit, string>> {
  const named = submits.filter(isReferenced);
  if (named.length === 0) return new Map();
  const { endpoints, references, ids } = columnsOf(named);
  const kept = await tx.keptRows<{ id: string }>`INSERT INTO hub_references AS r
      (team_id, seller_endpoint_id, reference, message_id, created_at)
    SELECT ${teamId}::uuid, x.endpoint, x.reference, x.id, ${now}::timestamptz
    FROM unnest(${endpoints}::uuid[], ${references}::text[], ${ids}::uuid[]) x(endpoint, reference, id)
    ORDER BY x.endpoint, x.reference
    ON CONFLICT (team_id, seller_endpoint_id, reference) DO UPDATE SET message_id = EXCLUDED.message_id,
      created_at = EXCLUDED.created_at WHERE r.created_at <= EXCLUDED.created_at - ${REMEMBERED}
    RETURNING r.message_id AS id`;
  const own = new Set(kept.map(({ id }) => id));
  const others = named.filter(({ id }) => !own.has(id));
  return readReferences(tx, teamId, others, now);
}

/** A message that was refused after all may be submitted again. */
export async function forgetReferences(tx: Tx, teamId: string, submits: readonly Named[]): Promise<void> {
  const named = submits.filter(isReferenced);
  if (named.length === 0) return;
  const { endpoints, references, ids } = columnsOf(named);
  await tx.keptChange`DELETE FROM hub_references r
    USING unnest(${endpoints}::uuid[], ${references}::text[], ${ids}::uuid[]) x(endpoint, reference, id)
    WHERE r.team_id = ${teamId}::uuid AND r.seller_endpoint_id = x.endpoint AND r.reference = x.reference
      AND r.message_id = x.id`;
}

const since = (now: Date) => new Date(now.getTime() - REMEMBERED_MS);
const REMEMBERED = Prisma.raw(`interval '${REMEMBERED_MS / 1_000} seconds'`);

const ID = Prisma.sql`id`;

/** The messages that parts have become already: no part is sent twice. The parts are locked until the commit. */
export async function readParts<Submit extends Named>(
  tx: Tx,
  teamId: string,
  submits: readonly Submit[],
): Promise<Map<Submit, string>> {
  const ids = submits.flatMap(({ submission }) => submission.partIds);
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{
    id: string;
    messageId: string | null;
  }>`SELECT id, message_id AS "messageId" FROM hub_parts
    WHERE team_id = ${teamId}::uuid AND ${idIn(ID, ids)} ORDER BY id FOR NO KEY UPDATE`;
  const messageOf = new Map(rows.map(({ id, messageId }) => [id, messageId]));
  return new Map(
    submits.flatMap((submit) => {
      const first = submit.submission.partIds.map((id) => messageOf.get(id)).find((id) => id);
      return first ? [[submit, first]] : [];
    }),
  );
}

/** Says of parts which message they have become. */
export async function markParts<Submit extends Named>(
  tx: Tx,
  teamId: string,
  answers: ReadonlyMap<Submit, Submitted | 'look up'>,
): Promise<void> {
  const parts = [...answers].flatMap(([{ submission }, answer]) =>
    answer === 'look up' ? [] : submission.partIds.map((part) => ({ part, id: answer.id })),
  );
  if (parts.length === 0) return;
  await tx.change`UPDATE hub_parts p SET message_id = x.id
    FROM unnest(${parts.map(({ part }) => part)}::uuid[], ${parts.map(({ id }) => id)}::uuid[]) x(part, id)
    WHERE p.team_id = ${teamId}::uuid AND p.id = x.part AND ${idIn(
      Prisma.sql`p.id`,
      parts.map(({ part }) => part),
    )} AND p.message_id IS NULL`;
}

type Refusal = NonNullable<Submitted['refusal']>;

/** What the first submits were answered, by their messages. */
export async function readAnswers(tx: Tx, teamId: string, ids: readonly string[]): Promise<Map<string, Submitted>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{
    id: string;
    refusal: Refusal | null;
    reason: string | null;
  }>`SELECT id, refusal, reason
    FROM hub_messages WHERE team_id = ${teamId}::uuid AND ${idIn(ID, ids)}`;
  const known = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    ids.map((id) => {
      const { refusal, reason } = known.get(id) ?? { refusal: null, reason: null };
      return [id, refusal === null ? { id, refusal, isRepeat: true } : { id, refusal, reason: reason ?? '' }];
    }),
  );
}
