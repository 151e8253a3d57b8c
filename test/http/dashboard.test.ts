import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type OperationDefinitionNode, parse, print, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS as OFFERED } from '../../dashboard/src/lib/endpoints.ts';
import { FOR_ADMINS } from '../../dashboard/src/lib/roles.ts';
import { ui as german } from '../../dashboard/src/texts/de.ts';
import { LANGUAGES } from '../../dashboard/src/texts/language.ts';
import { createApp } from '../../src/app.ts';
import type { Access } from '../../src/graphql/access.ts';
import { messages } from '../../src/input/validation-messages.ts';
import { ENDPOINTS } from '../../src/modules/identity/teams/endpoints.ts';
import { schema } from '../../src/schema.ts';
import { dashboardOperations } from '../../src/web/dashboard.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let base: TestApp;
let token: string;
let persisted: string;

beforeAll(async () => {
  base = await createTestApp();
  ({ token } = await createTeam(base));
  persisted = await mkdtemp(join(tmpdir(), 'operations-'));
});
afterAll(async () => {
  await rm(persisted, { recursive: true, force: true });
  await base.close();
});

const ask = (path: string, init: RequestInit = {}) => base.app.fetch(new Request(`http://localhost${path}`, init));

test('every address below /app is the same page, which runs and loads nothing but its own files', async () => {
  const page = await ask('/app');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "require-trusted-types-for 'script'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
  });
  for (const path of ['/app/', '/app/campaigns?status=draft', '/app/campaigns/anything']) {
    expect(await (await ask(path)).text()).toBe(html);
  }
  expect(html).not.toMatch(/<script>|<style|style=|https?:/);
  expect((await ask('/apple')).status).toBe(404);
  expect((await ask('/app', { method: 'POST' })).status).toBe(405);
  expect(await (await ask('/app', { method: 'HEAD' })).text()).toBe('');
});

test.each(Object.keys(LANGUAGES))(
  'what the page loads first in %s is below 220 kB compressed with gzip',
  async (code) => {
    const html = await (await ask('/app')).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.filter((file) => !/^\/assets\/(app|favicon)-/.test(file))).toEqual([]);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    const read = async (file: string) => {
      const answer = await ask(file);
      expect([file, answer.headers.get('cache-control')]).toEqual([file, 'public, max-age=31536000, immutable']);
      return answer.text();
    };
    const first = await Promise.all(files.map(read));
    const texts = new Set(first.join('\n').match(new RegExp(`app-${code}(-more)?-[\\w-]{8}\\.js`, 'g')));
    expect(texts.size).toBe(1);
    const all = [html, ...first, ...(await Promise.all([...texts].map((name) => read(`/assets/${name}`))))];
    expect(all.reduce((size, text) => size + gzipSync(text).length, 0)).toBeLessThan(220_000);
  },
);

test('its operations are of this schema, and run where no others may', async () => {
  const operations = [...dashboardOperations()];
  const mistakes = operations.flatMap(([, text]) => validate(schema, parse(text)).map(({ message }) => message));
  expect(mistakes).toEqual([]);

  const config = { ...base.services.config, PERSISTED_ONLY: true, PERSISTED_OPERATIONS: persisted };
  const app = createApp({ ...base.services, config });
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (
      await app.fetch(
        new Request('http://localhost/graphql', { method: 'POST', headers, body: JSON.stringify({ ...body }) }),
      )
    ).json();
  };
  const [hash, query] = operations.find(([, text]) => text.includes('query Campaigns('))!;
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
  expect(await send({ query, variables: { first: 5 }, extensions })).toMatchObject({
    data: { list: { totalCount: 0, nodes: [] } },
  });
  expect(await send({ query, variables: { first: 5 } })).toMatchObject({
    errors: [{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }],
  });
  app.close();
});

test('what only admins may do of all that its screens offer is known, as the schema has it', () => {
  const offered = dashboardMutations();
  expect(offered.size).toBeGreaterThan(30);
  const forAdmins: string[] = [];
  for (const [name, field] of Object.entries(schema.getMutationType()!.getFields())) {
    const { access } = field.extensions as { access: Access };
    const { role = 'member' } = typeof access === 'string' ? {} : access;
    if (offered.has(name)) expect(['member', 'admin']).toContain(role);
    if (offered.has(name) && role === 'admin') forAdmins.push(name);
  }
  expect(FOR_ADMINS.split(' ').sort()).toEqual(forAdmins.sort());
});

