import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { among, moment, useData, useLive } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { providerSetup as t } from '../texts/more.ts';
import { Button, Copied, type FieldList, type FieldOf, MutationForm, OVERLAP, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Facts } from '../ui/parts.tsx';
import type { Column } from '../ui/rows.tsx';

type Provider = gql.ProviderFormsQuery['providers'][number];

type Cells = { name: string; value: unknown }[];

/** A list of texts, and values by name, as rows. */
const TEXTS: Partial<FieldOf> = {
  columns: [{ name: 'value', label: general.text, type: 'long' }],
  read: (rows: string) => (JSON.parse(rows) as Cells).map(({ value }) => value),
  show: (texts: string[]) => JSON.stringify(texts.map((value) => ({ value }))),
};
const byName = (value: Omit<Column, 'name' | 'label'>): Partial<FieldOf> => ({
  columns: [
    { name: 'name', label: general.name },
    { name: 'value', label: general.value, ...value },
  ],
  read: (rows: string) => Object.fromEntries((JSON.parse(rows) as Cells).map(({ name, value }) => [name, value])),
  show: (values: object) => JSON.stringify(Object.entries(values).map(([name, value]) => ({ name, value }))),
});

const inputOf = ({ type, isSecret, options }: Provider['fields'][number]): Partial<FieldOf> => {
  if (type === 'texts') return TEXTS;
  if (type === 'map') return byName(options.length > 0 ? { options } : { type: 'long' });
  if (type === 'numbers') return byName({ type: 'number' });
  if (options.length > 0) return { options: options.map((option) => [option, option]) };
  if (type === 'json') return { kind: 'json', rows: 8 };
  if (isSecret) return { kind: 'password', autoComplete: 'new-password' };
  if (type === 'boolean') return { kind: 'flag', options: YES_NO };
  return type === 'number' ? { kind: 'number' } : {};
};

/** `isKept`: secrets are stored already. */
const fieldOf = (field: Provider['fields'][number], isKept: boolean): FieldOf => ({
  name: `${field.isSecret ? 'credentials' : 'settings'}.${field.name}`,
  label: field.isRequired ? field.label : t.optionalNamed(field.label),
  hint: field.isSecret && isKept ? t.leaveEmptyToKeep(field.hint) : field.hint,
  value: field.default && OF_VALUES.includes(field.type) ? JSON.parse(field.default) : field.default,
  none: field.isRequired ? undefined : general.notSet,
  isOptional: true,
  ...inputOf(field),
});

/** Of many that may be left as they are, those are folded. */
function fieldsOf({ fields, takesAnyCredentials }: Provider, isKept: boolean): FieldList {
  const isMore = ({ isRequired, isSecret }: Provider['fields'][number]) => !isRequired && !isSecret;
  const folded = fields.filter(isMore).length > 6 ? fields.filter(isMore) : [];
  const shown = (of: Provider['fields']) => of.map((field) => fieldOf(field, isKept));
  const first = shown(fields.filter((field) => !folded.includes(field)));
  if (takesAnyCredentials) first.push(ANY_CREDENTIALS);
  return folded.length === 0 ? first : [...first, { more: t.furtherSettings, isAlways: true, fields: shown(folded) }];
}

const OF_VALUES: string[] = ['texts', 'map', 'numbers', 'json'] satisfies gql.ProviderFieldType[];

const ANY_CREDENTIALS: FieldOf = {
  name: 'credentials',
  label: t.credentials,
  hint: t.whatTheRequest,
  isOptional: true,
  ...byName({ type: 'password' }),
};

/** What callbacks of a route are verified with. */
const ROTATION: FieldList = [
  {
    more: t.replaceTheSecret,
    isAlways: true,
    fields: [
      { name: 'rotateSecret', label: t.aNewSecret, kind: 'flag', options: YES_NO, value: false, hint: t.orTheKey },
      OVERLAP,
    ],
  },
];

type Fault = NonNullable<gql.ProvidersQuery['routes']['nodes'][number]['lastError']>;

export const LastError = ({ of: { at, reason, advice } }: { of: Fault }) => (
  <small>
    {t.sinceThen(moment(at))} {reason} {advice}
  </small>
);

interface SetUpProps {
  kind: 'sms' | 'voice' | 'lookup';
  // biome-ignore lint/suspicious/noExplicitAny: of a route, a voice account or the team's look-ups
  document: TypedDocumentNode<{ done: { secret?: string | null; lookupProvider?: string | null } }, any>;
  /** `provider` is the one that is set. */
  of: { id?: string; settings: object; provider: string | null; lastError?: Fault | null };
  /** Where it reports to. */
  callbackUrl?: string | null;
  /** Whether it works. */
  children?: ReactNode;
}

