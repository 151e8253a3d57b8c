import { columnName } from '../../../database/table.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import { type ConsentPurpose, Prisma, type SendType } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { each, type Named, one, type Reference, referenceErrors } from '../../../records/references.ts';
import { VARIABLE_FIELDS, variablesErrors } from '../texts/variables.ts';
import {
  choice,
  type DataField,
  type DataFields,
  type DataShape,
  dataShape,
  flag,
  id,
  ids,
  nested,
  object,
  objects,
  serviceUrl,
  text,
} from './data-shape.ts';
import {
  feedData,
  hlrSettings,
  manualData,
  multistepData,
  plannerData,
  recurringData,
  restRecurringData,
} from './meta-data.ts';

/** A field of a meta is also a column of the campaign, of the name under which it is stored. */
interface Column<Given> {
  /** The value that null leaves in it. By default null. */
  readonly cleared?: unknown;
  /** Records that it names. They must belong to the team. */
  readonly names?: readonly [Named, (path: string, given: Given | null | undefined) => Reference[]];
  /** A duplicate begins without it. */
  readonly isNotCopied?: true;
}

const column = <Given, Stored, Of extends Column<Given>>(field: DataField<Given, Stored, false>, of: Of) => ({
  ...field,
  ...of,
});

const lowerCase = (given: string[]) => given.map((one) => one.toLowerCase());

const sendType = choice<SendType>('SendType', 'How it decides when to send.');
const requiresConsent = column(
  choice<ConsentPurpose>(
    'ConsentPurpose',
    'Only contacts who have consented to this purpose on the campaign’s channel are reached; others are skipped. Null: all. Not in the reference.',
  ),
  {},
);
const filterSegmentId = column(id('Segment of the team that contacts must also be in.'), { names: ['segments', one] });
const data = <Fields extends DataFields>(shape: DataShape<Fields>, description: string) =>
  column(nested(shape, description), { cleared: Prisma.DbNull });
const dataOf = <Fields extends DataFields>(shape: DataShape<Fields>, type: SendType) => data(shape, `For \`${type}\`.`);
const preCheckUrl = (what: string) =>
  column(
    serviceUrl(
      `A service that is asked before each ${what} whether the contact is eligible (docs/sending.md#pre-check): http or https, at most 2,000 characters, without a name or password; null asks nobody. Needs \`rotatePreCheckSecret\`. GraphQL only.`,
    ),
    {},
  );
const hlr = data(hlrSettings, 'Number look-up before a contact is reached.');

export const smsMeta = dataShape('SmsCampaignMeta', 'How and to whom an SMS campaign sends.', {
  sendType,
  segmentIds: {
    ...column(ids('Segments of the team that it sends to; repeats count once.'), {
      cleared: [],
      names: ['segments', each],
    }),
    isNullable: false,
    stored: (given: string[]) => [...new Set(lowerCase(given))],
  },
  routingPlanId: {
    ...column(id('Routing plan of the team that its messages take.'), { names: ['routing_plans', one] }),
    storedAs: 'smsRoutingPlanId',
  },
  filterSegmentId,
  domainPlanId: column(id('Domain plan of the team under which its links are shortened.'), {
    names: ['domain_plans', one],
  }),
  useDedicatedDomains: {
    ...column(flag('Whether the domains serve this campaign alone; false unless set.'), { cleared: false }),
    isNullable: false,
  },
  smartEncoding: {
    ...column(
      flag(
        'Whether typographic quotes, dashes, blanks and hidden marks are written as their GSM-7 lookalikes where the whole text then fits GSM-7, which often takes a third of the parts; false unless set. Not in the reference.',
      ),
      { cleared: false },
    ),
    isNullable: false,
  },
  preCheckUrl: preCheckUrl('message'),
  manualData: dataOf(manualData, 'manual'),
  multistepData: dataOf(multistepData, 'multistep'),
  plannerData: dataOf(plannerData, 'planner'),
  recurringData: dataOf(recurringData, 'recurring'),
  feedData: dataOf(feedData, 'feed'),
  hlrSettings: hlr,
  requiresConsent,
});

/** A claim looks through all of them for each contact. */
const MAX_CALLERS = 500;

/** Agents or numbers, kept as JSON in the form in which a uuid column would give them. */
const several = (table: 'agents' | 'numbers', description: string) => ({
  ...column(ids(`${description} At most ${MAX_CALLERS}.`), { cleared: Prisma.DbNull, names: [table, each] }),
  errors: (given: string[], path: string): FieldErrors =>
    given.length > MAX_CALLERS ? { [path]: [messages.atMostItems(path, MAX_CALLERS)] } : {},
  stored: lowerCase,
});
/** An empty list where none is set. */
const listed = <Field extends ReturnType<typeof several>>(field: Field) => ({
  ...field,
  isNullable: false,
  shown: (stored: string[] | null | undefined) => stored ?? [],
});
const agentIds = several('agents', 'Agents of the team, where several share the calls.');
const numberIds = several('numbers', 'Numbers of the team, where several share the calls.');

