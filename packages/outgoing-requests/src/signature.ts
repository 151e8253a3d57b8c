import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export interface SignedRequest {
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** Where they are no UTF-8. */
  bytes?: Buffer;
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
export function isSigned(secret: string, { headers, body, bytes }: SignedRequest): boolean {
  const named = (name: string) => headers[name] ?? '';
  const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, named(name)]);
  try {
    const webhook = bytes ? new BytesWebhook(secret, bytes) : new Webhook(secret);
    webhook.verify(body, Object.fromEntries(given), { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

/** The library signs texts alone, and would replace what is no UTF-8. */
class BytesWebhook extends Webhook {
  readonly #secret: string;
  readonly #bytes: Buffer;

  constructor(secret: string, bytes: Buffer) {
    super(secret);
    this.#secret = secret;
    this.#bytes = bytes;
  }

  override sign(id: string, timestamp: Date): string {
    const key = Buffer.from(this.#secret.replace(/^whsec_/, ''), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${Math.floor(timestamp.getTime() / 1_000)}.`);
    return `v1,${signed.update(this.#bytes).digest('base64')}`;
  }
}
