import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../../src/database/failures.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';
import { createContacts, tagsOf } from '../support/contacts.ts';
import { openTestDatabase } from '../support/database.ts';
import { PATIENCE } from '../support/patience.ts';
import { createTeam } from '../support/team.ts';

/** A known token needs no statement: on the embedded database an open transaction keeps everybody else waiting. */
const KNOWN = { TOKEN_CACHE_MS: 60_000, LOG_LEVEL: 'silent' } as const;
const MESSAGE = 'The operation took too long.';
const TIMEOUT = [{ message: MESSAGE, extensions: { code: 'TIMEOUT', retryAfter: 5 } }];

/** While somebody else's transaction has the contacts. */
async function whileLocked<T>({ pool }: TestApp, work: () => Promise<T>): Promise<T> {
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query('LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
  try {
    return await work();
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
}

async function fill(app: TestApp) {
  const { team, token } = await createTeam(app);
  const [contactId = ''] = await createContacts(app, team.id, 1);
  return { token, contactId };
}

/** On one database an app in a hurry, for operations that cannot end, and one that waits for those that can. */
describe('an operation past its deadline', () => {
  let app: TestApp;
  let hurried: TestApp;
  let { token, contactId } = {} as Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    const database = await openTestDatabase();
    app = testAppOn(database, testConfig(KNOWN));
    hurried = testAppOn(database, testConfig({ ...KNOWN, OPERATION_TIMEOUT_MS: 100 }));
    ({ token, contactId } = await fill(app));
    for (const each of [app, hurried]) await each.graphql('{ me { teamName } }', { token });
  });
  afterAll(() => app.close());

  test('is answered, whether it is interpreted or compiled', async () => {
    const query = '{ contacts { nodes { id tags { nodes { name } } } } }';
    await whileLocked(app, async () => {
      for (let time = 0; time < 4; time++) expect(await hurried.graphql(query, { token })).toEqual({ errors: TIMEOUT });
    });
    expect(await app.graphql(query, { token })).toEqual({
      data: { contacts: { nodes: [{ id: contactId, tags: { nodes: [] } }] } },
    });
  });

  test('begins no further read when it is a query', async () => {
    const query = '{ contacts { totalCount nodes { id tags { nodes { name } } } } }';
    const statements = await app.statements(async () => {
      await whileLocked(app, () => hurried.graphql(query, { token }));
      await app.pool.query('SELECT 1 AS behind_it');
    });
    expect(statements.filter((sql) => /contact_tags/.test(sql))).toEqual([]);
  });

  test('may still take effect when it is a mutation, and REST answers 503', async () => {
    const body = { contact_ids: [contactId], tags: ['Late'], truncate: false };
    const answer = await whileLocked(app, () => hurried.rest('POST', '/v1/audience/contacts/tags', { token, body }));
    expect([answer.status, answer.body]).toEqual([503, { message: MESSAGE }]);
    expect(answer.headers.get('retry-after')).toBe('5');
    await vi.waitFor(async () => expect(await tagsOf(app, contactId)).toEqual(['Late']), PATIENCE);
    // Its entry of the timeline is the last that it writes.
    await vi.waitFor(async () => expect(await app.db.trace.count()).toBe(1), PATIENCE);
  });
});

describe('a statement that waits too long', () => {
  let app: TestApp;
  let { token, contactId } = {} as Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    // Long enough for statements that nobody blocks, on a busy machine, too.
    app = await createTestApp({ ...KNOWN, STATEMENT_TIMEOUT_MS: 5_000 });
    ({ token, contactId } = await fill(app));
  });
  beforeEach(async () => {
    await app.graphql('{ me { teamName } }', { token });
  });
  afterAll(() => app.close());

  test('answers TIMEOUT and not a fault', async () => {
    const query = '{ contacts { nodes { id } } }';
    const { errors } = await whileLocked(app, () => app.graphql(query, { token }));
    expect(errors?.[0]).toMatchObject(TIMEOUT[0]!);
  });

  test('answers 503 to every one of many who tag the same contacts (E8)', async () => {
    const body = { contact_ids: [contactId], tags: ['Many'], truncate: true };
    const answers = await whileLocked(app, () =>
      Promise.all([1, 2, 3, 4].map(() => app.rest('POST', '/v1/audience/contacts/tags', { token, body }))),
    );
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([503, { message: MESSAGE }]);
    expect(await tagsOf(app, contactId)).toEqual([]);
  });
});

describe('a failure of the database', () => {
  const prisma = (originalCode: string) => ({
    code: 'P2010',
    message: 'Raw query failed.',
    meta: { driverAdapterError: { cause: { originalCode } } },
  });
  test.each([
    [{ code: '57014', message: 'canceling statement due to statement timeout' }, 'TIMEOUT'],
    [prisma('57014'), 'TIMEOUT'],
    [{ code: 'P2028', message: 'Transaction API error' }, 'TIMEOUT'],
    [new Error('timeout exceeded when trying to connect'), 'TIMEOUT'],
    [prisma('40P01'), 'CONFLICT'],
    [{ code: 'P2034', message: 'write conflict' }, 'CONFLICT'],
    [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'UNAVAILABLE'],
    [prisma('57P01'), 'UNAVAILABLE'],
    [{ code: 'P1001', message: "Can't reach database server" }, 'UNAVAILABLE'],
    [new Error('Connection terminated unexpectedly'), 'UNAVAILABLE'],
    [{ code: 'XX000', message: 'failure on connection marked as essential: 10.0.0.2:5432' }, 'UNAVAILABLE'],
    [{ code: 'XX000', message: "failed to prepare transaction 'citus_0_1_2_3' on host 10.0.0.2:5432" }, 'UNAVAILABLE'],
    [{ code: 'XX000', message: 'could not receive data from server: Connection reset by peer' }, 'UNAVAILABLE'],
    [{ code: 'XX000', message: 'cache lookup failed for type 7' }, undefined],
    [{ code: '42601', message: 'syntax error' }, undefined],
    [new Error('a mistake'), undefined],
    [null, undefined],
  ])('%j means %s', (error, code) => {
    expect(failureOf(error)?.code).toBe(code);
  });
});
