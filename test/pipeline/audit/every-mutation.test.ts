import { randomUUID } from 'node:crypto';
import { createSigningSecret } from 'outgoing-requests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { changesOf } from '../../../src/graphql/audit-target.ts';
import { sealCredentials } from '../../../src/modules/delivery/providers/settings.ts';
import { hashToken } from '../../../src/modules/identity/auth/tokens.ts';
import { stateOf } from '../../../src/pipeline/audit/changes.ts';
import { encryptToken } from '../../../src/secrets.ts';
import { type Ids, type Kind, makeAnother, makeRecords } from '../../contract/records.ts';
import { call, roots } from '../../contract/schema-calls.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { signIn } from '../../support/people.ts';
import { createSellerEndpoint } from '../../support/sellers.ts';
import { createTeam, createTeamToken } from '../../support/team.ts';

/** Every mutation with arguments that it succeeds with, by what its entry shows. */

let app: TestApp;
let ids: Ids;
beforeAll(async () => {
  const email = { EMAIL_URL: 'file:/nowhere', PUBLIC_URL: 'https://outbound.example' };
  app = await createTestApp({ LOOKUP_PROVIDER: 'simulator', ...email });
  ids = await makeRecords(app.db, (await createTeam(app)).team.id);
});
afterAll(() => app.close());

/** What an entry shows: a state after, before, both, the number of those changed, or nothing. */
type Shows = 'after' | 'before' | 'both' | 'count' | 'nothing';
type Variables = () => Record<string, unknown> | Promise<Record<string, unknown>>;

const db = () => app.db;
const own = () => ({ teamId: ids.team });
const another = async (kind: Kind) => ({ id: await makeAnother(db(), ids, kind) });
const changed = (kind: Kind, input: object) => async () => ({ ...(await another(kind)), input });
const made =
  (input: object): Variables =>
  () => ({ input });
const idOf = async (record: Promise<{ id: string }>) => ({ id: (await record).id });
const NAME = { name: 'Renamed' };
const PASSWORD = 'correct-horse-battery';
const number = (at: number) => 14_155_550_000 + at;

const tag = () => idOf(db().tag.create({ data: { ...own(), name: `Tag ${randomUUID()}` } }));
const account = (more: object = {}) => {
  const data = { ...own(), name: 'Main', provider: 'provider_a' as const, webhookSecretHash: hashToken(randomUUID()) };
  return idOf(db().voiceAccount.create({ data: { ...data, ...more } }));
};
const callerOf = async () => {
  const credentials = sealCredentials(app.services.tokenKeys, { webhookSecret: 'secret' });
  const { id } = await account({ adapter: 'simulator', adapterCredentials: credentials });
  const agent = await db().agent.create({ data: { ...own(), name: 'Clara' } });
  return { voiceAccountId: id, numberId: (await phone(9_011)).id, agentId: agent.id };
};
const phone = (at: number, more: object = {}) => {
  const data = { ...own(), number: BigInt(number(at)), voiceProvider: 'provider_a' as const };
  return idOf(db().number.create({ data: { ...data, ...more } }));
};
const endpoint = () => idOf(createSellerEndpoint(db(), { ...own(), username: randomUUID(), passwordHash: 'x' }));
const hubSender = async () =>
  idOf(
    db().hubSender.create({
      data: { ...own(), sellerEndpointId: (await endpoint()).id, sender: '12025550101' },
    }),
  );
const simulated = async () => {
  const credentials = sealCredentials(app.services.tokenKeys, { secret: createSigningSecret() });
  const data = { ...own(), name: 'Simulated', provider: 'simulator' as const, credentials };
  return (await db().route.create({ data })).id;
};
const planRule = () =>
  idOf(db().routingPlanRule.create({ data: { ...own(), routingPlanId: ids.plan, routeId: ids.route, position: 1 } }));
const domainPlan = () => idOf(db().domainPlan.create({ data: { ...own(), name: 'Plan', domains: ['a.example'] } }));
const suppressed = () =>
  idOf(db().suppressedNumber.create({ data: { ...own(), number: BigInt(number(Math.floor(Math.random() * 9_000))) } }));
const running = () => idOf(db().voiceCampaign.create({ data: { ...own(), name: 'Spring', status: 'running' } }));
const ofCampaign = (campaign: () => Promise<{ id: string }>) => async () => ({
  input: { campaignId: (await campaign()).id },
});
const archived = { archivedAt: new Date() };
const member = async () => {
  await signIn(app, [[ids.team, 'member']]);
  const { userId } = await db().membership.findFirstOrThrow({
    where: { ...own(), role: 'member' },
    orderBy: { createdAt: 'desc' },
  });
  return userId;
};

