import { Webhook } from 'standardwebhooks';
import type { InboundRequest } from './provider.ts';

/** Standard Webhooks. */
export function signed(secret: string, id: string, body: string): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}

/** Constant time. A signature is good for five minutes. */
export function isSigned(secret: string, { headers, body }: InboundRequest): boolean {
  const named = (name: string) => headers[name] ?? '';
  const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, named(name)]);
  try {
    new Webhook(secret).verify(body, Object.fromEntries(given), { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
