import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createTeam(app);
});

const run = (...args: [string, Parameters<typeof mutate>[3], string?]) => mutate(app, acme.token, ...args);
const route = async (name: string, token = acme.token) =>
  (await mutate(app, token, 'createRoute', { input: [{ name }, 'CreateRouteInput'] })).data.createRoute.id as string;

const RULE = '{ routeId byPrice candidates { routeId priority weight route { name } } }';
const PLAN = `{ id rules { nodes { id ${RULE.slice(1)} } }`;
const create = (rules: object[]) =>
  run('createRoutingPlan', { input: [{ name: 'Plan', rules }, 'CreateRoutingPlanInput'] }, PLAN);

describe('candidates of a rule', () => {
  test('are kept by priority; the first is the rule’s route', async () => {
    const [a, b] = [await route('A'), await route('B')];
    const candidates = [
      { routeId: a, priority: 2, weight: 7 },
      { routeId: b, weight: 3 },
    ];
    const { data, errors } = await create([{ candidates, byPrice: true }, { routeId: a }]);
    expect(errors).toBeUndefined();
    expect(data.createRoutingPlan.rules.nodes).toMatchObject([
      {
        ...{ routeId: b, byPrice: true },
        candidates: [
          { routeId: b, priority: 1, weight: 3, route: { name: 'B' } },
          { routeId: a, priority: 2, weight: 7, route: { name: 'A' } },
        ],
      },
      { routeId: a, byPrice: false, candidates: [{ routeId: a, priority: 1, weight: 1 }] },
    ]);
  });

  test('are replaced as a whole, or by one route', async () => {
    const [a, b] = [await route('A'), await route('B')];
    const { data } = await create([{ routeId: a }]);
    const [{ id }] = data.createRoutingPlan.rules.nodes;
    const update = async (input: object) =>
      (await run('updateRoutingPlanRule', { id, input: [input, 'UpdateRoutingPlanRuleInput'] }, RULE)).data
        .updateRoutingPlanRule;
    const both = [
      { routeId: b, weight: 100, priority: 1 },
      { routeId: a, weight: 1, priority: 1 },
    ];
    expect(await update({ candidates: both, byPrice: true })).toMatchObject({ routeId: b, candidates: both });
    expect(await update({ countryId: 276 })).toMatchObject({ routeId: b, byPrice: true, candidates: both });
    expect(await update({ routeId: a })).toMatchObject({ routeId: a, candidates: [{ routeId: a, weight: 1 }] });
  });

  test('are refused with every mistake', async () => {
    const [a, b] = [await route('A'), await route('B')];
    const theirs = await route('Theirs', rival.token);
    const many = Array.from({ length: 11 }, () => ({ routeId: a }));
    const rules = [
      {},
      { routeId: a, candidates: [{ routeId: b }] },
      { candidates: [] },
      { candidates: many },
      { candidates: [{ routeId: a, priority: 101 }, { routeId: a, weight: 101 }, { routeId: theirs }] },
      { routeId: '' },
      { routeId: '', candidates: [{ routeId: b }] },
    ];
    expect(await create(rules)).toEqual(
      expect.objectContaining({
        errors: [
          expect.objectContaining({
            extensions: expect.objectContaining({
              fields: {
                'rules.0.routeId': ['The rules.0.route id field is required.'],
                'rules.1.routeId': ['The rules.1.route id field must not be given together with rules.1.candidates.'],
                'rules.2.candidates': ['The rules.2.candidates field must have at least 1 items.'],
                'rules.3.candidates': ['The rules.3.candidates field must not have more than 10 items.'],
                'rules.4.candidates.0.priority': [
                  'The rules.4.candidates.0.priority field must not be greater than 100.',
                ],
                'rules.4.candidates.1.routeId': ['The rules.4.candidates.1.route id field names a route twice.'],
                'rules.4.candidates.1.weight': ['The rules.4.candidates.1.weight field must not be greater than 100.'],
                'rules.4.candidates.2.routeId': ['The selected rules.4.candidates.2.route id is invalid.'],
                'rules.5.routeId': ['The selected rules.5.route id is invalid.'],
                'rules.6.routeId': ['The rules.6.route id field must not be given together with rules.6.candidates.'],
              },
            }),
          }),
        ],
      }),
    );
    const { data } = await create([{ routeId: a }]);
    const [{ id }] = data.createRoutingPlan.rules.nodes;
    const update = (input: object) =>
      run('updateRoutingPlanRule', { id, input: [input, 'UpdateRoutingPlanRuleInput'] });
    expect(await update({ candidates: null, byPrice: null })).toMatchObject(
      invalid({ routeId: ['The route id field is required.'], byPrice: ['The by price field is required.'] }),
    );
    const unknown = ['The selected route id is invalid.'];
    expect(await update({ routeId: '' })).toMatchObject(invalid({ routeId: unknown }));
    expect(await update({ candidates: [{ routeId: theirs }] })).toMatchObject(
      invalid({ 'candidates.0.routeId': ['The selected candidates.0.route id is invalid.'] }),
    );
  });

  test('keep their routes from being deleted', async () => {
    const [a, b] = [await route('A'), await route('B')];
    await create([{ candidates: [{ routeId: a }, { routeId: b, priority: 2 }] }]);
    const text = 'The route is used by the routing plan "Plan".';
    expect(await run('deleteRoute', { id: b })).toMatchObject(refused('CONFLICT', text));
  });

  test('are never another team’s', async () => {
    const { data } = await create([{ candidates: [{ routeId: await route('A') }] }]);
    const { id } = data.createRoutingPlan;
    const query = `{ routingPlan(id: "${id}") { rules { nodes { candidates { id } } } } }`;
    expect((await app.graphql(query, { token: acme.token })).data).toMatchObject({
      routingPlan: { rules: { nodes: [{ candidates: [{ id: expect.any(String) }] }] } },
    });
    expect(await app.graphql(query, { token: rival.token })).toMatchObject(
      refused('NOT_FOUND', 'Routing plan not found.'),
    );
  });
});