let conversations = 0;
const conversation = async () => {
  conversations += 1;
  const place = { ...own(), number: BigInt(number(9_100 + conversations)), sender: 'Acme', routeId: ids.route };
  const text = { lastText: 'Hi', lastDirection: 'inbound' as const, lastActivityAt: new Date() };
  const { id } = await db().conversation.create({ data: { ...place, ...text } });
  return id;
};
const inConversation = (input: object) => async () => ({ input: { conversationId: await conversation(), ...input } });
const keyword = async () => {
  const word = randomUUID();
  const data = { ...own(), word, folded: word, answer: 'Hi' };
  return (await db().replyKeyword.create({ data })).id;
};
const ENDPOINT = { url: 'https://crm.example/events', eventTypes: ['message_delivered'] };
const webhookEndpoint = async () => {
  const secret = encryptToken(app.services.tokenKeys, createSigningSecret());
  const data = { ...own(), url: ENDPOINT.url, eventTypes: ['message_delivered' as const], secret };
  return idOf(db().webhookEndpoint.create({ data }));
};
const rotated = async () => ({ ...(await webhookEndpoint()), input: {} });
const tested = async () => ({ input: { endpointId: (await webhookEndpoint()).id } });
const delivery = async () => {
  const { id: endpointId } = await webhookEndpoint();
  const type = 'message_delivered' as const;
  const fact = { ...own(), type, recordId: randomUUID(), sequence: 1n, occurredAt: new Date(), data: {} };
  const { id: eventId } = await db().webhookEvent.create({ data: fact });
  const data = { ...own(), endpointId, eventId, eventType: type, status: 'failed' as const, attempts: 8 };
  return idOf(db().webhookDelivery.create({ data }));
};
const planWithRoute = async () =>
  (await db().routingPlan.create({ data: { ...own(), name: 'Plan', defaultRouteId: ids.route } })).id;
const TO = '+14155550123';
const voiceSend = async () => {
  const { id } = await db().voiceCampaignSend.create({ data: { ...own(), voiceCampaignId: ids.voiceCampaign } });
  return id;
};
const testedCampaign = async () => {
  const data = { ...own(), name: 'Tested', smsRoutingPlanId: await planWithRoute() };
  const { id } = await db().smsCampaign.create({ data });
  await db().campaignText.create({ data: { ...own(), smsCampaignId: id, text: 'Hi', position: 0 } });
  return id;
};

async function callEvent() {
  const { id: voiceAccountId } = await account();
  const fingerprint = new Uint8Array(Buffer.from(randomUUID()));
  const event = { ...own(), voiceAccountId, type: 'unknown', occurredAt: new Date(), fingerprint, payload: {} };
  return idOf(db().callEvent.create({ data: { ...event, status: 'failed' } }));
}

const callPostProcessing = () =>
  idOf(
    db().callPostProcessing.create({
      data: { ...own(), callId: ids.call, name: 'CRM', kind: 'webhook', position: 9, status: 'failed', attempts: 8 },
    }),
  );
const webhookStep = () =>
  idOf(db().postProcessing.create({ data: { ...own(), name: 'CRM', kind: 'webhook', config: {}, position: 9 } }));

