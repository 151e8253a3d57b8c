import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { deleteAhead, deleteRecord } from '../../../../records/delete-record.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { PLAN_RULE, ROUTE, ROUTING_PLAN, TEST_SCHEDULE } from '../kinds.ts';
import { removeRouteProvider, setRouteProvider } from '../route-provider.ts';
import { createRoute, updateRoute } from '../routes.ts';
import {
  createRoutingPlanRule,
  deleteRoutingPlanRule,
  reorderRoutingPlanRules,
  updateRoutingPlanRule,
} from '../routing-plan-rules.ts';
import { createRoutingPlan, updateRoutingPlan } from '../routing-plans.ts';
import {
  createSmsTestSchedule,
  deleteScheduleAhead,
  deleteSmsTestSchedule,
  updateSmsTestSchedule,
} from '../test-schedules.ts';
import {
  CreateRouteInput,
  CreateRoutingPlanInput,
  CreateRoutingPlanRuleInput,
  CreateSmsTestScheduleInput,
  ReorderRoutingPlanRulesInput,
  SetRouteProviderInput,
  UpdateRouteInput,
  UpdateRoutingPlanInput,
  UpdateRoutingPlanRuleInput,
  UpdateSmsTestScheduleInput,
} from './inputs.ts';
import { RouteType, RouteWithSecretType, RoutingPlanRuleType, RoutingPlanType, SmsTestScheduleType } from './types.ts';

const UNCHECKED =
  '`CONFLICT` while numbers of erased persons cannot be checked because `TOKEN_KEY` is not the one they were stored under.';
const INVALID = '`VALIDATION_FAILED` lists fields that are out of range or name a record your team does not have';

const planIn = ({ input }: Record<string, unknown>) => (input as { routingPlanId: string }).routingPlanId;

const DELETE_TEST_SCHEDULE = 'DELETE /v1/sms/routing/sms-tests/{smsRoute}/schedule/{id}';

