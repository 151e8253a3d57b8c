import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';

import type { OperationParams } from './operation.ts';

export interface PersistedOperations {
  /** The request with the text that its hash names, or the error when there is none. */
  find(params: OperationParams): OperationParams | GraphQLError;
}

export interface PersistedOptions {
  known: KnownOperations;
  /** Whether operations that are not known are refused. */
  only: boolean;
}

/** Operations that clients may store. The least recently used is dropped. */
const STORED_OPERATIONS = 1_000;
const STORED_CHARACTERS = 5_000_000;

/**
 * `extensions.persistedQuery.sha256Hash` instead of the operation's text: Apollo's protocol of automatic persisted
 * queries. Besides the known operations, each process learns an operation when it is sent with its hash. An unknown
 * hash is answered with `PERSISTED_QUERY_NOT_FOUND`, and the client then sends both.
 */
export function createPersistedOperations({ known, only }: PersistedOptions): PersistedOperations {
  const stored = new LRUCache<string, string>({
    max: STORED_OPERATIONS,
    maxSize: STORED_CHARACTERS,
    sizeCalculation: (text) => text.length + 1,
  });

  function find(params: OperationParams): OperationParams | GraphQLError {
    const persisted = params.extensions?.persistedQuery as { version?: unknown; sha256Hash?: unknown } | undefined;
    if (persisted === undefined || persisted === null) return only ? refusals.only() : params;
    const { version, sha256Hash } = persisted;
    if (version !== 1 || typeof sha256Hash !== 'string') return refusals.malformed();
    const hash = sha256Hash.toLowerCase();
    const query = known.get(hash) ?? (only ? undefined : stored.get(hash));
    if (query !== undefined) return { ...params, query };
    if (only || typeof params.query !== 'string') return refusals.notFound();
    if (sha256(params.query) !== hash) return refusals.mismatch();
    stored.set(hash, params.query);
    return params;
  }

  return { find };
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const refusal = (message: string, code: string) => () => new GraphQLError(message, { extensions: { code } });

const refusals = {
  only: refusal('Only the operations that this server knows by their hash may be run.', 'PERSISTED_QUERY_ONLY'),
  // Clients of Apollo's protocol look for exactly this message.
  notFound: refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND'),
  mismatch: refusal('The sha256Hash is not that of the query.', 'BAD_REQUEST'),
  malformed: refusal('The persistedQuery must have version 1 and a sha256Hash.', 'BAD_REQUEST'),
};

export type KnownOperations = ReadonlyMap<string, string>;
