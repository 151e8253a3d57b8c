import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { BodyFields } from './body-fields.ts';
import type { RowErrors } from './error-bodies.ts';
import type { JsonSchema } from './json-schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamsOf<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamsOf<Head> | ParamsOf<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Nothing is checked or coerced yet: the document's variable types do that. */
export interface RouteRequest<Param extends string = string> {
  /** Percent-decoded, never empty. */
  readonly params: Readonly<Record<Param, string>>;
  /** The last `a=1` counts; `a[]=1`, `a[0]=1` and `a[b]=1` are lists. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * The fields of it that the row lists. Parsed when first read, so an operation without a documented body ignores what
   * was sent. `{}` when there is none.
   * Reading it may answer 400 (not JSON, not an object) or, unless it is loose, 415 (not a JSON content type).
   */
  readonly body: Readonly<Record<string, unknown>>;
  /** Without its query; absolute when the host is known. */
  readonly url: string;
  readonly search: URLSearchParams;
}

export interface Route<Data = unknown, Variables = Record<string, unknown>, Path extends string = string> {
  /** Its number in the reference, `E1`…`E22`; of an operation that it does not know, the name in its document. */
  readonly operation: string;
  readonly method: Method;
  readonly path: Path;
  readonly document: TypedDocumentNode<Data, Variables>;
  /**
   * The fields of the body that are documented, by their documented names: `['cost', { meta: ['reason'] }]`. A field that
   * is new in GraphQL is no field of REST until it is listed here.
   */
  readonly body?: BodyFields;
  /** A service outside sends it: a body that is nearly JSON, or a form, is read all the same. */
  readonly isLoose?: true;
  /**
   * Raw values of all variables, by name. The variable `input` is the body itself and adds nothing to the names of its
   * fields in errors. Any other variable has errors under its own name in snake_case.
   */
  readonly variables?: (request: RouteRequest<ParamsOf<Path>>) => { readonly [Name in keyof Variables]-?: unknown };
  readonly status?: 200 | 201 | 202;
  readonly respond?: (data: Data, request: RouteRequest<ParamsOf<Path>>) => unknown;
  /** The group in the API description. */
  readonly tag?: { readonly name: string; readonly description: string };
  /** For the API description. */
  readonly response?: (selection: JsonSchema) => JsonSchema;
  /** Replaces texts of the schema that describe more than REST offers. */
  readonly description?: string;
  readonly describe?: { readonly [Name in keyof Variables]?: string };
  /** Bodies that differ from the common table, and codes worth documenting beyond 401, 403, 404 and 422. */
  readonly errors?: RowErrors;
}

/** Checks a row against its document's types, then drops them so that all rows fit one list. */
export function route<Data, Variables, const Path extends string>(row: Route<Data, Variables, Path>): Route {
  return row as unknown as Route;
}
