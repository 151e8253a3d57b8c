import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { lookupResultFilter, type ResultCounts, resultsByState } from '../loaders.ts';

export const E16 = 'GET /v1/enrichment/mnp';

const LookupStatusEnum = builder.enumType('NumberLookupStatus', {
  description: 'The status of a lookup.',
  values: {
    pending: { description: 'Waiting to begin.' },
    running: { description: 'Under way; some results may be there.' },
    done: { description: 'Every number was checked.' },
    failed: { description: 'Given up; the status reason says why.' },
    cancelled: { description: 'Called off before it began; it costs nothing.' },
  },
});

interface Condition {
  key: string;
  operator: string;
  value: unknown;
}

const ConditionType = builder.objectRef<Condition>('NumberLookupCondition').implement({
  description: 'One condition that the contacts of a lookup meet.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What of the contact is compared.' }),
    operator: t.exposeString('operator', { description: 'How, e.g. `in` or `greaterThanOrEqual`.' }),
    value: t.expose('value', { type: 'JSON', nullable: true, description: 'With what.' }),
  }),
});

const MnpLookupMetaType = builder.prismaObject('MnpLookup', {
  variant: 'NumberLookupMeta',
  select: { id: true },
  description: 'What a lookup covers and how it went.',
  fields: (t) => ({
    filters: t.field({
      type: [ConditionType],
      select: { filterList: true },
      size: 10,
      description: 'Which contacts it covers; empty means all.',
      resolve: (lookup) => lookup.filterList as unknown as Condition[],
    }),
    statusReason: t.exposeString('statusReason', { nullable: true, description: 'Why it has its status.' }),
    notes: t.exposeStringList('notes', { description: 'Remarks on how it went.' }),
  }),
});

filterInput(lookupResultFilter);

const ResultCountsType = builder.objectRef<ResultCounts>('NumberLookupResultCounts').implement({
  description: 'How many of a lookup’s numbers turned out how.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Are still to be asked for, or again.' }),
    reachable: t.exposeInt('reachable', { description: 'Can be reached.' }),
    unreachable: t.exposeInt('unreachable', { description: 'Could not be reached when last asked for.' }),
    ported: t.exposeInt('ported', { description: 'Came from another network.' }),
  }),
});

builder.prismaObject('LookupResult', {
  name: 'NumberLookupResult',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'contactId', 'isPorted', 'isReachable', 'retries', 'checkedAt'),
    contact: t.one('contact', { access: 'viewer' }),
    number: t.expose('number', { type: 'PhoneNumber' }),
    networkId: t.exposeID('networkId', { nullable: true }),
    network: t.one('network', { access: 'viewer' }),
    numberLookup: t.one('mnpLookup', { access: 'viewer' }),
  }),
});

export const MnpLookupType = builder.prismaObject('MnpLookup', {
  name: 'NumberLookup',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'amount', 'cost', 'filters', 'createdAt', 'doneAt'),
    status: t.expose('status', { type: LookupStatusEnum }),
    meta: t.field({
      type: MnpLookupMetaType,
      embedded: true,
      description: 'What it covers and how it went.',
      resolve: (lookup) => lookup,
    }),
    results: t.list('results', { access: 'viewer', orderBy: { number: 'asc' } }),
    resultCounts: t.field({
      type: ResultCountsType,
      access: 'viewer',
      select: { id: true },
      description: 'How far it is and what it found out. A number counts wherever it applies.',
      resolve: (lookup, _args, ctx) => resultsByState(ctx, lookup.id),
    }),
  }),
});
