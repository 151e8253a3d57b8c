import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import { type FieldErrors, NotFoundError } from '../../../errors.ts';
import type { CreateVoiceNumberInput, UpdateVoiceNumberInput } from '../../../generated/inputs.ts';
import { type Number as PhoneNumber, Prisma, type VoiceProvider } from '../../../generated/prisma/client.ts';
import { numberOfId } from '../../../input/numbers.ts';
import { messages } from '../../../input/validation-messages.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import type { Archivable } from '../../../records/archive.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuse, textOf, tooLong } from '../../../records/input-rules.ts';
import { each, one, referenceErrors } from '../../../records/references.ts';
import { unlessTaken } from '../../../records/unless-taken.ts';
import { countryIds } from '../../delivery/networks/country-ids.ts';
import { callsErrors } from '../accounts/operations.ts';
import { namedByCampaign, usedByCampaign } from '../callers.ts';

export const NUMBER: Archivable<PhoneNumber> = {
  thing: 'Number',
  table: tables.Number,
  uses: (number) => [usedByCampaign('number', number)],
  history: (number) => [
    namedByCampaign('number', number),
    Prisma.sql`SELECT 'The number has calls. Archive it instead.' AS text FROM calls
      WHERE number_id = ${number.id}::uuid AND team_id = ${number.teamId}::uuid`,
  ],
  // Deleted campaigns; others keep it from being deleted.
  namedIn: [['voice_campaigns', 'number_id']],
  linkErrors: (tx, number) => linkErrors(tx, number.teamId, number),
};

export function createVoiceNumber(ctx: Context, input: CreateVoiceNumberInput): Promise<PhoneNumber> {
  const { team } = viewerOf(ctx);
  const number = givenNumber(input.number)!;
  return unlessTaken(
    'number',
    ctx.db.transaction(async (tx) => {
      const errors = { ...phoneNumberErrors(input.number), ...(await fieldErrors(tx, team.id, input)) };
      const voiceProvider = input.voiceProvider ?? (await providerOf(tx, team.id, input.voiceAccountId));
      if (!voiceProvider && !errors.voiceAccountId) errors.voiceProvider = [messages.required('voiceProvider')];
      const disallowed = await codesOf(tx, input.disallowedCountryIds);
      refuse({ ...errors, ...disallowed.errors });
      return tx.prisma.number.create({
        data: { teamId: team.id, number, ...columnsOf(input, disallowed.codes), voiceProvider: voiceProvider! },
      });
    }),
  );
}

export function updateVoiceNumber(ctx: Context, id: string, input: UpdateVoiceNumberInput): Promise<PhoneNumber> {
  return changeRecord(ctx, NUMBER, id, async (tx, { teamId }) => {
    const cleared = input.voiceProvider === null;
    const disallowed = await codesOf(tx, input.disallowedCountryIds);
    refuse({
      ...(cleared && { voiceProvider: [messages.required('voiceProvider')] }),
      ...(await fieldErrors(tx, teamId, input)),
      ...disallowed.errors,
    });
    return tx.prisma.number.update({
      where: { teamId_id: { teamId, id } },
      data: { ...columnsOf(input, disallowed.codes), voiceProvider: input.voiceProvider ?? undefined },
    });
  });
}

/** E9. Not in the reference: the account and the provider's id of the number stay. */
export async function setVoiceNumberProvider(
  ctx: Context,
  id: string,
  voiceProvider: VoiceProvider,
): Promise<PhoneNumber> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError('Number');
  const [number] = await ctx.db.prisma.number.updateManyAndReturn({
    where: { id, teamId: team.id },
    data: { voiceProvider },
  });
  if (!number) throw new NotFoundError('Number');
  return number;
}

// Not in the reference.
const MAX_TEXT = 255;

async function fieldErrors(tx: Tx, teamId: string, input: UpdateVoiceNumberInput): Promise<FieldErrors> {
  return {
    ...tooLong('voiceProviderId', textOf(input.voiceProviderId), MAX_TEXT),
    ...tooLong('sipConfig', textOf(input.sipConfig), MAX_TEXT),
    ...callsErrors(input.maxConcurrentCalls),
    ...(await linkErrors(tx, teamId, input)),
  };
}

const linkErrors = (tx: Tx, teamId: string, { voiceAccountId, inboundAgentId }: UpdateVoiceNumberInput) =>
  referenceErrors(tx, teamId, {
    voice_accounts: one('voiceAccountId', voiceAccountId),
    agents: one('inboundAgentId', inboundAgentId),
  });

/** Countries are stored as the codes that REST answers, comma-separated, in their order. */
async function codesOf(
  tx: Tx,
  ids: readonly string[] | null | undefined,
): Promise<{ codes: string | null; errors: FieldErrors }> {
  const named = each('disallowedCountryIds', ids);
  const numbers = named.map(([, id]) => numberOfId(id as string));
  const where = { id: { in: numbers } };
  const countries =
    named.length === 0 ? [] : await tx.prisma.country.findMany({ where, select: { id: true, iso2: true } });
  const byId = new Map(countries.map(({ id, iso2 }) => [id, iso2]));
  const unknown = named.filter((_, at) => !byId.has(numbers[at]!)).map(([path]) => [path, [messages.selected(path)]]);
  const codes = [...new Set(numbers.map((id) => byId.get(id)))];
  return { codes: codes.join(',') || null, errors: Object.fromEntries(unknown) };
}

export async function idsOfCodes({ db }: Pick<Context, 'db'>, stored: string | null): Promise<string[]> {
  const codes = stored?.split(',') ?? [];
  const ids = await countryIds(db, codes);
  return codes.flatMap((code) => ids.get(code) ?? []).map(String);
}

async function providerOf(tx: Tx, teamId: string, accountId: string | null | undefined): Promise<VoiceProvider | null> {
  if (!accountId || !isUuid(accountId)) return null;
  return (await tx.prisma.voiceAccount.findFirst({ where: { id: accountId, teamId } }))?.provider ?? null;
}

const columnsOf = (input: UpdateVoiceNumberInput, disallowedCountries: string | null) => ({
  voiceAccountId: input.voiceAccountId,
  inboundAgentId: input.inboundAgentId,
  voiceProviderId: textOf(input.voiceProviderId),
  sipConfig: textOf(input.sipConfig),
  maxConcurrentCalls: input.maxConcurrentCalls,
  disallowedCountries: input.disallowedCountryIds === undefined ? undefined : disallowedCountries,
});
