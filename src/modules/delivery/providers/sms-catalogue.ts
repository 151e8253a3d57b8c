import { addProviders, type ProviderField, type ProviderInfo } from './catalogue.ts';
import type { Declaration, Field } from './declared/declaration.ts';
import { DECLARATIONS } from './declared/declarations.ts';
import { isNeeded } from './declared/fields.ts';
import { REFUSALS } from './provider.ts';

type Told = Pick<ProviderField, 'name' | 'label' | 'hint'> & Partial<ProviderField>;

const field = (told: Told): ProviderField => ({
  ...{ type: 'TEXT', isSecret: false, isRequired: false, pattern: null, options: [], usual: null },
  ...told,
});
const number = (name: string, label: string, hint: string, usual: number | null): ProviderField =>
  field({ name, label, hint, type: 'NUMBER', usual: usual === null ? null : String(usual) });
const flag = (name: string, label: string, hint: string): ProviderField =>
  field({ name, label, hint, type: 'BOOLEAN', usual: 'false' });

const perSecond = (usual: number | null = null) =>
  number('perSecond', 'Messages per second', 'At most, 1 to 100,000. Empty: no limit of the provider.', usual);
const sender = field({
  name: 'sender',
  label: 'Default sender',
  hint: 'Used where the route has no sender, at most 20 characters.',
});

const SIMULATOR: readonly ProviderField[] = [
  field({ name: 'seed', label: 'Seed', hint: 'The same seed gives the same outcomes.', usual: 'simulator' }),
  number('rejected', 'Refused', 'Share of messages refused at once, 0 to 1.', 0.01),
  number('silent', 'Without a receipt', 'Share of messages that nothing is reported of, 0 to 1.', 0),
  number('failed', 'Undelivered', 'Share of messages that are not delivered, 0 to 1.', 0.04),
  number('clicked', 'Clicked', 'Share of delivered messages whose link is opened, 0 to 1.', 0.12),
  number('stopped', 'Opted out', 'Share of delivered messages answered with STOP, 0 to 1.', 0.01),
  number('replied', 'Replied', 'Share of delivered messages answered with a text, 0 to 1.', 0),
  number('bots', 'Bots', 'Share of clicks made by machines, 0 to 1.', 0.1),
  number('delayMs', 'Delay', 'Milliseconds from hand-over to receipt at most, 0 to 600,000.', 3_000),
  perSecond(),
];

const HTTP: readonly ProviderField[] = [
  field({ name: 'url', label: 'URL', hint: 'Messages are posted to it.', type: 'URL', isRequired: true }),
  number('timeoutMs', 'Timeout', 'Milliseconds that the service has for its answer, 1,000 to 60,000.', 10_000),
  number('batchSize', 'Batch size', 'Messages per request, 1 to 500.', 100),
  number('maxInFlight', 'Parallel requests', 'Requests at a time, 1 to 50.', 4),
  flag('idempotent', 'Recognizes repeats', 'The service takes a message with the same id once.'),
  perSecond(),
  sender,
];

const SMPP: readonly ProviderField[] = [
  field({ name: 'host', label: 'Host', hint: 'Name or address of the SMSC.', isRequired: true }),
  number('port', 'Port', '1 to 65,535.', 2_775),
  flag('tls', 'TLS', 'The certificate must be valid for the host.'),
  field({
    ...{ name: 'systemId', label: 'System ID', hint: 'Your account at the operator, 1 to 15 characters.' },
    ...{ isSecret: true, isRequired: true },
  }),
  field({
    ...{ name: 'password', label: 'Password', hint: 'At most 8 characters.' },
    ...{ isSecret: true, isRequired: true },
  }),
  field({ name: 'systemType', label: 'System type', hint: 'At most 12 characters; usually empty.', usual: '' }),
  number('window', 'Window', 'Messages that may wait for an answer, 1 to 1,000.', 10),
  perSecond(),
  number('responseTimeoutMs', 'Timeout', 'Milliseconds to wait for an answer, 1,000 to 120,000.', 10_000),
  number('enquireLinkSeconds', 'Keep-alive', 'Seconds between two enquire_link, 5 to 600.', 30),
  field({
    ...{ name: 'longMessages', label: 'Long messages', options: ['udh', 'payload'], usual: 'udh' },
    hint: 'udh: in parts. payload: as one.',
  }),
  field({
    ...{ name: 'receiptIds', label: 'Message IDs in receipts', options: ['same', 'decimal'], usual: 'same' },
    hint: 'decimal: answers are hexadecimal and receipts decimal.',
  }),
  sender,
  number('senderTon', 'Sender TON', '0 to 255. Empty: by the kind of sender.', null),
  number('senderNpi', 'Sender NPI', '0 to 255. Empty: by the kind of sender.', null),
  number('destinationTon', 'Recipient TON', '0 to 255.', 1),
  number('destinationNpi', 'Recipient NPI', '0 to 255.', 1),
  field({
    ...{ name: 'errorKinds', label: 'Error codes', type: 'JSON', usual: '{}' },
    hint: `What the operator's codes mean, e.g. {"1025": "balance"}: ${REFUSALS.join(', ')}.`,
  }),
];

