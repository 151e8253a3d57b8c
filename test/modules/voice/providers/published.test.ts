import { describe, expect, it } from 'vitest';
import { DECLARED } from '../../../../src/modules/voice/providers/declared/declarations.ts';
import type { OutgoingCall } from '../../../../src/modules/voice/providers/voice-provider.ts';
import { errorsOf, isPresent, textOf } from '../../delivery/providers/published.ts';
import { RETELL, VAPI } from '../calls/published-ended-reasons.ts';
import { ALL_VECTORS } from './declared/all-vectors.ts';
import { retell } from './declared/retell.ts';
import { vapi } from './declared/vapi.ts';

const CALL: OutgoingCall = {
  reference: '0199f0a0-0000-7000-8000-000000000001',
  to: '14155550100',
  from: { number: '14155552345', id: '4000eba1-a0c0-4563-9925-b25e842a7cb6' },
  agent: { id: 'agent_1', name: 'Anna' },
  attempt: 1,
  maxSeconds: 600,
  contact: { name: 'Anna Maria', language: 'de', timezone: 'Europe/Berlin', fields: { city: 'Berlin' } },
  campaign: { id: '0199f0a0-0000-7000-8000-000000000002', name: 'Spring' },
  offer: { id: '0199f0a0-0000-7000-8000-000000000003', name: 'Boots', url: 'https://shop.example/1' },
  variables: { greeting: 'Hello' },
};

const ofVapi = vapi.published!;
const ofRetell = retell.published!;

it.skipIf(!isPresent(ofVapi))('every reason that Vapi publishes for the end of a call is known', () => {
  const { properties } = JSON.parse(textOf(ofVapi)).components.schemas.Call;
  expect(new Set<string>(properties.endedReason.enum)).toEqual(reasonsOf(VAPI));
});

it.skipIf(!isPresent(ofRetell))('every reason that Retell publishes for the end of a call is known', () => {
  const [, union] = /disconnection_reason\?:([^;]+);/.exec(textOf(ofRetell))!;
  expect(new Set([...union!.matchAll(/'([^']+)'/g)].map(([, reason]) => reason))).toEqual(reasonsOf(RETELL));
});

const reasonsOf = (published: Record<string, string>) =>
  new Set(Object.values(published).join(' ').trim().split(/\s+/));

describe('calls fit what the provider publishes', () => {
  for (const [name, { published, credentials }] of ALL_VECTORS) {
    if (published === null) continue;
    it.skipIf(!isPresent(published))(`${name}: ${published.repository} ${published.file}`, () => {
      const declaration = DECLARED[name];
      const account = {
        settings: declaration.settings.parse({}),
        credentials: { ...declaration.credentials.parse(credentials), webhookSecret: 'secret' },
        eventsUrl: 'https://sms.example.com/hooks/voice/team/account',
      };
      const body = declaration.place(CALL, account).body!;
      const errors = (given: object) => errorsOf(published, given, 'application/json');
      expect(errors(body)).toEqual([]);
      expect(errors({ ...body, not_known: 'x' })).not.toEqual([]);
    });
  }
});
