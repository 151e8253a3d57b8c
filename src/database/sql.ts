import { createHash } from 'node:crypto';
import pg from 'pg';
import { Prisma } from '../generated/prisma/client.ts';

/** A statement: `` db.rows`SELECT …` ``, or one that was put together before. */
export type Given = [Prisma.Sql] | [TemplateStringsArray, ...unknown[]];

/** Anything that takes statements as pg does. */
export type Queryable = Pick<pg.PoolClient, 'query'>;

/** Runs SQL in pg's own types: times are dates, 64-bit integers and decimals are text. */
export class Sql {
  /** pg's own. */
  readonly query: pg.PoolClient['query'];

  constructor(on: Queryable) {
    this.query = on.query.bind(on) as pg.PoolClient['query'];
  }

  async rows<Row>(...statement: Given): Promise<Row[]> {
    return (await this.#run(statement)).rows as Row[];
  }

  /** The first row, where there is one. */
  async row<Row>(...statement: Given): Promise<Row | undefined> {
    return (await this.#run(statement)).rows[0] as Row | undefined;
  }

  /** How many rows the statement changed. */
  async change(...statement: Given): Promise<number> {
    return (await this.#run(statement)).rowCount ?? 0;
  }

  /**
   * The connection keeps the statement and, where that is cheaper, its plan. For texts that are always the same: a connection
   * never drops one. The embedded database keeps no plans (see counting-pool.ts).
   */
  async keptRows<Row>(...statement: Given): Promise<Row[]> {
    return (await this.#keep(statement)).rows as Row[];
  }

  async keptChange(...statement: Given): Promise<number> {
    return (await this.#keep(statement)).rowCount ?? 0;
  }

  #run(statement: Given) {
    const { text, values } = statementOf(statement);
    return this.query(text, values.map(parameter));
  }

  #keep(statement: Given) {
    return this.query(keptQuery(statement));
  }
}

/** What makes its values fails here: nothing of it has been sent then. */
export function keptQuery(statement: Given): pg.QueryConfig {
  const { text, values } = statementOf(statement);
  return { name: nameOf(text), text, values: values.map((value) => prepareValue(parameter(value))) };
}

/** A value as it is sent to PostgreSQL. */
export const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

const statementOf = ([first, ...values]: Given): Prisma.Sql => ('raw' in first ? Prisma.sql(first, ...values) : first);

/** Of texts that were named before: that takes longer than sending most statements does. */
const names = new Map<string, string>();
const MOST_NAMES = 1_000;

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size === MOST_NAMES) names.clear();
  const name = `kept_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/**
 * Arrays are written as JSON where nothing needs escaping: but for its brackets that is PostgreSQL's own text of an array.
 * pg's own code goes through every text twice.
 */
function parameter(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < MANY || !value.every(isPlain)) return value;
  const json = JSON.stringify(value);
  return json.includes('\\') ? value : `{${json.slice(1, -1)}}`;
}

const MANY = 100;

const isPlain = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number';
