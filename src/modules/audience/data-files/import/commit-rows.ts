import type { Services } from '../../../../context.ts';
import { refusesValues } from '../../../../database/failures.ts';
import type { DataFile } from '../../../../generated/prisma/client.ts';
import { announceDataFile } from '../../../../live/announce.ts';
import { closeGate } from '../../../delivery/engine/call-gate.ts';
import { ERASED, erasedAmongWritten } from '../../../delivery/reach/erased-numbers.ts';
import { type ImportRow, rejectedRow } from '../csv/row.ts';
import { type Target, writeContacts, writeRowErrors } from './write-batch.ts';

interface Import {
  services: Pick<Services, 'db' | 'logger' | 'tokenKeys'>;
  file: DataFile;
  target: Target;
  rowsPerSecond: number;
}

/** False when another run has taken over. Halves the rows to find one with a value that the database refuses. */
export async function commitRows(of: Import, checkpoint: number, rows: readonly ImportRow[]): Promise<boolean> {
  try {
    return await commit(of, checkpoint, rows);
  } catch (error) {
    if (!refusesValues(error)) throw error;
    const [first] = rows;
    if (rows.length === 1) {
      const { code } = error as { code?: string };
      of.services.logger.warn({ dataFile: of.file.id, line: first!.line, code }, 'a row could not be stored');
      const withdrawal = withdrawalOf(first!);
      return commit(of, checkpoint, [{ ...rejectedRow(first!, NOT_STORED), ...(withdrawal && { withdrawal }) }]);
    }
    const half = rows.slice(0, rows.length / 2);
    const others = rows.slice(half.length);
    return (await commitRows(of, checkpoint, half)) && (await commitRows(of, half.at(-1)!.end.bytes, others));
  }
}

const NOT_STORED = 'The row has a value that cannot be stored.';

const withdrawalOf = ({ contact, withdrawal }: ImportRow) =>
  withdrawal ?? (contact?.consent === 'withdrawn' ? contact : undefined);

function commit(
  { services, file: { id, teamId }, target, rowsPerSecond }: Import,
  checkpoint: number,
  given: readonly ImportRow[],
): Promise<boolean> {
  const { end } = given.at(-1)!;
  return services.db.transaction(async (client) => {
    if (given.some(withdrawalOf)) await client.rows(closeGate(teamId));
    const numbers = given.flatMap(({ contact, withdrawal }) => (contact ?? withdrawal)?.number ?? []);
    const erased = await erasedAmongWritten(client, services.tokenKeys, teamId, numbers);
    // If two workers run, only the one that moves the checkpoint writes the rows after it.
    const moved = await client.change`
      UPDATE data_files SET checkpoint_bytes = ${end.bytes}, checkpoint_lines = ${end.lines}
      WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid AND import_id = ${target.importId}::uuid
        AND status = 'importing' AND checkpoint_bytes = ${checkpoint}`;
    if (moved !== 1) return false;
    const rows = given.map((row) => (row.contact && erased.has(row.contact.number) ? rejectedRow(row, ERASED) : row));
    const contacts = rows.flatMap(({ contact }) => contact ?? []);
    const withdrawals = rows.flatMap(({ withdrawal }) =>
      withdrawal && !erased.has(withdrawal.number) ? withdrawal : [],
    );
    const warned = rows.filter(({ contact, errors }) => contact && errors.length > 0).length;
    const { created, updated, unchanged, duplicates } = await writeContacts(client, target, contacts, withdrawals);
    await writeRowErrors(
      client,
      { id, teamId },
      rows.flatMap(({ errors }) => errors),
    );
    await client.change`
      UPDATE data_files SET updated_at = now(), processed_rows = processed_rows + ${rows.length},
        imported_rows = imported_rows + ${contacts.length - duplicates},
        failed_rows = failed_rows + ${rows.length - contacts.length},
        duplicate_rows = duplicate_rows + ${duplicates}, warning_rows = warning_rows + ${warned},
        rows_per_second = ${rowsPerSecond}, created_contacts = created_contacts + ${created},
        updated_contacts = updated_contacts + ${updated}, unchanged_contacts = unchanged_contacts + ${unchanged}
      WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid`;
    await announceDataFile(client, id);
    return true;
  });
}
