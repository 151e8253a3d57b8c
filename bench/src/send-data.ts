import type pg from 'pg';
import type { Ask } from './send.ts';

export type Queries = Pick<pg.Client, 'query'>;

const COUNTRY = 276;

/** Contacts alone, as an import leaves them. */
export async function createContacts(client: Queries, teamId: string, size: number): Promise<void> {
  await client.query(
    `INSERT INTO contacts (id, team_id, number, name, email, country_id, timezone, updated_at)
     SELECT gen_random_uuid(), $1, 4915100000000 + n, 'Person ' || n, 'person' || n || '@example.com', ${COUNTRY},
       (ARRAY['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'])[n % 3 + 1], now()
     FROM generate_series(1, $2::int) n`,
    [teamId, size],
  );
  await client.query('VACUUM ANALYZE contacts');
}

/** Those of the data set would go out beside what is measured. Their former rows go, too: no worker finds thousands that just ended. */
export async function stopSends(client: Queries): Promise<void> {
  await client.query("UPDATE sms_sends SET status = 'stopped', next_step_at = NULL WHERE status <> 'sent'");
  await client.query('VACUUM sms_sends');
}

export const emptySending = (client: Queries) =>
  client.query('TRUNCATE contacts, sms_recipients, sms_messages, sms_batches, contact_limits, sms_receipts CASCADE');

/** The id of what a mutation makes. */
const maker =
  (ask: Ask) =>
  async (query: string, variables: object = {}): Promise<string> =>
    Object.values(await ask<Record<string, { id: string }>>(query, variables))[0]!.id;

const ANY_HOUR =
  'daysOfWeek: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], weeklySchedule: { default: { start: "00:00", end: "23:59" } }';
const PLANNER = `sendType: planner,
  plannerData: { ${ANY_HOUR}, dailySmsContactLimit: 3, weeklySmsContactLimit: 7 }`;

/**
 * Everything that a campaign needs, made over the public API. What it answers makes a campaign with all of it on. `silent` is
 * the part of messages for which the simulator sends no receipt: receipts are no part of handing messages over. Of several
 * `routes` each message draws one.
 */
export async function prepareCampaigns(
  ask: Ask,
  client: pg.Client,
  { silent = 1, routes = 1 } = {},
): Promise<(kind?: string) => Promise<string>> {
  const made = maker(ask);
  await ask(
    'mutation { updateSendingSettings(input: { contactFrom: "00:00", contactUntil: "23:59" }) { contactFrom } }',
  );
  const candidates: { routeId: string }[] = [];
  for (let at = 0; at < routes; at += 1) {
    const routeId = await made('mutation { createRoute(input: { name: "Simulator", senderId: "Bench" }) { id } }');
    await ask(
      'mutation ($id: ID!, $input: SetRouteProviderInput!) { setRouteProvider(id: $id, input: $input) { route { id } } }',
      { id: routeId, input: { provider: 'simulator', settings: { rejected: 0, silent } } },
    );
    candidates.push({ routeId });
  }
  const plan = await made('mutation { createRoutingPlan(input: { name: "Plan" }) { id } }');
  await made(
    `mutation ($plan: ID!, $candidates: [RoutingPlanCandidateInput!]!) {
       createRoutingPlanRule(input: { routingPlanId: $plan, candidates: $candidates, countryId: ${COUNTRY} }) { id } }`,
    { plan, candidates },
  );
  const segment = await made(
    `mutation { createSegment(input: { name: "All", filter: { countryIds: [${COUNTRY}] } }) { id } }`,
  );
  const offer = await made(
    'mutation { createOffer(input: { name: "Tour", url: "https://tours.example/{click_id}", profit: "1" }) { id } }',
  );
  await client.query('ANALYZE');
  return (kind = PLANNER) =>
    made(
      `mutation ($plan: ID!, $segment: ID!, $offer: ID!) { createSmsCampaign(input: {
         name: "Everything on", offerIds: [$offer],
         texts: ["{Hi|Hello} {{ name | default: \\"there\\" }}, the harbor is awake: {{ url }}", "{{ name }}, come and see: {{ url }}"],
         meta: { segmentIds: [$segment], routingPlanId: $plan, ${kind} } }) { id } }`,
      { plan, segment, offer },
    );
}

export interface HttpCampaign {
  id: string;
  /** Signs what is posted to the route's hook. */
  secret: string;
  hookPath: string;
}

/** A manual campaign to `size` contacts at any hour, over a route to an HTTP service. */
export async function createHttpCampaign(ask: Ask, settings: object, size: number): Promise<HttpCampaign> {
  const made = maker(ask);
  await ask('mutation { updateSendingSettings(input: { contactFrom: null, contactUntil: null }) { contactFrom } }');
  const route = await made('mutation { createRoute(input: { name: "Service", senderId: "Bench" }) { id } }');
  const { setRouteProvider } = await ask<{ setRouteProvider: { secret: string; route: { callbackUrl: string } } }>(
    `mutation ($id: ID!, $input: SetRouteProviderInput!) {
       setRouteProvider(id: $id, input: $input) { secret route { callbackUrl } } }`,
    { id: route, input: { provider: 'http', settings } },
  );
  const plan = await made(
    'mutation ($route: ID!) { createRoutingPlan(input: { name: "Service", defaultRouteId: $route }) { id } }',
    { route },
  );
  const segment = await made(
    `mutation { createSegment(input: { name: "Everybody", filter: { countryIds: [${COUNTRY}] } }) { id } }`,
  );
  const offer = await made(
    'mutation { createOffer(input: { name: "Tour", url: "https://tours.example/{click_id}", profit: "1" }) { id } }',
  );
  const id = await made(
    `mutation ($plan: ID!, $segment: ID!, $offer: ID!, $size: PositiveInt!) { createSmsCampaign(input: {
       name: "Race", offerIds: [$offer], texts: ["Hello {{ name }}, come and see: {{ url }}"],
       meta: { sendType: manual, segmentIds: [$segment], routingPlanId: $plan, manualData: { sendAmount: $size } } }) { id } }`,
    { plan, segment, offer, size },
  );
  return { id, secret: setRouteProvider.secret, hookPath: new URL(setRouteProvider.route.callbackUrl).pathname };
}
