import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HubMessage } from '../../../../src/generated/prisma/client.ts';
import { recordFinals } from '../../../../src/modules/delivery/relay/finals.ts';
import { openIntake } from '../../../../src/modules/hub/traffic/intake.ts';
import { markHubMessages } from '../../../../src/modules/insight/reports/roll-ups/marks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { rollUp, staleRollUps } from '../../../support/roll-ups.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { subscribe } from '../../../support/stream.ts';
import { createEndpoint, typesAsDescribed } from '../../webhooks/support.ts';
import { createHub, ended, type Hub, REJECTED } from './support.ts';

let app: TestApp;
let mine: Hub;
let rival: Hub;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createHub(app);
  rival = await createHub(app, 'Rival');
  await rival.submit();
});
afterAll(() => app.close());

// biome-ignore lint/suspicious/noExplicitAny: whatever was selected
async function ask(query: string, hub: Hub = mine, variables = {}): Promise<any> {
  const { data, errors } = await app.graphql(query, { token: hub.token, variables });
  expect(errors).toBeUndefined();
  return data;
}
const idsOf = (connection: { nodes: { id: string }[] }) => connection.nodes.map(({ id }) => id);

test('a message shows what it cost, what is paid for it, and what it names', async () => {
  const hub = await createHub(app);
  const { id } = await hub.submit({ ...ended('delivered', 2, new Date('2026-03-01T09:00:00Z')), reference: 'order 7' });
  const { hubMessage } = await ask(
    `query ($id: ID!) { hubMessage(id: $id) { id protocol sender destination number text smsParts cost price profit status refusal
      reason reference receipts sentAt settledAt createdAt sellerEndpoint { name } clientCompany { name } route { name }
      profitRule { currentProfit } country { name } network { id } } }`,
    hub,
    { id },
  );
  expect(hubMessage).toEqual({
    id,
    protocol: 'smpp',
    sender: 'Northwind',
    destination: '4915112345678',
    number: '+4915112345678',
    text: 'Hello 1',
    smsParts: 1,
    cost: '0.05',
    price: '0.06',
    profit: '0.01',
    status: 'delivered',
    refusal: null,
    reason: null,
    reference: 'order 7',
    receipts: 'all',
    sentAt: '2026-03-01T09:00:00.000Z',
    settledAt: '2026-03-01T09:00:02.000Z',
    createdAt: '2026-03-01T09:00:00.000Z',
    sellerEndpoint: { name: 'Main' },
    clientCompany: { name: 'Northwind' },
    route: { name: 'Direct' },
    profitRule: { currentProfit: '20' },
    country: { name: 'Germany' },
    network: null,
  });
  const others = await app.graphql('query ($id: ID!) { hubMessage(id: $id) { id } }', {
    token: rival.token,
    variables: { id },
  });
  expect(others.errors?.map(({ message }) => message)).toEqual(['Hub message not found.']);
});

