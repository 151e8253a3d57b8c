import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { type FieldErrors, ValidationError } from '../../../errors.ts';
import type { RequestNumberLookupInput } from '../../../generated/inputs.ts';
import { type MnpLookup, Prisma } from '../../../generated/prisma/client.ts';
import { numberOfId } from '../../../input/numbers.ts';
import { tagName } from '../../../input/printable.ts';
import { messages } from '../../../input/validation-messages.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { refuse } from '../../../records/input-rules.ts';
import { hlrSettings } from '../meta/meta-data.ts';
import { hasTag } from '../reach/has-tag.ts';
import { costOf, neededLookups, SIMULATED } from './configured-lookups.ts';
import { lookupJob } from './lookup-job.ts';
import { MAX_RETRIES } from './retry-rules.ts';

// Not in the reference.
const MAX_NUMBERS = 50_000;
const MAX_CONTACT_IDS = 1_000;
const MAX_VALUES = 100;

interface Condition {
  key: string;
  operator: 'in';
  value: readonly (string | number)[];
}

/** Not in the reference: how a lookup (E16) is made. Covers the contacts that meet the conditions now. */
export async function requestNumberLookup(ctx: Context, input: RequestNumberLookupInput): Promise<MnpLookup> {
  const { team } = viewerOf(ctx);
  const provider = await neededLookups(ctx, team.id);
  const errors = requestErrors(input);
  refuse(errors);
  const conditions = conditionsOf(input);
  return ctx.db.transaction(async (tx) => {
    await checkContacts(tx, team.id, input.contactIds ?? []);
    const { id } = await tx.prisma.mnpLookup.create({
      data: {
        teamId: team.id,
        amount: 0,
        cost: 0,
        notes: provider.isSimulated ? [SIMULATED] : [],
        filters: conditions.map(({ key, value }) => `${key} in ${value.join(', ')}`).join('; ') || null,
        filterList: conditions as unknown as Prisma.InputJsonArray,
        ...(input.hlrSettings && {
          hlrSettings: hlrSettings.stored(input.hlrSettings) as unknown as Prisma.InputJsonObject,
        }),
      },
    });
    const amount = await tx.change`
      INSERT INTO lookup_results (team_id, id, mnp_lookup_id, contact_id, number, next_try_at)
      SELECT ${team.id}::uuid, gen_random_uuid(), ${id}::uuid, c.id, c.number, now() FROM contacts c
      WHERE c.team_id = ${team.id}::uuid AND ${matching(team.id, input)} LIMIT ${MAX_NUMBERS + 1}::int`;
    if (amount > MAX_NUMBERS) throw new ValidationError({ input: [messages.atMostItems('input', MAX_NUMBERS)] });
    await addJob(tx, lookupJob({ teamId: team.id, lookupId: id, traceId: ctx.trace.id }));
    const cost = costOf(ctx.config, provider, amount);
    return tx.prisma.mnpLookup.update({ where: { teamId_id: { teamId: team.id, id } }, data: { amount, cost } });
  });
}

function requestErrors({ contactIds, tags, countryIds, hlrSettings: settings }: RequestNumberLookupInput): FieldErrors {
  const tooMany = (path: string, items: readonly unknown[] | null | undefined, most: number): FieldErrors =>
    (items?.length ?? 0) > most ? { [path]: [messages.atMostItems(path, most)] } : {};
  const retries = 'hlrSettings.numberOfRetries';
  return {
    ...tooMany('contactIds', contactIds, MAX_CONTACT_IDS),
    ...tooMany('tags', tags, MAX_VALUES),
    ...tooMany('countryIds', countryIds, MAX_VALUES),
    ...(settings && hlrSettings.errors(settings, 'hlrSettings')),
    ...((settings?.numberOfRetries ?? 0) > MAX_RETRIES && { [retries]: [messages.atMost(retries, MAX_RETRIES)] }),
  };
}

function conditionsOf({ contactIds, tags, countryIds }: RequestNumberLookupInput): Condition[] {
  const given: [key: string, value: Condition['value'] | null | undefined][] = [
    ['id', contactIds],
    ['tags', tags],
    ['country_id', countryIds?.map(numberOfId)],
  ];
  return given.flatMap(([key, value]) => (value ? [{ key, operator: 'in' as const, value }] : []));
}

const matching = (teamId: string, { contactIds, tags, countryIds }: RequestNumberLookupInput): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`TRUE`,
      ...(contactIds ? [Prisma.sql`c.id = ANY(${contactIds}::uuid[])`] : []),
      ...(countryIds ? [Prisma.sql`c.country_id = ANY(${countryIds.map(numberOfId)}::int[])`] : []),
      ...(tags ? [hasTag(teamId, Prisma.sql`c.id`, tags.map(tagName))] : []),
    ],
    ' AND ',
  );

async function checkContacts(tx: Tx, teamId: string, ids: readonly string[]): Promise<void> {
  const known = await tx.prisma.contact.findMany({
    where: { teamId, id: { in: ids.filter(isUuid) } },
    select: { id: true },
  });
  const found = new Set(known.map(({ id }) => id));
  const wrong = ids.flatMap((id, at) => (found.has(id.toLowerCase()) ? [] : [`contactIds.${at}`]));
  if (wrong.length > 0) throw new ValidationError(Object.fromEntries(wrong.map((at) => [at, [messages.selected(at)]])));
}
