import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, refused } from '../../../support/mutate.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { domainPlansOf } from './support.ts';

let app: TestApp;
let acme: TestTeam;
let acts: ReturnType<typeof domainPlansOf>;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  acme = await createTeam(app);
  acts = domainPlansOf(app, acme.token);
});
afterAll(() => app.close());

const SELECT = '{ name domains smsCampaigns { totalCount nodes { name } } }';

describe('a domain plan', () => {
  test('is created, read, changed and deleted', async () => {
    const created = await acts.create(
      { name: ' Short ', domains: [' Go.Example.COM', 'go.example.com', 'x-1.io'] },
      '{ id }',
    );
    const { id } = created.data.createDomainPlan;
    const { data } = await acts.read(
      `query ($id: ID!) { domainPlan(id: $id) { id teamId name domains createdAt updatedAt } }`,
      {
        id,
      },
    );
    expect(data).toEqual({
      domainPlan: {
        id,
        teamId: acme.team.id,
        name: 'Short',
        domains: ['go.example.com', 'x-1.io'],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const answer = (name: string, domains: string[]) => ({
      data: { updateDomainPlan: { name, domains, smsCampaigns: { totalCount: 0, nodes: [] } } },
    });
    expect(await acts.update(id, {}, SELECT)).toEqual(answer('Short', ['go.example.com', 'x-1.io']));
    expect(await acts.update(id, { name: 'Brand' }, SELECT)).toEqual(answer('Brand', ['go.example.com', 'x-1.io']));
    expect(await acts.update(id, { domains: ['b.example', 'A.example'] }, SELECT)).toEqual(
      answer('Brand', ['b.example', 'a.example']),
    );
    expect(await acts.remove(id)).toEqual({ data: { deleteDomainPlan: { id } } });
    expect(await acts.remove(id)).toMatchObject(refused('NOT_FOUND', 'Domain plan not found.'));
  });

  test('has a name of 1 to 255 characters and 1 to 50 domains', async () => {
    const fifty = Array.from({ length: 50 }, (_, n) => `go${n}.example.com`);
    expect((await acts.create({ name: 'x'.repeat(255), domains: fifty })).errors).toBeUndefined();
    const id = await acts.plan();
    const long = 'The name field must not be greater than 255 characters.';
    const many = 'The domains field must not have more than 50 items.';
    for (const write of [acts.create, (input: object) => acts.update(id, input)]) {
      expect(await write({ name: ' ', domains: [] })).toMatchObject(
        invalid({
          name: ['The name field is required.'],
          domains: ['The domains field must have at least 1 items.'],
        }),
      );
      expect(await write({ name: 'x'.repeat(256), domains: [...fifty, 'go.example.com'] })).toMatchObject(
        invalid({ name: [long], domains: [many] }),
      );
    }
    expect(await acts.update(id, { name: null, domains: null })).toMatchObject(
      invalid({ name: ['The name field is required.'], domains: ['The domains field is required.'] }),
    );
  });

  test('has host names alone', async () => {
    const label = 'x'.repeat(63);
    const longest = `${label}.${label}.${label}.${'x'.repeat(61)}`;
    const good = [longest, 'xn--bcher-kva.example', '1.2.3.4x', 'a.b-c.co'];
    expect((await acts.create({ name: 'Good', domains: good }, '{ domains }')).data).toEqual({
      createDomainPlan: { domains: good },
    });
    const bad = [
      ['https://go.example.com', 'go.example.com/x', 'go.example.com:443', 'go.example.com.', '*.example.com'],
      ['localhost', '192.0.2.1', '[::1]', '-a.example', 'a-.example', 'a..example', 'a_b.example', 'bücher.example'],
      [`x${label}.example`, 'go .example'],
    ].flat();
    const { errors } = await acts.create({ name: 'Bad', domains: [...bad, `${longest}x`, ' '] });
    expect(errors?.[0]?.extensions.fields).toEqual({
      ...Object.fromEntries(bad.map((_, n) => [`domains.${n}`, [`The domains.${n} field must be a valid host name.`]])),
      'domains.15': ['The domains.15 field must not be greater than 253 characters.'],
      'domains.16': ['The domains.16 field is required.'],
    });
  });

  test('is made once by a repeated request', async () => {
    const once = () =>
      acts.read(
        'mutation ($input: CreateDomainPlanInput!) { createDomainPlan(input: $input, idempotencyKey: "once") { id } }',
        { input: { name: 'Once', domains: ['a.example'] } },
      );
    expect(await once()).toEqual(await once());
    expect(await app.db.domainPlan.count({ where: { teamId: acme.team.id } })).toBe(1);
  });

  test('stays as long as a campaign names it', async () => {
    const id = await acts.plan();
    const smsCampaignId = await acts.campaign(id);
    expect(await acts.remove(id)).toMatchObject(
      refused('CONFLICT', 'The domain plan is used by the campaign "Spring".'),
    );
    await acts.removeCampaign(smsCampaignId);
    expect((await acts.remove(id)).errors).toBeUndefined();
  });

  test('is either deleted or named by a campaign when both happen at once', async () => {
    const id = await acts.plan();
    const answers = await Promise.all([acts.remove(id), acts.createCampaign(id, 'Both')]);
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'ok').sort();
    expect([
      ['CONFLICT', 'ok'],
      ['VALIDATION_FAILED', 'ok'],
    ]).toContainEqual(codes);
  });
});
