import { tables } from '../../../database/tables.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { NameFilter, NameOrder } from '../../records/graphql/named-inputs.ts';
import { listNamed } from '../../records/list-named.ts';
import { ROUTE, ROUTING_PLAN, TEST_SCHEDULE } from '../kinds.ts';
import { listSmsTestSchedules } from '../lists.ts';
import { SmsTestScheduleFilter } from './list-inputs.ts';
import { RouteType, RoutingPlanType, SmsTestScheduleType } from './types.ts';

const newestFirst = 'newest first unless ordered otherwise.';

builder.queryFields((t) => {
  const id = () => ({ id: t.arg.id({ required: true, description: 'Its id.' }) });
  const named = () => ({
    filter: t.arg({ type: NameFilter, description: 'Which ones.' }),
    orderBy: t.arg({ type: NameOrder, description: 'In which order.' }),
  });
  return {
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
  };
});
