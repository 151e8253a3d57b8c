import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { type Answer, type Call, type Contract, invalid, rows, type Who, withField } from './contract.ts';
import { documentedBounds, documentedFields } from './documented-fields.ts';
import { callOf, createWorld, idsFor, tokenOf, type World } from './fixture.ts';
import { contracts } from './operations.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const routeOf = ({ operation }: Contract) => routes.find((route) => route.operation === operation)!;

async function send(contract: Contract, call: Call, token: string | undefined): Promise<Answer> {
  const { path, ...options } = call;
  const { status, body } = await world.test.rest(routeOf(contract).method, path, {
    ...options,
    ...(token !== undefined && contract.access === undefined && { token }),
  });
  return { status, body };
}

const sendAs = (contract: Contract, call: Call, who?: Who) => send(contract, call, tokenOf(world, who));
const accepted = (contract: Contract) => routeOf(contract).status ?? 200;

test('every operation has a contract, those of the reference first', () => {
  const reference = Array.from({ length: 22 }, (_, at) => `E${at + 1}`);
  expect(contracts.map(({ operation }) => operation).slice(0, reference.length)).toEqual(reference);
  expect(contracts.map(({ operation }) => operation).sort()).toEqual(routes.map(({ operation }) => operation).sort());
});

describe.each(contracts.map((contract) => [contract.operation, contract] as const))('%s', (_, contract) => {
  const { success, failure, missing, references, types, bounds } = contract;

  test('has cases of every kind, or says why not', () => {
    for (const cases of [success, failure, references, types, bounds]) expect(cases).not.toHaveLength(0);
    expect(missing).not.toBe('');
  });

  test.each(success.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const ids = await idsFor(world, contract);
    const body = typeof row.body === 'function' ? row.body(ids) : row.body;
    expect(await sendAs(contract, callOf(contract, ids, row.call?.(ids)), row.as)).toEqual({
      status: row.status,
      body,
    });
  });

  test.each(rows(failure).map((row) => [row.name, row] as const))('refuses %s', async (_name, row) => {
    const { ids } = world.mine;
    const body = typeof row.body === 'function' ? row.body(ids) : row.body;
    expect(await sendAs(contract, callOf(contract, ids, row.call?.(ids)), row.as)).toEqual({
      status: row.status,
      body,
    });
  });

  if (contract.access !== 'public')
    test('tells who asks before it looks at what is asked', async () => {
      const { method } = routeOf(contract);
      const wrong = { ...callOf(contract, world.mine.ids), ...(contract.body && { body: [{ wrong: true }] }) };
      const { path, body } = wrong;
      const elsewhere = await world.scoped(contract.operation === 'E10' ? 'GET /v1/enrichment/mnp' : 'POST /v1/offers');
      for (const token of [undefined, 'obt_nobody', 'obs_nobody', 'nonsense', elsewhere]) {
        const answer = await world.test.rest(method, path, {
          ...(contract.access === 'secret' ? { body: {} } : { body }),
          ...(token !== undefined && { token }),
        });
        if (contract.access === 'secret') {
          expect([answer.status, answer.body]).toEqual([401, { error: 'Invalid secret' }]);
        } else if (token === elsewhere) {
          expect([answer.status, answer.body]).toEqual([403, { message: 'This action is unauthorized.' }]);
          continue;
        } else {
          expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthenticated.' }]);
        }
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    });

  if (typeof missing === 'object')
    test('knows no record of another team', async () => {
      for (const ids of [world.rival.ids, world.nobody, world.nonsense]) {
        const call = callOf(contract, world.mine.ids, { path: contract.path(ids) });
        expect(await sendAs(contract, call)).toEqual(missing);
      }
    });

  if (Array.isArray(references))
    test('takes no reference to another team’s record', async () => {
      for (const [field, kind, answer] of rows(references)) {
        const call = bodyOf(callOf(contract, world.mine.ids));
        const wanted = answer === 'selected' ? invalid(field, 'selected') : answer;
        expect(await sendAs(contract, withField(call, field, world.rival.ids[kind]))).toEqual(wanted);
      }
    });

  if (Array.isArray(types))
    test('refuses a wrong type of every field', async () => {
      for (const [field, value, rule] of rows(types)) await check(field, value, rule);
      const covered = rows(types).map(([field]) => field);
      const without = documentedFields(contract.operation).filter((field) => !covered.includes(field));
      expect(without, 'fields of the row’s `body` that `types` of the contract does not cover').toEqual([]);
    });

  if (Array.isArray(bounds))
    test('keeps every bound', async () => {
      for (const [field, value, rule] of rows(bounds)) await check(field, value, rule);
      const covered = rows(bounds).map(([field, , rule]) => `${field} ${rule === null ? 'inside' : 'outside'}`);
      const wanted = documentedBounds(contract.operation).flatMap((field) => [`${field} inside`, `${field} outside`]);
      const without = wanted.filter((side) => !covered.includes(side));
      expect(without, 'bounds of the API description that `bounds` of the contract does not cover').toEqual([]);
    });

  async function check(field: string, value: unknown, rule: string | null): Promise<void> {
    const ids = rule === null ? await idsFor(world, contract) : world.mine.ids;
    const answer = await sendAs(contract, withField(bodyOf(callOf(contract, ids)), field, value));
    if (rule === null) expect([field, value, answer.status]).toEqual([field, value, accepted(contract)]);
    else expect(answer).toEqual(invalid(field, rule));
  }
});

/** E12's event may be an object, which a field can be set in. */
const bodyOf = (call: Call): Call => {
  const { message } = (call.body ?? {}) as { message?: unknown };
  return typeof message === 'string' ? { ...call, body: { message: JSON.parse(message) } } : call;
};
