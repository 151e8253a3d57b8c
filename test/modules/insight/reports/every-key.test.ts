import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { holds, inOrder, type Model, modelsOf } from './oracle.ts';
import { createReportWorld, type Known, type World } from './world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp();
  // Another team with the like of it: none of its rows may ever be in an answer.
  await createReportWorld(app, 20);
  world = await createReportWorld(app);
});
afterAll(() => app.close());

interface Key {
  key: string;
  type: 'text' | 'number' | 'date';
  isSortable: boolean;
  canGroup: boolean;
  operators: string[];
}

const REPORTS = {
  smsReport: { name: 'SmsReport', catalog: 'analyticsFilters(type: sms_reports)', rows: () => world.messages },
  callReport: { name: 'CallReport', catalog: 'callReportFilters', rows: () => world.calls },
  smsContactReport: {
    name: 'SmsContactReport',
    catalog: 'analyticsFilters(type: sms_contacts)',
    rows: () => world.contacts,
  },
  hubReport: { name: 'HubReport', catalog: 'analyticsFilters(type: route_company)', rows: () => world.hubMessages },
} as const;

async function keysOf(catalog: string): Promise<Key[]> {
  const { data } = await app.graphql<Record<string, Key[]>>(
    `{ ${catalog} { key type isSortable canGroup operators } }`,
    {
      token: world.token,
    },
  );
  return Object.values(data!)[0]!;
}

interface ReportData {
  rows: { rowId: string }[];
  groups: { keys: { value: string | null }[]; bucket: string | null; metrics: Record<string, number> }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function ask(field: keyof typeof REPORTS, variables: Record<string, unknown>, count = 'messages') {
  const { name } = REPORTS[field];
  const answer = await app.graphql<Record<string, ReportData>>(
    `query ($filters: JSONObject, $where: [${name}Where!], $groupBy: [${name}Key!], $bucket: ${name}Bucket, $sort: [${name}Sort!], $first: Int!, $after: String) {
      ${field}(filters: $filters, where: $where, groupBy: $groupBy, bucket: $bucket, sort: $sort, first: $first, after: $after) {
        rows { rowId } groups { keys { value } bucket metrics { ${count} } } pageInfo { hasNextPage endCursor } } }`,
    { token: world.token, variables: { first: 1_000, ...variables } },
  );
  return { data: answer.data?.[field], errors: answer.errors };
}

/** The same filter as GraphQL types it. */
function typed(key: string, { type, filter, filterTo, dateFrom, dateTo }: Model) {
  const [from, to] = dateFrom === undefined ? [filter, filterTo] : [dateFrom, dateTo];
  const blank = { blank: { isBlank: true }, notBlank: { isBlank: false }, inRange: { inRange: { from, to } } };
  const field = key.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return { [field]: blank[type as keyof typeof blank] ?? { [String(type)]: from } };
}

const COUNTS = {
  smsReport: 'messages',
  callReport: 'calls',
  smsContactReport: 'contacts',
  hubReport: 'messages',
} as const;

describe.each(Object.keys(REPORTS) as (keyof typeof REPORTS)[])('%s', (field) => {
  const { catalog, rows } = REPORTS[field];
  const count = COUNTS[field];
  const valuesOf = (all: readonly Known[], key: string) => all.map(({ values }) => values[key]!);

  test('filters by every key with every operator of its type, as a naive reading of the rows does', async () => {
    const keys = await keysOf(catalog);
    expect(keys.length).toBeGreaterThan(29);
    let some = 0;
    for (const { key, type, operators } of keys) {
      for (const operator of operators) {
        for (const [at, model] of modelsOf(type, operator, valuesOf(rows(), key)).entries()) {
          const expected = rows().filter(({ values }) => holds(values[key]!, model));
          if (expected.length > 0 && expected.length < rows().length) some += 1;
          // The first of each operator in its typed form.
          const filter = at === 0 ? { where: [typed(key, model)] } : { filters: { [key]: model } };
          const { data, errors } = await ask(field, filter, count);
          expect([key, model, errors, data?.rows.map(({ rowId }) => rowId).sort()]).toEqual([
            key,
            model,
            undefined,
            expected.map(({ id }) => id).sort(),
          ]);
        }
      }
    }
    // The filters tell rows apart.
    expect(some).toBeGreaterThan(200);
  });

  test('sorts by every sortable key, page by page, and says of the others that they have no order', async () => {
    for (const { key, isSortable } of await keysOf(catalog)) {
      for (const direction of ['asc', 'desc'] as const) {
        const sort = [{ by: key, direction }];
        if (!isSortable) {
          const { errors } = await ask(field, { sort }, count);
          expect(errors?.[0]?.extensions).toMatchObject({
            code: 'VALIDATION_FAILED',
            fields: { 'sort.0.by': [`The sort.0.by field cannot be ${key}: it has no order.`] },
          });
          continue;
        }
        const found: string[] = [];
        let after: string | null = null;
        do {
          const { data, errors }: Awaited<ReturnType<typeof ask>> = await ask(field, { sort, first: 17, after }, count);
          expect([key, errors]).toEqual([key, undefined]);
          found.push(...data!.rows.map(({ rowId }) => rowId));
          after = data!.pageInfo.hasNextPage ? data!.pageInfo.endCursor : null;
        } while (after !== null);
        expect([key, direction, found]).toEqual([key, direction, inOrder(rows(), key, direction)]);
      }
    }
  });

  test('groups by every key that has groups, and names the others', async () => {
    for (const { key, canGroup } of await keysOf(catalog)) {
      const { data, errors } = await ask(field, { groupBy: [key] }, count);
      if (!canGroup) {
        expect(errors?.[0]?.extensions).toMatchObject({
          code: 'VALIDATION_FAILED',
          fields: {
            'groupBy.0': [`The groupBy.0 field cannot be ${key}: no groups of it.`.replace('groupBy', 'group by')],
          },
        });
        continue;
      }
      const expected = new Map<string | null, number>();
      for (const value of valuesOf(rows(), key)) {
        const name = value === null ? null : String(value);
        expected.set(name, (expected.get(name) ?? 0) + 1);
      }
      const found = data?.groups.map(({ keys: [first], metrics }) => [first!.value, metrics[count]] as const);
      expect([key, errors, new Map(found)]).toEqual([key, undefined, expected]);
    }
  });

  test('puts every date into buckets by the calendar of the zone, and names what is no date', async () => {
    for (const { key, type } of await keysOf(catalog)) {
      const { data, errors } = await ask(field, { bucket: { key, every: 'day' } }, count);
      if (type !== 'date') {
        expect(errors?.[0]?.extensions).toMatchObject({
          code: 'VALIDATION_FAILED',
          fields: { 'bucket.key': [`The bucket.key field cannot be ${key}: no date.`] },
        });
        continue;
      }
      const expected = new Map<string | null, number>();
      for (const value of valuesOf(rows(), key) as (Date | null)[]) {
        // Midnight in Kolkata is 18:30 in UTC the day before.
        const ahead = value && new Date(value.getTime() + 5.5 * 3_600_000);
        const start = ahead && new Date(ahead.setUTCHours(0, 0, 0, 0) - 5.5 * 3_600_000).toISOString();
        expected.set(start, (expected.get(start) ?? 0) + 1);
      }
      const found = data?.groups.map(({ bucket, metrics }) => [bucket, metrics[count]] as const);
      expect([key, errors, new Map(found)]).toEqual([key, undefined, expected]);
    }
  });
});
