import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostbackSecret } from '../../../../src/modules/delivery/links/postback-secret.ts';
import { signatureOf } from '../../../../src/modules/delivery/links/postbacks.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { giveProvider, PERSON, report, visit } from '../../../support/hooks.ts';
import { passHours } from '../../../support/previous-secrets.ts';
import { createSmsCampaign, manual, START, type TestCampaign, testEngine } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
let globex: TestTeam;
let campaign: TestCampaign;
let secret: string;
let hook: string;

beforeAll(async () => {
  test = await createTestApp();
  acme = await createTeam(test);
  globex = await createTeam(test, 'Globex');
});
afterAll(() => test.close());

/** One message that went out. */
beforeEach(async () => {
  campaign = await createSmsCampaign(test, acme.team.id, {
    contacts: 1,
    offerUrl: 'https://offer.example/1?a=b',
    meta: { sendType: 'manual', manualData: { sendAmount: 200, sendDatetime: null, throttleBatchSize: 0 } },
  });
  secret = await giveProvider(test, acme.team.id, campaign.routeId);
  hook = `/hooks/sms/${acme.team.id}/${campaign.routeId}`;
  await test.graphql(START, { variables: { id: campaign.campaignId }, token: acme.token });
  await testEngine(test, new Date(Date.now() + 1_000).toISOString()).run();
});

const message = () =>
  test.db.smsMessage.findFirstOrThrow({
    where: { teamId: acme.team.id, smsCampaignId: campaign.campaignId },
    include: { linkEvents: { orderBy: { id: 'asc' } } },
  });
const step = () =>
  test.db.smsSendStep.findFirstOrThrow({
    where: { teamId: acme.team.id, smsSend: { smsCampaignId: campaign.campaignId } },
    select: { delivered: true, clicked: true, unsubscribed: true },
  });

