import { tables } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { columns } from '../../graphql/selection.ts';
import { getRecord } from '../records/get-record.ts';
import { COMPANY, ENDPOINT, PROFIT_RULE, ROUTE, ROUTING_PLAN, TEST_SCHEDULE } from './kinds.ts';
import {
  HubNameFilter,
  HubNameOrder,
  ProfitRuleFilter,
  ProfitRuleOrder,
  SellerEndpointFilter,
  SellerEndpointOrder,
  SmsTestScheduleFilter,
} from './list-inputs.ts';
import { listNamed, listProfitRules, listSellerEndpoints, listSmsTestSchedules } from './operations/lists.ts';
import { ProfitRuleType } from './profit-types.ts';
import { RouteType, RoutingPlanType, SmsTestScheduleType } from './routing-types.ts';
import { ClientCompanyType, SellerEndpointType } from './seller-types.ts';

const newestFirst = 'newest first unless ordered otherwise.';

builder.queryFields((t) => {
  const id = () => ({ id: t.arg.id({ required: true, description: 'Its id.' }) });
  const named = () => ({
    filter: t.arg({ type: HubNameFilter, description: 'Which ones.' }),
    orderBy: t.arg({ type: HubNameOrder, description: 'In which order.' }),
  });
  return {
    clientCompanies: t.connection(
      {
        type: ClientCompanyType,
        access: 'viewer',
        description: `The companies that buy or sell over the team’s hub, ${newestFirst}`,
        args: named(),
        resolve: (_root, args, ctx, info) => listNamed(ctx, tables.ClientCompany, args, columns(info)),
      },
      { description: 'A page of client companies.' },
      { description: 'A client company in a list.' },
    ),
    clientCompany: t.field({
      type: ClientCompanyType,
      access: 'viewer',
      description: 'One client company. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, COMPANY, args.id, columns(info)),
    }),
    routes: t.connection(
      {
        type: RouteType,
        access: 'viewer',
        description: `The team’s routes, ${newestFirst}`,
        args: named(),
        resolve: (_root, args, ctx, info) => listNamed(ctx, tables.Route, args, columns(info)),
      },
      { description: 'A page of routes.' },
      { description: 'A route in a list.' },
    ),
    route: t.field({
      type: RouteType,
      access: 'viewer',
      description: 'One route. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, ROUTE, args.id, columns(info)),
    }),
    routingPlans: t.connection(
      {
        type: RoutingPlanType,
        access: 'viewer',
        description: `The team’s routing plans, ${newestFirst}`,
        args: named(),
        resolve: (_root, args, ctx, info) => listNamed(ctx, tables.RoutingPlan, args, columns(info)),
      },
      { description: 'A page of routing plans.' },
      { description: 'A routing plan in a list.' },
    ),
    routingPlan: t.field({
      type: RoutingPlanType,
      access: 'viewer',
      description: 'One routing plan. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, ROUTING_PLAN, args.id, columns(info)),
    }),
    sellerEndpoints: t.connection(
      {
        type: SellerEndpointType,
        access: 'viewer',
        description: `The team’s seller endpoints, ${newestFirst}`,
        args: {
          filter: t.arg({ type: SellerEndpointFilter, description: 'Which ones.' }),
          orderBy: t.arg({ type: SellerEndpointOrder, description: 'In which order.' }),
        },
        resolve: (_root, args, ctx, info) => listSellerEndpoints(ctx, args, columns(info)),
      },
      { description: 'A page of seller endpoints.' },
      { description: 'A seller endpoint in a list.' },
    ),
    sellerEndpoint: t.field({
      type: SellerEndpointType,
      access: 'viewer',
      description: 'One seller endpoint. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, ENDPOINT, args.id, columns(info)),
    }),
    smsTestSchedules: t.connection(
      {
        type: SmsTestScheduleType,
        access: 'viewer',
        description: 'The team’s SMS test schedules, newest first.',
        args: { filter: t.arg({ type: SmsTestScheduleFilter, description: 'Which ones.' }) },
        resolve: (_root, args, ctx, info) => listSmsTestSchedules(ctx, args, columns(info)),
      },
      { description: 'A page of SMS test schedules.' },
      { description: 'An SMS test schedule in a list.' },
    ),
    smsTestSchedule: t.field({
      type: SmsTestScheduleType,
      access: 'viewer',
      description: 'One SMS test schedule. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, TEST_SCHEDULE, args.id, columns(info)),
    }),
    sellerProfitLogicRules: t.connection(
      {
        type: ProfitRuleType,
        access: 'viewer',
        description: `The team’s profit rules, ${newestFirst}`,
        args: {
          filter: t.arg({ type: ProfitRuleFilter, description: 'Which ones.' }),
          orderBy: t.arg({ type: ProfitRuleOrder, description: 'In which order.' }),
        },
        resolve: (_root, args, ctx, info) => listProfitRules(ctx, args, columns(info)),
      },
      { description: 'A page of profit rules.' },
      { description: 'A profit rule in a list.' },
    ),
    sellerProfitLogicRule: t.field({
      type: ProfitRuleType,
      access: 'viewer',
      description: 'One profit rule. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, PROFIT_RULE, args.id, columns(info)),
    }),
  };
});
