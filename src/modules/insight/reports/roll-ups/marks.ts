import type { Tx } from '../../../../database/transaction.ts';
import { type MarkKind, Prisma } from '../../../../generated/prisma/client.ts';

import { slotIn, slotOf } from './slots.ts';

// Code that writes messages, calls or sellers' messages marks them in the same transaction. Each mark is a row, so writers never wait.

async function mark(tx: Tx, kind: MarkKind, teamId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const slots = [...new Set(ids.map(slotOf))];
  // A preview marks messages in temporary tables: a kept statement might go to the lasting ones.
  const sql = Prisma.sql`INSERT INTO report_marks (team_id, kind, slot)
    SELECT ${teamId}::uuid, ${kind}::mark_kind, x.slot FROM unnest(${slots}::int[]) x(slot)`;
  await (kind === 'sms' ? tx.change(sql) : tx.keptChange(sql));
}

export const markMessages = (tx: Tx, teamId: string, ids: readonly string[]) => mark(tx, 'sms', teamId, ids);

export const markCalls = (tx: Tx, teamId: string, ids: readonly string[]) => mark(tx, 'call', teamId, ids);

export const markHubMessages = (tx: Tx, teamId: string, ids: readonly string[]) => mark(tx, 'hub', teamId, ids);

/** Before they are deleted. */
export const markMessagesOf = (tx: Tx, teamId: string, contactId: string) =>
  tx.change`INSERT INTO report_marks (team_id, kind, slot)
      SELECT DISTINCT ${teamId}::uuid, 'sms'::mark_kind, ${slotIn('m.id')} FROM sms_messages m
      WHERE m.team_id = ${teamId}::uuid AND m.contact_id = ${contactId}::uuid`;
