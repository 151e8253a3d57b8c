import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Parsed operations by their text. The least recently used is dropped. */
export type Documents = LRUCache<string, DocumentNode>;

/** A token takes half a kilobyte when parsed, and about as much again when compiled. */
const BYTES_PER_TOKEN = 1_000;
const KEPT_BYTES = 64_000_000;

/**
 * Limited by the memory of documents, not by their number: anybody may send new ones all day, each of thousands of
 * tokens. A dashboard's document has a few hundred.
 */
export const createDocuments = (keptBytes = KEPT_BYTES): Documents =>
  new LRUCache({ maxSize: keptBytes, sizeCalculation: bytesOf });

function bytesOf({ loc }: DocumentNode, text: string): number {
  let tokens = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return text.length + tokens * BYTES_PER_TOKEN;
}
