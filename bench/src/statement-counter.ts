import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * Stands between a contender and PostgreSQL and counts what is executed, whatever library sends it. It costs time, so
 * it stands there only while the answers are compared.
 */
export async function countStatements(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let statements = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const seen = frames((type) => {
      if (type === 'E' || type === 'Q') statements += 1;
    });
    client.on('data', seen).pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    count: () => statements,
    close: () => void server.close(),
  };
}

/** Types of the frontend's messages: a letter and a length each, but for the first, which has no letter. */
function frames(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let begun = false;
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const head = begun ? 1 : 0;
      if (pending.length < head + 4) return;
      const end = head + pending.readUInt32BE(head);
      if (pending.length < end) return;
      if (begun) onMessage(String.fromCharCode(pending[0]!));
      begun = true;
      pending = pending.subarray(end);
    }
  };
}
