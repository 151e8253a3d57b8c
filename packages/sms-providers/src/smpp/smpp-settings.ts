import { z } from 'zod';
import { count, perSecond, sender } from '../common-fields.ts';
import { field } from '../form-fields.ts';
import { REFUSALS } from '../provider.ts';

const tonOrNpi = (title: string) =>
  field(count(0, 255).nullable().default(null), title, '0 to 255. Empty: by the kind of sender.');

const smpp = z.strictObject({
  host: field(z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/), 'Host', 'Name or address of the SMSC.'),
  port: field(count(1, 65_535).default(2_775), 'Port', '1 to 65,535.'),
  tls: field(z.boolean().default(false), 'TLS', 'The certificate must be valid for the host.'),
  systemType: field(z.string().max(12).default(''), 'System type', 'At most 12 characters; usually empty.'),
  window: field(count(1, 1_000).default(10), 'Window', 'Messages that may wait for an answer, 1 to 1,000.'),
  perSecond: perSecond(null),
  responseTimeoutMs: field(
    count(1_000, 120_000).default(10_000),
    'Timeout',
    'Milliseconds to wait for an answer, 1,000 to 120,000.',
  ),
  enquireLinkSeconds: field(count(5, 600).default(30), 'Keep-alive', 'Seconds between two enquire_link, 5 to 600.'),
  longMessages: field(z.enum(['udh', 'payload']).default('udh'), 'Long messages', 'udh: in parts. payload: as one.'),
  /** A fallback for what receipts show. */
  receiptIds: field(
    z.enum(['same', 'decimal']).default('same'),
    'Message IDs in receipts',
    'decimal: answers are hexadecimal and receipts decimal.',
  ),
  sender,
  /** By default 5 (alphanumeric) for a name, 1 (international) for a number, 3 (network) for a short code. */
  senderTon: tonOrNpi('Sender TON'),
  senderNpi: tonOrNpi('Sender NPI'),
  destinationTon: field(count(0, 255).default(1), 'Recipient TON', '0 to 255.'),
  destinationNpi: field(count(0, 255).default(1), 'Recipient NPI', '0 to 255.'),
  errorKinds: field(
    z.record(z.string().regex(/^\d{1,10}$/), z.enum(REFUSALS)).default({}),
    'Error codes',
    'What the operator’s own codes mean, by code: 1025 may be balance.',
  ),
});

const smppAccount = z.strictObject({
  systemId: field(z.string().min(1).max(15), 'System ID', 'Your account at the operator, 1 to 15 characters.'),
  password: field(z.string().max(8), 'Password', 'At most 8 characters.'),
});

export const SMPP_SHAPES = { settings: smpp, credentials: smppAccount };

export type SmppSettings = z.infer<typeof SMPP_SHAPES.settings>;
export type SmppCredentials = z.infer<typeof SMPP_SHAPES.credentials>;
