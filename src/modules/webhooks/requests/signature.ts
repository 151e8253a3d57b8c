import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

interface SignedRequest {
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export const createSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Standard Webhooks; while a secret is being rotated both sign. */
export function signed(secret: string | readonly string[], id: string, body: string): Record<string, string> {
  const now = new Date();
  const signatures = [secret].flat().map((each) => new Webhook(each).sign(id, now, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** Constant time. A signature is good for five minutes. */
export function isSigned(secret: string, { headers, body }: SignedRequest): boolean {
  const named = (name: string) => headers[name] ?? '';
  const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, named(name)]);
  try {
    new Webhook(secret).verify(body, Object.fromEntries(given), { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
