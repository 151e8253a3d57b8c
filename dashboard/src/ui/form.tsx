import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type Fields, useChange } from '../lib/client.ts';
import { type Options, optionsOf } from '../lib/format.ts';
import { isMine } from '../lib/session.ts';

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
  phone: { type: 'tel' },
  flag: { read: (text) => text === 'true' },
  list: { read: split, show: join },
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
  /** What choosing none of the options is called. */
  none?: string | undefined;
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
export const YES_NO: Options = Object.entries({ true: 'Yes', false: 'No' });
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

const kindOf = ({ kind = 'text' }: FieldOf): Kind => KINDS[kind];

/** What a field shows at first: a text, or the chosen of its options. */
function shownOf(field: FieldOf, of: Input) {
  const { name, multiple, value, show = kindOf(field).show } = field;
  const known = valueAt(of, name) ?? value;
  const shown = known == null ? '' : show ? show(known) : known;
  return multiple ? shown || [] : String(shown);
}
const asSet = (values: unknown) => [values].flat().sort().join('\n').replaceAll('\r', '').trim();

/** Whether a field goes along: all do for a new record, else the changed ones and those that showed nothing before. */
function isSent({ name }: FieldOf, changed: ReadonlySet<string>, of: Input, depth: number | undefined) {
  const isNew = (path: string) =>
    valueAt(of, path) == null && [...changed].some((other) => other.startsWith(`${path}.`));
  return !of || !depth || changed.has(name) || isNew(upTo(depth, name)) || isNew(upTo(-1, name));
}

/** What was filled in, at the fields' paths; and what cannot be read. */
function filledIn(fields: readonly FieldOf[], data: FormData, first: ReadonlySet<string>, of: Input, depth?: number) {
  const input: Input = {};
  const mistakes: Record<string, string[]> = {};
  const record = withoutTypes(of);
  const given = ({ name, multiple }: FieldOf) => (multiple ? data.getAll(name) : String(data.get(name) ?? '').trim());
  const isChanged = (field: FieldOf) => !first.has(field.name) || asSet(given(field)) !== asSet(shownOf(field, of));
  const changed = new Set(fields.filter(isChanged).map(({ name }) => name));
  for (const field of fields) {
    const { name, isOptional, read = kindOf(field).read as FieldOf['read'] } = field;
    const text = given(field);
    const before = valueAt(record, name);
    if (!isSent(field, changed, of, depth) || (text === '' && isOptional && before == null)) continue;
    const whole = upTo(depth, name);
    if (whole !== name && valueAt(input, whole) === undefined) setAt(input, whole, valueAt(record, whole));
    try {
      setAt(input, name, text === '' ? (field.kind === 'list' ? [] : null) : read ? read(text, before) : text);
      const group = upTo(-1, name);
      if (isOptional && Object.values(valueAt(input, group)).every((one) => one == null)) setAt(input, group, null);
    } catch (error) {
      mistakes[name] = [(error as Error).message];
    }
  }
  return { input, mistakes };
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
  /** Is given what would be sent, whenever that changes. */
  watch?: (input: Input) => void;
}
interface FormProps extends Common {
  change: { busy: boolean; fields: Fields; message?: string | undefined };
  onSend: (input: Input, form: HTMLFormElement) => void;
}

/** What the server says of a field stands at the field, everything else above the button. */
export function Form({ fields, of, depth, button, others, inline, change, watch, onSend }: FormProps) {
  const [first] = useState(() => new Set(fields.flat().map(({ name }) => name)));
  const [unread, setUnread] = useState<Fields>({});
  const typed = (form: HTMLFormElement) => filledIn(fields.flat(), new FormData(form), first, of, depth);
  const watched = watch && (({ currentTarget }: FormEvent<HTMLFormElement>) => watch(typed(currentTarget).input));
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { input, mistakes } = typed(event.currentTarget);
    setUnread(mistakes);
    if (Object.keys(mistakes).length === 0) onSend(input, event.currentTarget);
  }
  const mistakes = { ...change.fields, ...unread };
  const isAtFields = Object.keys(mistakes).length > 0;
  const fieldOf = (field: FieldOf) => <Field key={field.name} {...field} of={of} mistakes={mistakes} />;
  return (
    <form onSubmit={send} onChange={watched} noValidate className={inline ? 'inline' : undefined}>
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
  );
}

export interface MutationProps<Data> extends Common {
  // biome-ignore lint/suspicious/noExplicitAny: of any variables
  document: TypedDocumentNode<Data, any>;
  /** Its variables besides the input: what is changed. */
  given?: object | undefined;
  /** What the input names that nobody types, such as a parent's id. */
  fixed?: object | undefined;
  onDone?: (answer: Data, form: HTMLFormElement) => void;
}

/** A form that sends a mutation of one `$input`; who may not, only reads it. */
export function MutationForm<Data>({ document, given, fixed, onDone, ...form }: MutationProps<Data>) {
  const change = useChange(document);
  async function send(input: Input, element: HTMLFormElement) {
    const answer = await change.change({ ...given, input: { ...fixed, ...input } });
    if (answer) onDone?.(answer, element);
  }
  return (
    <fieldset className="form" disabled={!isMine(document)}>
      <Form {...form} change={change} onSend={(input, element) => void send(input, element)} />
    </fieldset>
  );
}

export const Message = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p className="mistake" role="alert">
      {text}
    </p>
  ) : null;

export const optionTags = (options: readonly (readonly [value: string, text: string])[]) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

function Field({ of, mistakes, ...field }: FieldOf & { of: object | undefined; mistakes: Fields }) {
  const { name, label, hint, multiple, rows, none } = field;
  const id = useId();
  // A mistake in one of a list is said at the list.
  const texts = Object.entries(mistakes).flatMap(([path, said]) => (`${path}.`.startsWith(`${name}.`) ? said : []));
  const isWrong = texts.length > 0 || undefined;
  const shown = shownOf(field, of);
  const chosen: string[] = [shown].flat().filter(Boolean);
  const known = field.options && optionsOf(field.options, none);
  // What was chosen may be none of the first hundred.
  const options = known?.concat(chosen.filter((id) => !known.some(([one]) => one === id)).map((id) => [id, id]));
  const described = { 'aria-invalid': isWrong, 'aria-describedby': `${id}-more` };
  const onChange = ({ target }: { target: { value: string } }) => field.onChange?.(target.value);
  const common = { ...described, id, name, defaultValue: shown, onChange };
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
        <select {...common}>{optionTags(options)}</select>
      ) : rows ? (
        <textarea {...common} rows={rows} />
      ) : (
        <input {...common} type={kindOf(field).type ?? 'text'} autoComplete={field.autoComplete ?? 'off'} step="any" />
      )}
      {more}
    </div>
  );
}