const json = (name: string, label: string, hint: string, isRequired = true): ProviderField =>
  field({ name, label, hint, type: 'JSON', isRequired, usual: isRequired ? null : 'null' });

/** Its credentials have whatever names the team gives them. */
const CUSTOM: readonly ProviderField[] = [
  json('send', 'Request', 'Method, URL, headers, query and body, with places such as {to} and {text}.'),
  json('answer', 'Answer', 'Where the message ID is, and which codes mean what.'),
  json('callbacks', 'Callbacks', 'How receipts and replies are read, and how they are signed.'),
  json('check', 'Check', 'A request that proves the credentials without sending.', false),
  flag('idempotent', 'Recognizes repeats', 'The service takes a message with the same {id} once.'),
  number('batchSize', 'Batch size', 'Messages per request, 1 to 500.', 1),
  number('maxInFlight', 'Parallel requests', 'Requests at a time, 1 to 50.', 4),
  perSecond(),
];

const OWN = 'docs/sms-providers.md';

const built = (name: string, label: string, fields: readonly ProviderField[], batchSize: number): ProviderInfo => ({
  ...{ name, kind: 'SMS', label, fields, documentation: OWN, isTried: name === 'simulator' },
  capabilities: {
    ...{ recognizesRepeats: name === 'simulator', batchSize, perSecond: null },
    ...{ reportsSegments: false, reportsPrice: false, canCheck: false, signsCallbacks: name !== 'smpp' },
  },
});

const fieldOf = ([name, given]: [string, Field]): ProviderField =>
  field({
    ...{ name, label: given.label, hint: given.hint, type: given.kind === 'url' ? 'URL' : 'TEXT' },
    ...{ isSecret: given.secret ?? false, isRequired: isNeeded(given), pattern: given.pattern ?? null },
    ...{ options: given.options ?? [], usual: given.default ?? null },
  });

export const declaredInfo = (name: string, declaration: Declaration): ProviderInfo => {
  const { label, fields, capabilities, callbacks, check } = declaration;
  const { idempotent, batchSize, reportsSegments, reportsPrice } = capabilities;
  return {
    ...{ name, kind: 'SMS', label, documentation: `docs/providers/${name}.md`, isTried: false },
    fields: [...Object.entries(fields).map(fieldOf), perSecond(capabilities.perSecond)],
    capabilities: {
      ...{ recognizesRepeats: idempotent, batchSize, perSecond: capabilities.perSecond, reportsSegments, reportsPrice },
      ...{ canCheck: check !== null, signsCallbacks: callbacks.signature.scheme !== 'none' },
    },
  };
};

addProviders(() => [
  ...Object.entries(DECLARATIONS).flatMap(([name, one]) => (one ? [declaredInfo(name, one)] : [])),
  {
    ...built('custom', 'HTTP API that you describe', CUSTOM, 1),
    documentation: 'docs/providers/custom.md',
  },
  built('http', 'HTTP service of your own', HTTP, 100),
  built('smpp', 'Operator over SMPP 3.4', SMPP, 1),
  built('simulator', 'Simulator', SIMULATOR, 500),
]);
