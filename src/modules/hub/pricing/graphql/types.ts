import { builder } from '../../../../graphql/builder.ts';
import { ClientCompanyType } from '../../sellers/graphql/types.ts';
import { priceListUrl } from '../price-list.ts';
import { PROFIT_COLUMNS, profitAt } from '../profit-at.ts';
import { MarginTypeEnum } from './enums.ts';

builder.prismaObject('ProfitRuleChange', {
  name: 'SellerProfitLogicRuleChange',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'oldProfit', 'newProfit', 'createdAt'),
    marginType: t.expose('marginType', { type: MarginTypeEnum }),
  }),
});

export const ProfitRuleType = builder.prismaObject('ProfitRule', {
  name: 'SellerProfitLogicRule',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'appliedAt', 'createdAt', 'updatedAt', 'clientCompanyId', 'networkBrandId'),
    marginType: t.expose('marginType', { type: MarginTypeEnum }),
    currentProfit: t.field({
      type: 'Decimal',
      select: PROFIT_COLUMNS,
      description: 'The profit now.',
      resolve: (rule, _args, ctx) => profitAt(rule, ctx.trace.startedAt).currentProfit,
    }),
    oldProfit: t.field({
      type: 'Decimal',
      nullable: true,
      select: PROFIT_COLUMNS,
      description: 'The profit before the current one.',
      resolve: (rule, _args, ctx) => profitAt(rule, ctx.trace.startedAt).oldProfit,
    }),
    upcomingProfit: t.field({
      type: 'Decimal',
      nullable: true,
      select: PROFIT_COLUMNS,
      description: 'The profit from `appliedAt` on; null when none is planned.',
      resolve: (rule, _args, ctx) => profitAt(rule, ctx.trace.startedAt).upcomingProfit,
    }),
    clientCompany: t.one('clientCompany', { access: 'viewer' }),
    countryId: t.exposeID('countryId', { nullable: true }),
    country: t.one('country', { access: 'viewer' }),
    networkId: t.exposeID('networkId', { nullable: true }),
    network: t.one('network', { access: 'viewer' }),
    networkBrand: t.one('networkBrand', { access: 'viewer' }),
    changes: t.list('changes', { access: 'viewer' }),
  }),
});

builder.prismaObjectFields(ClientCompanyType, (t) => ({
  profitRules: t.list('profitRules', { access: 'viewer' }),
  priceListUrl: t.string({
    select: { id: true },
    args: {
      at: t.arg({
        type: 'DateTime',
        description:
          'The moment whose prices are listed. Defaults to the time of the download, which also replaces a past moment.',
      }),
    },
    description:
      'Where its price list can be downloaded as CSV with the token of this request: a path on this server, behind `PUBLIC_URL` where that is set. Prices are per message part, in the team’s currency, by endpoint, country and network, each with the moment from which it holds; planned changes are in it. Cells that a spreadsheet would take for formulas begin with an apostrophe.',
    resolve: (company, { at }, ctx) => priceListUrl(ctx, company.id, at ?? null),
  }),
}));
