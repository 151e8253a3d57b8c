import { createSigningSecret } from 'outgoing-requests';
import { Webhook } from 'standardwebhooks';
import type { Db } from '../../../../src/database/transaction.ts';
import { sealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { writeReturns } from '../../../../src/modules/delivery/relay/return-receipts.ts';
import type { ReturnedReceipt } from '../../../../src/modules/delivery/relay/returned.ts';
import type { TestApp } from '../../../support/app.ts';
import type { Seen } from '../../delivery/providers/webhook-service.ts';

export const receipt = (more: Partial<ReturnedReceipt> = {}): ReturnedReceipt => ({
  ...{ messageId: crypto.randomUUID(), reference: null, sender: 'Acme', destination: '+12025550123' },
  ...{ status: 'delivered', code: 0, reason: null, text: 'Hello' },
  ...{ submittedAt: '2026-03-01T09:00:00.000Z', doneAt: '2026-03-01T09:05:00.000Z' },
  ...more,
});

interface Key {
  teamId: string;
  endpointId: string;
}

export const giveBack = (db: Db, { teamId, endpointId }: Key, receipts: readonly ReturnedReceipt[], at = new Date()) =>
  writeReturns(
    db,
    teamId,
    'receipt',
    receipts.map((content) => ({ endpointId, subjectId: content.messageId, content })),
    at,
  );

export interface Posted {
  id: string;
  type: string;
  messageId: string;
  status: string;
  code: number;
}

/** Throws unless the secret signed it. */
export const postedIn = (secret: string, { body, headers }: Seen): Posted[] =>
  (new Webhook(secret).verify(body, headers as never) as { returns: Posted[] }).returns;

/** Delivers everything at once. */
export async function simulatedRoute({ db, services }: TestApp, teamId: string): Promise<string> {
  const { id } = await db.route.create({
    data: {
      ...{ teamId, name: 'Simulated', price: '0.01', provider: 'simulator' },
      settings: { rejected: 0, failed: 0, clicked: 0, bots: 0, stopped: 0, delayMs: 0 },
      credentials: sealCredentials(services.tokenKeys, { secret: createSigningSecret() }),
    },
  });
  return id;
}
