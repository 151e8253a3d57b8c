import type { ResultOf } from '@graphql-typed-document-node/core';
import { createContext, type FormEvent, type ReactNode, useContext, useId, useState } from 'react';
import { type Fields, type Given, useChange } from '../lib/client.ts';

export type Options = readonly (readonly [value: string, text: string])[];
// biome-ignore lint/suspicious/noExplicitAny: of the shape that the fields' names say, which the server checks
export type Input = any;

/** How a field is typed in, how its text becomes a value of the input, and how a value is shown. */
interface Kind {
  type?: string;
  read?: (text: string) => unknown;
  show?: (value: Input) => string;
}

const split = (text: string) => text.split(/[,\n]/).flatMap((one) => one.trim() || []);
const join = (list: readonly unknown[]) => list.join(', ');
/** The server's times without an offset are UTC. */
function localTime(value: string): string {
  const at = new Date(/Z$|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is not JSON.');
  }
}

export const KINDS = {
  text: {},
  email: { type: 'email' },
  password: { type: 'password' },
  time: { type: 'time' },
  date: { type: 'date' },
  moment: { type: 'datetime-local', read: (text) => new Date(text).toISOString(), show: localTime },
  number: { type: 'number', read: Number },
  /** Stays text: it is exact. */
  decimal: { type: 'number' },
  phone: { type: 'tel', read: (text) => Number(text.replaceAll(/\D/g, '')) },
  flag: { read: (text) => text === 'true' },
  list: { read: split, show: join },
  numbers: { read: (text) => split(text).map(Number), show: join },
  json: { read: parsed, show: (value) => JSON.stringify(value, null, 2) },
} satisfies Record<string, Kind>;

export interface FieldOf {
  /** The input's path, as the API names it in its errors: `meta.manualData.sendAmount`. */
  name: string;
  label: string;
  kind?: keyof typeof KINDS;
  hint?: string;
  /** Where the record has none. */
  value?: unknown;
  options?: Options;
  /** Any number of the options; the value is a list. */
  multiple?: boolean;
  /** Lines of a longer text. */
  rows?: number;
  autoComplete?: string;
  /** Empty, it is left out and not null. */
  isOptional?: boolean;
  onChange?: (value: string) => void;
  /** In the place of the kind's; it is also given what the record has. */
  read?: (given: Input, before: Input) => unknown;
  show?: (value: Input) => unknown;
}
/** Those in a list of their own stand side by side. */
export type FieldList = readonly (FieldOf | readonly FieldOf[])[];

const valueAt = (record: Input, path: string) => path.split('.').reduce((inner, key) => inner?.[key], record);

function setAt(record: Input, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop()!;
  let inner = record;
  for (const key of keys) inner = inner[key] ??= {};
  inner[last] = value;
}

/** The path of the object at a depth. */
const upTo = (depth: number | undefined, path: string) => path.split('.').slice(0, depth).join('.');

/** An answer as an input: without the types' names. */
const withoutTypes = (value: object | undefined): Input =>
  JSON.parse(JSON.stringify(value ?? {}, (key, inner) => (key === '__typename' ? undefined : inner)));

/** What a field shows at first: a text, or the chosen of its options. */
function shownOf({ name, kind = 'text', multiple, value, show = (KINDS[kind] as Kind).show }: FieldOf, of: Input) {
  const known = valueAt(of, name) ?? value;
  const shown = known == null ? '' : show ? show(known) : known;
  return multiple ? shown || [] : String(shown);
}
const asSet = (values: unknown) => [values].flat().sort().join('\n').replaceAll('\r', '');

/** Whether a field goes along: all do for a new record, else the changed ones and those that showed nothing before. */
function isSent({ name }: FieldOf, changed: ReadonlySet<string>, of: Input, depth: number | undefined) {
  const isNew = (path: string) =>
    valueAt(of, path) == null && [...changed].some((other) => other.startsWith(`${path}.`));
  return !of || !depth || changed.has(name) || isNew(upTo(depth, name)) || isNew(upTo(-1, name));
}

/** What was filled in, at the fields' paths; and what cannot be read. */
function filledIn(
  fields: readonly FieldOf[],
  data: FormData,
  first: ReadonlySet<string>,
  { of, depth }: Partial<Common>,
) {
  const input: Input = {};
  const mistakes: Record<string, string[]> = {};
  const record = withoutTypes(of);
  const given = ({ name, multiple }: FieldOf) => (multiple ? data.getAll(name) : String(data.get(name) ?? ''));
  const isChanged = (field: FieldOf) => !first.has(field.name) || asSet(given(field)) !== asSet(shownOf(field, of));
  const changed = new Set(fields.filter(isChanged).map(({ name }) => name));
  for (const field of fields) {
    const { name, kind = 'text', multiple, isOptional, read = (KINDS[kind] as Kind).read as FieldOf['read'] } = field;
    const text = multiple ? data.getAll(name) : String(given(field)).trim();
    const before = valueAt(record, name);
    if (!isSent(field, changed, of, depth) || (text === '' && isOptional && before == null)) continue;
    const whole = upTo(depth, name);
    if (whole !== name && valueAt(input, whole) === undefined) setAt(input, whole, valueAt(record, whole));
    const empty = kind === 'list' || kind === 'numbers' ? [] : null;
    try {
      setAt(input, name, text === '' ? empty : read ? read(text, before) : text);
      const group = upTo(-1, name);
      if (isOptional && Object.values(valueAt(input, group)).every((one) => one == null)) setAt(input, group, null);
    } catch (error) {
      mistakes[name] = [(error as Error).message];
    }
  }
  return { input, mistakes };
}

