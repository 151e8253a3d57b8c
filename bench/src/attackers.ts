import { connect, type Socket } from 'node:net';
import { type Answers, type HostileCaller, hostileCallers, PAUSE_MS } from './hostile-callers.ts';

/**
 * The hostile callers, a process of its own that takes as little of the machine as it can: its requests are bytes before
 * the attack begins, its connections stay open, and of an answer it reads the status, the length and the code.
 */
export type AttackJob = { prepare: { token: string; requests: number } } | { start: { port: number } } | 'stop';

interface Connection {
  readonly wires: Buffer[];
  readonly answers: Answers;
  socket: Socket | null;
  sent: number;
  nextAt: number;
  /** Of the answer that is read. */
  head: Buffer;
  remaining: number | undefined;
}

/** How often it is looked which connection's turn it is. */
const TICK_MS = 5;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
/** A code stands at the beginning of an answer. */
const LOOKED_AT = 400;

let made: HostileCaller[] = [];
let connections: Connection[] = [];
let ticking: NodeJS.Timeout | undefined;
let port = 0;

/** Every request is another one where that is the attack; the callers count on. */
function prepare(token: string, requests: number): void {
  if (made.length === 0) made = hostileCallers(token);
  connections = made.flatMap(({ connections: count, next }, at) => {
    const answers: Answers = new Map();
    return Array.from({ length: count }, () => ({
      wires: Array.from({ length: requests }, () => wire(next(), `203.0.113.${at + 1}`)),
      answers,
      ...{ socket: null, sent: 0, nextAt: 0, head: Buffer.alloc(0), remaining: undefined },
    }));
  });
}

function wire({ query, token }: ReturnType<HostileCaller['next']>, address: string): Buffer {
  const body = JSON.stringify({ query });
  const lines = [
    ...['POST /graphql HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json', `x-forwarded-for: ${address}`],
    ...[`content-length: ${Buffer.byteLength(body)}`, ...(token ? [`authorization: Bearer ${token}`] : [])],
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function start(): void {
  const now = performance.now();
  connections.forEach((one, at) => {
    // Not all at once.
    one.nextAt = now + (at * PAUSE_MS) / connections.length;
  });
  ticking = setInterval(() => {
    const at = performance.now();
    for (const one of connections) if (one.nextAt <= at) send(one, at);
  }, TICK_MS);
}

function send(one: Connection, at: number): void {
  const wire = one.wires[one.sent];
  if (!wire) throw new Error('More requests were asked for than were prepared.');
  one.sent += 1;
  one.nextAt = Number.POSITIVE_INFINITY;
  one.head = Buffer.alloc(0);
  one.remaining = undefined;
  one.socket ??= open(one);
  one.socket.write(wire);
  const earliest = at + PAUSE_MS;
  done.set(one, (what) => {
    one.answers.set(what, (one.answers.get(what) ?? 0) + 1);
    one.nextAt = Math.max(earliest, performance.now());
  });
}

const done = new WeakMap<Connection, (what: string) => void>();

function open(one: Connection): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('data', (chunk: Buffer) => read(one, chunk));
  socket.on('error', () => {});
  socket.once('close', () => {
    if (one.socket !== socket) return;
    one.socket = null;
    if (one.nextAt === Number.POSITIVE_INFINITY) done.get(one)!('no answer');
  });
  return socket;
}

function read(one: Connection, chunk: Buffer): void {
  one.head = one.head.length === 0 ? chunk : one.head.length < 4_000 ? Buffer.concat([one.head, chunk]) : one.head;
  if (one.remaining === undefined) {
    const end = one.head.indexOf(END_OF_HEAD);
    if (end === -1) return;
    const length = /^content-length: *(\d+)/im.exec(one.head.toString('latin1', 0, end))?.[1];
    one.remaining = Number(length) + end + END_OF_HEAD.length - one.head.length;
  } else {
    one.remaining -= chunk.length;
  }
  if (one.remaining > 0) return;
  const bodyAt = one.head.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  const code = /"code":"(\w+)"/.exec(one.head.toString('latin1', bodyAt, bodyAt + LOOKED_AT))?.[1] ?? '';
  done.get(one)!(`${one.head.toString('latin1', 9, 12)} ${code}`.trim());
}

function stop(): { seen: [string, [string, number][]][]; sent: number } {
  clearInterval(ticking);
  for (const { socket } of connections) socket?.destroy();
  const seen = new Map(made.map(({ name }, at) => [name, connections[firstOf(at)]!.answers]));
  const sent = connections.reduce((sum, one) => sum + one.sent, 0);
  connections = [];
  return { seen: [...seen].map(([name, answers]) => [name, [...answers]]), sent };
}

const firstOf = (caller: number) => made.slice(0, caller).reduce((sum, one) => sum + one.connections, 0);

process.on('message', (job: AttackJob) => {
  if (job === 'stop') return void process.send!(stop());
  if ('prepare' in job) {
    prepare(job.prepare.token, job.prepare.requests);
    globalThis.gc?.();
  } else {
    port = job.start.port;
    start();
  }
  process.send!({});
});
process.once('disconnect', () => process.exit());
