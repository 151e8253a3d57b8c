import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { ValidationError } from '../../errors.ts';
import { isMoment, isStorable } from '../../input/plain-json.ts';
import { type Inbound, type InboundRequest, RECEIPT_STATUSES } from './provider.ts';

/** Headers of Standard Webhooks. With the secret a receiver can check that we sent this body, and when. */
export function signed(secret: string, id: string, body: string): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}

/** Compares in constant time. A signature older than five minutes does not count. */
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

const text = (most: number) => z.string().max(most).refine(isStorable);
const digits = z.string().regex(/^\+?\d{3,15}$/);
const moment = z.iso.datetime({ offset: true }).refine((given) => isMoment(Date.parse(given)));

const receipt = z.object({
  provider_id: text(200).nullish(),
  message_id: text(200).nullish(),
  status: z.enum(RECEIPT_STATUSES),
  code: z.int32().nullish(),
  reason: text(500).nullish(),
  timestamp: moment.nullish(),
});

const reply = z.object({
  id: text(200).min(1),
  from: digits,
  to: text(20).nullish(),
  text: text(5_000),
  timestamp: moment.nullish(),
});

const shape = z.object({
  receipts: z.array(receipt).max(1_000).default([]),
  replies: z.array(reply).max(1_000).default([]),
});

/** `{"receipts": [{provider_id, message_id, status, code, reason, timestamp}], "replies": [{id, from, to, text, timestamp}]}` */
export function readInbound(body: string): Inbound {
  const read = shape.safeParse(parsed(body));
  if (!read.success) {
    const paths = read.error.issues.map(({ path }) => path.map(String).join('.') || 'body');
    throw new ValidationError(Object.fromEntries(paths.map((path) => [path, [`The ${path} field is invalid.`]])));
  }
  const now = new Date();
  const time = (timestamp: string | null | undefined) => (timestamp ? new Date(timestamp) : now);
  return {
    receipts: read.data.receipts.map((given) => ({
      providerId: given.provider_id ?? null,
      messageId: given.message_id ?? null,
      status: given.status,
      code: given.code ?? null,
      reason: given.reason ?? null,
      at: time(given.timestamp),
    })),
    replies: read.data.replies.map((given) => ({
      id: given.id,
      from: given.from,
      to: given.to ?? null,
      text: given.text,
      at: time(given.timestamp),
    })),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