interface Change {
  busy: boolean;
  fields: Fields;
  message?: string | undefined;
}
interface Common {
  fields: FieldList;
  /** A record of the input's shape, whose values the fields show. */
  of?: object | undefined;
  /** Of the record's objects that the API replaces whole. Only what was changed is sent, laid over these. */
  depth?: number;
  /** Of the button that sends it. */
  button: string;
  others?: ReactNode;
  inline?: boolean;
}
interface FormProps extends Common {
  change: Change;
  onSend: (input: Input, form: HTMLFormElement) => void;
}

const Mistakes = createContext<Fields>({});

/** What the server says of a field stands at the field, everything else above the button. */
export function Form({ change, onSend, button, others, inline, ...form }: FormProps) {
  const { fields, of } = form;
  const [first] = useState(() => new Set(fields.flat().map(({ name }) => name)));
  const [unread, setUnread] = useState<Fields>({});
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { input, mistakes } = filledIn(fields.flat(), new FormData(event.currentTarget), first, form);
    setUnread(mistakes);
    if (Object.keys(mistakes).length === 0) onSend(input, event.currentTarget);
  }
  const mistakes = { ...change.fields, ...unread };
  const isAtFields = Object.keys(mistakes).length > 0;
  const fieldOf = (field: FieldOf) => <Field key={field.name} {...field} of={of} />;
  return (
    <Mistakes value={mistakes}>
      <form onSubmit={send} noValidate className={inline ? 'inline' : undefined}>
        {fields.map((field) =>
          'name' in field ? (
            fieldOf(field)
          ) : (
            <div className="row" key={field[0]?.name}>
              {field.map(fieldOf)}
            </div>
          ),
        )}
        <Message text={isAtFields ? 'Please look at the marked fields.' : change.message} />
        <div className="buttons">
          {others}
          <button type="submit" className="main" disabled={change.busy}>
            {change.busy ? 'Working …' : button}
          </button>
        </div>
      </form>
    </Mistakes>
  );
}

export interface MutationProps<D> extends Common {
  document: D;
  /** Its variables besides the input: what is changed. */
  given?: object | undefined;
  onDone?: (answer: ResultOf<D>, form: HTMLFormElement) => void;
}

/** A form that sends a mutation of one `$input`. */
export function MutationForm<D extends Given>({ document, given, onDone, ...form }: MutationProps<D>) {
  const change = useChange(document);
  async function send(input: Input, element: HTMLFormElement) {
    const answer = await change.change({ ...given, input } as Parameters<typeof change.change>[0]);
    if (answer) onDone?.(answer, element);
  }
  return <Form {...form} change={change} onSend={(input, element) => void send(input, element)} />;
}

export const Message = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className="mistake" role="alert">
      {text}
    </p>
  ) : null;

function Field({ of, ...field }: FieldOf & { of?: object | undefined }) {
  const { name, label, kind = 'text', hint, multiple, rows } = field;
  const id = useId();
  const mistakes = useContext(Mistakes);
  // A mistake in one of a list is said at the list.
  const texts = Object.entries(mistakes).flatMap(([path, said]) => (`${path}.`.startsWith(`${name}.`) ? said : []));
  const { type = 'text' } = KINDS[kind] as Kind;
  const shown = shownOf(field, of);
  const chosen: readonly string[] = shown === '' ? [] : [shown].flat();
  // What was chosen may be none of the first hundred.
  const options = field.options && [
    ...field.options,
    ...chosen.flatMap((id) => (field.options!.some(([option]) => option === id) ? [] : [[id, id] as const])),
  ];
  const isWrong = texts.length > 0 || undefined;
  const described = { 'aria-invalid': isWrong, 'aria-describedby': `${id}-more` };
  const common = {
    ...described,
    id,
    name,
    defaultValue: shown,
    onChange: ({ target }: { target: { value: string } }) => field.onChange?.(target.value),
  };
  const more = (
    <small id={`${id}-more`} className={isWrong && 'mistake'}>
      {isWrong ? texts.join(' ') : hint}
    </small>
  );
  if (multiple) {
    return (
      <fieldset className="field" {...described}>
        <legend>{label}</legend>
        <div className="checks">
          {options?.map(([option, text]) => (
            <label key={option}>
              <input type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} /> {text}
            </label>
          ))}
        </div>
        {more}
      </fieldset>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {options ? (
        <select {...common}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...common} rows={rows} />
      ) : (
        <input {...common} type={type} autoComplete={field.autoComplete ?? 'off'} step="any" />
      )}
      {more}
    </div>
  );
}
