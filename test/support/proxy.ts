import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Between a process and PostgreSQL. */
export interface DatabaseProxy {
  readonly url: string;
  /** Cuts all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Swallows bytes in both directions, as a broken network does. */
  stall(): void;
  /** The server loses all present connections, and those that have them hear nothing of it. */
  lose(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function proxyTo(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  const serverSide = new Set<Socket>();
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
        serverSide.delete(from);
        if (!lost.has(from)) to.destroy();
      });
    };
    serverSide.add(far);
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
    lose() {
      for (const socket of serverSide) {
        lost.add(socket);
        socket.destroy();
      }
    },
    async restore() {
      await cut();
      stalled = false;
      await listen(port);
    },
    close: cut,
  };
}
