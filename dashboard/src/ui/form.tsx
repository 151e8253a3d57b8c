import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  createContext,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type Fields, useChange } from '../lib/client.ts';
import { errorsOf } from '../lib/field-errors.ts';
import { inCurrency, type Named, type Options, timeOf } from '../lib/format.ts';
import { keepUnsaved } from '../lib/router.tsx';
import { isMine } from '../lib/session.ts';
import { general, ui as t } from '../texts/first.ts';
import { Choose, FEW } from './choose.tsx';
import { useKnown } from './names.ts';
import type { Column } from './rows.tsx';
import { say } from './toast.tsx';

const Combo = lazy(() => import('./combo.tsx'));
const Week = lazy(() => import('./week.tsx'));
const Rows = lazy(() => import('./rows.tsx'));
/** Says to the form that something in it changed by itself, without an event. */
const Changed = createContext(() => {});
/** Whether something was typed into a form of the dialog around it, and is not sent. */
export const Unsent = createContext({ current: false });

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
function localTime(value: string): string {
  const at = timeOf(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t.thisIsNotJson);
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
  /** Of the team's currency, which its label names. */
  money: { type: 'number' },
  phone: { type: 'tel' },
  flag: { read: (text) => text === 'true' },
  list: { read: split, show: join },
  /** Days with their hours: its `read` and `show` take the texts that a `Week` writes. */
  week: {},
  json: { read: parsed, show: (value) => JSON.stringify(value, null, 2) },
} satisfies Record<string, Kind>;

export interface FieldOf {
  /** The input's path, as the API names it in its errors: `meta.manualData.sendAmount`. */
  name: string;
  label: string;
  /** Paths whose errors are shown here, instead of those at and below its name. */
  at?: readonly string[];
  kind?: keyof typeof KINDS;
  hint?: ReactNode;
  /** Where the record has none. */
  value?: unknown;
  options?: Options;
  /** What the options are, where there may be more than are given. */
  named?: Named;
  /** What choosing none of the options is called. */
  none?: string | undefined;
  /** Any number of the options; the value is a list. */
  multiple?: boolean;
  /** Rows of such values that are added and removed; `read` and `show` take them as JSON, a list of objects. */
  columns?: readonly Column[] | undefined;
  /** Lines of a longer text. */
  rows?: number;
  autoComplete?: string;
  /** Empty, it is left out and not null. */
  isOptional?: boolean;
  onChange?: (value: string) => void;
  /** Around what is typed, such as buttons that type for one. */
  wrap?: (input: ReactNode, id: string) => ReactNode;
  /** In the place of the kind's; it is also given what the record has. */
  read?: (given: Input, before: Input) => unknown;
  show?: (value: Input) => unknown;
}
export const YES_NO: Options = Object.entries({ true: general.yes, false: general.no });
/** How long what a secret replaces is good. */
export const OVERLAP: FieldOf = {
  name: 'overlapHours',
  label: general.hoursInWhich,
  kind: 'number',
  value: 24,
  hint: general.n0To168,
};
/** Fields under a heading, with a button that removes them. */
export interface FieldGroup {
  legend: string;
  hint?: string | undefined;
  fields: FieldList;
  remove: () => void;
}
/** Fields that few need, out of the way until they are opened. */
export interface FoldedFields {
  more: string;
  /** Also when the record has some of them. */
  isAlways?: boolean;
  fields: FieldList;
}
/** Those in a list of their own stand side by side. */
export type FieldList = readonly (FieldOf | readonly FieldOf[] | FieldGroup | FoldedFields)[];

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
export const withoutTypes = (value: object | undefined): Input =>
  JSON.parse(JSON.stringify(value ?? {}, (key, inner) => (key === '__typename' ? undefined : inner)));

const kindOf = ({ kind = 'text' }: FieldOf): Kind => KINDS[kind];

/** Rows that are none are written `[]`. */
const isFilled = (shown: unknown) => [shown].flat().some((one) => one && one !== '[]');

