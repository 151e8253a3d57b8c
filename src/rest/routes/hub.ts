import {
  CreateSellerEndpointDocument,
  DeleteSmsTestScheduleDocument,
  UpdateProfitRuleDocument,
} from '../../generated/rest-documents.ts';
import { type JsonSchema, nullable, numberOrNull, object, property, string, withIntegers } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const hubRoutes: readonly Route[] = [
  route({
    operation: 'E4',
    method: 'POST',
    path: '/v1/hub/endpoints',
    document: CreateSellerEndpointDocument,
    body: [
      'username',
      'password',
      'name',
      'client_company_id',
      'sms_routing_plan_id',
      'default_route_id',
      'pricing_update_email',
      'allowed_ips',
      'tags',
      'tx',
      'rx',
      'trx',
      'is_sending_allowed',
      'max_price',
      'is_max_price_enabled',
      'min_margin',
      { active_connections: ['tx', 'rx', 'trx'] },
    ],
    variables: ({ body }) => ({ input: body }),
    status: 201,
    respond: ({ createSellerEndpoint: { id } }) => id,
    response: () => ({ ...string, description: 'Id of the endpoint.' }),
  }),
  route({
    operation: 'E5',
    method: 'PUT',
    path: '/v1/hub/profit-logic/rules/:rule',
    document: UpdateProfitRuleDocument,
    body: [
      'margin_type',
      'current_profit',
      'old_profit',
      'upcoming_profit',
      'applied_at',
      'client_company_id',
      'country_id',
      'network_id',
      'network_brand_id',
    ],
    variables: ({ params, body }) => ({ rule: params.rule, input: body }),
    respond: ({ data }) => ({
      data: {
        ...data,
        current_profit: Number(data.current_profit),
        old_profit: numberOrNull(data.old_profit),
        upcoming_profit: numberOrNull(data.upcoming_profit),
        ...{ country_id: numberOrNull(data.country_id), network_id: numberOrNull(data.network_id) },
      },
    }),
    response: (selection) => object({ data: withNumbers(property(selection, 'data')) }),
  }),
  route({
    operation: 'E18',
    method: 'DELETE',
    path: '/v1/sms/routing/sms-tests/:smsRoute/schedule/:id',
    document: DeleteSmsTestScheduleDocument,
    variables: ({ params }) => ({ sms_route: params.smsRoute, id: params.id }),
    respond: () => ({ success: true, message: 'SMS test schedule deleted successfully.' }),
    response: () => object({ success: { type: 'boolean' }, message: string }),
  }),
];

const number: JsonSchema = { type: 'number' };

const withNumbers = (rule: JsonSchema): JsonSchema =>
  object({
    ...withIntegers(rule, 'country_id', 'network_id').properties,
    current_profit: number,
    old_profit: nullable(number),
    upcoming_profit: nullable(number),
  });
