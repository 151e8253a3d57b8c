import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Gives each new connection to the next of the ports. */
export async function startBalancer(ports: readonly number[]): Promise<{ port: number; close(): void }> {
  let next = 0;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: ports[next++ % ports.length]!, host: '127.0.0.1', noDelay: true });
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
