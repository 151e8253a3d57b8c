import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../../../src/modules/identity/auth/tokens.ts';
import type { TestApp } from '../../../support/app.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

export interface VoiceTeam extends TestTeam {
  secret: string;
  accountId: string;
}

/** A team with a voice account. */
export async function createVoiceTeam(test: TestApp): Promise<VoiceTeam> {
  const mine = await createTeam(test);
  const secret = createToken(WEBHOOK_SECRET_PREFIX, mine.team.id);
  const account = await test.db.voiceAccount.create({
    data: { teamId: mine.team.id, name: 'Main', provider: 'provider_a', webhookSecretHash: hashToken(secret) },
  });
  return { ...mine, secret, accountId: account.id };
}

export const START = Date.UTC(2026, 10, 21, 9);

/** Sends a call event over REST; `second` after the start of the call. */
export async function send(test: TestApp, { secret }: VoiceTeam, message: unknown) {
  const { status, body } = await test.rest('POST', '/v1/webhooks/calls/receive/extprovider', {
    headers: { 'x-webhook-secret': secret },
    body: { message },
  });
  return { status, body };
}

export const update = (id: string, status: string, second: number, more: object = {}) => ({
  type: 'status-update',
  call: { id, type: 'outboundPhoneCall' },
  status,
  timestamp: START + second * 1000,
  ...more,
});

export const report = (id: string, second: number, more: object = {}) => ({
  type: 'end-of-call-report',
  call: { id, type: 'outboundPhoneCall' },
  endedReason: 'customer-ended-call',
  artifact: { transcript: 'AI: Hello.\nUser: Yes.', recordingUrl: 'https://recordings.example.com/1.mp3' },
  analysis: { successEvaluation: 'true', summary: 'Went well.' },
  cost: 0.1234,
  timestamp: START + second * 1000,
  ...more,
});

export const OK = { status: 200, body: { status: 'ok' } };
