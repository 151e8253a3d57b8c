import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { isObject } from 'plain-json';
import { stringifyInTurns } from '../http/json-slices.ts';
import { preferredForm, STREAM } from './accept.ts';

export interface OperationParams {
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
}

/** Why a request's body is no operation; null when it is one. */
export function operationProblem(body: unknown): string | null {
  if (!isObject(body)) return 'The request body must be a JSON object.';
  const isHashed = isAbsent(body.query) && isObject(body.extensions) && isObject(body.extensions.persistedQuery);
  if (typeof body.query !== 'string' && !isHashed) return 'The request must have a query, the text of the operation.';
  if (!isAbsent(body.extensions) && !isObject(body.extensions)) return 'The extensions must be an object.';
  if (!isAbsent(body.variables) && !isObject(body.variables)) return 'The variables must be an object.';
  if (!isAbsent(body.operationName) && typeof body.operationName !== 'string') return 'The operationName must be text.';
  return null;
}

/** The result in the format that the client prefers. */
export async function sendResult(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  result: ExecutionResult,
): Promise<FastifyReply> {
  const form = preferredForm(headers.accept, method === 'HEAD' ? JSON_FORMS : FORMS);
  const text = await stringifyInTurns(result);
  const saysStatus = form === 'application/graphql-response+json';
  return reply
    .code(saysStatus && !('data' in result) ? 400 : 200)
    .header('content-type', form)
    .send(form === STREAM ? streamOfOne(text.toString()) : text);
}

const JSON_FORMS = ['application/json', 'application/graphql-response+json'] as const;
const FORMS = [...JSON_FORMS, STREAM] as const;

/**
 * A result as a stream of one event. Line breaks, which occur only between parts of the JSON, would end the event's
 * data.
 */
const streamOfOne = (text: string) =>
  `event: next\ndata: ${text.replaceAll('\n', '\ndata: ')}\n\nevent: complete\ndata:\n\n`;

const isAbsent = (value: unknown) => value === undefined || value === null;
