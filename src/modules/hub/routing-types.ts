import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type {
  Route,
  RoutingPlan,
  RoutingPlanRule,
  SmsTestResult,
  SmsTestSchedule,
} from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { countries, networks } from '../networks/loaders.ts';
import { CountryType, NetworkType } from '../networks/types.ts';
import { SmsTestStatusEnum } from './enums.ts';
import {
  resultsOfTestSchedule,
  routes,
  routingPlanRules,
  routingPlans,
  rulesOfRoute,
  rulesOfRoutingPlan,
  smsTestResults,
  smsTestSchedules,
  testSchedulesOfRoute,
} from './loaders.ts';

export const RouteType = builder.objectRef<Row<Route>>('Route');
export const SmsTestScheduleType = builder.objectRef<Row<SmsTestSchedule>>('SmsTestSchedule');

RouteType.implement({
  description: 'A way out for messages.',
  table: routes,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    companyName: t.exposeString('companyName', { nullable: true, description: 'Whose route it is.' }),
    isConnected: t.exposeBoolean('isConnected', { description: 'Whether messages can leave over it now.' }),
    price: t.expose('price', { type: 'Decimal', description: 'What a message costs, in the team’s currency.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    testSchedules: t.field({
      type: [SmsTestScheduleType],
      access: 'viewer',
      args: pageArgs,
      description: 'Tests that go out over it at intervals, newest first.',
      ...nested(testSchedulesOfRoute),
    }),
    testSchedulesCount: t.int({
      columns: ['id'],
      description: 'How many test schedules it has.',
      resolve: (route, _args, ctx) => testSchedulesOfRoute.count(ctx, route.id, {}),
    }),
  }),
});

const SmsTestResultType = builder.objectRef<Row<SmsTestResult>>('SmsTestResult').implement({
  description: 'One test message of a schedule.',
  table: smsTestResults,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    status: t.expose('status', { type: SmsTestStatusEnum, description: 'Where it stands.' }),
    smsId: t.exposeString('smsId', { nullable: true, description: 'The operator’s id of it.' }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why it failed.' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When the schedule wanted it.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When it was last handed over.' }),
  }),
});

SmsTestScheduleType.implement({
  description: 'A test message sent over a route at fixed intervals (E18 deletes it).',
  table: smsTestSchedules,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    toNumber: t.expose('toNumber', { type: 'SafeInt', description: 'Phone number it goes to, E.164 digits.' }),
    text: t.exposeString('text', { description: 'Text of the message.' }),
    intervalMinutes: t.exposeInt('intervalMinutes', { description: 'Minutes between two tests.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether tests go out.' }),
    lastRunAt: t.expose('lastRunAt', { type: 'DateTime', nullable: true, description: 'When the last one went out.' }),
    nextRunAt: t.expose('nextRunAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next one goes out; null while it is paused.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    routeId: t.exposeID('routeId', { description: 'The route it tests.' }),
    route: t.field({
      type: RouteType,
      nullable: true,
      access: 'viewer',
      columns: ['routeId'],
      description: 'The route it tests.',
      resolve: (schedule, _args, ctx, info) => loadById(ctx, routes, schedule.routeId, columns(info)),
    }),
    results: t.field({
      type: [SmsTestResultType],
      access: 'viewer',
      args: pageArgs,
      description: 'Its test messages, newest first.',
      ...nested(resultsOfTestSchedule),
    }),
    resultsCount: t.int({
      columns: ['id'],
      description: 'How many test messages it had.',
      resolve: (schedule, _args, ctx) => resultsOfTestSchedule.count(ctx, schedule.id, {}),
    }),
  }),
});

export const RoutingPlanRuleType = builder.objectRef<Row<RoutingPlanRule>>('RoutingPlanRule');
export const RoutingPlanType = builder.objectRef<Row<RoutingPlan>>('RoutingPlan');

RoutingPlanRuleType.implement({
  description: 'Sends the traffic of a country or network over a route; the lowest position that matches wins.',
  table: routingPlanRules,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    position: t.exposeInt('position', { description: 'Its place in the plan; lower ones are tried first.' }),
    routingPlanId: t.exposeID('routingPlanId', { description: 'The plan it belongs to.' }),
    routingPlan: t.field({
      type: RoutingPlanType,
      nullable: true,
      access: 'viewer',
      columns: ['routingPlanId'],
      description: 'The plan it belongs to.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, routingPlans, rule.routingPlanId, columns(info)),
    }),
    routeId: t.exposeID('routeId', { description: 'The route it leads to.' }),
    route: t.field({
      type: RouteType,
      nullable: true,
      access: 'viewer',
      columns: ['routeId'],
      description: 'The route it leads to.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, routes, rule.routeId, columns(info)),
    }),
    countryId: t.exposeInt('countryId', { nullable: true, description: 'Country it is for; null means any.' }),
    country: t.field({
      type: CountryType,
      nullable: true,
      access: 'viewer',
      columns: ['countryId'],
      description: 'Country it is for; null means any.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, countries, rule.countryId, columns(info)),
    }),
    networkId: t.exposeInt('networkId', { nullable: true, description: 'Network it is for; null means any.' }),
    network: t.field({
      type: NetworkType,
      nullable: true,
      access: 'viewer',
      columns: ['networkId'],
      description: 'Network it is for; null means any.',
      resolve: (rule, _args, ctx, info) => loadById(ctx, networks, rule.networkId, columns(info)),
    }),
  }),
});

RoutingPlanType.implement({
  description: 'Which route the messages of a campaign or a seller take.',
  table: routingPlans,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    rules: t.field({
      type: [RoutingPlanRuleType],
      access: 'viewer',
      args: pageArgs,
      description: 'Its rules in the order in which they are tried.',
      ...nested(rulesOfRoutingPlan),
    }),
    rulesCount: t.int({
      columns: ['id'],
      description: 'How many rules it has.',
      resolve: (plan, _args, ctx) => rulesOfRoutingPlan.count(ctx, plan.id, {}),
    }),
  }),
});

builder.objectFields(RouteType, (t) => ({
  routingPlanRules: t.field({
    type: [RoutingPlanRuleType],
    access: 'viewer',
    args: pageArgs,
    description: 'The rules of routing plans that lead to it, plan by plan.',
    ...nested(rulesOfRoute),
  }),
  routingPlanRulesCount: t.int({
    columns: ['id'],
    description: 'How many rules of routing plans lead to it.',
    resolve: (route, _args, ctx) => rulesOfRoute.count(ctx, route.id, {}),
  }),
}));
