import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { Integration, LedgerEntry } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { balanceByDay, type DayOfBalance, MAX_DAYS } from './balance-by-day.ts';
import { entriesOfIntegration, integrations, ledgerEntries } from './loaders.ts';
import { isBalanceLow } from './rules.ts';

export const LedgerKindEnum = builder.enumType('LedgerKind', {
  description: 'Which way an entry moves the balance.',
  values: {
    charge: { description: 'Down.' },
    top_up: { description: 'Up.' },
  },
});

export const LedgerFilter = builder.inputType('LedgerFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    kind: t.field({ type: [LedgerKindEnum], description: 'One of these kinds.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was entered.' }),
  }),
});

export const IntegrationType = builder.objectRef<Row<Integration>>('Integration');

export const LedgerEntryType = builder.objectRef<Row<LedgerEntry>>('LedgerEntry').implement({
  description: 'One change of an integration’s balance. Never edited or removed.',
  table: ledgerEntries,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    kind: t.expose('kind', { type: LedgerKindEnum, description: 'Which way it moved the balance.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'By how much, more than 0, in the team’s currency.' }),
    balanceAfter: t.expose('balanceAfter', { type: 'Decimal', description: 'The balance it left.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'What for, in words.' }),
    webhookRequestId: t.exposeID('webhookRequestId', {
      nullable: true,
      description: 'The idempotency key of a charge (E7) or top-up.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was entered.' }),
    integrationId: t.exposeID('integrationId', { description: 'Whose balance it changed.' }),
    integration: t.field({
      type: IntegrationType,
      nullable: true,
      access: 'viewer',
      columns: ['integrationId'],
      description: 'Whose balance it changed.',
      resolve: (entry, _args, ctx, info) => loadById(ctx, integrations, entry.integrationId, columns(info)),
    }),
  }),
});

const DayOfBalanceType = builder.objectRef<DayOfBalance>('DayOfBalance').implement({
  description: 'What happened to a balance on one day.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'The day in the team’s time zone, e.g. `2026-11-21`.' }),
    balance: t.expose('balance', { type: 'Decimal', description: 'The balance at its end.' }),
    charged: t.expose('charged', { type: 'Decimal', description: 'What was charged on it.' }),
    toppedUp: t.expose('toppedUp', { type: 'Decimal', description: 'What was added on it.' }),
  }),
});

const entryArgs = builder.args((t) => ({
  filter: t.field({ type: LedgerFilter, description: 'Which entries.' }),
}));

IntegrationType.implement({
  description: 'An outside service that is paid for, with or without a balance that is kept here (E7).',
  table: integrations,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    isBalanceManaged: t.exposeBoolean('isBalanceManaged', {
      description: 'Whether its balance is kept here; only then it can be charged.',
    }),
    balance: t.expose('balance', { type: 'Decimal', description: 'What is left to charge, in the team’s currency.' }),
    lowBalance: t.expose('lowBalance', {
      type: 'Decimal',
      nullable: true,
      description: 'A balance below this is low, in the team’s currency; null: none is.',
    }),
    isBalanceLow: t.boolean({
      columns: ['isBalanceManaged', 'balance', 'lowBalance'],
      description: 'Whether its balance is kept here and below `lowBalance`.',
      resolve: isBalanceLow,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it or its balance last changed.' }),
    ledgerEntries: t.field({
      type: [LedgerEntryType],
      access: 'viewer',
      args: { ...pageArgs, ...entryArgs },
      description: 'What changed its balance, newest first.',
      ...nested(entriesOfIntegration),
    }),
    ledgerEntriesCount: t.int({
      columns: ['id'],
      args: entryArgs,
      description: 'How often its balance changed.',
      resolve: (integration, args, ctx) => entriesOfIntegration.count(ctx, integration.id, args),
    }),
    balanceByDay: t.field({
      type: [DayOfBalanceType],
      access: 'viewer',
      columns: ['id'],
      size: MAX_DAYS,
      args: {
        last: t.arg({ type: 'PositiveInt', required: true, defaultValue: 30, description: 'How many days, 1 to 366.' }),
        until: t.arg({ type: 'DateTime', description: 'The last of them contains this moment; now unless given.' }),
      },
      description: 'Its balance over time by the ledger, oldest day first, in the team’s time zone.',
      resolve: (integration, args, ctx) => balanceByDay(ctx, integration.id, args),
    }),
  }),
});
