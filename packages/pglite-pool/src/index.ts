import type { EmbeddedBackend } from './backend.ts';
import type { OpenOptions } from './open.ts';

export { EmbeddedDatabaseLockedError, lockDataDirectory } from './data-directory-lock.ts';
export { compilePostgres } from './program.ts';
export { IncompleteCopyError, readTar, tarEntry } from './tar.ts';
export type { OpenOptions };

export type EmbeddedDatabase = Pick<EmbeddedBackend, 'config' | 'isUp' | 'dump' | 'backUp' | 'close'>;

/** PGlite is loaded when it is used: code that uses a server instead does not load a database's program. */
export async function openEmbedded(options: OpenOptions = {}): Promise<EmbeddedDatabase> {
  return (await import('./open.ts')).openEmbedded(options);
}
