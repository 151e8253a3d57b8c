import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Enough for a process to send all that does not wait for the answer. */
const afterAWhile = () => sleep(10);

/**
 * Stands between a contender and PostgreSQL and counts what is executed, whatever library sends it. It costs time, so
 * it stands there only while the answers are compared. `hasSent` resolves when a client has sent all that waits for no answer.
 */
export async function countStatements(databaseUrl: string, hasSent: () => Promise<unknown> = afterAWhile) {
  const target = new URL(databaseUrl);
  let statements = 0;
  let roundTrips = 0;
  let bytes = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    /** Sent, and not answered to the end. */
    let open = 0;
    const sent = frames(1, (type) => {
      if (type === 'E' || type === 'Q') statements += 1;
      if (type !== 'S' && type !== 'Q') return;
      if (open === 0) roundTrips += 1;
      open += 1;
    });
    const answered = frames(0, (type) => {
      // The first one ends the greeting.
      if (type === 'Z') open = Math.max(0, open - 1);
    });
    client.on('data', sent).pipe(upstream);
    // What is sent before an answer comes was not waiting for it, however fast the answer is.
    upstream.on('data', async (chunk: Buffer) => {
      bytes += chunk.length;
      await hasSent();
      answered(chunk);
      client.write(chunk);
    });
    upstream.on('end', async () => {
      await hasSent();
      client.end();
    });
    for (const socket of [client, upstream]) socket.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    count: () => statements,
    /** How often somebody waited for PostgreSQL: what is sent together is answered in one. */
    roundTrips: () => roundTrips,
    /** That PostgreSQL answered. */
    bytes: () => bytes,
    close: () => void server.close(),
  };
}

/** Types of messages: a letter and a length each, but for so many at first that have no letter. */
function frames(bare: number, onMessage: (type: string) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let begun = bare === 0;
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
