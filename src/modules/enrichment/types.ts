import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { LookupResult, MnpLookup } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { contacts } from '../contacts/loaders.ts';
import { ContactType } from '../contacts/types.ts';
import { networks } from '../networks/loaders.ts';
import { NetworkType } from '../networks/types.ts';
import { lookupResults, mnpLookups, type ResultCounts, resultsByState, resultsOfMnpLookup } from './loaders.ts';

export const E16 = 'GET /v1/enrichment/mnp';

export const LookupStatusEnum = builder.enumType('LookupStatus', {
  description: 'Where a lookup stands.',
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

const ConditionType = builder.objectRef<Condition>('MnpLookupCondition').implement({
  description: 'One condition that the contacts of a lookup meet.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What of the contact is compared.' }),
    operator: t.exposeString('operator', { description: 'How, e.g. `greaterThanOrEqual`.' }),
    value: t.expose('value', { type: 'JSON', nullable: true, description: 'With what.' }),
  }),
});

const MnpLookupMetaType = builder.objectRef<Row<MnpLookup>>('MnpLookupMeta').implement({
  description: 'What a lookup covers and how it went.',
  fields: (t) => ({
    filters: t.field({
      type: [ConditionType],
      columns: ['filterList'],
      size: 10,
      description: 'Which contacts it covers; empty means all.',
      resolve: (lookup) => lookup.filterList as unknown as Condition[],
    }),
    statusReason: t.exposeString('statusReason', { nullable: true, description: 'Why it has its status.' }),
    notes: t.exposeStringList('notes', { description: 'Remarks on how it went.' }),
  }),
});

const LookupResultFilter = builder.inputType('LookupResultFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    isChecked: t.boolean({ description: 'With an answer or without one yet.' }),
    isReachable: t.boolean({ description: 'Can be reached or not.' }),
    isPorted: t.boolean({ description: 'Came from another network or not.' }),
    networkId: t.int({ description: 'Served by this network.' }),
  }),
});

const resultArgs = builder.args((t) => ({
  filter: t.field({ type: LookupResultFilter, description: 'Which results.' }),
}));

const ResultCountsType = builder.objectRef<ResultCounts>('LookupResultCounts').implement({
  description: 'How many of a lookup’s numbers turned out how.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Are still to be asked for, or again.' }),
    reachable: t.exposeInt('reachable', { description: 'Can be reached.' }),
    unreachable: t.exposeInt('unreachable', { description: 'Could not be reached when last asked for.' }),
    ported: t.exposeInt('ported', { description: 'Came from another network.' }),
  }),
});

const LookupResultType = builder.objectRef<Row<LookupResult>>('LookupResult').implement({
  description: 'What a lookup found out about one number.',
  table: lookupResults,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    contactId: t.exposeID('contactId', { nullable: true, description: 'The contact it belonged to.' }),
    contact: t.field({
      type: ContactType,
      nullable: true,
      access: 'viewer',
      columns: ['contactId'],
      description: 'The contact it belonged to; null when it was deleted since.',
      resolve: (result, _args, ctx, info) => loadById(ctx, contacts, result.contactId, columns(info)),
    }),
    number: t.expose('number', { type: 'SafeInt', description: 'The phone number, E.164 digits.' }),
    networkId: t.exposeInt('networkId', { nullable: true, description: 'The network that serves it; null: unknown.' }),
    network: t.field({
      type: NetworkType,
      nullable: true,
      access: 'viewer',
      columns: ['networkId'],
      description: 'The network that serves it; null: unknown.',
      resolve: (result, _args, ctx, info) => loadById(ctx, networks, result.networkId, columns(info)),
    }),
    isPorted: t.exposeBoolean('isPorted', {
      nullable: true,
      description: 'Whether it came from another network; null: not known yet.',
    }),
    isReachable: t.exposeBoolean('isReachable', {
      nullable: true,
      description: 'Whether it can be reached; null: not known yet.',
    }),
    retries: t.exposeInt('retries', { description: 'How often it was asked for again.' }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true, description: 'When it was checked.' }),
  }),
});

export const MnpLookupType = builder.objectRef<Row<MnpLookup>>('MnpLookup').implement({
  description: 'A number-portability check over a set of contacts (E16).',
  table: mnpLookups,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    amount: t.exposeInt('amount', { description: 'How many numbers it covers.' }),
    cost: t.expose('cost', { type: 'Decimal', description: 'What it costs, in the team’s currency.' }),
    filters: t.exposeString('filters', { nullable: true, description: 'Which contacts it covers, in words.' }),
    status: t.expose('status', { type: LookupStatusEnum, description: 'Where it stands.' }),
    meta: t.field({
      type: MnpLookupMetaType,
      columns: 'embedded',
      description: 'What it covers and how it went.',
      resolve: (lookup) => lookup,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    doneAt: t.expose('doneAt', { type: 'DateTime', nullable: true, description: 'When it was done or given up.' }),
    results: t.field({
      type: [LookupResultType],
      access: 'viewer',
      args: { ...pageArgs, ...resultArgs },
      description: 'What it found out, by number.',
      ...nested(resultsOfMnpLookup),
    }),
    resultsCount: t.int({
      columns: ['id'],
      args: resultArgs,
      description: 'How many numbers are listed in its results, those without an answer yet among them.',
      resolve: (lookup, args, ctx) => resultsOfMnpLookup.count(ctx, lookup.id, args),
    }),
    resultsByState: t.field({
      type: ResultCountsType,
      access: 'viewer',
      columns: ['id'],
      description: 'How far it is and what it found out. A number counts wherever it applies.',
      resolve: (lookup, _args, ctx) => resultsByState(ctx, lookup.id),
    }),
  }),
});