test('messages are listed newest first, by everything that they are filtered by, and below what they name', async () => {
  const hub = await createHub(app);
  const first = await hub.submit({ countryId: 840, reference: 'order 7', protocol: 'http' });
  const second = await hub.submit({ number: 4_915_112_345_670n });
  const third = await hub.submit(REJECTED);
  const list = async (filter: string) =>
    idsOf((await ask(`{ hubMessages(filter: ${filter}) { nodes { id } } }`, hub)).hubMessages);
  expect(await list('{}')).toEqual([third.id, second.id, first.id]);
  expect(await list('{ countryId: "840" }')).toEqual([first.id]);
  expect(await list('{ reference: "order 7" }')).toEqual([first.id]);
  expect(await list('{ number: "+4915112345670" }')).toEqual([second.id]);
  expect(await list('{ status: [rejected] }')).toEqual([third.id]);
  expect(await list('{ refusal: [suppressed, balance] }')).toEqual([third.id]);
  expect(await list('{ refusal: [balance] }')).toEqual([]);
  expect(await list(`{ routeId: "${hub.routeId}" }`)).toEqual([second.id, first.id]);
  expect(await list(`{ sellerEndpointId: "${hub.endpointId}" }`)).toHaveLength(3);
  expect(await list(`{ sellerEndpointId: "${rival.endpointId}" }`)).toEqual([]);
  expect(await list(`{ createdAt: { from: "${third.createdAt.toISOString()}" } }`)).toEqual([third.id]);
  const { sellerEndpoint, clientCompany, route } = await ask(
    `{ sellerEndpoint(id: "${hub.endpointId}") { messages(first: 1) { nodes { id } totalCount } }
      clientCompany(id: "${hub.companyId}") { messages { totalCount } } route(id: "${hub.routeId}") { hubMessages { totalCount } } }`,
    hub,
  );
  expect([sellerEndpoint, clientCompany, route]).toEqual([
    { messages: { nodes: [{ id: third.id }], totalCount: 3 } },
    { messages: { totalCount: 3 } },
    { hubMessages: { totalCount: 2 } },
  ]);
});

test('an endpoint shows the connections whose lease runs, oldest first', async () => {
  const { teamId, endpointId: sellerEndpointId } = mine;
  const bind = (address: string, boundAt: string, leaseUntil: string) =>
    app.db.hubConnection.create({
      data: {
        ...{ teamId, sellerEndpointId, kind: 'transceiver', address, process: 'hub-1' },
        ...{ boundAt: new Date(boundAt), leaseUntil: new Date(leaseUntil) },
      },
    });
  await bind('192.0.2.2', '2026-03-01T09:00:02Z', '2999-01-01');
  await bind('192.0.2.1', '2026-03-01T09:00:01Z', '2999-01-01');
  await bind('192.0.2.3', '2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z');
  const query = `{ sellerEndpoint(id: "${sellerEndpointId}") { connections { nodes { kind address boundAt process sellerEndpoint { name } } totalCount } } }`;
  expect((await ask(query)).sellerEndpoint.connections).toEqual({
    nodes: ['192.0.2.1', '192.0.2.2'].map((address, at) => ({
      ...{ kind: 'transceiver', address, boundAt: `2026-03-01T09:00:0${at + 1}.000Z`, process: 'hub-1' },
      sellerEndpoint: { name: 'Main' },
    })),
    totalCount: 2,
  });
  const later = `{ sellerEndpoint(id: "${sellerEndpointId}") { connections(filter: { boundAt: { to: "2026-03-01T09:00:02Z" } }) {
    nodes { address } totalCount } } }`;
  expect((await ask(later)).sellerEndpoint.connections).toEqual({ nodes: [{ address: '192.0.2.1' }], totalCount: 1 });
});