test('what only admins may do is offered by buttons and forms that look at the role', () => {
  const screens = join(import.meta.dirname, '..', '..', 'dashboard', 'src');
  const code = readdirSync(screens, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(screens, name), 'utf8'))
    .join('\n')
    .replace('of={REMOVE}', 'of={gql.RemoveRouteProviderDocument}');
  const guarded = [
    ...code.matchAll(/<(?:FormButton|MutationForm)\b[^<]*?document=\{gql\.(\w+)Document\}/g),
    ...code.matchAll(/<Opens\b[^<]*? of=\{gql\.(\w+)Document\}/g),
    // What a list of records makes, changes and deletes goes through these.
    ...code.matchAll(/^ +(?:create|update|remove|archive|restore)=\{gql\.(\w+)Document\}/gm),
  ].map(([, name]) => name);
  const operations = [...dashboardOperations()].map(
    ([, text]) => parse(text).definitions[0] as OperationDefinitionNode,
  );
  const names = operations
    .filter((of) => fieldsOf(of).some((field) => FOR_ADMINS.split(' ').includes(field)))
    .map(({ name }) => name!.value);
  expect(names.length).toBe(FOR_ADMINS.split(' ').length);
  expect(names.filter((name) => !guarded.includes(name))).toEqual([]);
  expect(names.filter((name) => code.includes(`useChange(gql.${name}Document)`))).toEqual([]);
});

const fieldsOf = ({ selectionSet }: OperationDefinitionNode) =>
  selectionSet.selections.flatMap((field) => (field.kind === 'Field' ? [field.name.value] : []));

function dashboardMutations(): Set<string> {
  const definitions = [...dashboardOperations()].flatMap(([, text]) => parse(text).definitions);
  const mutations = definitions.filter((one) => one.kind === 'OperationDefinition' && one.operation === 'mutation');
  return new Set(mutations.flatMap((one) => fieldsOf(one as OperationDefinitionNode)));
}

/** Mutations without a place in the dashboard, by the reason. */
const ELSEWHERE: Record<string, string> = {
  'pages of the server under /account, where nobody is signed in yet':
    'acceptInvitation confirmEmail createFirstOwner requestPasswordReset resetPassword',
  'for programs, which say what they did': 'chargeIntegration sendSms updateTeamOnboarding',
  'updateVoiceNumber does the same and more': 'setVoiceNumberProvider',
  'set up by programs, with the services that use them': 'createHubSender deleteHubSender',
  'a route is tried by hand': 'createSmsTestSchedule updateSmsTestSchedule deleteSmsTestSchedule',
};

test('every mutation has a place in its screens, or a reason to have none', () => {
  const used = dashboardMutations();
  const unused = Object.keys(schema.getMutationType()!.getFields()).filter((name) => !used.has(name));
  expect(unused.sort(), 'a screen that sends it, or ELSEWHERE above').toEqual(
    Object.values(ELSEWHERE).join(' ').split(' ').sort(),
  );
});

test('whatever can be named is named, so that it is not carried out twice', () => {
  const fields = schema.getMutationType()!.getFields();
  const nameless = [...dashboardOperations()].flatMap(([, text]) => {
    const [{ operation, selectionSet }] = parse(text).definitions as [OperationDefinitionNode];
    return operation !== 'mutation'
      ? []
      : selectionSet.selections.flatMap((field) => {
          if (field.kind !== 'Field') return [];
          const named = fields[field.name.value]!.args.some(({ name }) => name === 'idempotencyKey');
          const has = field.arguments!.some(
            ({ name, value }) => name.value === 'idempotencyKey' && print(value) === '$key',
          );
          return named && !has ? [field.name.value] : [];
        });
  });
  expect(nameless).toEqual([]);
});

test('whatever the API says of a field is said in German, too', () => {
  const { because: _, ...said } = messages;
  const texts = Object.values<(path: string, more: never) => string>(said).map((text) => text('name', '5' as never));
  expect(texts.filter((text) => !german.sentences.some(([known]) => known.test(text)))).toEqual([]);
});

test('a token may be limited to the operations that the server knows', () => {
  expect(OFFERED.map(([endpoint]) => endpoint).sort(), 'dashboard/src/texts/en/endpoints.ts').toEqual(
    [...ENDPOINTS].sort(),
  );
});

test('its code is at most 10,850 lines, its texts, empty lines and those of comments alone aside', () => {
  const folder = join(import.meta.dirname, '..', '..', 'dashboard');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx?|css|graphql)$/.test(name) && !/^src\W(gql|texts)\b/.test(name),
  );
  expect(files.length).toBeGreaterThan(30);
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  expect(lines.filter((line) => !/^\s*($|\/\/|\/?\*|#)/.test(line)).length).toBeLessThanOrEqual(10_850);
});