/** What a field shows at first: a text, or the chosen of its options. */
export function shownOf(field: FieldOf, of: Input) {
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

/** What is typed into a field. Spaces around a password are part of it. */
export function textIn(data: FormData, name: string): string {
  const text = String(data.get(name) ?? '');
  return /^\w*password$/i.test(name) ? text : text.trim();
}

/** What was filled in, at the fields' paths; and what cannot be read. */
export function filledIn(
  fields: readonly FieldOf[],
  data: FormData,
  first: ReadonlyMap<string, string>,
  of: Input,
  depth?: number,
) {
  const input: Input = {};
  const mistakes: Record<string, string[]> = {};
  const record = withoutTypes(of);
  const given = ({ name, multiple }: FieldOf) => (multiple ? data.getAll(name) : textIn(data, name));
  // What the record had at first is no change, though somebody else changed it since.
  const isChanged = (field: FieldOf) =>
    ![first.get(field.name), first.has(field.name) && asSet(shownOf(field, of))].includes(asSet(given(field)));
  const changed = new Set(fields.filter(isChanged).map(({ name }) => name));
  for (const field of fields) {
    const { name, isOptional, read = kindOf(field).read as FieldOf['read'] } = field;
    const text = given(field);
    const before = valueAt(record, name);
    if (!isSent(field, changed, of, depth) || (text.length === 0 && isOptional && before == null)) continue;
    const whole = upTo(depth, name);
    if (whole !== name && valueAt(input, whole) === undefined) setAt(input, whole, valueAt(record, whole));
    try {
      setAt(input, name, text === '' ? (field.kind === 'list' ? [] : null) : read ? read(text, before) : text);
      const group = upTo(-1, name);
      const isLeftOut = () => Object.values(valueAt(input, group)).every((one) => one == null);
      if (isOptional && group !== '' && isLeftOut()) setAt(input, group, null);
    } catch (error) {
      mistakes[name] = [(error as Error).message];
    }
  }
  return { input, mistakes };
}

export interface StepOf {
  title: string;
  fields: FieldList;
  /** At their side, such as a preview. */
  beside?: ReactNode;
}

interface Common {
  fields?: FieldList;
  /** Instead of the fields: parts of a long form, one shown at a time. */
  steps?: readonly StepOf[];
  /** The part that is shown first. */
  startAt?: number;
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
  /** True, or a promise of it: it was taken. False: it was refused. */
  onSend: (input: Input, form: HTMLFormElement) => unknown;
}

/** What is focused of a field with an error. */
const WRONG = '.field:has(> .mistake) :is(input:not([type="hidden"]), select, textarea, [tabindex="0"])';
export const flat = (fields: FieldList): FieldOf[] =>
  fields.flatMap((one) => ('fields' in one ? flat(one.fields) : (one as FieldOf | FieldOf[])));

/** What the server says of a field is shown at the field, everything else above the button. */
export function Form({ fields = [], steps, startAt = 0, of, depth, button, others, inline, ...by }: FormProps) {
  const { change, watch, onSend } = by;
  const isLong = steps !== undefined;
  const parts = steps ?? [{ title: '', fields }];
  const every = parts.flatMap((part) => flat(part.fields));
  const [first] = useState(() => new Map(every.map((field) => [field.name, asSet(shownOf(field, of))])));
  const [unread, setUnread] = useState<Fields>({});
  const [step, setStep] = useState(startAt);
  const element = useRef<HTMLFormElement>(null);
  const sent = useRef<FormData>(undefined);
  /** Fields changed since the form was sent: what was wrong with them may not be any more. */
  const [changedSince, setChangedSince] = useState<readonly string[]>([]);
  const typed = (form: HTMLFormElement) => filledIn(every, new FormData(form), first, of, depth);
  const unsent = use(Unsent);
  const changed = () => {
    unsent.current = true;
    if (isLong) keepUnsaved(true);
    if (!element.current) return;
    if (watch) watch(typed(element.current).input);
    if (!sent.current) return;
    const [now, then] = [new FormData(element.current), sent.current];
    const isOther = ({ name }: FieldOf) => asSet(now.getAll(name)) !== asSet(then.getAll(name));
    setChangedSince(every.filter(isOther).map(({ name }) => name));
  };
  /** To a part, and to the first thing that is filled in there. */
  const turn = (to: number) => {
    setStep(to);
    setTimeout(() =>
      element.current
        ?.querySelector<HTMLElement>(':scope > section:not([hidden]) :is(input:not([type="hidden"]), select, textarea)')
        ?.focus(),
    );
  };
  const last = parts.length - 1;
  const isWhole = of !== undefined || step === last;
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A dialog's form may be within another.
    event.stopPropagation();
    // Keys send where the button is off, too.
    if (change.busy) return;
    if (!isWhole) return turn(step + 1);
    const { input, mistakes } = typed(event.currentTarget);
    // A browser gives nothing for half a date or `1-`; nothing was not meant.
    for (const { name, validity } of event.currentTarget.querySelectorAll('input'))
      if (validity.badInput) mistakes[name] = [t.thisIsNotWhole];
    sent.current = new FormData(event.currentTarget);
    setChangedSince([]);
    setUnread(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    const data = sent.current;
    unsent.current = false;
    void Promise.resolve(onSend(input, event.currentTarget)).then((isDone) => {
      if (isDone === false) unsent.current = true;
      if (isDone !== true) return;
      for (const name of first.keys()) first.set(name, asSet(data.getAll(name)));
    });
  }
  const told = Object.entries({ ...errorsOf(every, change.fields), ...unread });
  const mistakes: Fields = Object.fromEntries(told.filter(([name]) => !changedSince.includes(name)));
  const wrong = JSON.stringify([Object.keys(change.fields), Object.keys(unread)]);
  const { '': ofNone = [], ...atFields } = mistakes;
  const isAtFields = Object.keys(atFields).length > 0;
  // The first mistake is shown, wherever it is, and the reader is taken to it.
  const show = useRef(() => {});
  show.current = () => {
    const at = parts.findIndex((part) => flat(part.fields).some(({ name }) => atFields[name]));
    if (at >= 0) setStep(at);
    setTimeout(() => element.current?.querySelector<HTMLElement>(WRONG)?.focus());
  };
  useEffect(() => {
    if (wrong !== '[[],[]]') show.current();
  }, [wrong]);
  // A dialog over a long form leaves it as it is.
  useEffect(() => (isLong ? () => keepUnsaved(false) : undefined), [isLong]);
  const fieldOf = (field: FieldOf) => <Field key={field.name} {...field} of={of} errors={mistakes[field.name] ?? []} />;
  const rowOf = (field: FieldList[number]): ReactNode =>
    'name' in field ? (
      fieldOf(field)
    ) : 'more' in field ? (
      <Folded
        key={field.more}
        more={field.more}
        isFilled={!field.isAlways && flat(field.fields).some((one) => isFilled(shownOf(one, of)))}
        isWrong={flat(field.fields).some(({ name }) => mistakes[name])}
      >
        {field.fields.map(rowOf)}
      </Folded>
    ) : 'fields' in field ? (
      <fieldset className="step card" key={flat(field.fields)[0]?.name}>
        <legend>{field.legend}</legend>
        {field.hint && <small>{field.hint}</small>}
        {field.fields.map(rowOf)}
        <button type="button" className="quiet" onClick={field.remove}>
          {t.removeGroup(field.legend)}
        </button>
      </fieldset>
    ) : (
      <div className="row" key={field[0]?.name}>
        {field.map(fieldOf)}
      </div>
    );
  return (
    <Changed value={() => setTimeout(changed)}>
      <form
        ref={element}
        onSubmit={send}
        onChange={changed}
        onKeyDown={(event) => {
          // Enter alone begins a line, or opens a list.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.stopPropagation();
          if (!event.repeat) event.currentTarget.requestSubmit();
        }}
        noValidate
        className={inline ? 'inline' : undefined}
      >
        {steps && (
          <nav className="steps" aria-label={general.steps}>
            {steps.map(({ title }, at) => (
              <button
                key={title}
                type="button"
                aria-current={at === step ? 'step' : undefined}
                onClick={() => setStep(at)}
              >
                {title}
              </button>
            ))}
          </nav>
        )}
        {steps
          ? steps.map(({ title, fields, beside }, at) => (
              <section
                key={title}
                aria-label={general.stepNamed(at + 1)}
                hidden={at !== step}
                className={beside ? 'step beside' : 'step'}
              >
                <div className="step">{fields.map(rowOf)}</div>
                {beside}
              </section>
            ))
          : fields.map(rowOf)}
        <Message text={[...ofNone, isAtFields && t.pleaseLook].filter(Boolean).join(' ') || change.message} />
        <div className="buttons">
          {others}
          {step > 0 && (
            <button type="button" onClick={() => turn(step - 1)}>
              {t.back}
            </button>
          )}
          {steps && of && step < last && (
            <button type="button" onClick={() => turn(step + 1)}>
              {general.next}
            </button>
          )}
          <button type="submit" className="main" disabled={change.busy} aria-keyshortcuts="Control+Enter">
            {change.busy ? t.workingMore : isWhole ? button : general.next}
          </button>
        </div>
      </form>
    </Changed>
  );
}

interface FoldedProps {
  more: string;
  isFilled: boolean;
  isWrong: boolean;
  children: ReactNode;
}

function Folded({ more, isFilled, isWrong, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isFilled);
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{more}</summary>
      <div className="step">{children}</div>
    </details>
  );
}

