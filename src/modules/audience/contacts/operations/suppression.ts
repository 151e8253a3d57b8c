import { canonicalNumber, everyForm } from 'phone-numbers';
import { type Context, viewerOf } from '../../../../context.ts';
import { listFilter, listOf, textWithinAny, within } from '../../../../database/reads/filters.ts';
import { tables } from '../../../../database/tables.ts';
import type { Tx } from '../../../../database/transaction.ts';
import type { FieldErrors } from '../../../../errors.ts';
import type { SuppressNumbersInput } from '../../../../generated/inputs.ts';
import { type Contact, Prisma, type SuppressedNumber } from '../../../../generated/prisma/client.ts';
import { messages } from '../../../../input/validation-messages.ts';
import { givenNumber } from '../../../../phone-numbers/given-number.ts';
import { isNumber } from '../../../../phone-numbers/is-number.ts';
import { linesOf } from '../../../../phone-numbers/lines-of.ts';
import { auditInstead } from '../../../../pipeline/audit/rules.ts';
import { changeRecord, type RecordKind } from '../../../../records/change-record.ts';
import { refuse, textOf, tooLong } from '../../../../records/input-rules.ts';
import { closeGate } from '../../../delivery/engine/call-gate.ts';
import { judgeContactsAgain } from '../../../delivery/engine/judge-held.ts';
import { erasedAsFarAsKnown } from '../../../delivery/reach/erased-numbers.ts';
import { suppressLines } from '../../../delivery/reach/suppress-lines.ts';
import { CONTACT } from './contacts.ts';

export const SUPPRESSED_NUMBER: RecordKind<SuppressedNumber> = {
  thing: 'Suppressed number',
  table: tables.SuppressedNumber,
};

const MAX_REASON = 255;
/** On the embedded database everybody waits for them: a second at most. */
const MAX_NUMBERS = { server: 10_000, embedded: 1_000 };

export const suppressedNumberFilter = listFilter('SuppressedNumberFilter', {
  search: textWithinAny('the number’s digits or the reason', Prisma.sql`t.number::text`, Prisma.sql`t.reason`),
  number: isNumber('This number'),
  createdAt: within('Since when it must not be contacted.'),
});

export const listSuppressedNumbers = listOf(tables.SuppressedNumber, suppressedNumberFilter);

/** Also suppresses the number, in case the contact is deleted and comes back. */
export async function suppressContact(ctx: Context, id: string, reason?: string | null): Promise<Contact> {
  const text = textOf(reason) ?? null;
  refuse(tooLong('reason', text, MAX_REASON));
  // The gate is closed before rows are locked.
  await ctx.db.rows(closeGate(viewerOf(ctx).team.id));
  return changeRecord(ctx, CONTACT, id, async (tx, contact) => {
    await suppress(tx, contact.teamId, [contact.number], text);
    return tx.prisma.contact.findUniqueOrThrow({ where: { teamId_id: { teamId: contact.teamId, id } } });
  });
}

export function unsuppressContact(ctx: Context, id: string): Promise<Contact> {
  return changeRecord(ctx, CONTACT, id, async (tx, contact) => {
    await unsuppress(tx, contact);
    return tx.prisma.contact.findUniqueOrThrow({ where: { teamId_id: { teamId: contact.teamId, id } } });
  });
}

export function suppressNumbers(ctx: Context, input: SuppressNumbersInput): Promise<number> {
  const { team } = viewerOf(ctx);
  const { numbers } = input;
  const text = textOf(input.reason) ?? null;
  const most = MAX_NUMBERS[ctx.reader.embedded ? 'embedded' : 'server'];
  const read = numbers.length > most ? [] : numbers.map((number) => givenNumber(number));
  refuse({ ...countErrors(numbers, most), ...numberErrors(read), ...tooLong('reason', text, MAX_REASON) });
  return ctx.db.transaction(async (tx) => {
    await tx.rows(closeGate(team.id));
    // Nobody writes to them as it is, and they are not written down again.
    const erased = await erasedAsFarAsKnown(tx, ctx.tokenKeys, team.id, read.map(String));
    const left = read.filter((number) => !erased.has(String(number)));
    if (erased.size > 0) auditInstead(input, { ...input, numbers: left });
    return suppress(
      tx,
      team.id,
      left.map((number) => BigInt(number!)),
      text,
    );
  });
}

export function unsuppressNumber(ctx: Context, id: string): Promise<{ id: string }> {
  return changeRecord(ctx, SUPPRESSED_NUMBER, id, async (tx, record) => {
    await unsuppress(tx, record);
    return { id };
  });
}

/** Releases a number in each form in which it can be written, and every contact that has one of these. */
async function unsuppress(tx: Tx, { teamId, number }: Pick<Contact, 'teamId' | 'number'>): Promise<void> {
  const line = { teamId, number: { in: everyForm(number).map(BigInt) } };
  const contacts = await tx.prisma.contact.updateManyAndReturn({
    where: line,
    data: { unsubscribedAt: null },
    select: { id: true },
  });
  await judgeContactsAgain(tx, { teamId, contactIds: contacts.map((contact) => contact.id) });
  await tx.prisma.suppressedNumber.deleteMany({ where: line });
}

function countErrors(numbers: readonly string[], most: number): FieldErrors {
  if (numbers.length === 0) return { numbers: [messages.atLeastItems('numbers', 1)] };
  return numbers.length > most ? { numbers: [messages.atMostItems('numbers', most)] } : {};
}

const numberErrors = (read: readonly (number | null)[]): FieldErrors =>
  Object.fromEntries(
    read.flatMap((number, at) => (number === null ? [[`numbers.${at}`, [messages.phoneNumber(`numbers.${at}`)]]] : [])),
  );

async function suppress(tx: Tx, teamId: string, given: readonly bigint[], reason: string | null): Promise<number> {
  await tx.rows(closeGate(teamId));
  const numbers = [...new Set(given.map(canonicalNumber))];
  const lines = await linesOf(tx, teamId, numbers);
  const added = new Set(await suppressLines(tx, teamId, lines, { reason, at: new Date() }));
  return numbers.filter((number) => added.has(number)).length;
}
