import type { Tx } from '../../../../database/transaction.ts';
import { announceDataFile } from '../../../../live/announce.ts';
import { judgeHeldAgain } from '../../../../pipeline/rule-changes.ts';
import { factsOf, recordEvents, records } from '../../../webhooks/events/record-events.ts';

/** What follows from the end of an import, however it ended: the rows before it are stored. */
export async function afterImport(tx: Tx, { teamId, id }: { teamId: string; id: string }): Promise<void> {
  await recordEvents(tx, teamId, records.dataFile, factsOf('import_finished', [id]), new Date());
  await announceDataFile(tx, id);
  // Contacts that existed may have other zones and networks now, and consents.
  await judgeHeldAgain(tx, { teamId });
}