describe('what a provider reports', () => {
  it('is applied before it is answered, and a repeat changes nothing', async () => {
    const { id } = await message();
    const content = {
      receipts: [{ provider_id: `p-${id}`, status: 'delivered', code: 0, timestamp: '2025-11-22T10:00:00Z' }],
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await report(test, hook, secret, content)).toEqual({
        status: 200,
        location: null,
        body: '{"status":"ok"}',
      });
      expect(await message()).toMatchObject({ status: 'delivered', dlrCode: 0 });
      expect(await step()).toEqual({ delivered: 1, clicked: 0, unsubscribed: 0 });
    }
  });

  it('suppresses the number of a STOP at once', async () => {
    const { phoneNormalized } = await message();
    const replies = [{ id: `reply ${phoneNormalized}`, from: phoneNormalized, text: 'Stop!' }];
    expect(
      await report(test, hook.toUpperCase().replace('/HOOKS/SMS', '/hooks/sms'), secret, { replies }),
    ).toMatchObject({
      status: 200,
    });
    expect(
      await test.db.suppressedNumber.count({
        where: { teamId: acme.team.id, number: BigInt(phoneNormalized) },
      }),
    ).toBe(1);
    expect(await step()).toEqual({ delivered: 0, clicked: 0, unsubscribed: 1 });
    const id = campaign.contactIds[0]!;
    const contact = () => test.db.contact.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } });
    const { unsubscribedAt } = await contact();
    expect(unsubscribedAt).toEqual(expect.any(Date));
    const input = { number: 4915900000000 + Number(phoneNormalized.slice(-4)) };
    const UPDATE = 'mutation ($id: ID!, $input: UpdateContactInput!) { updateContact(id: $id, input: $input) { id } }';
    expect((await test.graphql(UPDATE, { variables: { id, input }, token: acme.token })).errors).toBeUndefined();
    // The same person, at another number.
    expect(await contact()).toMatchObject({ number: BigInt(input.number), unsubscribedAt });
    await report(test, hook, secret, { replies: [{ id: `back ${input.number}`, from: input.number, text: 'START' }] });
    expect(await contact()).toMatchObject({ unsubscribedAt: null });
  });

  it('takes a reply with an id that another one had, and a repeat of either changes nothing', async () => {
    const { phoneNormalized: from } = await message();
    const teamId = acme.team.id;
    const suppressed = () => test.db.suppressedNumber.count({ where: { teamId, number: BigInt(from) } });
    const id = `again ${from}`;
    const told = [
      { id, from: '4915799999999', text: 'Hello' },
      { id, from, text: 'START' },
      { id, from, text: 'STOP' },
    ];
    for (const reply of [...told, ...told]) await report(test, hook, secret, { replies: [reply] });
    expect(await suppressed()).toBe(1);
    const kept = await test.db.smsReply.findMany({
      where: { teamId, providerId: { startsWith: id } },
      orderBy: { id: 'asc' },
    });
    expect(kept.map(({ text }) => text).sort()).toEqual(['Hello', 'START', 'STOP']);
  });

  it('lifts no STOP by a START that was said before it, and by one that was said after it', async () => {
    const { phoneNormalized: from } = await message();
    const suppressed = () => test.db.suppressedNumber.count({ where: { teamId: acme.team.id, number: BigInt(from) } });
    const said = async (text: string, timestamp: string) => {
      const replies = [{ id: `${text} ${timestamp} ${from}`, from, text, timestamp }];
      expect(await report(test, hook, secret, { replies })).toMatchObject({ status: 200 });
    };
    await said('STOP', '2025-11-22T10:05:00Z');
    await said('START', '2025-11-22T10:00:00Z');
    expect(await suppressed()).toBe(1);
    // A STOP of a number that is suppressed already counts, too.
    await said('STOP', '2025-11-22T10:10:00Z');
    await said('START', '2025-11-22T10:07:00Z');
    expect(await suppressed()).toBe(1);
    await said('START', '2025-11-22T10:11:00Z');
    expect(await suppressed()).toBe(0);
  });

  it('is answered with nothing that a browser runs', async () => {
    const { headers } = await test.app.fetch(new Request('http://localhost/hooks/sms/a/b', { method: 'POST' }));
    expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
      "default-src 'none'; frame-ancestors 'none'; sandbox",
      'nosniff',
    ]);
  });

  it('is refused with another signature, and when its body is no JSON object', async () => {
    const other = await giveProvider(test, acme.team.id, campaign.routeId);
    expect(await report(test, hook, secret, { receipts: [] })).toEqual({
      status: 401,
      location: null,
      body: '{"error":"Invalid signature"}',
    });
    expect(await visit(test, hook, { method: 'POST', body: '{}' })).toMatchObject({ status: 401 });
    for (const body of ['{', '', '[]', 'null', '7', '"text"']) {
      expect(await report(test, hook, other, body)).toEqual({
        status: 422,
        location: null,
        body: '{"message":"The body field is invalid.","errors":{"body":["The body field is invalid."]}}',
      });
    }
    expect(await report(test, hook, other, ' '.repeat(1_000_001))).toMatchObject({ status: 413 });
    expect(await visit(test, hook)).toMatchObject({ status: 405 });
  });

  it('is not found for another team’s route, a missing one and one without a provider alike', async () => {
    const missing = '/hooks/sms/01900000-0000-7000-8000-000000000000/01900000-0000-7000-8000-000000000000';
    await test.db.route.updateMany({
      where: { teamId: acme.team.id, id: campaign.routeId },
      data: { provider: 'smpp' },
    });
    for (const path of [
      missing,
      hook,
      `/hooks/sms/${globex.team.id}/${campaign.routeId}`,
      '/hooks/sms/a/b',
      '/hooks/sms/a',
    ]) {
      expect(await report(test, path, secret, { receipts: [] })).toEqual({
        status: 404,
        location: null,
        body: '{"error":"Route not found."}',
      });
    }
  });
});

it('nothing of a contact that is deleted stays: messages, their names and links, its counts', async () => {
  const { contactId } = await message();
  const link = `/l/${(await message()).linkCode}`;
  const where = { teamId: acme.team.id, routeId: campaign.routeId };
  const left = async () => [
    await test.db.smsProviderMessage.count({ where }),
    await test.db.contactLimit.count({ where: { teamId: acme.team.id, contactId } }),
    await test.db.smsMessage.count({ where: { teamId: acme.team.id, contactId } }),
    (await visit(test, link, { method: 'HEAD', headers: PERSON })).status,
  ];
  expect(await left()).toEqual([1, 1, 1, 302]);
  await test.graphql('mutation ($id: ID!) { deleteContact(id: $id) { id } }', {
    variables: { id: contactId },
    token: acme.token,
  });
  expect(await left()).toEqual([0, 0, 0, 404]);
});

