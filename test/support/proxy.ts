import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a process and PostgreSQL, and can go away. */
export interface DatabaseProxy {
  /** The database's URL, by way of the proxy. */
  readonly url: string;
  /** Cuts every connection and refuses further ones. */
  cut(): Promise<void>;
  /** From now on bytes are swallowed, in both directions: a network that is there and delivers nothing. */
  stall(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function proxyTo(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let stalled = false;
  const accept = (near: Socket) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!stalled) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  };
  let server: Server | undefined;
  const listen = async (port: number) => {
    server = createServer(accept).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server!.address() as { port: number };
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  async function cut(): Promise<void> {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  return {
    url: url.href,
    cut,
    stall() {
      stalled = true;
    },
    async restore() {
      await cut();
      stalled = false;
      await listen(port);
    },
    close: cut,
  };
}
