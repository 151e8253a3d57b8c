import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { openDispatcher } from '../../../src/modules/webhooks/delivery/dispatcher.ts';
import { describeEvents } from '../../../src/modules/webhooks/events/asyncapi.ts';
import { payloadOf } from '../../../src/modules/webhooks/events/event-types.ts';
import type { TestApp } from '../../support/app.ts';
import { mutate } from '../../support/mutate.ts';
import { PATIENCE } from '../../support/patience.ts';
import type { TestTeam } from '../../support/team.ts';

interface Created {
  id: string;
  secret: string;
}

export async function createEndpoint(
  app: TestApp,
  { token }: TestTeam,
  url: string,
  eventTypes: string[],
  more: object = {},
): Promise<Created> {
  const answer = await mutate(
    app,
    token,
    'createWebhookEndpoint',
    { input: [{ url, eventTypes, ...more }, 'CreateWebhookEndpointInput'] },
    '{ secret webhookEndpoint { id } }',
  );
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  const { secret, webhookEndpoint } = answer.data.createWebhookEndpoint;
  return { id: webhookEndpoint.id, secret };
}

/** Gives turns until nothing is due. */
export async function deliver({ services, pool }: TestApp): Promise<void> {
  const due = `SELECT FROM webhook_deliveries d JOIN webhook_endpoints e ON e.team_id = d.team_id AND e.id = d.endpoint_id
    WHERE d.status = 'pending' AND d.due_at <= now() AND e.enabled AND e.deleted_at IS NULL
      AND COALESCE(e.paused_until <= now(), true)`;
  const dispatcher = openDispatcher(services);
  await expect
    .poll(async () => {
      await dispatcher.step(() => {});
      await dispatcher.idle();
      return (await pool.query(due)).rowCount;
    }, PATIENCE)
    .toBe(0);
  await dispatcher.close();
}

/** As if the time of every delivery that waits had come. */
export async function makeDue({ pool }: TestApp): Promise<void> {
  await pool.query('UPDATE webhook_endpoints SET paused_until = NULL');
  await pool.query(`UPDATE webhook_deliveries SET due_at = now() - make_interval(secs => 1) WHERE status = 'pending'`);
}

const DELIVERIES = `query ($filter: WebhookDeliveryFilter) { webhookDeliveries(first: 100, filter: $filter) { totalCount nodes {
  id eventType status attempts dueAt durationMs responseStatus responseBody failureReason
  endpoint { id } event { id type recordId sequence payload } } } }`;

export async function deliveriesOf(app: TestApp, { token }: TestTeam, filter: object = {}) {
  const { data, errors } = await app.graphql<{
    // biome-ignore lint/suspicious/noExplicitAny: as selected
    webhookDeliveries: { totalCount: number; nodes: any[] };
  }>(DELIVERIES, { token, variables: { filter } });
  if (errors) throw new Error(JSON.stringify(errors));
  return data!.webhookDeliveries;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(describeEvents(), 'asyncapi');

/** The types of the team's events. What endpoints are sent of each is as AsyncAPI describes it. */
export async function typesAsDescribed({ pool }: TestApp, { team }: TestTeam): Promise<string[]> {
  const { rows } = await pool.query<Parameters<typeof payloadOf>[0]>(
    'SELECT id, type::text, sequence, occurred_at AS "occurredAt", data FROM webhook_events WHERE team_id = $1',
    [team.id],
  );
  return rows.map((row) => {
    const payload = JSON.parse(JSON.stringify(payloadOf(row)));
    const isValid = ajv.getSchema(`asyncapi#/components/messages/${payload.type}/payload`)!;
    expect([payload.type, isValid(payload), isValid.errors]).toEqual([payload.type, true, null]);
    return payload.type;
  });
}
