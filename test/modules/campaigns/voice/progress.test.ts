import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  callEvent,
  createVoiceCampaign,
  MANUAL,
  reportOf,
  START_CALLS,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const FIELDS = `callsByOutcome { outcome count }
  progress { total queued held skipped calling unknown ended answered leads sales perMinute }
  sends { nodes { status audienceSize calls { totalCount nodes { callOutcome isLead contact { name } postProcessings { status } } } } }`;
const ONE = `query ($id: ID!) { voiceCampaign(id: $id) { status cycle ${FIELDS} } }`;
const ALL = `{ voiceCampaigns(first: 50) { nodes { ${FIELDS} } } }`;
const NONE = {
  total: 0,
  queued: 0,
  held: 0,
  skipped: 0,
  calling: 0,
  unknown: 0,
  ended: 0,
  answered: 0,
  leads: 0,
  sales: 0,
  perMinute: 0,
};

// biome-ignore lint/suspicious/noExplicitAny: what the query selects
const ask = (id: string, token = acme.token) => app.graphql<any>(ONE, { variables: { id }, token });
const look = async ({ campaignId }: TestVoiceCampaign) => (await ask(campaignId)).data!.voiceCampaign;

/** Six contacts: one call is unknown, one made a lead, one was busy and is called again, three go on. */
async function called(): Promise<TestVoiceCampaign> {
  const made = await createVoiceCampaign(app, acme.team.id, { contacts: 6, meta: MANUAL });
  const engine = testCallEngine(app, new Date(Date.now() + 60_000).toISOString());
  let placed = 0;
  engine.voice.answer = ({ reference }) => {
    placed += 1;
    return placed === 1
      ? { status: 'unknown', reason: 'No answer.' }
      : { status: 'accepted', providerId: `p-${reference}` };
  };
  await app.graphql(START_CALLS, { variables: { id: made.campaignId }, token: acme.token });
  await engine.run();
  const report = (at: number, reason: string, more: object) =>
    callEvent(app, made.secret, reportOf(engine.voice.placed[at]!, engine.clock, reason, more));
  await report(1, 'customer-ended-call', {
    analysis: { structuredData: { outcome: 'interested', is_lead: true, is_sale: true } },
  });
  await report(2, 'customer-busy', {});
  return made;
}

describe('what a dashboard shows of a voice campaign', () => {
  test('is nothing before it starts, and nothing of another team’s', async () => {
    const made = await createVoiceCampaign(app, acme.team.id, { meta: MANUAL });
    expect(await look(made)).toEqual({
      status: 'draft',
      cycle: 1,
      progress: NONE,
      callsByOutcome: [],
      sends: { nodes: [] },
    });
    expect(await ask(made.campaignId, rival.token)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  test('counts every contact and every call where it stands', async () => {
    const shown = await look(await called());
    expect(shown).toMatchObject({
      status: 'in_progress',
      progress: {
        ...NONE,
        total: 6,
        held: 1,
        calling: 3,
        unknown: 1,
        ended: 2,
        answered: 1,
        leads: 1,
        sales: 1,
        perMinute: 6,
      },
      callsByOutcome: [
        { outcome: 'interested', count: 1 },
        { outcome: 'busy', count: 1 },
        { outcome: null, count: 4 },
      ],
    });
    expect(shown.sends.nodes).toMatchObject([{ status: 'in_progress', audienceSize: 6, calls: { totalCount: 6 } }]);
    expect(shown.sends.nodes[0].calls.nodes.filter(({ isLead }: { isLead: boolean }) => isLead)).toEqual([
      { callOutcome: 'interested', isLead: true, contact: { name: expect.any(String) }, postProcessings: [] },
    ]);
  });

  test('takes as many statements for several campaigns as for one', async () => {
    const all = () => app.statements(() => app.graphql(ALL, { token: acme.token }));
    // Compiled from the third time on.
    for (let time = 0; time < 3; time += 1) await all();
    const before = (await all()).length;
    await called();
    await createVoiceCampaign(app, acme.team.id, { meta: MANUAL });
    expect(await all()).toHaveLength(before);
  });
});
