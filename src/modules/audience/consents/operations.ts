import { type Context, viewerOf } from '../../../context.ts';
import { loaderFor } from '../../../database/reads/lists.ts';
import { columnList, type Row, read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import type { RecordConsentInput } from '../../../generated/inputs.ts';
import { type Consent, type ConsentEvent, Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { linesOf } from '../../../phone-numbers/lines-of.ts';
import { refuse, textOf, tooLong } from '../../../records/input-rules.ts';
import { keepConsents } from '../../delivery/consent/keep-consents.ts';
import { closeGate } from '../../delivery/engine/call-gate.ts';
import { judgeNumbersAgain } from '../../delivery/engine/judge-held.ts';
import { ERASED, erasedAmongWritten, erasedAsFarAsKnown } from '../../delivery/reach/erased-numbers.ts';

const MAX_EVIDENCE = 2_000;

/** Whether or not the number is a contact's. */
export function recordConsent(ctx: Context, input: RecordConsentInput): Promise<{ consentEvent: ConsentEvent }> {
  const { team, user } = viewerOf(ctx);
  const evidence = textOf(input.evidence) ?? null;
  const now = new Date();
  const occurredAt = input.occurredAt ?? now;
  refuse({
    ...phoneNumberErrors(input.number),
    ...tooLong('evidence', evidence, MAX_EVIDENCE),
    ...(occurredAt > now && { occurredAt: [messages.because('occurredAt', 'must not be in the future')] }),
  });
  return ctx.db.transaction(async (tx) => {
    if (input.state === 'withdrawn') await tx.rows(closeGate(team.id));
    const number = String(givenNumber(input.number)!);
    const erasedOf = input.state === 'withdrawn' ? erasedAsFarAsKnown : erasedAmongWritten;
    const erased = await erasedOf(tx, ctx.tokenKeys, team.id, [number]);
    refuse(erased.size > 0 ? { number: [ERASED] } : {});
    const lines = await linesOf(tx, team.id, [number]);
    const { channel, purpose, state, source } = input;
    const of = { channel, purpose, state, source, evidence, occurredAt, userId: user?.id ?? null };
    const [id] = await keepConsents(
      tx,
      team.id,
      lines.map((line) => ({ ...of, number: line })),
    );
    if (state === 'granted') await judgeNumbersAgain(tx, team.id, [number]);
    const consentEvent = await tx.prisma.consentEvent.findUniqueOrThrow({
      where: { teamId_id: { teamId: team.id, id: id! } },
    });
    return { consentEvent };
  });
}

/** At most one for each channel and purpose. */
export function consentsOfNumber(ctx: Context, number: bigint | number, fields: readonly string[]) {
  const loader = loaderFor<Row<Consent>[]>(ctx, consentsOfNumber, fields.join(), async (numbers) => {
    const rows = await read<Row<Consent>>(
      ctx.reader,
      Prisma.sql`SELECT ${columnList(tables.Consent, [...fields, 'number'])} FROM consents t
        WHERE t.number = ANY(${numbers}::bigint[]) AND ${tables.Consent.scope(ctx.teamId)} ORDER BY t.channel, t.purpose`,
    );
    return numbers.map((key) => rows.filter(({ number }) => String(number) === key));
  });
  return loader.load(String(number));
}
