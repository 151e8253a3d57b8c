import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { AppError } from '../../errors.ts';
import { prepareValue } from '../sql.ts';
import { SEARCH } from './text-match.ts';

export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** How many characters may still be read for a request. */
export interface Room {
  left: number;
}

type Text = string | null;
type Callback = (error: Error | null, rows?: readonly Text[][]) => void;

const TIMESTAMPTZ = 1184;
const INT8 = 20;
/** No type: pg's default for unknown ones. */
const NO_TYPE = 0;
/** By this process, and by each of its connections. */
const KEPT_STATEMENTS = 500;

const statements = new LRUCache<string, Statement>({ max: KEPT_STATEMENTS });

/** Statements by text. Callers' filters and columns make ever new texts, so the least recently used ones are dropped. */
export function statementOf(text: string): Statement {
  const known = statements.get(text);
  if (known) return known;
  const statement = new Statement(text, `read_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`);
  statements.set(text, statement);
  return statement;
}

/** A read whose plan connections keep under its name. Its first run tells its columns. */
export class Statement {
  readonly text: string;
  readonly name: string;
  /** Searches within texts: the connections are shared with that in mind. */
  readonly searches: boolean;
  /** Finds one row by its key, see short-reads.ts. */
  isShort = false;
  #columns: readonly Column[] = [];
  #makers: ((values: readonly Text[]) => unknown)[] = [];

  constructor(text: string, name: string) {
    this.text = text;
    this.name = name;
    this.searches = text.includes(SEARCH);
  }

  get columns(): readonly Column[] {
    return this.#columns;
  }

  set columns(columns: readonly Column[]) {
    const isSame = (column: Column, at: number) =>
      column.name === this.#columns[at]?.name && column.dataTypeID === this.#columns[at].dataTypeID;
    if (columns.length === this.#columns.length && columns.every(isSame)) return;
    this.#columns = columns;
    this.#makers = [];
  }

  /** An object of a row's values, without the first `from` columns. */
  row(values: readonly Text[], from = 0): unknown {
    this.#makers[from] ??= makerOf(this.#columns.slice(from), from);
    return this.#makers[from](values);
  }
}

/** A literal takes half the time of filling an object name by name. The names are our own. */
function makerOf(columns: readonly Column[], from: number): (values: readonly Text[]) => unknown {
  const parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
  const members = columns.map(({ name }, at) => {
    const value = `values[${from + at}]`;
    return `${JSON.stringify(name)}: ${parsers[at] ? `${value} === null ? null : parsers[${at}](${value})` : value}`;
  });
  const make = new Function('parsers', `return (values) => ({ ${members.join(', ')} });`);
  return make(parsers) as (values: readonly Text[]) => unknown;
}

const parserFor = pg.types.getTypeParser as (dataTypeID: number, format: 'text') => (text: string) => unknown;
const unchanged = parserFor(NO_TYPE, 'text');

/** Null where the database's text stays as it is. */
function parserOf(dataTypeID: number): ((text: string) => unknown) | null {
  if (dataTypeID === TIMESTAMPTZ) return isoTime;
  if (dataTypeID === INT8) return Number;
  const parser = parserFor(dataTypeID, 'text');
  return parser === unchanged ? null : parser;
}

/** `2026-11-21 00:45:32.1+00` (sessions run in UTC) → `2026-11-21T00:45:32.100Z`. */
export function isoTime(text: string): string {
  // With three digits of milliseconds, as nine out of ten have.
  if (text.length === 26 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  if (text.charCodeAt(10) !== 32 || !text.endsWith('+00')) return new Date(text).toISOString();
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** The part of pg's connection for queries that are not pg's own (such as pg-cursor) that is used here. */
interface Wire {
  /** `noteRead`: of the embedded database. */
  readonly stream: { cork(): void; uncork(): void; noteRead?(): void };
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(message: { text: string; name: string | undefined }): void;
  bind(message: { statement: string | undefined; values: readonly unknown[] }): void;
  describe(message: { type: 'P'; name: '' }): void;
  close(message: { type: 'S'; name: string }): void;
  execute(message: object): void;
  sync(): void;
}

const kept = new WeakMap<Wire, LRUCache<string, true>>();

/** Names of a connection's plans. One that is dropped is closed on the server, too. */
function keptBy(wire: Wire): LRUCache<string, true> {
  const known = kept.get(wire);
  if (known) return known;
  const names = new LRUCache<string, true>({
    max: KEPT_STATEMENTS,
    dispose(_, name, reason) {
      if (reason !== 'evict') return;
      wire.close({ type: 'S', name });
      delete wire.parsedStatements[name];
      delete wire.submittedNamedStatements[name];
    },
  });
  kept.set(wire, names);
  return names;
}

/**
 * One run of a statement. pg's own query copies its configuration, asks for the columns each time and emits every row, which is
 * a fifth of what a small read costs this process.
 */
export class StatementRun implements pg.Submittable {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Undefined where no connection should keep it. */
  name: string | undefined;
  /** Set by pg. */
  callback: Callback | undefined;
  readonly #statement: Statement;
  readonly #room: Room | undefined;
  readonly #isOfRequest: boolean;
  #rows: Text[][] = [];

  constructor(
    statement: Statement,
    values: readonly unknown[],
    { embedded, room, share }: { readonly embedded: boolean; readonly room?: Room; readonly share?: unknown },
  ) {
    this.text = statement.text;
    this.name = embedded ? undefined : statement.name;
    this.#room = room;
    this.#isOfRequest = share !== undefined;
    this.#statement = statement;
    // Before anything is sent or taken: a value may have no text.
    this.values = values.map(prepareValue);
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    const { text } = this;
    const isKnown = this.name !== undefined && wire.parsedStatements[this.name] !== undefined;
    // Another run is preparing it. It may fail, so this one does without.
    if (!isKnown && this.name !== undefined && wire.submittedNamedStatements[this.name] !== undefined)
      this.name = undefined;
    const { name } = this;
    // Columns cannot change while a plan is kept: PostgreSQL then refuses to run it. They may be forgotten before the plan is.
    const isDescribed = isKnown && this.#statement.columns.length > 0;
    if (this.#isOfRequest) wire.stream.noteRead?.();
    wire.stream.cork();
    try {
      if (name !== undefined) keptBy(wire).set(name, true);
      if (!isKnown) {
        wire.parse({ text, name });
        if (name !== undefined) wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values: this.values });
      if (!isDescribed) wire.describe({ type: 'P', name: '' });
      wire.execute({});
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#statement.columns = fields;
  }

  handleDataRow({ fields }: { fields: Text[] }): void {
    const room = this.#room;
    if (room) {
      for (const text of fields) room.left -= text === null ? 0 : text.length;
      if (room.left < 0) {
        this.#rows = [];
        return;
      }
    }
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    if (this.#room && this.#room.left < 0) this.callback?.(new AppError('RESPONSE_TOO_LARGE', ''));
    else this.callback?.(null, this.#rows);
  }
}

// On pipelining connections pg accepts only its own kind of query. This one never waits in the middle.
Object.setPrototypeOf(StatementRun.prototype, pg.Query.prototype);