builder.mutationFields((t) => {
  const id = () => t.arg.id({ required: true, description: 'Its id.' });
  return {
    createRoute: t.create({
      type: RouteType,
      access: 'viewer',
      description: `Creates a route. ${INVALID}.`,
      input: CreateRouteInput,
      run: createRoute,
    }),
    updateRoute: t.change({
      type: RouteType,
      access: 'viewer',
      description: `Changes a route. ${NONE}, ${INVALID}.`,
      input: UpdateRouteInput,
      run: updateRoute,
    }),
    setRouteProvider: t.change({
      type: RouteWithSecretType,
      access: MAY.manageRouteProviders,
      creates: true,
      changes: { table: tables.Route },
      description: `Sets the route’s provider, settings and credentials. Credentials are encrypted and never returned. Where a secret, signing key or token that receipts and replies are verified with is replaced, the former one is accepted for \`overlapHours\`, for them alone: nothing is sent with it. \`FORBIDDEN\` (\`Action not allowed\`) unless the viewer is an owner or admin, ${NONE}, ${INVALID}.`,
      input: SetRouteProviderInput,
      run: setRouteProvider,
    }),
    removeRouteProvider: t.change({
      type: RouteType,
      access: MAY.manageRouteProviders,
      description: `Takes away who carries a route’s messages, with settings and secrets. Messages wait until the route has another provider; receipts and replies that still come are refused. \`FORBIDDEN\` (\`Action not allowed\`) unless the viewer is an owner or admin, ${NONE}, \`CONFLICT\` while it is handing messages over.`,
      run: removeRouteProvider,
    }),
    deleteRoute: t.change({
      type: DeletedRecord,
      access: 'viewer',
      changes: ROUTE,
      description: `Deletes a route with its test schedules; messages that left over it stay. ${NONE}, \`CONFLICT\` as long as a routing plan or a seller endpoint leads to it.`,
      ahead: (ctx, id) => deleteAhead(ctx, ROUTE, id),
      run: (ctx, id) => deleteRecord(ctx, ROUTE, id),
    }),
    createRoutingPlan: t.create({
      type: RoutingPlanType,
      access: 'viewer',
      description: `Creates a routing plan with its rules. ${INVALID}.`,
      input: CreateRoutingPlanInput,
      run: createRoutingPlan,
    }),
    updateRoutingPlan: t.change({
      type: RoutingPlanType,
      access: 'viewer',
      description: `Changes a routing plan. ${NONE}, ${INVALID}.`,
      input: UpdateRoutingPlanInput,
      run: updateRoutingPlan,
    }),
    deleteRoutingPlan: t.change({
      type: DeletedRecord,
      access: 'viewer',
      changes: ROUTING_PLAN,
      description: `Deletes a routing plan with its rules; messages that took it stay. ${NONE}, \`CONFLICT\` as long as a campaign or a seller endpoint takes it.`,
      run: (ctx, id) => deleteRecord(ctx, ROUTING_PLAN, id),
    }),
    createRoutingPlanRule: t.create({
      type: RoutingPlanRuleType,
      access: 'viewer',
      description: `Adds a rule to a routing plan, which may have 500. \`NOT_FOUND\` when the team has no such plan, ${INVALID}.`,
      input: CreateRoutingPlanRuleInput,
      run: createRoutingPlanRule,
    }),
    updateRoutingPlanRule: t.change({
      type: RoutingPlanRuleType,
      access: 'viewer',
      description: `Changes where a rule leads, or whose traffic it is about. ${NONE}, ${INVALID}.`,
      input: UpdateRoutingPlanRuleInput,
      run: updateRoutingPlanRule,
    }),
    reorderRoutingPlanRules: t.field({
      type: RoutingPlanType,
      access: 'viewer',
      creates: false,
      changes: { table: tables.RoutingPlan, key: planIn },
      description:
        'Puts the rules of a routing plan into another order, all at once. `NOT_FOUND` when the team has no such plan, `VALIDATION_FAILED` unless each of its rules is named once.',
      args: { input: t.arg({ type: ReorderRoutingPlanRulesInput, required: true, description: 'The order.' }) },
      resolve: (_root, { input }, ctx) => reorderRoutingPlanRules(ctx, input),
    }),
    deleteRoutingPlanRule: t.change({
      type: DeletedRecord,
      access: 'viewer',
      changes: PLAN_RULE,
      description: `Deletes a rule of a routing plan; those behind it move up. ${NONE}.`,
      run: deleteRoutingPlanRule,
    }),
    createSmsTestSchedule: t.create({
      type: SmsTestScheduleType,
      access: 'viewer',
      description: `Creates a test schedule for a route. ${INVALID}, a route without a provider, or the number of an erased person. ${UNCHECKED}`,
      input: CreateSmsTestScheduleInput,
      run: createSmsTestSchedule,
    }),
    updateSmsTestSchedule: t.change({
      type: SmsTestScheduleType,
      access: 'viewer',
      description: `Changes a test schedule, or pauses or resumes it. A test that is being sent already is sent. ${NONE}, ${INVALID}, or the number of an erased person. ${UNCHECKED}`,
      input: UpdateSmsTestScheduleInput,
      run: updateSmsTestSchedule,
    }),
    deleteSmsTestSchedule: t.change({
      type: DeletedRecord,
      access: DELETE_TEST_SCHEDULE,
      changes: TEST_SCHEDULE,
      description: `Deletes a test schedule. ${NONE}.`,
      ahead: (ctx, id) => deleteAhead(ctx, TEST_SCHEDULE, id),
      run: (ctx, id) => deleteRecord(ctx, TEST_SCHEDULE, id),
    }),
    deleteSmsTestScheduleOfRoute: t.field({
      type: DeletedRecord,
      internal: true,
      access: DELETE_TEST_SCHEDULE,
      changes: TEST_SCHEDULE,
      creates: false,
      ahead: deleteScheduleAhead,
      description:
        'Deletes a test schedule of a route (E18). `NOT_FOUND` when the team has no such route, or the route no such schedule.',
      args: { routeId: t.arg.id({ required: true, description: 'The route it tests.' }), id: id() },
      resolve: (_root, args, ctx) => deleteSmsTestSchedule(ctx, args),
    }),
  };
});