export interface MutationProps<Data> extends Common {
  // biome-ignore lint/suspicious/noExplicitAny: of any variables
  document: TypedDocumentNode<Data, any>;
  /** Its variables besides the input: what is changed. */
  given?: object | undefined;
  /** What the input names that nobody types, such as a parent's id. */
  fixed?: object | undefined;
  /** What is still to be made before it can be sent. */
  prepare?: (input: Input) => Promise<Input>;
  /** What to ask before it is sent, if anything. */
  asks?: (input: Input) => string | false;
  onDone?: (answer: Data, form: HTMLFormElement) => void;
}

const DONE: Record<string, string> = {
  [general.save]: t.saved,
  [general.review]: t.draftSaved,
  [general.create]: general.created,
  [general.send]: general.sent,
  [general.add]: t.added,
};

/** A form that sends a mutation of one `$input`; who may not, only reads it. */
export function MutationForm<Data>({ document, given, fixed, prepare, asks, onDone, ...form }: MutationProps<Data>) {
  const change = useChange(document);
  const [isPreparing, setPreparing] = useState(false);
  async function send(typed: Input, element: HTMLFormElement) {
    const question = asks?.(typed);
    if (question && !confirm(question)) return false;
    setPreparing(prepare !== undefined);
    const input = prepare ? await prepare(typed).finally(() => setPreparing(false)) : typed;
    const answer = await change.change({ ...given, input: { ...fixed, ...input } });
    if (!answer) return false;
    if (form.steps) keepUnsaved(false);
    say(DONE[form.button] ?? general.done);
    onDone?.(answer, element);
    return true;
  }
  const busy = change.busy || isPreparing;
  return (
    <fieldset className="form" disabled={!isMine(document)}>
      <Form {...form} change={{ ...change, busy }} onSend={send} />
    </fieldset>
  );
}

