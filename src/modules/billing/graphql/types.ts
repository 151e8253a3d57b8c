import type { ListArgs } from '../../../database/reads/filters.ts';
import { builder } from '../../../graphql/builder.ts';
import { filterInput } from '../../../graphql/lists.ts';
import { balanceByDay, type DayOfBalance, MAX_DAYS } from '../balance-by-day.ts';
import { isBalanceLow } from '../integrations.ts';
import { ledgerFilter } from '../loaders.ts';

const LedgerKindEnum = builder.enumType('LedgerKind', {
  description: 'Which way an entry moves the balance.',
  values: {
    charge: { description: 'Down.' },
    top_up: { description: 'Up.' },
    refund: { description: 'Up: what messages were reserved for and did not cost.' },
  },
});

export const LedgerFilter = filterInput(ledgerFilter);

export const LedgerEntryType = builder.prismaObject('LedgerEntry', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'amount', 'balanceAfter', 'reason', 'createdAt', 'integrationId'),
    kind: t.expose('kind', { type: LedgerKindEnum }),
    requestId: t.exposeString('webhookRequestId', { nullable: true }),
    integration: t.one('integration', { access: 'viewer' }),
    call: t.one('call', { access: 'viewer' }),
    directMessage: t.one('directMessage', { access: 'viewer' }),
    smsSend: t.one('smsSend', { access: 'viewer' }),
    route: t.one('route', { access: 'viewer' }),
    sellerEndpoint: t.one('sellerEndpoint', { access: 'viewer' }),
  }),
});

const DayOfBalanceType = builder.objectRef<DayOfBalance>('DayOfBalance').implement({
  description: 'What happened to a balance on one day.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'The day in the team’s time zone, e.g. `2026-11-21`.' }),
    balance: t.expose('balance', { type: 'Decimal', description: 'The balance at its end.' }),
    charged: t.expose('charged', { type: 'Decimal', description: 'What was charged on it, refunds not deducted.' }),
    toppedUp: t.expose('toppedUp', { type: 'Decimal', description: 'What was topped up on it, without refunds.' }),
  }),
});

const entries = {
  args: builder.args((t) => ({ filter: t.field({ type: LedgerFilter, description: 'Which entries.' }) })),
  filter: ({ filter }: ListArgs<typeof ledgerFilter>, teamId: string) => ledgerFilter.where(teamId, filter),
};

export const IntegrationType = builder.prismaObject('Integration', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'isBalanceManaged', 'balance', 'lowBalance', 'createdAt', 'updatedAt'),
    isBalanceLow: t.boolean({
      select: { isBalanceManaged: true, balance: true, lowBalance: true },
      description: 'Whether its balance is kept here and below `lowBalance`.',
      resolve: isBalanceLow,
    }),
    ledgerEntries: t.list('entries', { ...entries, access: 'viewer' }),
    balanceByDay: t.field({
      type: [DayOfBalanceType],
      access: 'viewer',
      select: { id: true },
      size: MAX_DAYS,
      args: {
        last: t.arg({ type: 'PositiveInt', required: true, defaultValue: 30, description: 'How many days, 1 to 366.' }),
        until: t.arg({ type: 'DateTime', description: 'A moment in the last of them. Defaults to now.' }),
      },
      description: 'Its balance over time by the ledger, oldest day first, in the team’s time zone.',
      resolve: (integration, args, ctx) => balanceByDay(ctx, integration.id, args),
    }),
  }),
});
