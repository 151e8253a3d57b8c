import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Database } from '../database/client.ts';
import { writeArchive } from './archive.ts';

/** Only its owner can read the files or ask for a backup. */
function socketIn(dataDir: string): string {
  const path = join(resolve(dataDir), 'backup.sock');
  const near = relative(process.cwd(), path);
  // The system allows about a hundred characters.
  return near.length < path.length ? near : path;
}

/** The process that has the database open streams a backup to each client that connects. Requests and jobs continue. */
export async function serveBackups(
  database: Pick<Database, 'backUp'>,
  dataDir: string,
  logger: Logger,
): Promise<{ close(): Promise<void> }> {
  const path = socketIn(dataDir);
  // Left by a killed process: this one holds the directory's lock.
  rmSync(path, { force: true });
  const server = createServer(async (socket) => {
    socket.on('error', (error) => logger.warn({ err: error }, 'a backup was not fetched'));
    try {
      await writeArchive(database, dataDir, socket);
      logger.info('a backup was taken');
    } catch (error) {
      logger.error({ err: error }, 'a backup could not be taken');
      socket.destroy();
    }
  });
  try {
    server.listen(path);
    await once(server, 'listening');
    chmodSync(path, 0o600);
  } catch (error) {
    logger.warn({ err: error }, 'backups can be taken only while the server is stopped');
    return { close: async () => {} };
  }
  server.unref();
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** Null when no process has the database open. */
export async function fetchBackup(dataDir: string): Promise<Readable | null> {
  const socket = connect(socketIn(dataDir));
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  return socket;
}
