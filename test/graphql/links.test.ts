import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { model } from '../../src/generated/model.ts';
import { schema } from '../../src/schema.ts';

/** People are no records of a team: a token or an invitation says who made it in fields of its own. */
const NOT_PUBLIC = new Set(['Team', 'User']);
/** They are read below their parent alone. */
const OTHERWISE = [
  'DataFileRowError.dataFile',
  'RouteHealth.route',
  'RouteSender.route',
  'RoutingPlanCandidate.routingPlanRule',
  'SmsTestResult.smsTestSchedule',
];

test('every record leads to those that it names', () => {
  const missing = Object.entries(model).flatMap(([name, { relations }]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) return [];
    return Object.entries(relations as Record<string, { model: string; key?: string }>)
      .filter(
        ([field, to]) => to.key && !NOT_PUBLIC.has(to.model) && schema.getType(to.model) && !type.getFields()[field],
      )
      .map(([field]) => `${name}.${field}`);
  });
  expect(missing.sort()).toEqual(OTHERWISE);
});
