import type { ServerResponse } from 'node:http';
import { openAccount } from '../../../../src/modules/voice/engine/open-call-engine.ts';
import type { VoiceAdapter } from '../../../../src/modules/voice/providers/settings.ts';
import type { TestApp } from '../../../support/app.ts';
import {
  createVoiceCampaign,
  MANUAL,
  START_CALLS,
  type TestCallEngine,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { visit } from '../../../support/hooks.ts';
import { mutate } from '../../../support/mutate.ts';
import type { TestTeam } from '../../../support/team.ts';
import { type Seen, startService } from '../../delivery/providers/webhook-service.ts';

export interface Carried extends TestVoiceCampaign {
  engine: TestCallEngine;
  seen: Seen[];
  /** The path of the account's hook. */
  hook: string;
  /** The secret that was made for the adapter. */
  adapterSecret: string | null;
  /** Starts the campaign and works until nothing is due. */
  start(): Promise<void>;
  /** Starts the campaign alone. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  adapter: VoiceAdapter;
  credentials: Record<string, string>;
  settings?: Record<string, unknown>;
  contacts?: number;
  meta?: Record<string, unknown>;
  answer: (seen: Seen, response: ServerResponse) => void;
}

export const json =
  (status: number, body: unknown) =>
  (_seen: Seen, response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A voice campaign over a provider's account, which a small server stands in for. */
export async function carriedBy(
  test: TestApp,
  { team, token }: TestTeam,
  { adapter, credentials, settings = {}, contacts = 1, meta = {}, answer }: Options,
): Promise<Carried> {
  const service = await startService(answer);
  const campaign = await createVoiceCampaign(test, team.id, { contacts, meta: { ...MANUAL, retryDelay: 30, ...meta } });
  const where = (id: string) => ({ teamId_id: { teamId: team.id, id } });
  await test.db.number.update({ where: where(campaign.numberIds[0]!), data: { voiceProviderId: `number-${adapter}` } });
  await test.db.agent.update({
    where: where(campaign.agentIds[0]!),
    data: { externalId: `agent-${campaign.accountId}` },
  });
  const { data } = await mutate(
    test,
    token,
    'setVoiceAccountProvider',
    {
      id: campaign.accountId,
      input: [
        { provider: adapter, settings: { url: service.url, ...settings }, credentials },
        'SetVoiceAccountProviderInput',
      ],
    },
    '{ secret voiceAccount { eventsUrl provider } }',
  );
  // A campaign that starts now is due then.
  const engine = testCallEngine(test, new Date(Date.now() + 60_000).toISOString());
  const providers = new Map<string, ReturnType<typeof openAccount>>();
  engine.providerOf = (account) => {
    const known = providers.get(account.id) ?? openAccount(test.services, account);
    providers.set(account.id, known);
    return known;
  };
  const begin = async () => {
    await test.graphql(START_CALLS, { variables: { id: campaign.campaignId }, token });
  };
  return {
    ...campaign,
    engine,
    seen: service.seen,
    hook: new URL(data.setVoiceAccountProvider.voiceAccount.eventsUrl).pathname,
    adapterSecret: data.setVoiceAccountProvider.secret,
    begin,
    async start() {
      await begin();
      await engine.run();
    },
    async close() {
      await Promise.all([...providers.values()].map((provider) => provider.close()));
      await service.close();
    },
  };
}

export async function post(test: TestApp, path: string, body: string, headers: Record<string, string>) {
  const answer = await visit(test, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> };
}

/** The text with one character in its middle changed. */
export const flipped = (text: string): string => {
  const at = Math.floor(text.length / 2);
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
};
