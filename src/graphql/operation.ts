import type { ExecutionResult } from 'graphql';
import { type HttpRequest, type HttpResponse, json } from '../http.ts';
import { stringify } from '../json-text.ts';

export interface OperationParams {
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
}

/** What is wrong with a request's body as an operation; null when it is one. */
export function operationProblem(body: unknown): string | null {
  if (!isObject(body)) return 'The request body must be a JSON object.';
  const isHashed = isAbsent(body.query) && isObject(body.extensions) && isObject(body.extensions.persistedQuery);
  if (typeof body.query !== 'string' && !isHashed) return 'The request must have a query, the text of the operation.';
  if (!isAbsent(body.extensions) && !isObject(body.extensions)) return 'The extensions must be an object.';
  if (!isAbsent(body.variables) && !isObject(body.variables)) return 'The variables must be an object.';
  if (!isAbsent(body.operationName) && typeof body.operationName !== 'string') return 'The operationName must be text.';
  return null;
}

export const requestFailure = (status: number, message: string, headers?: Record<string, string>) =>
  json(status, { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] }, headers);

export function resultResponse({ headers }: Pick<HttpRequest, 'headers'>, result: ExecutionResult): HttpResponse {
  const wantsStatus = /application\/graphql-response\+json/i.test(headers.accept ?? '');
  return {
    status: wantsStatus && !('data' in result) ? 400 : 200,
    headers: { 'content-type': wantsStatus ? 'application/graphql-response+json' : 'application/json' },
    body: stringify(result),
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown) => value === undefined || value === null;
