import type { VoiceProvider } from '../../src/generated/prisma/client.ts';
import { sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import { hashToken } from '../../src/modules/identity/auth/tokens.ts';
import { readVoiceSettings } from '../../src/modules/voice/providers/settings.ts';
import type { TokenKeys } from '../../src/secrets.ts';
import { before, DAY, HOUR, NOW } from './clock.ts';
import { WEBHOOK_SECRETS } from './credentials.ts';
import { ownNumbers } from './phone-numbers.ts';
import type { TeamSeed } from './team-seed.ts';

export type SeededVoice = { accountIds: string[]; agentIds: string[]; numberIds: string[] };

const PROVIDERS: VoiceProvider[] = ['provider_a', 'provider_b', 'provider_c', 'provider_d'];

const AGENTS = [
  ['Clara, first contact', 'You call people who asked for an offer. Be brief and friendly, and take no for an answer.'],
  ['Sam, appointments', 'You arrange an appointment with one of our advisers. Offer two times.'],
  ['Nico, renewals', 'You ask customers whether they want to renew. Know their plan and its price.'],
  ['Reception', 'You answer calls to our numbers, find out what they are about and take a message.'],
  ['Clara, first draft', 'You call people who asked for an offer.'],
] as const;

/** Accounts with voice providers (the first one's webhook secret is the demo's), agents and numbers. */
export async function seedVoiceAccounts(seed: TeamSeed, tokenKeys: TokenKeys): Promise<SeededVoice> {
  const { teamId, team } = seed;
  const stamps = (daysAgo: number) => ({
    createdAt: before(NOW, daysAgo * DAY),
    updatedAt: before(NOW, daysAgo * DAY),
  });
  const accounts = PROVIDERS.slice(0, 2).map((provider, at) => {
    const name = ['Main account', 'Second account'][at]!;
    const webhookSecret = at === 0 ? WEBHOOK_SECRETS[team] : `${WEBHOOK_SECRETS[team]}_second`;
    return {
      id: seed.nextId('voiceAccount'),
      teamId,
      name,
      provider,
      webhookSecretHash: hashToken(webhookSecret),
      secretLastUsedAt: at === 0 ? before(NOW, HOUR) : null,
      // Nobody is called by the demo.
      adapter: 'simulator' as const,
      adapterSettings: readVoiceSettings('simulator', { seed: name }).value!,
      adapterCredentials: sealCredentials(tokenKeys, { webhookSecret }),
      ...stamps(240 - at),
    };
  });
  await seed.insert('voice_accounts', accounts);

  const agents = AGENTS.map(([name, prompt], at) => ({
    id: seed.nextId('agent'),
    teamId,
    voiceAccountId: accounts[at % accounts.length]!.id,
    name,
    externalId: `assistant-${team}-${at + 1}`,
    prompt,
    archivedAt: at === 4 ? before(NOW, 200 * DAY) : null,
    ...stamps(230 - at),
  }));
  await seed.insert('agents', agents);

  const numbers = ownNumbers()
    .slice((team - 1) * 40, (team - 1) * 40 + seed.sizes.numbers)
    .map(({ number }, at) => ({
      id: seed.nextId('number'),
      teamId,
      voiceAccountId: accounts[at % accounts.length]!.id,
      inboundAgentId: at % 2 === 0 ? agents[3]!.id : null,
      number,
      voiceProvider: PROVIDERS[at % PROVIDERS.length]!,
      voiceProviderId: `number-${team}-${at + 1}`,
      sipConfig: at % 4 === 3 ? 'sip:trunk@sip.example.com' : null,
      disallowedCountries: at % 3 === 0 ? 'CU,IR,KP' : null,
      lastUsedAt: at === 2 ? null : before(NOW, (at + 1) * HOUR),
      ...stamps(220 - at),
    }));
  await seed.insert('numbers', numbers);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return { accountIds: ids(accounts), agentIds: ids(agents), numberIds: ids(numbers) };
}
