import { z } from 'zod';
import { batchSize, count, maxInFlight, perSecond, secret, sender } from './common-fields.ts';
import { field } from './form-fields.ts';
import { serviceUrl } from './service-url.ts';

const http = z.strictObject({
  url: field(serviceUrl, 'URL', 'Messages are posted to it.'),
  timeoutMs: field(
    count(1_000, 60_000).default(10_000),
    'Timeout',
    'Milliseconds that the service has for its answer, 1,000 to 60,000.',
  ),
  batchSize: batchSize(100),
  maxInFlight,
  perSecond: perSecond(null),
  idempotent: field(
    z.boolean().default(false),
    'Recognizes repeats',
    'The service takes a message with the same id once.',
  ),
  sender,
});

export const HTTP_SHAPES = { settings: http, credentials: z.strictObject({ secret }) };

export type HttpSettings = z.infer<typeof HTTP_SHAPES.settings>;
export type HttpCredentials = z.infer<typeof HTTP_SHAPES.credentials>;
