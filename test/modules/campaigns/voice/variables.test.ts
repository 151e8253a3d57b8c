import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, START_CALLS, testCallEngine } from '../../../support/calling.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
});
afterAll(() => app.close());

const update = (id: string, variables: unknown) =>
  mutate(
    app,
    mine.token,
    'updateVoiceCampaign',
    { id, input: [{ meta: { variables } }, 'UpdateVoiceCampaignInput'] },
    '{ meta { variables } }',
  );

test('variables are kept with a campaign and its copies, and null clears them', async () => {
  const { campaignId } = await createVoiceCampaign(app, mine.team.id);
  const variables = { greeting: 'Hello {{ contact.name | upcase }}', offer: '{A|B} {{ offer.url }}' };
  expect(await update(campaignId, variables)).toEqual({ data: { updateVoiceCampaign: { meta: { variables } } } });
  const copy = await mutate(app, mine.token, 'duplicateVoiceCampaign', { id: campaignId }, '{ meta { variables } }');
  expect(copy).toEqual({ data: { duplicateVoiceCampaign: { meta: { variables } } } });
  expect(await update(campaignId, null)).toEqual({ data: { updateVoiceCampaign: { meta: { variables: null } } } });
});

test('a mistake is named with its variable, as in texts', async () => {
  const { campaignId } = await createVoiceCampaign(app, mine.team.id);
  expect(
    await update(campaignId, {
      a: '{{ name }}',
      b: '{{ contact.nme }}',
      c: '{% for x in y %}{% endfor %}',
      d: '{{ contact.name | nope }}',
      e: 7,
      'no-name': 'x',
      f: 'x'.repeat(1_601),
      g: '{{ contact.name }}, {{ campaign.name }}',
    }),
  ).toMatchObject(
    invalid({
      'meta.variables.a': ['The meta.variables.a field uses {{ name }}, which is not known.'],
      'meta.variables.b': ['The meta.variables.b field uses {{ contact.nme }}, which is not known.'],
      'meta.variables.c': [
        'The meta.variables.c field uses the tag {% for %}; only if, unless, case, assign are allowed.',
      ],
      'meta.variables.d': ['The meta.variables.d field uses the filter nope, which is not allowed.'],
      'meta.variables.e': ['The meta.variables.e field must be a string.'],
      'meta.variables.no-name': [
        'The meta.variables.no-name field has no valid name: a letter, then up to 63 letters, digits and underscores.',
      ],
      'meta.variables.f': ['The meta.variables.f field must not be greater than 1600 characters.'],
    }),
  );
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`v${at}`, 'x']));
  expect(await update(campaignId, many)).toMatchObject(
    invalid({ 'meta.variables': ['The meta.variables field must not have more than 50 items.'] }),
  );
});

test('a variable that fails for one contact skips that contact alone', async () => {
  const doubled = '{% assign a = a | append: a %}'.repeat(6);
  const meta = { variables: { long: `{% assign a = contact.custom1_str %}${doubled}{{ a }}` } };
  const campaign = await createVoiceCampaign(app, mine.team.id, {
    contacts: 2,
    meta: { sendType: 'manual', manualData: { sendAmount: 100, sendDatetime: null, throttleBatchSize: 0 }, ...meta },
  });
  const [broken, sound] = campaign.contactIds as [string, string];
  await app.db.contact.updateMany({ where: { id: broken }, data: { custom1Str: 'x'.repeat(200) } });
  await app.db.contact.updateMany({ where: { id: sound }, data: { custom1Str: 'x' } });
  await app.graphql(START_CALLS, { variables: { id: campaign.campaignId }, token: mine.token });
  const engine = testCallEngine(app, new Date(Date.now() + 60_000).toISOString());
  await engine.run();
  expect(engine.voice.placed.map(({ variables }) => variables)).toEqual([{ long: 'x'.repeat(64) }]);
  const skipped = await app.db.voiceRecipient.findFirstOrThrow({ where: { contactId: broken } });
  expect([skipped.status, skipped.reason]).toEqual([
    'skipped',
    'The variable long could not be written for this contact.',
  ]);
});
