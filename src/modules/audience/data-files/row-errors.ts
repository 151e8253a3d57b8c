import type { Tx } from '../../../database/transaction.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { inBlocks, letGoOfSome } from '../../../records/in-blocks.ts';

type Key = { id: string; teamId: string };

/** As many as the rows of a file. */
const ROW_ERRORS = { table: 'data_file_row_errors', column: 'data_file_id', by: 'line' };

/** The first block of them. */
export const deleteSomeRowErrors = (tx: Tx, file: Key, last: string | null = null) =>
  letGoOfSome(tx, file, ROW_ERRORS, last);

/** All errors of a file, a block in each transaction, as long as `still` holds of it: another import writes its own. */
export const deleteRowErrors = (
  inOne: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  file: Key,
  still: Prisma.Sql,
): Promise<void> =>
  inBlocks((last) =>
    inOne(async (tx) => {
      const holds = await tx.row`SELECT 1 FROM data_files
        WHERE id = ${file.id}::uuid AND team_id = ${file.teamId}::uuid AND ${still} FOR UPDATE`;
      return holds ? deleteSomeRowErrors(tx, file, last) : null;
    }),
  );
