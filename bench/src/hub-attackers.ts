/// <reference path="../../packages/sms-providers/src/smpp/smpp.d.ts" />
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import smpp from 'smpp';
import type { Attack, AttackJob } from './hub-hostile.ts';

// Hostile sellers, in a process of their own and from another address than the others.

const ADDRESS = '127.0.0.2';
const CONNECTIONS = 10;
const IDLE = 1_000;
/** A minute has so many binds. */
const BINDS = 10_000;

const open = new Set<Socket>();

async function connectTo({ port }: AttackJob): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: ADDRESS });
  open.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => open.delete(socket));
  await once(socket, 'connect');
  return socket;
}

const pdu = (command: string, fields: Record<string, unknown>) =>
  new smpp.PDU(command, { sequence_number: 1, ...fields }).toBuffer();
const bindPdu = (username: string, password: string) => pdu('bind_transceiver', { system_id: username, password });
const SUBMIT = pdu('submit_sm', {
  ...{ source_addr: 'Bench', source_addr_ton: 5, destination_addr: '4915109999999', dest_addr_ton: 1 },
  short_message: 'Your code is 4711.',
});
const ENQUIRE_LINK = pdu('enquire_link', {});

async function bound(job: AttackJob): Promise<Socket> {
  const socket = await connectTo(job);
  socket.write(bindPdu(job.username, job.password));
  const answer = await new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => reject(new Error('A bind was not answered.')));
  });
  if (answer.readUInt32BE(8) !== 0) throw new Error(`A bind was refused: ${answer.readUInt32BE(8)}.`);
  return socket;
}

/** As much as the other side takes. */
async function pour(socket: Socket, bytes: Buffer): Promise<void> {
  const many = Buffer.concat(Array.from({ length: 500 }, () => bytes));
  while (socket.writable) {
    if (!socket.write(many)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
}

const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

/** Resolve once the attack is under way. */
const RUN: Record<Attack, (job: AttackJob) => Promise<unknown>> = {
  garbage: async (job) => void times(CONNECTIONS, () => again(async () => gone(await connectTo(job), randomBytes(64)))),

  async binds(job) {
    const pause = (CONNECTIONS * 60_000) / BINDS;
    void times(CONNECTIONS, (at) =>
      again(async () => {
        const isRight = at % 2 === 0;
        const socket = await connectTo(job);
        socket.write(bindPdu(isRight ? job.username : randomUUID(), job.password));
        await Promise.race([once(socket, 'data').catch(() => {}), once(socket, 'close'), sleep(pause)]);
        await sleep(pause);
        socket.destroy();
      }),
    );
  },

  'slow bytes': (job) =>
    times(CONNECTIONS, async (at) => {
      const socket = at % 2 === 0 ? await bound(job) : await connectTo(job);
      void again(async () => {
        for (const byte of SUBMIT) {
          socket.write(Buffer.from([byte]));
          await sleep(1_000);
        }
      });
    }),

  windows: (job) =>
    times(CONNECTIONS, async () => {
      const socket = await bound(job);
      socket.resume();
      void pour(socket, SUBMIT);
    }),

  unread: (job) =>
    times(CONNECTIONS, async () => {
      const socket = await bound(job);
      socket.pause();
      void pour(socket, ENQUIRE_LINK);
    }),

  'idle binds': (job) =>
    times(CONNECTIONS, async () => {
      for (let count = 0; count < IDLE / CONNECTIONS; count += 1) (await bound(job)).resume();
    }),
};

let isOver = false;

async function again(work: () => Promise<unknown>): Promise<void> {
  while (!isOver) await work().catch(() => sleep(10));
}

function gone(socket: Socket, bytes: Buffer): Promise<unknown> {
  socket.resume().write(bytes);
  return once(socket, 'close');
}

process.on('message', (job: AttackJob | 'stop') => {
  if (job === 'stop') {
    isOver = true;
    for (const socket of open) socket.destroy();
    process.exit();
  }
  RUN[job.attack](job).then(
    () => process.send!('under way'),
    (error: unknown) => process.send!(String(error)),
  );
});
