import pg from 'pg';
import { type EmbeddedDatabase, openEmbedded } from 'pglite-pool';

let empty: Promise<Buffer> | undefined;

/** An empty database to begin with: making one takes seconds, so the files of a run share it. */
export function emptyTemplate(): Promise<Buffer> {
  empty ??= dumpEmpty();
  return empty;
}

async function dumpEmpty(): Promise<Buffer> {
  const database = await openEmbedded();
  try {
    return await database.dump();
  } finally {
    await database.close();
  }
}

/** The rows of one statement over its own connection. */
export async function query(database: EmbeddedDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.config());
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
