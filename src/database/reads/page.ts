import { ValidationError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import type { Row } from '../table.ts';

/** Most records of a page. */
export const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;

export interface ConnectionArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

export interface Order {
  /** A field that is never null and, in a root list, has an index. */
  field: string;
  direction: 'asc' | 'desc';
}

export interface PageOf<Node> {
  edges: { readonly node: Node; readonly cursor: string }[];
  pageInfo: {
    readonly hasPreviousPage: boolean;
    readonly hasNextPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** Runs its own statement, once, when asked. */
  totalCount: () => Promise<number>;
}

export interface Connection<Model> extends PageOf<ReadRow<Model>> {
  /** The rows as a JSON list where nothing else of the page is asked for; `edges` and `pageInfo` are then empty. */
  text?: string;
}

/** `text0`, …: what the database wrote of the row, see connection.ts. */
export type ReadRow<Model> = Row<Model> & { readonly [text: `text${number}`]: string };

export interface Page {
  readonly limit: number;
  readonly isBackwards: boolean;
}

export function pageOf({ first, last }: ConnectionArgs): Page {
  const [fromFront, fromBack] = [pageSize(first, 'first'), pageSize(last, 'last')];
  if (fromFront !== undefined && fromBack !== undefined) {
    throw new ValidationError({ last: [messages.notTogether('last', 'first')] });
  }
  return { limit: fromBack ?? fromFront ?? DEFAULT_PAGE, isBackwards: fromBack !== undefined };
}

function pageSize(value: number | null | undefined, name: string): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value < 0) throw new ValidationError({ [name]: [messages.atLeast(name, 0)] });
  if (value > MAX_PAGE) throw new ValidationError({ [name]: [messages.atMost(name, MAX_PAGE)] });
  return value;
}

/** The rows of a page and the one after it, as they were read, become the page. The cursors are made of `keys`. */
export function connectionOf<Node>(
  rows: Node[],
  args: ConnectionArgs,
  keys: readonly string[],
  totalCount: () => Promise<number>,
): PageOf<Node> {
  const { limit, isBackwards } = pageOf(args);
  const more = rows.length > limit;
  if (more) rows.pop();
  if (isBackwards) rows.reverse();
  const edges = rows.map((node) => new Edge(node, keys));
  const [before, after] = isBackwards ? [more, Boolean(args.before)] : [Boolean(args.after), more];
  return { edges, pageInfo: new PageInfo(edges, before, after), totalCount };
}

/** A page of what was worked out and has no rows. A cursor is a place in it. */
export function pageOfArray<Item extends object>(all: readonly Item[], args: ConnectionArgs): PageOf<Item> {
  const { limit, isBackwards } = pageOf(args);
  const placeOf = (name: 'after' | 'before') => {
    const [place] = decodeCursor(args[name]!, name, 1);
    if (!/^\d{1,9}$/.test(place!)) throw invalidCursor(name);
    return Number(place);
  };
  const from = args.after ? placeOf('after') + 1 : 0;
  const to = Math.min(args.before ? placeOf('before') : all.length, all.length);
  const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const shown = isBackwards ? places.slice(-limit - 1).reverse() : places.slice(0, limit + 1);
  const items = shown.map((place) => ({ ...all[place]!, key0: String(place) }));
  return connectionOf<Item>(items, args, ['key0'], () => Promise.resolve(all.length));
}

// Cursors are computed when they are asked for. These are classes, because V8 keeps what a getter in an object literal closes over,
// here the whole answer, until the next full collection.

class Edge<Node> {
  readonly node: Node;
  readonly #keys: readonly string[];

  constructor(node: Node, keys: readonly string[]) {
    this.node = node;
    this.#keys = keys;
  }

  get cursor(): string {
    return encodeCursor(this.#keys.map((key) => (this.node as Readonly<Record<string, string>>)[key]!));
  }
}

export class PageInfo {
  readonly #edges: readonly { readonly cursor: string }[];
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;

  constructor(edges: readonly { readonly cursor: string }[], hasPreviousPage: boolean, hasNextPage: boolean) {
    this.#edges = edges;
    this.hasPreviousPage = hasPreviousPage;
    this.hasNextPage = hasNextPage;
  }

  get startCursor(): string | null {
    return this.#edges.at(0)?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

const encodeCursor = (key: readonly string[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

/** The same cursor, written by the database of texts. */
export const writtenCursor = (keys: readonly Prisma.Sql[]) =>
  Prisma.sql`translate(encode(convert_to(concat('[', ${Prisma.join(
    keys.map((key) => Prisma.sql`to_json(${key})`),
    `, ',', `,
  )}, ']'), 'UTF8'), 'base64'), E'+/=\n', '-_')`;

function decodeCursor(cursor: string, name: string, parts: number): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(key) &&
      key.length === parts &&
      key.every((part) => typeof part === 'string' && !part.includes('\0'))
    ) {
      return key;
    }
  } catch {
    // Not a cursor: refused below.
  }
  throw invalidCursor(name);
}

const invalidCursor = (name: string) => new ValidationError({ [name]: [messages.selected(name)] });

/** Rows behind `after` and in front of `before`, in the order of the columns. */
export function keyset(
  { after, before }: ConnectionArgs,
  columns: readonly Prisma.Sql[],
  direction: 'asc' | 'desc',
): Prisma.Sql[] {
  const bound = (cursor: string | null | undefined, name: string, operator: '<' | '>') =>
    cursor
      ? [
          Prisma.sql`(${Prisma.join([...columns])}) ${Prisma.raw(operator)} (${Prisma.join(
            decodeCursor(cursor, name, columns.length),
          )})`,
        ]
      : [];
  const [behind, inFront] = direction === 'desc' ? (['<', '>'] as const) : (['>', '<'] as const);
  return [...bound(after, 'after', behind), ...bound(before, 'before', inFront)];
}

/** A forged cursor may have a value that the column's type refuses (SQLSTATE class 22). */
export const isRefusedValue = (error: unknown) =>
  String((error as { code?: string } | undefined)?.code).startsWith('22');

export function asInvalidCursor({ after, before }: ConnectionArgs, error: unknown): never {
  if ((after || before) && isRefusedValue(error)) throw invalidCursor(after ? 'after' : 'before');
  throw error;
}