export const voiceMeta = dataShape('VoiceCampaignMeta', 'How, from what number and whom a voice campaign calls.', {
  sendType,
  segmentIds: {
    ...column(ids('Segments of the team that it calls; repeats count once.'), {
      cleared: [],
      names: ['segments', (path, given) => each(path, given && idsOfSegments(given))],
    }),
    isNullable: false,
    stored: (given: string[]) => [...new Set(lowerCase(given))].map((id) => ({ id })),
    shown: segmentIdsOf,
  },
  filterSegmentId,
  agentId: column(id('Agent of the team that speaks.'), { names: ['agents', one] }),
  numberId: column(id('Number of the team to call from.'), { names: ['numbers', one] }),
  agentIds: listed(agentIds),
  numberIds: listed(numberIds),
  manualData: dataOf(manualData, 'manual'),
  recurringData: dataOf(recurringData, 'recurring'),
  feedData: dataOf(feedData, 'feed'),
  variables: column(
    object(
      `Variables of the agent, {name: template}: up to 50. A template is a text as messages have (Liquid, choices; 1,600 characters) over ${VARIABLE_FIELDS}. They reach the voice provider with each call. GraphQL only.`,
      variablesErrors,
    ),
    { cleared: Prisma.DbNull },
  ),
  preCheckUrl: preCheckUrl('call'),
  hlrSettings: hlr,
  requiresConsent,
});

// Fields are answered in the order in which they stand: these two come last.
const { hlrSettings: _hlr, requiresConsent: _consent, ...voiceFields } = voiceMeta.fields;

/**
 * The same as REST documents it: segments and slots are objects, kept as given, a list that is not set is null, and the reason of
 * a stop is a field.
 */
export const restVoiceMeta = dataShape('RestVoiceCampaignMeta', voiceMeta.description, {
  ...voiceFields,
  recurringData: dataOf(restRecurringData, 'recurring'),
  stoppedReason: column(text('Why it was stopped, in words.'), { isNotCopied: true }),
  hlrSettings: hlr,
  requiresConsent,
  agentIds,
  numberIds,
  segmentIds: {
    ...column(objects('Segments to call, each `{id, …}` kept as given; an id must be the team’s.'), {
      cleared: [],
      names: ['segments', idsWithin],
    }),
    isNullable: false,
  },
});

/** Of a voice campaign, or of an SMS campaign, whose segments are ids. REST keeps them as given, so in any spelling and repeated. */
export function segmentIdsOf(stored: readonly unknown[]): string[] {
  return [...new Set(lowerCase(idsOfSegments(stored)))];
}

function idsOfSegments(stored: readonly unknown[]): string[] {
  return stored.flatMap((segment) => {
    const id = typeof segment === 'object' && segment !== null ? (segment as { id?: unknown }).id : segment;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Not in the reference: of a segment's object only the `id` is understood, and one without an id is kept as it is. */
function idsWithin(path: string, given: Record<string, unknown>[] | null | undefined): Reference[] {
  return (given ?? []).flatMap((segment, at): Reference[] =>
    segment.id === undefined ? [] : [[`${path}.${at}.id`, segment.id]],
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the meta of either kind.
export type MetaShape = DataShape<any>;
/** A meta as a request gives it. Absent fields are kept, null clears. */
type GivenMeta = { readonly [field: string]: unknown };

// biome-ignore lint/suspicious/noExplicitAny: each field has values of its own.
const fieldsOf = ({ fields }: MetaShape) => Object.entries<DataField<any, any> & Column<any>>(fields);

/**
 * The columns that an update of a meta changes. Absent fields are kept, null clears, nested data is replaced as a whole. Not in
 * the reference: null for the whole meta clears every field.
 */
export function metaColumns(shape: MetaShape, update: GivenMeta | null | undefined): Record<string, unknown> {
  const givenTo = (name: string) => (update ? update[name] : update);
  return Object.fromEntries(
    fieldsOf(shape).flatMap(([name, { cleared = null, stored, storedAs = name }]) => {
      const given = givenTo(name);
      return given === undefined ? [] : [[storedAs, given === null ? cleared : stored(given)]];
    }),
  );
}

/** The record with these columns changed. Undefined keeps a value, and clearing a JSON column leaves null. */
export const withColumns = <Model extends object>(record: Model, columns: object): Model =>
  Object.assign(
    { ...record },
    Object.fromEntries(
      Object.entries(columns)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, value === Prisma.DbNull ? null : value]),
    ),
  );

/** Records that a meta names, given or stored, and offers that a request names, must belong to the team. */
export function linkErrors(
  tx: Tx,
  teamId: string,
  shape: MetaShape,
  meta: object,
  offerIds?: readonly string[] | null,
): Promise<FieldErrors> {
  const references: Partial<Record<Named, Reference[]>> = {};
  const named = meta as GivenMeta;
  for (const [name, { names, storedAs = name }] of fieldsOf(shape)) {
    const [table, find] = names ?? [];
    if (table && find)
      references[table] = [...(references[table] ?? []), ...find(`meta.${name}`, named[name] ?? named[storedAs])];
  }
  return referenceErrors(tx, teamId, { ...references, offers: each('offerIds', offerIds) });
}

/** The present meta of a campaign `c`, as JSON. A send keeps it. */
export const metaOfCampaign = (shape: MetaShape): Prisma.Sql =>
  Prisma.raw(
    `jsonb_build_object(${fieldsOf(shape).map(([name, { storedAs = name }]) => `'${storedAs}', c.${columnName(storedAs)}`)})`,
  );

/** The meta of a campaign's duplicate. Fields that are not copied are null. */
export const metaOfCopy = (shape: MetaShape, campaign: object): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(shape).flatMap(([name, { isNotCopied, storedAs = name }]) => {
      const value = (campaign as GivenMeta)[storedAs];
      return isNotCopied || value === null ? [] : [[storedAs, value]];
    }),
  );