/** A card for each provider; the one that is chosen shows its fields. Fill them in its fields, and give it the address that it reports to. */
export const SetUp = (props: SetUpProps) => (
  <Answer of={useData(gql.ProviderFormsDocument, {})}>
    {({ providers }) => <Chosen {...props} providers={providers.filter(({ kind }) => kind === props.kind)} />}
  </Answer>
);

function Chosen({ kind, document, of, callbackUrl, children, providers }: SetUpProps & { providers: Provider[] }) {
  const { provider: current, lastError } = of;
  const [name, choose] = useState(current);
  const [secret, setSecret] = useState<string | null>(null);
  const chosen = providers.find((one) => one.name === name);
  if (!chosen) return <Choices providers={providers} current={current} choose={choose} />;
  const isKept = name === current;
  return (
    <>
      <header className="actions">
        <h3>{chosen.label}</h3>
        {chosen.reference && <Reference of={chosen.label} url={chosen.reference} />}
        <Button text={t.otherProviders} className="quiet" act={() => choose(null)} />
      </header>
      <p>
        {name === 'simulator' ? t.simulatedItReaches : chosen.isTried || t.notTriedAgainst}
        {t.stepByStep} <code>{chosen.documentation}</code>
      </p>
      {isKept && lastError && <LastError of={lastError} />}
      <MutationForm
        key={name}
        document={document}
        given={of.id ? { id: of.id } : undefined}
        fixed={{ provider: name }}
        of={isKept ? of : undefined}
        fields={[...fieldsOf(chosen, isKept), ...(isKept && callbackUrl && kind === 'sms' ? ROTATION : [])]}
        button={general.save}
        onDone={({ done }) => setSecret(done.secret ?? null)}
      />
      {secret && (
        <>
          <p>{t.copyTheSecretNow}</p>
          <Copied text={secret} />
        </>
      )}
      {isKept && callbackUrl && (
        <>
          <p>{t.whereTheProvider}</p>
          <Copied text={callbackUrl} />
        </>
      )}
      {isKept && children}
    </>
  );
}

interface ChoicesProps {
  providers: Provider[];
  current: string | null;
  choose: (name: string) => void;
}

const Choices = ({ providers, current, choose }: ChoicesProps) => (
  <ul className="choices">
    {providers.map(({ name, label, capabilities, voiceCapabilities }) => (
      <li key={name} className="card">
        <header>
          <Button text={label} act={() => choose(name)} />
          {name === current && <Badge value="in_use" />}
        </header>
        {capabilities && <small>{abilitiesOf(capabilities).join(', ')}</small>}
        {voiceCapabilities && <small>{voiceAbilitiesOf(voiceCapabilities).join(', ')}</small>}
      </li>
    ))}
  </ul>
);

const Reference = ({ of, url }: { of: string; url: string }) => (
  <a href={url} target="_blank" rel="noreferrer" aria-label={t.documentationOf(of)}>
    {t.documentation}
  </a>
);

const abilitiesOf = (of: NonNullable<Provider['capabilities']>) =>
  [
    of.signsCallbacks ? t.signedCallbacks : t.callbackUrl,
    of.canCheck && t.canBeChecked,
    of.reportsSegments && t.reportsParts,
    of.reportsPrice && t.reportsPrices,
    of.recognizesRepeats && t.recognizesRepeats,
    of.perSecond !== null && general.aSecondNamed(of.perSecond),
  ].filter(Boolean);

const voiceAbilitiesOf = (of: NonNullable<Provider['voiceCapabilities']>) =>
  [
    of.signsEvents ? t.signedEvents : t.eventsWithASecret,
    of.canCheck && t.canBeChecked,
    of.canEnd && t.canBeEnded,
  ].filter(Boolean);

const TEST: FieldList = [
  { name: 'to', label: general.yourPhoneNumber, kind: 'phone', hint: t.withCountryCode },
  { name: 'text', label: general.text, rows: 2, value: t.aTestMessage },
];

/** Whether the provider takes the credentials, and one message to a phone of the reader's own. */
export function TryRoute({ id }: { id: string }) {
  const [checked, setChecked] = useState<gql.CheckRouteMutation['done']>();
  const [test, setTest] = useState<gql.TestRouteMutation['done']>();
  return (
    <>
      <MutationForm
        document={gql.CheckRouteDocument}
        fixed={{ routeId: id }}
        fields={[]}
        button={t.checkCredentials}
        onDone={({ done }) => setChecked(done)}
      />
      {checked && (
        <p role="status">
          <Badge value={checked.result} /> {checked.reason} {checked.advice}
        </p>
      )}
      <MutationForm
        document={gql.TestRouteDocument}
        fixed={{ routeId: id }}
        fields={TEST}
        button={t.sendATest}
        onDone={({ done }) => setTest(done)}
      />
      {test?.request && <Request of={test.request} />}
      {test && <Receipt key={test.smsTestResult.id} id={test.smsTestResult.id} />}
    </>
  );
}