const MUTATIONS: Record<string, [Shows, Variables]> = {
  acceptInvitation: ['nothing', made({})],
  addTagsToContacts: ['count', () => ({ input: { contactIds: [ids.contact], tags: ['VIP'] } })],
  archiveAgent: ['both', () => another('agent')],
  archiveVoiceNumber: ['both', () => phone(1)],
  archiveVoiceAccount: ['both', () => account()],
  attachOffersToSmsCampaign: [
    'both',
    async () => ({ ...(await another('deletable')), input: { offerIds: [ids.offer] } }),
  ],
  attachOffersToVoiceCampaign: ['both', () => ({ id: ids.voiceCampaign, input: { offerIds: [ids.offer] } })],
  cancelNumberLookup: [
    'both',
    () => idOf(db().mnpLookup.create({ data: { ...own(), amount: 1, cost: '0.004', status: 'pending' } })),
  ],
  changeCallOutcome: ['both', () => ({ id: ids.call, input: { callOutcome: 'interested' } })],
  changeMemberRole: ['both', async () => ({ input: { userId: await member(), role: 'admin' } })],
  changePassword: ['nothing', made({})],
  checkRoute: ['nothing', async () => ({ input: { routeId: await simulated() } })],
  checkVoiceAccount: ['nothing', made({})],
  chargeIntegration: [
    'after',
    () => ({
      input: { cost: '1', meta: { integrationId: ids.integration, webhookRequestId: randomUUID(), reason: 'x' } },
    }),
  ],
  confirmEmail: ['nothing', made({})],
  createAgent: ['after', made({ name: 'Ann' })],
  createClientCompany: ['after', made({ name: 'Contoso' })],
  createContact: ['after', made({ number: number(9_001) })],
  createDomainPlan: ['after', made({ name: 'New', domains: ['b.example'] })],
  createFirstOwner: ['nothing', made({})],
  createHubSender: [
    'after',
    async () => ({ input: { sellerEndpointId: (await endpoint()).id, sender: '12025550100' } }),
  ],
  createIntegration: ['after', made({ name: 'New' })],
  createVoiceNumber: ['after', made({ number: number(9_002), voiceProvider: 'provider_a' })],
  createOffer: ['after', made({ name: 'New', url: 'https://a.example', profit: '1' })],
  createReplyKeyword: ['after', made({ word: 'menu', answer: 'Soup.' })],
  createRoute: ['after', made({ name: 'New' })],
  createRoutingPlan: ['after', made({ name: 'New' })],
  createRoutingPlanRule: ['after', () => ({ input: { routingPlanId: ids.plan, routeId: ids.route } })],
  createSegment: ['after', made({ name: 'New', filter: { hasClicked: true } })],
  createSellerEndpoint: ['after', made({ username: 'new-seller', password: PASSWORD })],
  createSellerProfitLogicRule: ['after', made({ currentProfit: '5' })],
  createSmsCampaign: ['after', made({ name: 'New' })],
  createSmsTestSchedule: [
    'after',
    () => ({ input: { name: 'New', routeId: ids.route, text: 'Hi', toNumber: number(1) } }),
  ],
  createTag: ['after', made({ name: 'New' })],
  createTeam: ['nothing', made({ name: 'Another' })],
  createTeamToken: ['after', made({ name: 'New' })],
  createVoiceAccount: ['after', made({ name: 'New', voiceProvider: 'provider_a' })],
  createVoiceCampaign: ['after', made({ name: 'New' })],
  createWebhookEndpoint: ['after', made(ENDPOINT)],
  createVoicePostProcessing: ['after', made({ name: 'New', kind: 'tag_contact', tagContactData: { tag: 'x' } })],
  deleteAgent: ['before', () => another('agent')],
  deleteClientCompany: ['before', () => another('company')],
  deleteContact: [
    'before',
    () => idOf(db().contact.create({ data: { ...own(), number: BigInt(number(9_003)), countryId: 840 } })),
  ],
  deleteDataFile: ['before', () => another('dataFile')],
  deleteDomainPlan: ['before', domainPlan],
  deleteHubSender: ['before', hubSender],
  deleteIntegration: ['before', () => another('plainIntegration')],
  deleteVoiceNumber: ['before', () => phone(2)],
  deleteOffer: ['before', () => another('offer')],
  deleteReplyKeyword: ['before', async () => ({ id: await keyword() })],
  deleteRoute: ['before', () => another('route')],
  deleteRoutingPlan: ['before', () => another('plan')],
  deleteRoutingPlanRule: ['before', planRule],
  deleteSegment: ['before', () => another('segment')],
  deleteSellerEndpoint: ['before', () => endpoint()],
  deleteSellerProfitLogicRule: ['before', () => another('rule')],
  deleteSmsCampaign: ['before', () => another('deletable')],
  deleteSmsTestSchedule: ['before', () => another('schedule')],
  deleteTag: ['before', tag],
  deleteVoiceAccount: ['before', () => account()],
  deleteVoiceCampaign: ['before', () => another('voiceCampaign')],
  deleteVoicePostProcessing: ['before', () => another('postProcessing')],
  deleteWebhookEndpoint: ['before', webhookEndpoint],
  detachOffersFromSmsCampaign: ['both', () => ({ id: ids.smsCampaign, input: { offerIds: [ids.offer] } })],
  detachOffersFromVoiceCampaign: ['both', () => ({ id: ids.voiceCampaign, input: { offerIds: [ids.offer] } })],
  duplicateAgent: ['after', () => ({ id: ids.agent })],
  duplicateSmsCampaign: ['after', () => ({ id: ids.smsCampaign })],
  duplicateVoiceCampaign: ['after', () => ({ id: ids.voiceCampaign })],
  endAllSessions: ['nothing', () => ({})],
  endCall: ['nothing', made({})],
  endSession: ['nothing', () => idOf(db().session.findFirstOrThrow({ orderBy: { id: 'desc' } }))],
  assignConversation: ['both', async () => ({ id: await conversation(), input: {} })],
  closeConversation: ['both', async () => ({ id: await conversation() })],
  cancelDataFileImport: [
    'both',
    async () => {
      const { id } = await another('dataFile');
      await db().dataFile.updateMany({ where: { id }, data: { status: 'importing' } });
      return { id };
    },
  ],
  erasePerson: ['nothing', made({ number: number(9_004) })],
  exportPerson: ['nothing', made({ number: number(9_004) })],
  importDataFile: ['both', () => ({ id: ids.dataFile, input: { columns: { number: 0 } } })],
  inviteMember: ['after', made({ email: 'new@invited.example' })],
  markRepliesRead: ['count', () => ({ input: { replyIds: [] } })],
  recordConsent: [
    'after',
    made({ number: number(9_003), channel: 'sms', purpose: 'service', state: 'granted', source: 'api' }),
  ],
  reopenConversation: ['both', async () => ({ id: await conversation() })],
  sendSmsCampaignTest: ['after', async () => ({ input: { smsCampaignId: await testedCampaign(), to: TO } })],
  sendReply: ['after', inConversation({ text: 'Hello' })],
  sendSms: ['after', async () => ({ input: { to: TO, text: 'Hi', routingPlanId: await planWithRoute() } })],
  leaveTeam: ['before', () => ({})],
  login: ['nothing', made({})],
  loginWithCode: ['nothing', made({})],
  startTwoFactor: ['nothing', made({})],
  confirmTwoFactor: ['nothing', made({})],
  disableTwoFactor: ['nothing', made({})],
  newRecoveryCodes: ['nothing', made({})],
  logout: ['nothing', () => ({})],
  pauseCampaign: ['both', ofCampaign(running)],
  removeMember: ['before', async () => ({ input: { userId: await member() } })],
  removeTagsFromContacts: ['count', () => ({ input: { contactIds: [ids.contact], tags: ['VIP'] } })],
  updateTag: ['both', async () => ({ ...(await tag()), input: NAME })],
  reorderRoutingPlanRules: ['both', async () => ({ input: { routingPlanId: ids.plan, ruleIds: await everyRule() } })],
  reorderVoicePostProcessings: ['count', async () => ({ input: { ids: await everyPostProcessing() } })],
  requestEmailConfirmation: ['nothing', () => ({})],
  requestPasswordReset: ['nothing', made({ email: 'ann@reset.example' })],
  resetPassword: ['nothing', made({})],
  resolveUnknownMessages: ['count', () => ({ input: { smsSendId: ids.smsSend, outcome: 'sent' } })],
  resolveUnknownHubMessages: ['count', () => ({ input: { messageIds: [], outcome: 'sent' } })],
  resolveUnknownCalls: ['count', async () => ({ input: { voiceSendId: await voiceSend(), outcome: 'placed' } })],
  replayCallEvent: ['both', callEvent],
  replayWebhookDelivery: ['both', delivery],
  replayWebhookEvents: [
    'count',
    async () => ({ input: { endpointId: (await webhookEndpoint()).id, since: new Date().toISOString() } }),
  ],
  replayCallPostProcessing: ['both', callPostProcessing],
  requestNumberLookup: ['after', () => ({ input: { contactIds: [ids.contact] } })],
  restoreAgent: ['both', () => idOf(db().agent.create({ data: { ...own(), name: 'Ann', ...archived } }))],
  restoreVoiceNumber: ['both', () => phone(3, archived)],
  restoreVoiceAccount: ['both', () => account(archived)],
  resumeCampaign: ['both', ofCampaign(running)],
  revokeInvitation: ['before', () => another('invitation')],
  revokePreviousVoiceAccountSecret: [
    'both',
    () => account({ previousSecretHash: hashToken(randomUUID()), previousSecretExpiresAt: new Date('2099-01-01') }),
  ],
  revokeTeamToken: [
    'before',
    async () => {
      await createTeamToken(app, ids.team, { role: 'member' });
      return idOf(
        db().teamToken.findFirstOrThrow({ where: { ...own(), role: 'member' }, orderBy: { createdAt: 'desc' } }),
      );
    },
  ],
  rotatePostbackSecret: ['both', () => ({})],
  rotatePreCheckSecret: ['both', () => ({})],
  setCustomFieldNames: ['both', () => ({ input: { names: [{ field: 'custom1_str', name: 'Plan' }] } })],
  setNumberLookupProvider: ['both', () => ({ input: { provider: 'telnyx', credentials: { apiKey: PASSWORD } } })],
  removeNumberLookupProvider: ['both', () => ({})],
  rotateSellerEndpointCredentials: [
    'both',
    async () => ({
      ...(await endpoint()),
      input: { password: PASSWORD },
    }),
  ],
  rotateSellerEndpointCallbackSecret: ['both', async () => ({ ...(await endpoint()), input: {} })],
  rotateVoiceAccountSecret: ['both', () => account()],
  rotateWebhookEndpointSecret: ['both', rotated],
  rotateVoicePostProcessingSecret: ['both', webhookStep],
  setVoiceNumberProvider: ['both', () => ({ id: ids.number, input: { voiceProvider: 'provider_b' } })],
  setVoiceAccountProvider: ['both', async () => ({ ...(await account()), input: { provider: 'simulator' } })],
  setRouteProvider: ['both', () => ({ id: ids.route, input: { provider: 'simulator' } })],
  removeRouteProvider: ['both', () => another('route')],
  setVoiceCampaignRetries: ['both', changed('voiceCampaign', { maxAttempts: 5 })],
  startCampaign: ['both', ofCampaign(running)],
  stopCampaign: ['both', ofCampaign(() => another('stoppable'))],
  suppressContact: ['both', () => ({ id: ids.contact })],
  suppressNumbers: ['count', made({ numbers: [number(9_004)] })],
  switchTeam: ['nothing', async () => ({ input: { teamId: ids.team } })],
  testRoute: ['after', async () => ({ input: { routeId: await simulated(), to: number(9_010), text: 'Hi' } })],
  testVoiceAccount: ['after', async () => ({ input: { ...(await callerOf()), to: number(9_012) } })],
  testWebhookEndpoint: ['after', tested],
  topUpIntegration: [
    'after',
    () => ({ input: { amount: '1', integrationId: ids.integration, requestId: randomUUID() } }),
  ],
  unsuppressContact: ['both', () => ({ id: ids.contact })],
  unsuppressNumber: ['before', suppressed],
  updateAgent: ['both', changed('agent', NAME)],
  updateClientCompany: ['both', changed('company', NAME)],
  updateContact: ['both', () => ({ id: ids.contact, input: NAME })],
  updateDomainPlan: ['both', async () => ({ ...(await domainPlan()), input: NAME })],
  updateIntegration: ['both', changed('integration', NAME)],
  updateVoiceNumber: ['both', () => ({ id: ids.number, input: { disallowedCountryIds: ['276'] } })],
  updateOffer: ['both', changed('offer', NAME)],
  updateReplyKeyword: ['both', async () => ({ id: await keyword(), input: { answer: 'Hello' } })],
  updateRoute: ['both', changed('route', NAME)],
  updateRoutingPlan: ['both', changed('plan', NAME)],
  updateRoutingPlanRule: ['both', async () => ({ ...(await planRule()), input: { countryId: 840 } })],
  updateSegment: ['both', changed('segment', NAME)],
  updateSellerEndpoint: ['both', async () => ({ ...(await endpoint()), input: NAME })],
  updateSellerProfitLogicRule: ['both', changed('rule', { currentProfit: '5' })],
  updateSendingSettings: ['after', () => ({ input: { helpText: 'Call us.' } })],
  updateSmsCampaign: ['both', changed('deletable', NAME)],
  updateSmsTestSchedule: ['both', changed('schedule', NAME)],
  updateTeam: ['both', made(NAME)],
  updateTeamOnboarding: ['both', () => ({ id: ids.team, input: { onboardingData: ['x'] } })],
  updateVoiceAccount: ['both', async () => ({ ...(await account()), input: NAME })],
  updateVoiceCampaign: ['both', changed('voiceCampaign', NAME)],
  updateWebhookEndpoint: ['both', async () => ({ ...(await webhookEndpoint()), input: { description: 'CRM' } })],
  updateVoicePostProcessing: ['both', changed('postProcessing', NAME)],
  uploadDataFile: ['after', () => ({ file: null })],
};

