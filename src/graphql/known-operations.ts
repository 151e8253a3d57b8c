import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphQLSchema, parse, validate } from 'graphql';
import { z } from 'zod';
import { type Config, ConfigError } from '../config.ts';
import { type KnownOperations, sha256 } from './persisted-operations.ts';

/** Hash → text, or the format of Apollo's and Relay's tools. */
const fileForm = z.union([
  z
    .object({ operations: z.array(z.object({ body: z.string() })) })
    .transform(({ operations }) => operations.map(({ body }) => body)),
  z.record(z.string(), z.string()).transform((texts) => Object.values(texts)),
]);

/**
 * The operations of PERSISTED_OPERATIONS by the SHA-256 of their text. It names a file (a JSON object of texts, or a
 * manifest `{ operations: [{ body }] }`) or a folder of `.graphql` files with one operation each. Throws {@link
 * ConfigError}.
 */
export function readKnownOperations(config: Pick<Config, 'PERSISTED_OPERATIONS' | 'PERSISTED_ONLY'>): KnownOperations {
  const path = config.PERSISTED_OPERATIONS;
  if (path === undefined) {
    if (config.PERSISTED_ONLY) throw new ConfigError('PERSISTED_ONLY: PERSISTED_OPERATIONS must name operations.');
    return new Map();
  }
  try {
    const texts = statSync(path).isDirectory() ? folder(path) : fileForm.parse(JSON.parse(readFileSync(path, 'utf8')));
    return new Map(texts.map((text) => [sha256(text), text]));
  } catch (error) {
    throw new ConfigError(`PERSISTED_OPERATIONS: ${path} holds no operations. ${(error as Error).message}`);
  }
}

const folder = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(join(path, name), 'utf8'));

/** The errors of operations that cannot run, most likely written for another version of the schema. */
export function mistakesIn(schema: GraphQLSchema, known: KnownOperations): { hash: string; mistake: string }[] {
  return [...known].flatMap(([hash, text]) => {
    const mistake = mistakeIn(schema, text);
    return mistake === undefined ? [] : [{ hash, mistake }];
  });
}

function mistakeIn(schema: GraphQLSchema, text: string): string | undefined {
  try {
    return validate(schema, parse(text))[0]?.message;
  } catch (error) {
    return (error as Error).message;
  }
}
