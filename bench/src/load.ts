import { connect, type Socket } from 'node:net';
import { NUMBER, numbered } from './numbered.ts';

/**
 * The load generator, a process of its own: connections that stay open, one request at a time on each. It reads as
 * little of an answer as it can – status and length – so that it takes little of the machine from the contender.
 */
export interface LoadJob {
  port: number;
  /** Whole requests as they go over the wire; they are sent in turns. {@link numbered} makes each another one. */
  requests: string[];
  connections: number;
  seconds: number;
}

export interface LoadResult {
  seconds: number;
  /** Milliseconds, one for every answer. */
  latencies: number[];
  bytes: number;
  /** First lines of answers that were no success. */
  failures: string[];
}

/** Of every request that this process sends, over all of its runs. */
let counted = 1;

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

async function run({ port, requests, connections, seconds }: LoadJob): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const result: LoadResult = { seconds: 0, latencies: [], bytes: 0, failures: [] };
  const wires = requests.map((request) => (request.includes(NUMBER) ? request : Buffer.from(request)));
  let sent = 0;
  const next = () => {
    const wire = wires[sent++ % wires.length]!;
    return typeof wire === 'string' ? Buffer.from(numbered(wire, counted++)) : wire;
  };
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(sockets.map((socket) => drive(socket, next, endsAt, result)));
  result.seconds = (performance.now() - startedAt) / 1_000;
  return result;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket)).once('error', reject);
  });
}

function drive(socket: Socket, next: () => Buffer, endsAt: number, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let head: Buffer = Buffer.alloc(0);
    /** Bytes of the body still to come; undefined while the head is read, Infinity when the body is chunked. */
    let remaining: number | undefined;

    const send = () => {
      sentAt = performance.now();
      head = Buffer.alloc(0);
      remaining = undefined;
      socket.write(next());
    };
    const finish = () => {
      const now = performance.now();
      result.latencies.push(now - sentAt);
      if (now < endsAt) return send();
      socket.destroy();
      resolve();
    };

    socket.on('data', (chunk: Buffer) => {
      result.bytes += chunk.length;
      if (remaining === undefined) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(END_OF_HEAD);
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        if (!text.startsWith('HTTP/1.1 20')) result.failures.push(text.split('\r\n', 1)[0]!);
        const length = /^content-length: *(\d+)/im.exec(text)?.[1];
        remaining = length === undefined ? Number.POSITIVE_INFINITY : Number(length);
        chunk = head.subarray(end + END_OF_HEAD.length);
      }
      remaining -= chunk.length;
      const isDone =
        remaining === Number.POSITIVE_INFINITY
          ? chunk.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS)
          : remaining <= 0;
      if (isDone) finish();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The contender closed a connection.')));
    send();
  });
}

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send!({ result }),
    (error: unknown) => process.send!({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit());