test('a report by company has its money to the last digit and its receipts’ percentiles, rolled up or not', async () => {
  const hub = await createHub(app);
  const at = new Date('2026-03-01T09:00:00Z');
  const delivered: HubMessage[] = [];
  for (const seconds of [0.4, 1, 4, 4.5, 5, 5.001, 7, 20, 61, 300]) {
    delivered.push(await hub.submit({ ...ended('delivered', seconds, at), cost: '0.100001', price: '0.200003' }));
  }
  const failed = await hub.submit({ ...ended('failed', 3_000, at), cost: '0', price: '0', smsParts: 3 });
  const rejected = await hub.submit({ ...REJECTED, createdAt: at });
  const report = async () => {
    const { hubReport } = await ask(
      `{ hubReport(groupBy: [client_company_id, company_name]) { groups { keys { label } metrics { messages accepted delivered deliveryRate
        failed rejected parts cost price profit receiptP50 receiptP95 } } freshness { source } } }`,
      hub,
    );
    return hubReport;
  };
  const groups = [
    {
      keys: [{ label: 'Northwind' }, { label: 'Carrier' }],
      metrics: {
        ...{ messages: 11, accepted: 11, delivered: 10, deliveryRate: 90.9091, failed: 1, rejected: 0, parts: 13 },
        ...{ cost: '1.00001', price: '2.00003', profit: '1.00002', receiptP50: 8, receiptP95: 3_600 },
      },
    },
    {
      keys: [{ label: 'Northwind' }, { label: null }],
      metrics: {
        ...{ messages: 1, accepted: 0, delivered: 0, deliveryRate: null, failed: 0, rejected: 1, parts: 0 },
        ...{ cost: '0', price: '0', profit: '0', receiptP50: null, receiptP95: null },
      },
    },
  ];
  const raw = await ask(
    `{ hubReport(groupBy: [refusal], where: { smsParts: { lessThan: 9 } }) { freshness { source } } }`,
    hub,
  );
  expect(raw.hubReport.freshness.source).toBe('raw');
  await app.services.db.transaction((tx) =>
    markHubMessages(
      tx,
      hub.teamId,
      [...delivered, failed, rejected].map(({ id }) => id),
    ),
  );
  expect(await report()).toEqual({ groups, freshness: { source: 'mixed' } });
  await rollUp(app.services);
  expect(await report()).toEqual({ groups, freshness: { source: 'roll_up' } });
  expect(await staleRollUps(app.services, hub.teamId)).toEqual([]);
});

test('CDRs are downloaded as CSV that no spreadsheet takes for a formula', async () => {
  const hub = await createHub(app);
  const { id } = await hub.submit({ sender: '=cmd|x', reference: '+1,2', reason: '@SUM(A1)' });
  await hub.submit(REJECTED);
  const { hubReportExport } = await ask(
    `{ hubReportExport(keys: [number, sender_id, reference, fail_reason, cost, price, profit, status, seller_endpoint_id],
      where: { refusal: { isBlank: true } }) { url } }`,
    hub,
  );
  const file = await app.app.fetch(new Request(`http://localhost${hubReportExport.url}`));
  expect((await file.text()).split('\r\n')).toEqual([
    'row_id,number,sender_id,reference,fail_reason,cost,price,profit,status,seller_endpoint_id',
    `${id},4915112345678,'=cmd|x,"'+1,2",'@SUM(A1),0.050000,0.060000,0.010000,queued,${hub.endpointId}`,
    '',
  ]);
});

