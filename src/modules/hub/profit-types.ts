import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { ProfitRule, ProfitRuleChange } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { countries, networkBrands, networks } from '../networks/loaders.ts';
import { CountryType, NetworkBrandType, NetworkType } from '../networks/types.ts';
import { MarginTypeEnum } from './enums.ts';
import {
  changesOfProfitRule,
  clientCompanies,
  profitRuleChanges,
  profitRules,
  profitRulesOfClientCompany,
} from './loaders.ts';
import { PROFIT_COLUMNS, profitAt } from './profit-rules.ts';
import { ClientCompanyType } from './seller-types.ts';

const ProfitChangeType = builder.objectRef<Row<ProfitRuleChange>>('SellerProfitLogicRuleChange').implement({
  description: 'One change of a rule’s profit. Never edited or removed.',
  table: profitRuleChanges,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    marginType: t.expose('marginType', { type: MarginTypeEnum, description: 'What the new profit’s number means.' }),
    oldProfit: t.expose('oldProfit', { type: 'Decimal', description: 'The profit before.' }),
    newProfit: t.expose('newProfit', { type: 'Decimal', description: 'The profit since.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the new one took effect.' }),
  }),
});

export const ProfitRuleType = builder.objectRef<Row<ProfitRule>>('SellerProfitLogicRule').implement({
  description: 'What the hub earns on a company, country, network or brand (E5).',
  table: profitRules,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    marginType: t.expose('marginType', { type: MarginTypeEnum, description: 'What the numbers below mean.' }),
    currentProfit: t.field({
      type: 'Decimal',
      columns: PROFIT_COLUMNS,
      description: 'The profit now.',
      resolve: (rule, _args, ctx) => profitAt(rule, ctx.trace.startedAt).currentProfit,
    }),
    oldProfit: t.field({
      type: 'Decimal',
      nullable: true,
      columns: PROFIT_COLUMNS,
      description: 'The profit before the current one.',
      resolve: (rule, _args, ctx) => profitAt(rule, ctx.trace.startedAt).oldProfit,
    }),
    upcomingProfit: t.field({
      type: 'Decimal',
      nullable: true,
      columns: PROFIT_COLUMNS,
      description: 'The profit from `appliedAt` on; null when none is planned.',
      resolve: (rule, _args, ctx) => profitAt(rule, ctx.trace.startedAt).upcomingProfit,
    }),
    appliedAt: t.expose('appliedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the upcoming profit takes effect; without one, when the current profit did.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    clientCompanyId: t.exposeID('clientCompanyId', { nullable: true, description: 'Company; null means any.' }),
    clientCompany: t.field({
      type: ClientCompanyType,
      nullable: true,
      access: 'viewer',
      columns: ['clientCompanyId'],
      description: 'Company it is for; null means any.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, clientCompanies, rule.clientCompanyId, columns(info)),
    }),
    countryId: t.exposeInt('countryId', { nullable: true, description: 'Country; null means any.' }),
    country: t.field({
      type: CountryType,
      nullable: true,
      access: 'viewer',
      columns: ['countryId'],
      description: 'Country it is for; null means any.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, countries, rule.countryId, columns(info)),
    }),
    networkId: t.exposeInt('networkId', { nullable: true, description: 'Network; null means any.' }),
    network: t.field({
      type: NetworkType,
      nullable: true,
      access: 'viewer',
      columns: ['networkId'],
      description: 'Network it is for; null means any.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, networks, rule.networkId, columns(info)),
    }),
    networkBrandId: t.exposeID('networkBrandId', { nullable: true, description: 'Brand; null means any.' }),
    networkBrand: t.field({
      type: NetworkBrandType,
      nullable: true,
      access: 'viewer',
      columns: ['networkBrandId'],
      description: 'Brand it is for; null means any.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, networkBrands, rule.networkBrandId, columns(info)),
    }),
    changes: t.field({
      type: [ProfitChangeType],
      access: 'viewer',
      args: pageArgs,
      description:
        'The history of its profit, newest first. An upcoming profit enters it shortly after taking effect, dated to the moment it did.',
      ...nested(changesOfProfitRule),
    }),
    changesCount: t.int({
      columns: ['id'],
      description: 'How often its profit changed.',
      resolve: (rule, _args, ctx) => changesOfProfitRule.count(ctx, rule.id, {}),
    }),
  }),
});

builder.objectFields(ClientCompanyType, (t) => ({
  profitRules: t.field({
    type: [ProfitRuleType],
    access: 'viewer',
    args: pageArgs,
    description: 'What the hub earns on it, newest rule first.',
    ...nested(profitRulesOfClientCompany),
  }),
  profitRulesCount: t.int({
    columns: ['id'],
    description: 'How many profit rules are for it.',
    resolve: (company, _args, ctx) => profitRulesOfClientCompany.count(ctx, company.id, {}),
  }),
}));
