import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { contactsOf, uploaded } from './support.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ IMPORT_BATCH_ROWS: 3 });
});
afterAll(() => app.close());

/** Imports a list of phone numbers with names; the team's contacts after it. */
async function imported(content: string, country?: number) {
  const id = await uploaded(app, `number;name\n${content}`, { token: acme.token });
  const body = { columns: { number: 0, name: 1 }, fixed_country_id: country };
  expect((await app.rest('POST', `/v1/data-files/${id}/import`, { token: acme.token, body })).status).toBe(200);
  await runJobs(app);
  const contacts = await contactsOf(app, acme.team.id);
  const { data } = await app.graphql<{ dataFile: { rowErrors: { nodes: { line: number; field: string }[] } } }>(
    'query ($id: ID!) { dataFile(id: $id) { rowErrors(first: 50) { nodes { line field reason } } } }',
    { token: acme.token, variables: { id } },
  );
  return { contacts: contacts.map(({ number, name }) => [number, name]), errors: data!.dataFile.rowErrors.nodes };
}

test('a national number that is wrong is a row error, and nobody abroad', async () => {
  acme = await createTeam(app);
  expect(
    await imported('(479) 123-4567;Nobody\n4791234567;Nobody\n+47 912 34 567;Kari\n(479) 201-3456;Ann\n', 840),
  ).toEqual({
    contacts: [
      [4791234567, 'Kari'],
      [14792013456, 'Ann'],
    ],
    errors: [2, 3].map((line) => ({ line, field: 'number', reason: 'The number field must be a valid phone number.' })),
  });
});

test('one person stays one contact, whatever form of the number the list has', async () => {
  acme = await createTeam(app);
  await imported('+5215512345678;One\n+541123456789;Two\n+555591234567;Three\n');
  const { contacts, errors } = await imported(
    '044 55 1234 5678;Uno\n+525512345678;Ein\n+5491123456789;Zwei\n+54 11 15 2345-6789;Dos\n+55 55 99123-4567;Drei\n',
    484,
  );
  expect([contacts, errors]).toEqual([
    [
      [525512345678, 'Ein'],
      [541123456789, 'Dos'],
      [5555991234567, 'Drei'],
    ],
    [],
  ]);
});

test('a contact that was stored before its number changed keeps its row', async () => {
  acme = await createTeam(app);
  await app.db.contact.create({ data: { teamId: acme.team.id, number: 5215512345678, name: 'Old' } });
  expect((await imported('+52 55 1234 5678;New\n')).contacts).toEqual([[5215512345678, 'New']]);
});

test('over the API a number is stored, found and taken in its present form', async () => {
  acme = await createTeam(app);
  const created = (number: number) =>
    app.graphql<{ createContact: { number: string } }>(
      'mutation ($number: PhoneNumber!) { createContact(input: { number: $number }) { number } }',
      { token: acme.token, variables: { number } },
    );
  expect((await created(5215512345678)).data).toEqual({ createContact: { number: '+525512345678' } });
  expect((await created(5491123456789)).data).toEqual({ createContact: { number: '+5491123456789' } });
  for (const taken of [525512345678, 5215512345678, 541123456789]) {
    expect((await created(taken)).errors![0]!.extensions.fields).toEqual({
      number: ['The number has already been taken.'],
    });
  }
  for (const [number, found] of [
    [5215512345678, 525512345678],
    [541123456789, 5491123456789],
  ]) {
    const { data } = await app.graphql(`{ contacts(filter: { number: ${number} }) { nodes { number } } }`, acme);
    expect(data).toEqual({ contacts: { nodes: [{ number: `+${found}` }] } });
  }
});

test('a number that is suppressed in one form is suppressed in all, counted and listed once where it has one', async () => {
  acme = await createTeam(app);
  const run = async (text: string) => (await app.graphql(text, acme)).data;
  expect(
    await run(
      'mutation { suppressNumbers(input: { numbers: [5215512345678, 525512345678, 541123456789] }) { suppressedCount } }',
    ),
  ).toEqual({ suppressNumbers: { suppressedCount: 2 } });
  expect(await run('{ suppressedNumbers(orderBy: { field: number, direction: asc }) { nodes { number } } }')).toEqual({
    suppressedNumbers: {
      nodes: [525512345678, 541123456789, 5491123456789].map((number) => ({ number: `+${number}` })),
    },
  });
  for (const number of [5215512345678, 5491123456789]) {
    expect(await run(`mutation { createContact(input: { number: ${number} }) { unsubscribedAt } }`)).toEqual({
      createContact: { unsubscribedAt: expect.any(String) },
    });
  }
  await app.pool.query('DELETE FROM contacts WHERE team_id = $1', [acme.team.id]);
  await imported('+525512345678;One\n+541123456789;Two\n+14792013456;Three\n');
  const stored = await app.db.contact.findMany({ where: { teamId: acme.team.id }, orderBy: { number: 'asc' } });
  expect(stored.map(({ name, unsubscribedAt }) => [name, unsubscribedAt !== null])).toEqual([
    ['Three', false],
    ['One', true],
    ['Two', true],
  ]);
  const found = (await run('{ suppressedNumbers(filter: { number: 541123456789 }) { nodes { id } } }')) as {
    suppressedNumbers: { nodes: { id: string }[] };
  };
  await run(`mutation { unsuppressNumber(id: "${found.suppressedNumbers.nodes[0]!.id}") { id } }`);
  expect(await run('{ suppressedNumbers { nodes { number } } }')).toEqual({
    suppressedNumbers: { nodes: [{ number: '+525512345678' }] },
  });
});

test.each(['unsuppressContact', 'unsuppressNumber'])('%s frees every contact of the line', async (mutation) => {
  acme = await createTeam(app);
  const teamId = acme.team.id;
  const numbers = [525512345678n, 5215512345678n];
  const contacts = await app.db.contact.createManyAndReturn({ data: numbers.map((number) => ({ teamId, number })) });
  const run = (text: string) => app.graphql(text, acme);
  await run(`mutation { suppressContact(id: "${contacts[0]!.id}") { id } }`);
  const where = { teamId, unsubscribedAt: { not: null } };
  expect(await app.db.contact.count({ where })).toBe(2);
  const id =
    mutation === 'unsuppressContact'
      ? contacts[0]!.id
      : (await app.db.suppressedNumber.findFirstOrThrow({ where: { teamId } })).id;
  expect((await run(`mutation { ${mutation}(id: "${id}") { id } }`)).data).toEqual({ [mutation]: { id } });
  expect(await app.db.suppressedNumber.count({ where: { teamId } })).toBe(0);
  expect(await app.db.contact.count({ where })).toBe(0);
});