export const Message = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p className="mistake" role="alert">
      {text}
    </p>
  ) : null;

function Field({ of, errors, ...field }: FieldOf & { of: object | undefined; errors: readonly string[] }) {
  const { name, label, hint, multiple, rows, named, none, kind, wrap = (input) => input } = field;
  const id = useId();
  const changed = use(Changed);
  const isWrong = errors.length > 0 || undefined;
  const shown = shownOf(field, of);
  const chosen: string[] = [shown].flat().filter(Boolean);
  const [options, isKnown] = useKnown(field.options ?? [], chosen, named);
  const described = { 'aria-invalid': isWrong, 'aria-describedby': `${id}-more` };
  const onChange = ({ target }: { target: { value: string } }) => field.onChange?.(target.value);
  const common = { ...described, id, name, defaultValue: shown as string };
  const more = (
    <small id={`${id}-more`} className={isWrong && 'mistake'}>
      {isWrong ? errors.join(' ') : hint}
    </small>
  );
  if (multiple && options.length <= FEW) {
    return (
      <fieldset className="field" {...described}>
        <legend>{label}</legend>
        <div className="checks">
          {options.map(([option, text]) => (
            <label key={option}>
              <input type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} /> {text}
            </label>
          ))}
        </div>
        {more}
      </fieldset>
    );
  }
  const choose = (value: string) => {
    field.onChange?.(value);
    changed();
  };
  const input = multiple ? (
    <Suspense fallback={<span className="combo" />}>
      <Combo
        {...described}
        {...{ id, name, named }}
        key={String(isKnown)}
        multiple
        options={options}
        first={chosen}
        onChange={changed}
      />
    </Suspense>
  ) : field.options ? (
    <Choose key={String(isKnown)} {...common} of={options} named={named} none={none} onChange={choose} />
  ) : kind === 'week' ? (
    <Suspense fallback={<span className="combo" />}>
      <Week name={name} labelledBy={`${id}-label`} first={common.defaultValue} onChange={changed} />
    </Suspense>
  ) : field.columns ? (
    <Suspense fallback={<span className="span" />}>
      <Rows
        {...{ name, columns: field.columns }}
        labelledBy={`${id}-label`}
        first={common.defaultValue}
        onChange={changed}
      />
    </Suspense>
  ) : rows ? (
    <textarea {...common} rows={rows} onChange={onChange} />
  ) : (
    <input
      {...common}
      type={kindOf(field).type ?? 'text'}
      autoComplete={field.autoComplete ?? 'off'}
      step="any"
      onChange={onChange}
    />
  );
  return (
    <div className="field">
      <label id={`${id}-label`} htmlFor={id}>
        {kind === 'money' ? inCurrency(label) : label}
      </label>
      {wrap(input, id)}
      {more}
    </div>
  );
}
