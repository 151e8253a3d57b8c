import { z } from 'zod';
import { batchSize, maxInFlight, perSecond } from '../common-fields.ts';
import { field } from '../form-fields.ts';
import { REFUSALS } from '../provider.ts';
import { MAX_TEXT, customTemplate as template } from './custom-template.ts';
import { type Declaration, RECEIPT_STATUSES } from './declaration.ts';
import { callbackSecret } from './fields.ts';

/** A declaration that a user writes. Patterns and URLs to open are left out: they could stop this process or reach others. */

const MAX_JSON = 32_768;
const text = z.string().min(1).max(MAX_TEXT);
const place = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/);
const isFew = (given: object) => Object.keys(given).length <= 200;
export const path = z.union([text.max(200), z.array(text.max(200)).min(1).max(10)]);
export const when = z
  .record(z.string().max(200), z.union([z.boolean(), z.array(z.string().max(200)).max(50)]))
  .refine(isFew);
const words = <Value extends z.ZodType>(value: Value) => z.record(z.string().min(1).max(100), value).refine(isFew);
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/)
  .transform((name) => name.toLowerCase());

/** The host is written out, so that no value can change it. */
const url = z
  .string()
  .max(MAX_TEXT)
  .regex(/^https?:\/\/[A-Za-z0-9.:[\]-]+(?:[/?][^\s@]*)?$/);

export const customRequest = {
  method: z.enum(['GET', 'POST', 'PUT']),
  url,
  query: z.record(z.string().min(1).max(200), template).optional(),
  headers: z
    .record(
      headerName.refine((name) => !OURS.has(name)),
      z.string().max(MAX_TEXT),
    )
    .refine((given) => Object.keys(given).length <= 30)
    .optional(),
  auth: z
    .array(
      z.discriminatedUnion('scheme', [
        z.strictObject({ scheme: z.literal('basic'), username: text, password: text }),
        z.strictObject({ scheme: z.literal('bearer'), token: text }),
      ]),
    )
    .max(5)
    .optional(),
};
const OURS = new Set([
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'expect',
  'upgrade',
]);

const signature = z.discriminatedUnion('scheme', [
  z.strictObject({ scheme: z.literal('none') }),
  z.strictObject({ scheme: z.literal('twilio'), key: place }),
  z.strictObject({ scheme: z.literal('plivo_v3'), key: place }),
  z.strictObject({ scheme: z.literal('plivo'), key: place }),
  z.strictObject({ scheme: z.literal('header'), key: place, header: headerName, prefix: text.max(50).optional() }),
  z.strictObject({ scheme: z.literal('basic'), username: place, key: place }),
  z.strictObject({
    ...{ scheme: z.literal('hmac'), key: place, header: headerName, prefix: text.max(50).optional() },
    ...{ keyEncoding: z.enum(['utf8', 'base64', 'hex']).optional(), encoding: z.enum(['hex', 'base64']) },
    ...{ algorithm: z.enum(['sha1', 'sha256', 'sha512']), content: text.max(200) },
    ...{ timestamp: headerName.optional(), nonce: headerName.optional() },
  }),
  z.strictObject({
    ...{ scheme: z.literal('ed25519'), key: place, header: headerName, content: text.max(200), timestamp: headerName },
  }),
  z.strictObject({
    ...{ scheme: z.literal('jwt'), key: place, header: headerName },
    ...{ payloadHash: text.max(100), urlHash: text.max(100).optional() },
  }),
]);

const callbacks = z.strictObject({
  methods: z
    .array(z.enum(['GET', 'POST']))
    .min(1)
    .max(2),
  formats: z
    .array(z.enum(['query', 'form', 'json']))
    .min(1)
    .max(3),
  signature,
  each: z.string().max(200).optional(),
  unwrap: text.max(200).optional(),
  receipts: z
    .strictObject({
      ...{ when: when.optional(), id: path.optional(), own: path.optional(), status: path },
      ...{ statuses: words(z.enum(RECEIPT_STATUSES)), code: path.optional(), reason: path.optional() },
      optOuts: z.array(text.max(50)).max(200).optional(),
      ...{ reasons: words(text).optional(), at: path.optional() },
    })
    .nullable(),
  replies: z
    .strictObject({
      ...{ when: when.optional(), id: path, from: path, to: path, text: path },
      ...{ at: path.optional(), stop: when.optional() },
    })
    .nullable(),
  answer: z
    .strictObject({
      status: z.number().int().min(200).max(299),
      type: z.enum(['text/plain', 'text/xml', 'application/xml', 'application/json']),
      body: z.string().max(MAX_TEXT),
    })
    .optional(),
  challenge: z.strictObject({ when, echo: path }).optional(),
});

const answer = z.strictObject({
  format: z.union([z.literal('json'), z.strictObject({ templates: z.array(text).min(1).max(10) })]),
  each: z.strictObject({ at: z.string().max(200), own: path.optional() }).optional(),
  accepted: when.optional(),
  id: path,
  code: path.optional(),
  reason: path.optional(),
  retryAfter: path.optional(),
  rules: z
    .array(
      z.strictObject({
        status: z.array(z.number().int().min(100).max(599)).max(50).optional(),
        code: z.array(text.max(50)).max(200).optional(),
        when: when.optional(),
        outcome: z.enum([...REFUSALS, 'unreachable', 'unknown']),
        advice: text.max(500).optional(),
      }),
    )
    .max(100)
    .default([]),
});

const settings = z.strictObject({
  send: field(
    z.strictObject({
      ...customRequest,
      body: z.strictObject({ type: z.enum(['json', 'form']), content: template }).optional(),
    }),
    'Request',
    'Method, URL, headers, query and body, with places such as {to} and {text}.',
  ),
  answer: field(answer, 'Answer', 'Where the message ID is, and which codes mean what.'),
  callbacks: field(callbacks, 'Callbacks', 'How receipts and replies are read, and how they are signed.'),
  check: field(
    z
      .strictObject({ ...customRequest, accepted: when.optional() })
      .nullable()
      .default(null),
    'Check',
    'A request that proves the credentials without sending.',
  ),
  idempotent: field(
    z.boolean().default(false),
    'Recognizes repeats',
    'The service takes a message with the same {id} once.',
  ),
  batchSize: batchSize(1),
  maxInFlight,
  perSecond: perSecond(null),
});

export type CustomSettings = z.infer<typeof settings>;

export const CUSTOM_SHAPES = {
  settings: settings.refine((given) => JSON.stringify(given).length <= MAX_JSON),
  credentials: z
    .object({ callbackSecret })
    .catchall(z.string().min(1).max(5_000))
    .refine((given) => Object.keys(given).length <= 20),
};

export function customDeclaration({ send, answer, callbacks, check, ...rest }: CustomSettings): Declaration {
  const { idempotent, batchSize, maxInFlight, perSecond } = rest;
  const capabilities = { idempotent, batchSize, maxInFlight, perSecond, reportsSegments: false, reportsPrice: false };
  return { label: 'Custom', fields: {}, send, answer, callbacks, check, capabilities } as Declaration;
}
