import { z } from 'zod';
import { type Context, viewerOf } from '../../../context.ts';
import { readByIndex } from '../../../database/read-by-index.ts';
import { identifier } from '../../../database/table.ts';
import { COLLISION, type Db, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { refuse } from '../../../records/input-rules.ts';
import { decryptToken, encryptToken, type TokenKeys } from '../../../secrets.ts';
import { closeGate } from '../../delivery/engine/call-gate.ts';
import { awaitWriters, rememberErased } from '../../delivery/reach/erased-numbers.ts';
import { endUnsent } from '../../delivery/relay/end.ts';
import { lockContact } from '../contacts/operations/write-contact.ts';
import type { Records } from './export-files.ts';
import { type FileRow, naming, rowsOfFiles } from './file-rows.ts';
import { type Holding, INVENTORY, type Row } from './inventory.ts';
import { type Who, whoHas, withKnown } from './who.ts';

const linesOf = (rows: readonly FileRow[]) => rows.map(({ dataFileId, line }) => `${dataFileId} ${line}`);

const where = ({ theirs }: Holding, who: Who) => Prisma.sql`t.team_id = ${who.teamId}::uuid AND ${theirs(who)}`;

/** In one transaction, so that nothing of it is left when it fails. What is being written meanwhile is erased by jobs. */
export function erasePerson(
  ctx: Context,
  input: { number: string },
): Promise<{ contactsCount: number; recordsCount: number }> {
  const { team } = viewerOf(ctx);
  refuse(phoneNumberErrors(input.number));
  const number = givenNumber(input.number)!;
  return ctx.db.transaction(
    async (tx) => {
      const { who, recordsCount } = await eraseAll(tx, ctx.tokenKeys, team.id, number);
      await eraseAgainLater(tx, ctx.tokenKeys, who);
      return { contactsCount: who.contactIds.length, recordsCount };
    },
    { again: COLLISION },
  );
}

const MINUTE_MS = 60_000;

/** What was being written during the erasure is committed by the first; what was under way elsewhere has come by the second. */
const AFTER_MS = [5 * MINUTE_MS, 24 * 60 * MINUTE_MS];

async function eraseAgainLater(tx: Tx, keys: TokenKeys, who: Who): Promise<void> {
  const now = Date.now();
  for (const after of AFTER_MS) {
    // Sealed: the queue names nobody.
    const sealed = Buffer.from(encryptToken(keys, JSON.stringify(who))).toString('base64url');
    await addJob(tx, { task: 'erase_again', payload: { sealed }, runAt: new Date(now + after) });
  }
}

const payloadShape = z.object({ sealed: z.string() });

export const eraseAgainTask: Task = {
  async run({ db, tokenKeys }, payload) {
    const { sealed } = payloadShape.parse(payload);
    const who = JSON.parse(decryptToken(tokenKeys, Buffer.from(sealed, 'base64url'))) as Who;
    await db.transaction((tx) => eraseAll(tx, tokenKeys, who.teamId, who.numbers[0]!, who));
  },
};

/** `known`: what an earlier run found, which the rows no longer tell. */
export async function eraseAll(tx: Tx, keys: TokenKeys, teamId: string, number: number | string, known?: Who) {
  await readByIndex(tx);
  // Before the gate is closed: uploaded files are searched from end to end.
  const inFiles = await rowsOfFiles(tx, await whoIs([]), { blank: true });
  // From here on no call begins with the number.
  await tx.rows(closeGate(teamId));
  await tx.rows(awaitWriters(teamId));
  for (const id of (await whoHas(tx, teamId, number)).contactIds) await lockContact(tx, teamId, id);
  const who = await whoIs(inFiles);
  await rememberErased(tx, keys, teamId, who.numbers);
  let recordsCount = inFiles.length;
  for (const holding of INVENTORY) recordsCount += await erase(tx, holding, who);
  await endSubmitted(tx, who);
  return { who, recordsCount };

  async function whoIs(rows: readonly FileRow[]): Promise<Who> {
    const found = { ...(await whoHas(tx, teamId, number)), fileLines: linesOf(rows) };
    return known ? withKnown(found, known) : found;
  }
}

/** What sellers submitted and waits: its price is given back, and a receipt, which names nobody, tells of it. */
const endSubmitted = (tx: Tx, { teamId, hubMessageIds: ids }: Who) =>
  endUnsent(
    tx,
    teamId,
    { ids, reasons: ids.map(() => 'Its recipient was erased.'), status: 'canceled', former: 'queued' },
    new Date(),
  );

function erase(tx: Tx, holding: Holding, who: Who): Promise<number> {
  const table = identifier(holding.table);
  const theirs = where(holding, who);
  if (!holding.becomes) return tx.change`DELETE FROM ${table} t WHERE ${theirs}`;
  const changes = Object.entries(holding.becomes).map(([column, value]) => Prisma.raw(`"${column}" = ${value}`));
  return tx.change`UPDATE ${table} t SET ${Prisma.join(changes)} WHERE ${theirs}`;
}

/** Everything that an erasure would change, table by table, each in a transaction: the rows of one are in memory at a time. */
export async function recordsOf(
  inOne: Db['transaction'],
  teamId: string,
  number: number,
): Promise<AsyncIterable<Records>> {
  const read = <T>(work: (tx: Tx) => Promise<T>) =>
    inOne(async (tx) => {
      await readByIndex(tx);
      return work(tx);
    });
  const who = await read((tx) => whoHas(tx, teamId, number));
  return tables();

  async function* tables(): AsyncGenerator<Records> {
    const found = await read((tx) => rowsOfFiles(tx, who, { blank: false }));
    yield { table: 'data_file_rows', rows: found.map(({ dataFileId, text }) => ({ dataFileId, text })) };
    who.fileLines = linesOf(found);
    const isTheirs = entryOf(who);
    for (const holding of INVENTORY) {
      const rows = await read(
        (tx) => tx.rows<{ row: Row }>`SELECT to_jsonb(t) AS row
          FROM ${identifier(holding.table)} t WHERE ${where(holding, who)}`,
      );
      const { table, shown = (row) => row } = holding;
      yield { table, rows: rows.map(({ row }) => shown(row, isTheirs)) };
    }
  }
}

/** Whether an entry of a list, which may be a row of a file, is the person's. */
function entryOf(who: Who): (entry: unknown, dataFileId: unknown) => boolean {
  const lines = new Set(who.fileLines);
  const isNamed = naming(who);
  return (entry, dataFileId) => {
    if (typeof entry !== 'object' || entry === null) return isNamed(String(entry));
    const { line, cells = [] } = entry as { line?: unknown; cells?: unknown[] };
    return lines.has(`${dataFileId} ${line}`) || cells.some((cell) => isNamed(String(cell)));
  };
}
