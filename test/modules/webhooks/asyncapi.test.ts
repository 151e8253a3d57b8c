import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { createTestApp } from '../../support/app.ts';
import { createTeam } from '../../support/team.ts';
import { createEndpoint, deliveriesOf } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any;

test('the AsyncAPI 3 description is valid, names every type of event, and payloads are as it says', async () => {
  const app = await createTestApp();
  try {
    const answer = await app.app.fetch(new Request('http://localhost/api/asyncapi.json'));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    const source = await answer.text();
    const config = await createConfig({
      extends: ['recommended'],
      rules: { struct: 'error', 'no-unresolved-refs': 'error' },
    });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);

    const description: Json = JSON.parse(source);
    expect(description.asyncapi).toBe('3.0.0');
    expect(Object.keys(description.channels.endpoint.messages)).toEqual([
      'message.accepted',
      'message.delivered',
      'message.failed',
      'message.clicked',
      'message.replied',
      'contact.unsubscribed',
      'call.ended',
      'call.outcome_changed',
      'campaign.status_changed',
      'import.finished',
      'number.looked_up',
      'balance.low',
      'hub.message_final',
      'endpoint.test',
    ]);

    const team = await createTeam(app);
    await createEndpoint(app, team, 'https://crm.example', ['contact_unsubscribed']);
    await app.graphql(
      'mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }',
      {
        token: team.token,
        variables: { input: { numbers: [14155557000] } },
      },
    );
    const [{ event }] = (await deliveriesOf(app, team)).nodes;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(description, 'asyncapi');
    const isValid = ajv.getSchema('asyncapi#/components/messages/contact.unsubscribed/payload')!;
    expect([isValid(event.payload), isValid.errors]).toEqual([true, null]);
    expect(isValid({ ...event.payload, type: 'call.ended' })).toBe(false);
  } finally {
    await app.close();
  }
});