test('traffic is watched by its team alone: the last minute, and what is connected now', async () => {
  const hub = await createHub(app);
  const now = new Date();
  await hub.submit({ ...ended('delivered', 1, now), createdAt: now });
  await hub.submit({ ...REJECTED, createdAt: now });
  await hub.submit({ ...ended('failed', 1, now), createdAt: new Date(now.getTime() - 3_600_000) });
  const { teamId, endpointId: sellerEndpointId } = hub;
  const bind = { teamId, kind: 'receiver', address: '192.0.2.1', process: 'hub-1', boundAt: now } as const;
  const other = await createSellerEndpoint(app.db, { teamId, username: `other-${teamId}`, passwordHash: 'none' });
  const leases = [
    [sellerEndpointId, '2999-01-01'],
    [sellerEndpointId, '2026-03-01'],
    [other.id, '2999-01-01'],
  ] as const;
  for (const [id, until] of leases) {
    await app.db.hubConnection.create({ data: { ...bind, sellerEndpointId: id, leaseUntil: new Date(until) } });
  }
  await hub.submit({ sellerEndpointId: other.id, createdAt: now });
  const COUNTS = 'submitted rejected accepted delivered failed openConnections';
  const watch = (query: string, of: Hub) =>
    subscribe((request) => app.app.fetch(request), `subscription { ${query} { ${COUNTS} } }`, { token: of.token });
  const counts = { submitted: 3, rejected: 1, accepted: 1, delivered: 1, failed: 0, openConnections: 2 };
  const all = await watch('hubTraffic', hub);
  expect(await all.next()).toEqual({ data: { hubTraffic: counts } });
  await hub.submit({ createdAt: new Date() });
  await all.until(({ data }) => (data!.hubTraffic as typeof counts).submitted === 4);
  await all.leave();
  await app.db.hubMessage.updateMany({ where: { teamId, createdAt: now }, data: { createdAt: new Date() } });
  const own = await watch(`hubTraffic(sellerEndpointId: "${sellerEndpointId}")`, hub);
  expect((await own.next())?.data).toEqual({ hubTraffic: { ...counts, submitted: 3, openConnections: 1 } });
  await own.leave();
  const theirs = await watch(`hubTraffic(sellerEndpointId: "${sellerEndpointId}")`, rival);
  expect((await theirs.next())?.errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
});

test('the end of a message is told to endpoints that listen, as the transaction that ends it has it', async () => {
  const hub = await createHub(app);
  const { id } = await hub.submit({ ...ended('delivered', 2, new Date('2026-03-01T09:00:00Z')), reference: 'order 7' });
  const end = () => app.services.db.transaction((tx) => recordFinals(tx, hub.teamId, [id], new Date()));
  const events = () =>
    app.db.webhookEvent.findMany({ where: { teamId: hub.teamId }, select: { type: true, data: true } });
  await end();
  expect(await events()).toEqual([]);
  await createEndpoint(app, hub, 'https://crm.example/hook', ['hub_message_final']);
  await end();
  expect(await events()).toEqual([
    {
      type: 'hub_message_final',
      data: {
        ...{ id, team_id: hub.teamId, seller_endpoint_id: hub.endpointId, client_company_id: hub.companyId },
        ...{ route_id: hub.routeId, reference: 'order 7', to_number: 4_915_112_345_678, sender: 'Northwind' },
        ...{ sms_parts: 1, country_id: 276, network_id: null, status: 'delivered', reason: null, dlr_code: null },
        ...{ cost: '0.050000', price: '0.060000', sent_at: '2026-03-01T09:00:00.000Z' },
        ...{ settled_at: '2026-03-01T09:00:02.000Z', created_at: '2026-03-01T09:00:00.000Z' },
      },
    },
  ]);
  expect(await typesAsDescribed(app, hub)).toEqual(['hub.message_final']);
});

test('what is submitted is in the report with its commit, rolled up before or not, and its rejection is told', async () => {
  const hub = await createHub(app);
  await createEndpoint(app, hub, 'https://crm.example/hook', ['hub_message_final']);
  const { teamId, endpointId, routeId } = hub;
  await app.db.route.update({
    where: { teamId_id: { teamId, id: routeId } },
    data: { provider: 'http', price: '0.05' },
  });
  await app.db.sellerEndpoint.update({
    where: { teamId_id: { teamId, id: endpointId } },
    data: { defaultRouteId: routeId },
  });
  const intake = openIntake(app.services);
  const submit = (destination: string) =>
    intake.submit({
      ...{ teamId, endpointId, protocol: 'smpp', sender: 'Acme', destination, isInternational: true, text: 'Hello' },
      ...{ receipts: 'all', validUntil: null, scheduledAt: null, reference: null, partIds: [] },
    });
  const totals = async () =>
    (await ask('{ hubReport { totals { messages rejected cost price profit } } }', hub)).hubReport.totals;
  const one = { messages: 1, rejected: 0, cost: '0.05', price: '0.06', profit: '0.01' };
  await submit('12025550123');
  expect(await totals()).toEqual(one);
  await rollUp(app.services);
  const { id } = await submit('12');
  expect(await totals()).toEqual({ ...one, messages: 2, rejected: 1 });
  await rollUp(app.services);
  expect(await staleRollUps(app.services, teamId)).toEqual([]);
  const events = await app.db.webhookEvent.findMany({ where: { teamId } });
  expect(events.map(({ recordId, data }) => [recordId, (data as { status: string }).status])).toEqual([
    [id, 'rejected'],
  ]);
  await intake.close();
});