it('a message goes on naming the text that it was written from when that is replaced', async () => {
  const { campaignTextId } = await message();
  const texts = 'mutation ($id: ID!) { updateSmsCampaign(id: $id, input: { texts: ["Another"] }) { id } }';
  const { errors } = await test.graphql(texts, { variables: { id: campaign.campaignId }, token: acme.token });
  expect(errors).toBeUndefined();
  expect(await test.db.campaignText.count({ where: { teamId: acme.team.id, id: campaignTextId! } })).toBe(0);
  expect(await message()).toMatchObject({ campaignTextId });
});

describe('a short link', () => {
  const path = async () => `/l/${(await message()).linkCode}`;

  it.runIf(process.env.TEST_DATABASE_URL)('leads on a visitor whose message is taken back meanwhile', async () => {
    const { teamId, id } = await message();
    const link = await path();
    const client = await test.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('DELETE FROM sms_messages WHERE team_id = $1 AND id = $2', [teamId, id]);
      const visited = visit(test, link, { headers: PERSON });
      const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
      const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY(pg_blocking_pids(pid))';
      await expect.poll(async () => (await test.pool.query(waiting, [pid])).rowCount).toBeGreaterThan(0);
      await client.query('COMMIT');
      expect(await visited).toMatchObject({ status: 302 });
      expect(await test.db.smsLinkEvent.count({ where: { teamId, messageId: id } })).toBe(0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('leads a person to the offer; the first visit is the click', async () => {
    const first = await visit(test, await path(), { headers: PERSON });
    const again = await visit(test, await path(), { headers: PERSON });
    const { isClicked, timeClicked, linkEvents } = await message();
    expect(linkEvents.map(({ kind }) => kind)).toEqual(['click', 'click']);
    expect([first, again]).toEqual(
      linkEvents.map(({ id }) => ({ status: 302, location: `https://offer.example/1?a=b&click_id=${id}`, body: '' })),
    );
    expect([isClicked, timeClicked]).toEqual([true, linkEvents[0]!.occurredAt]);
    expect(await step()).toEqual({ delivered: 0, clicked: 1, unsubscribed: 0 });
  });

  it.each([
    ['https://shop.example/?q=日本', 'https://shop.example/?q=%E6%97%A5%E6%9C%AC&click_id='],
    ['https://日本.example/a b\r\nc', 'https://xn--wgv71a.example/a%20bc?click_id='],
  ])('leads to %j in ASCII', async (linkTarget, expected) => {
    const { teamId, id } = await message();
    await test.db.smsMessage.update({ where: { teamId_id: { teamId, id } }, data: { linkTarget } });
    const { status, location } = await visit(test, await path(), { headers: PERSON });
    const [click] = (await message()).linkEvents;
    expect([status, location]).toEqual([302, `${expected}${click!.id}`]);
  });

  it.each(['.', ')', ',', '%20', '%3E', '%22', '%E2%80%8B', '%', '%ff', '/', '%0a', '.%20Reply%20STOP', '?x=%'])(
    'is found with %j behind it',
    async (after) => {
      expect(await visit(test, `${await path()}${after}`, { headers: PERSON })).toMatchObject({ status: 302 });
    },
  );

  it('counts machines apart, and HEAD not at all', async () => {
    expect(await visit(test, await path(), { headers: { 'user-agent': 'Googlebot/2.1' } })).toMatchObject({
      status: 302,
    });
    expect(await visit(test, await path(), { method: 'HEAD', headers: PERSON })).toMatchObject({ status: 302 });
    const { isClicked, linkEvents } = await message();
    expect([isClicked, linkEvents.map(({ kind }) => kind)]).toEqual([false, ['bot']]);
    expect(await step()).toEqual({ delivered: 0, clicked: 0, unsubscribed: 0 });
  });

  it('that nobody has is not found, in plain text', async () => {
    const answer = { status: 404, location: null, body: 'This link does not exist.\n' };
    for (const code of ['2222222222', 'a', '%00', '%ff', '%', 'a/b', ''])
      expect(await visit(test, `/l/${code}`)).toEqual(answer);
    expect(await visit(test, '/l/2222222222', { method: 'POST' })).toMatchObject({ status: 405 });
  });

  it('that two teams have leads to neither', async () => {
    const { linkCode } = await message();
    const other = await createSmsCampaign(test, globex.team.id, { contacts: 1, meta: manual() });
    await test.graphql(START, { variables: { id: other.campaignId }, token: globex.token });
    await testEngine(test, new Date(Date.now() + 1_000).toISOString()).run();
    await test.db.smsMessage.updateMany({ where: { teamId: globex.team.id }, data: { linkCode } });
    expect(await visit(test, await path(), { headers: PERSON })).toMatchObject({ status: 404 });
    await test.db.smsMessage.deleteMany({ where: { teamId: globex.team.id } });
    expect(await visit(test, await path(), { headers: PERSON })).toMatchObject({ status: 302 });
  });

  it('counts one click of many people who come at once', async () => {
    const link = await path();
    await Promise.all(Array.from({ length: 8 }, () => visit(test, link, { headers: PERSON })));
    expect(await step()).toEqual({ delivered: 0, clicked: 1, unsubscribed: 0 });
    expect((await message()).linkEvents).toHaveLength(8);
  });
});

describe('a postback', () => {
  const postbackSecret = createPostbackSecret();
  beforeEach(() =>
    test.db.sendingSettings.update({
      where: { teamId: acme.team.id },
      data: { postbackSecret: encryptToken(test.services.tokenKeys, postbackSecret) },
    }),
  );

  async function click(): Promise<string> {
    await visit(test, `/l/${(await message()).linkCode}`, { headers: PERSON });
    return (await message()).linkEvents[0]!.id;
  }
  const signedQuery = (clickId: string, event: 'lead' | 'sale') =>
    new URLSearchParams({ click_id: clickId, event, signature: signatureOf(postbackSecret, { clickId, event }) });

  it('sets a lead and a sale once, however often it comes', async () => {
    const clickId = await click();
    const done = { status: 200, location: null, body: '{"status":"ok"}' };
    expect(await visit(test, `/postbacks/${acme.team.id}?${signedQuery(clickId, 'lead')}`)).toEqual(done);
    expect(await message()).toMatchObject({ isLead: true, isSale: false });
    const body = signedQuery(clickId, 'sale').toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await visit(test, `/postbacks/${acme.team.id}`, { method: 'POST', headers, body })).toEqual(done);
    const json = JSON.stringify({ click_id: clickId, event: 'sale', key: postbackSecret });
    const ofJson = { method: 'POST', headers: { 'content-type': 'application/json' }, body: json };
    expect(await visit(test, `/postbacks/${acme.team.id}`, ofJson)).toEqual(done);
    const { isLead, isSale, linkEvents } = await message();
    expect([isLead, isSale, linkEvents.map(({ kind }) => kind)]).toEqual([true, true, ['click', 'lead', 'sale']]);
  });

  /** A sale of an offer. */
  async function sell(profit: string): Promise<() => Promise<string>> {
    const offer = await test.db.offer.create({
      data: { teamId: acme.team.id, name: 'Boots', url: 'https://shop.example', profit },
    });
    const clickId = await click();
    await test.db.smsMessage.updateMany({ where: { teamId: acme.team.id }, data: { offerId: offer.id } });
    return async () => {
      const { status } = await visit(test, `/postbacks/${acme.team.id}?${signedQuery(clickId, 'sale')}`);
      return `${status} ${(await message()).revenue}`;
    };
  }

  it('earns no more than a message can hold', async () => {
    const sale = await sell('600000000000');
    await test.db.smsMessage.updateMany({ where: { teamId: acme.team.id }, data: { revenue: '600000000000' } });
    expect(await sale()).toBe('200 999999999999.999999');
  });

  it('earns once, also when it comes again after the person was erased', async () => {
    const sale = await sell('7.5');
    expect(await sale()).toBe('200 7.5');
    const number = (await message()).phoneNormalized;
    const erase = 'mutation ($input: PersonInput!) { erasePerson(input: $input) { contactsCount } }';
    const answer = await test.graphql(erase, { token: acme.token, variables: { input: { number: `+${number}` } } });
    expect(answer).toEqual({ data: { erasePerson: { contactsCount: 1 } } });
    expect(await sale()).toBe('200 7.5');
  });

  it('is accepted with a former secret for the overlap of its rotation, and with none at once after a leak', async () => {
    const rotate = async (overlapHours?: number) => {
      const input = overlapHours === undefined ? '' : `(input: { overlapHours: ${overlapHours} })`;
      const mutation = `mutation { rotatePostbackSecret${input} { secret } }`;
      type Rotated = { rotatePostbackSecret: { secret: string } };
      return (await test.graphql<Rotated>(mutation, { token: acme.token })).data!.rotatePostbackSecret.secret;
    };
    const clickId = await click();
    const status = async (key: string) => {
      const query = new URLSearchParams({ click_id: clickId, event: 'lead', key });
      return (await visit(test, `/postbacks/${acme.team.id}?${query}`)).status;
    };
    const second = await rotate();
    const third = await rotate();
    expect([await status(postbackSecret), await status(second), await status(third)]).toEqual([200, 200, 200]);
    const passes = (hours: number) => {
      const column = 'previous_postback_secret';
      return passHours(test, { table: 'sending_settings', column, ends: `${column}_expires_at` }, hours);
    };
    const end = async () => {
      type Read = { sendingSettings: { previousPostbackSecretExpiresAt: string | null } };
      const query = '{ sendingSettings { previousPostbackSecretExpiresAt } }';
      return (await test.graphql<Read>(query, { token: acme.token })).data!.sendingSettings
        .previousPostbackSecretExpiresAt;
    };
    expect(Math.round((Date.parse((await end())!) - Date.now()) / 3_600_000)).toBe(24);
    await passes(23);
    const fourth = await rotate(2);
    await passes(1);
    expect([await status(postbackSecret), await status(second), await status(third), await status(fourth)]).toEqual([
      ...[401, 401, 200, 200],
    ]);
    const last = await rotate(0);
    expect(await end()).toBeNull();
    expect([await status(third), await status(fourth), await status(last)]).toEqual([401, 401, 200]);
    const refused = await test.graphql('mutation { rotatePostbackSecret(input: { overlapHours: 169 }) { secret } }', {
      token: acme.token,
    });
    expect(refused.errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['in capitals', { 'content-type': 'Application/JSON; Charset=utf-8' }],
    ['of another JSON type', { 'content-type': 'application/vnd.api+json' }],
    ['packed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('is read as JSON %s', async (_name, headers) => {
    const json = JSON.stringify({ click_id: await click(), event: 'lead', key: postbackSecret });
    const body = 'content-encoding' in headers ? gzipSync(json) : json;
    const request = new Request(`http://localhost/postbacks/${acme.team.id}`, { method: 'POST', headers, body });
    const answer = await test.app.fetch(request);
    expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
    expect(await message()).toMatchObject({ isLead: true });
  });

  it('is refused unsigned, and by a team that has no secret or does not exist', async () => {
    const clickId = await click();
    const refused = { status: 401, location: null, body: '{"error":"Invalid signature"}' };
    expect(await visit(test, `/postbacks/${acme.team.id}?click_id=${clickId}&event=lead`)).toEqual(refused);
    const query = signedQuery(clickId, 'lead');
    for (const team of [globex.team.id, '01900000-0000-7000-8000-000000000000', 'a']) {
      expect(await visit(test, `/postbacks/${team}?${query}`)).toEqual(refused);
    }
    expect(await message()).toMatchObject({ isLead: false });
  });

  it('about a click that is not known is not found', async () => {
    const unknown = { status: 404, location: null, body: '{"error":"Click not found."}' };
    for (const id of ['01900000-0000-7000-8000-000000000000', 'a']) {
      expect(await visit(test, `/postbacks/${acme.team.id}?${signedQuery(id, 'lead')}`)).toEqual(unknown);
    }
  });
});
