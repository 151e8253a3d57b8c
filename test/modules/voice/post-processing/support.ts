import type { TestApp } from '../../../support/app.ts';
import {
  callEvent,
  createVoiceCampaign,
  reportOf,
  START_CALLS,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { mutate } from '../../../support/mutate.ts';
import type { TestTeam } from '../../../support/team.ts';

/** A campaign that has called one contact; the call goes on. */
export async function calling(app: TestApp, { team, token }: TestTeam, meta?: Record<string, unknown>) {
  const engine = testCallEngine(app, new Date(Date.now() + 60_000).toISOString());
  const campaign = await createVoiceCampaign(app, team.id, { contacts: 1, ...(meta && { meta }) });
  return {
    campaign,
    /** Places the call and answers what the provider was asked. */
    async place() {
      await app.graphql(START_CALLS, { variables: { id: campaign.campaignId }, token });
      await engine.run();
      return engine.voice.placed[0]!;
    },
    event: (message: Record<string, unknown>) => callEvent(app, campaign.secret, message),
    report: (endedReason: string, more: object = {}) =>
      callEvent(app, campaign.secret, reportOf(engine.voice.placed[0]!, new Date(), endedReason, more)),
  };
}

/** A step for the campaign's calls, or for those of every campaign; its id. */
export async function createStep(
  app: TestApp,
  { token }: TestTeam,
  campaign: TestVoiceCampaign | null,
  step: { name: string; kind: string } & Record<string, unknown>,
): Promise<string> {
  const input = { voiceCampaignId: campaign?.campaignId ?? null, ...step };
  const { data, errors } = await mutate(app, token, 'createVoicePostProcessing', {
    input: [input, 'CreateVoicePostProcessingInput'],
  });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createVoicePostProcessing.id;
}

/** As if the time of every step that waits had come. */
export async function tryAgain(app: TestApp): Promise<void> {
  await app.db.callPostProcessing.updateMany({
    where: { status: 'waiting' },
    data: { dueAt: new Date(Date.now() - 1_000) },
  });
  await makeJobsDue(app);
  await runJobs(app);
}

const STEPS = `query ($id: ID!) { call(id: $id) { callOutcome isLead isSale leadSubmittedAt
  postProcessings { id name kind position status attempts failureReason }
  outcomeLogs { nodes { callOutcomeClassifierId callOutcomeClassifierRunId initialCallOutcome newCallOutcome status failureReason } }
} }`;

/** The call as its team sees it. */
export async function seen(app: TestApp, { token }: TestTeam, id: string) {
  // biome-ignore lint/suspicious/noExplicitAny: what the query selects
  const { data } = (await app.graphql(STEPS, { token, variables: { id } })) as any;
  return data.call;
}
