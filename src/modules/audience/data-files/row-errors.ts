import type { Tx } from '../../../database/transaction.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { inBlocks, letGoOfSome } from '../../../records/in-blocks.ts';

type Key = { id: string; teamId: string };

/** As many as the rows of a file. */
const ROW_ERRORS = { table: 'data_file_row_errors', column: 'data_file_id', by: 'line' };

/** The first block of them. */
export const deleteSomeRowErrors = (tx: Tx, file: Key, last: string | null = null) =>
  letGoOfSome(tx, file, ROW_ERRORS, last);

/**
 * All errors of a file, a block in each transaction, as long as `still` holds of it: another import writes its own. False where
 * `signal` has ended it between two blocks.
 */
export async function deleteRowErrors(
  inOne: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  file: Key,
  still: Prisma.Sql,
  signal?: AbortSignal,
): Promise<boolean> {
  let isDone = true;
  await inBlocks(async (last) => {
    isDone = last === null || !signal?.aborted;
    return isDone ? inOne((tx) => deleteSome(tx, file, still, last)) : null;
  });
  return isDone;
}

async function deleteSome(tx: Tx, file: Key, still: Prisma.Sql, last: string | null): Promise<string | null> {
  const holds = await tx.row`SELECT 1 FROM data_files
    WHERE id = ${file.id}::uuid AND team_id = ${file.teamId}::uuid AND ${still} FOR UPDATE`;
  return holds ? deleteSomeRowErrors(tx, file, last) : null;
}