const everyRule = async () => {
  await planRule();
  return (await db().routingPlanRule.findMany({ where: { routingPlanId: ids.plan }, orderBy: { id: 'desc' } })).map(
    ({ id }) => id,
  );
};
const everyPostProcessing = async () =>
  (await db().postProcessing.findMany({ where: { ...own(), voiceCampaignId: null } })).map(({ id }) => id);

/** Those that need somebody who signs in, whose password is known, or a voice provider have tests of their own. */
const ELSEWHERE = [
  'acceptInvitation',
  'changePassword',
  'checkVoiceAccount',
  'confirmEmail',
  'confirmTwoFactor',
  'createFirstOwner',
  'createTeam',
  'disableTwoFactor',
  'endCall',
  'login',
  'loginWithCode',
  'newRecoveryCodes',
  'resetPassword',
  'startTwoFactor',
];

const mutations = roots.filter(({ kind }) => kind === 'mutation');

test('every mutation is in the table', () => {
  expect(Object.keys(MUTATIONS).sort(), 'MUTATIONS, above').toEqual(mutations.map(({ field }) => field.name).sort());
});

test('the entry of every mutation shows the states that are to be expected of it, the one after as the record is then, and no secret', async () => {
  const shown: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const secrets: string[] = [];
  for (const root of mutations.filter(({ field }) => Object.hasOwn(MUTATIONS, field.name))) {
    const { name } = root.field;
    const [shows, variables] = MUTATIONS[name]!;
    if (ELSEWHERE.includes(name)) continue;
    expected[name] = shows;
    const token = await signIn(app, [[ids.team, 'owner']]);
    const { data, errors } = await call(app, root, await variables(), { token });
    const answer = JSON.stringify(data ?? null);
    secrets.push(...(answer.match(/ob[a-z]_[\w-]+/g) ?? []));
    const entry = await db().auditEntry.findFirst({ where: { ...own(), action: name } });
    shown[name] = errors ? JSON.stringify(errors[0]?.message) : shownBy(entry as Shown | null, name);
    const of = changesOf(root.field);
    if (!entry?.targetId || !of || typeof of === 'string' || 'length' in of || of.field) continue;
    const state = await stateOf({ ...app.services, teamId: ids.team }, of, entry.targetId, Prisma.empty);
    expect({ [name]: entry.after }).toEqual({ [name]: JSON.parse(JSON.stringify(state)) });
  }
  expect(shown).toEqual(expected);

  // A team's token, a session's, two webhook secrets, one for postbacks and two links to a person's data were answered. None of
  // them is in the log, no password and no hash.
  expect(secrets.map((secret) => secret.slice(0, 4)).sort()).toEqual([
    'obd_',
    'obd_',
    'obp_',
    'obs_',
    'obt_',
    'obw_',
    'obw_',
  ]);
  const { rows } = await app.pool.query<{ text: string }>('SELECT e::text AS text FROM audit_entries e');
  const written = rows.map(({ text }) => text).join('\n');
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  expect(written).not.toContain(PASSWORD);
  const hashes = await app.pool.query<{ hash: string }>(
    `SELECT encode(token_hash, 'hex') AS hash FROM team_tokens UNION ALL SELECT encode(token_ciphertext, 'hex') FROM team_tokens
     UNION ALL SELECT encode(token_hash, 'hex') FROM sessions UNION ALL SELECT encode(token_hash, 'hex') FROM invitations WHERE token_hash IS NOT NULL
     UNION ALL SELECT encode(webhook_secret_hash, 'hex') FROM voice_accounts
     UNION ALL SELECT password_hash FROM seller_endpoints WHERE password_hash LIKE '$%'`,
  );
  expect(hashes.rows.length).toBeGreaterThan(10);
  expect(hashes.rows.filter(({ hash }) => written.includes(hash))).toEqual([]);
});

interface Shown {
  targetType: string | null;
  targetId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

function shownBy(entry: Shown | null, name: string): string {
  if (!entry) return 'no entry';
  const { targetType, before, after } = entry;
  if (!before && !after) return 'nothing';
  if (!before && typeof after!.count === 'number') return 'count';
  if (!targetType) return 'no type';
  if (before && after && /^update/.test(name) && JSON.stringify(before) === JSON.stringify(after)) return 'no change';
  return before && after ? 'both' : before ? 'before' : 'after';
}