type Asked = NonNullable<gql.TestRouteMutation['done']['request']>;

const Request = ({ of: { method, url, headers, body } }: { of: Asked }) => (
  <pre>
    {[
      `${method} ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body ? ['', body] : []),
    ].join('\n')}
  </pre>
);

const WHAT: Record<gql.SmsTestStatus, string> = {
  pending: t.itWaits,
  sending: t.itIsHandedOver,
  sent: t.theProviderTookMore,
  delivered: t.itsReceiptHas,
  failed: t.itFailed,
};

/** What the provider answered, and its receipt as it arrives. */
function Receipt({ id }: { id: string }) {
  const { data } = useLive(gql.SmsTestDocument, { id });
  if (!data) return null;
  const { status, smsId, failureReason } = data.test;
  return (
    <div role="status">
      <p>
        <Badge value={status} /> {WHAT[status]}
      </p>
      <Facts
        of={[smsId !== null && [t.theProvidersId, smsId], failureReason !== null && [t.whatItSays, failureReason]]}
      />
    </div>
  );
}

interface TryAccountProps extends Pick<gql.VoiceAccountsQuery, 'agents' | 'voiceNumbers'> {
  of: gql.VoiceAccountsQuery['voiceAccounts']['nodes'][number];
}

/** Whether the provider takes the credentials, and one call to a phone of the reader's own. */
export function TryAccount({ of: { id, voiceProvider }, agents, voiceNumbers }: TryAccountProps) {
  const [checked, setChecked] = useState<gql.CheckVoiceAccountMutation['done']>();
  const [tested, setTested] = useState<gql.TestVoiceAccountMutation['done']>();
  const numbers = voiceNumbers.nodes.filter((one) => one.voiceProvider === voiceProvider);
  const nodes = agents.nodes.filter(({ voiceAccountId }) => voiceAccountId === null || voiceAccountId === id);
  const callers = { options: numbers.map((one) => [one.id, one.number] as const), named: 'voiceNumbers' } as const;
  return (
    <>
      <MutationForm
        document={gql.CheckVoiceAccountDocument}
        fixed={{ voiceAccountId: id }}
        fields={[]}
        button={t.checkCredentials}
        onDone={({ done }) => setChecked(done)}
      />
      {checked && (
        <p role="status">
          <Badge value={checked.isValid ? 'ok' : 'refused'} /> {checked.message}
        </p>
      )}
      <MutationForm
        document={gql.TestVoiceAccountDocument}
        fixed={{ voiceAccountId: id }}
        fields={[
          { name: 'to', label: general.yourPhoneNumber, kind: 'phone', hint: t.withCountryCodeHint },
          { name: 'numberId', label: general.numberToCallFrom, ...callers },
          { name: 'agentId', label: general.agentThatSpeaks, ...among('agents', { agents: { nodes } }) },
        ]}
        button={t.placeATestCall}
        onDone={({ done }) => setTested(done)}
      />
      {tested?.request && <Request of={tested.request} />}
      {tested && <CallProgress key={tested.voiceTest.id} id={tested.voiceTest.id} />}
    </>
  );
}

const CALLED: Record<gql.VoiceTestStatus, string> = {
  claimed: t.theCallIsQueued,
  placing: t.theProviderIsBeing,
  placed: t.theProviderMore,
  unknown: t.theProviderMayHave,
  ended: t.theCallHasEnded,
};

/** What the provider answered, and its events as they arrive. */
function CallProgress({ id }: { id: string }) {
  const { data } = useLive(gql.VoiceTestDocument, { id });
  if (!data) return null;
  const { status, reason, call } = data.test;
  return (
    <div role="status">
      <p>
        <Badge value={status} /> {CALLED[status]}
      </p>
      <Facts
        of={[
          call.externalId !== null && [t.callId, call.externalId],
          reason !== null && [general.reason, reason],
          call.endedReason !== null && [t.endedBecause, call.endedReason],
          ...call.events.nodes.map(
            ({ type, callStatus }, at) => [t.eventNamed(at + 1), callStatus ? `${type}: ${callStatus}` : type] as const,
          ),
        ]}
      />
    </div>
  );
}
