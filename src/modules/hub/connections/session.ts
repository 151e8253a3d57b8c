import type { Socket } from 'node:net';
import { AppError } from '../../../errors.ts';
import { bind, KINDS } from './bind.ts';
import type { Bound, Hub, Session } from './hub.ts';
import { endLease } from './leases.ts';
import { manage } from './manage.ts';
import { pacerOf } from './pacer.ts';
import { STATUS } from './statuses.ts';
import { takeSubmit } from './take-submit.ts';
import { takeSubmitMulti } from './take-submit-multi.ts';
import { answer, MOST_UNREAD, type Received, readPdus, request, write } from './wire.ts';

const ANSWER = 0x80000000;
const SUBMITS: ReadonlySet<string> = new Set(['submit_sm', 'submit_multi', 'data_sm']);
const QUESTIONS: ReadonlySet<string> = new Set(['query_sm', 'cancel_sm']);
/** Requests of an endpoint in a second that are refused at once or ask for nothing. A client that sends more is not read for a while. */
const MOST_IDLE = 1_000;
/** The same in all, of a client that has not signed in. */
const MOST_BEFORE_BIND = 10;

/** `address` is the client's, which a proxy may have said. */
export function openSession(hub: Hub, socket: Socket, address: string): Session {
  const { timing, services } = hub;
  const asked = new Map<number, (status: number | null) => void>();
  let bound: Bound | null = null;
  let isBinding = false;
  let isLeaving = false;
  /** What cannot be read, and why. Nothing is read after it. */
  let garbage: string | undefined;
  let underWay = 0;
  let sequence = 0;
  let early = 0;
  let idle = setTimeout(() => end('did not sign in'), timing.unbound);
  let ended = () => {};
  const closed = new Promise<void>((resolve) => (ended = resolve));

  const session: Session = {
    address,
    closed,
    ask,
    end,
    leave,
    get bound() {
      return bound;
    },
  };
  readPdus(socket, receive, garbled);
  socket.on('error', () => socket.destroy());
  socket.setNoDelay(true);
  socket.once('close', () => void close());

  function end(why: string): void {
    if (socket.destroyed) return;
    services.logger.debug({ address, endpointId: bound?.endpointId, why }, 'an SMPP connection was ended');
    socket.destroy();
  }

  /** Who has not signed in would come back at once, which takes more of everybody's time than a connection that waits. */
  function garbled({ message }: Error): void {
    garbage = message;
    if (bound) end(message);
    else {
      socket.pause();
      clearTimeout(idle);
      idle = setTimeout(() => end(message), timing.unread);
    }
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    for (const answered of asked.values()) answered(null);
    asked.clear();
    if (bound) {
      hub.bound.delete(bound.leaseId);
      await endLease(services.db, { teamId: bound.teamId, id: bound.leaseId }).catch(() => {});
    }
    ended();
  }

  function ask(command: string, fields: object): Promise<number | null> {
    if (!socket.writable || socket.writableLength > MOST_UNREAD) return Promise.resolve(null);
    sequence = (sequence % 0x7fffffff) + 1;
    const own = sequence;
    return new Promise((resolve) => {
      const late = setTimeout(() => settle(null), timing.response);
      const settle = (status: number | null) => {
        clearTimeout(late);
        asked.delete(own);
        resolve(status);
      };
      asked.set(own, settle);
      send(request(command, own, fields));
    });
  }

  const send = (pdu: Buffer) => write(socket, pdu);

  /** A client that says nothing is asked once whether it is there. */
  function watchIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(async () => {
      if ((await ask('enquire_link', {})) === null) end('did not answer');
    }, timing.idle);
  }

  function receive(pdu: Received): void {
    if (bound) idle.refresh();
    if ((pdu.command_id & ANSWER) !== 0) {
      const settle = asked.get(pdu.sequence_number);
      if (settle) settle(pdu.command_status);
      else countIdle();
    } else if (pdu.command === 'enquire_link') answerAtOnce(pdu, {});
    else if (isLeaving) countIdle();
    else if (pdu.command === 'unbind') sayGoodbye(answer(pdu));
    else if (pdu.command in KINDS) void signIn(pdu);
    else if (!bound) refuse(pdu, STATUS.NOT_BOUND);
    else if (pdu.command === 'replace_sm') refuse(pdu, STATUS.REPLACE_FAILED);
    else if (!SUBMITS.has(pdu.command) && !QUESTIONS.has(pdu.command)) refuse(pdu, STATUS.INVALID_COMMAND);
    else if (underWay >= bound.window) refuse(pdu, STATUS.THROTTLED);
    else if (SUBMITS.has(pdu.command)) submit(pdu, bound);
    else void during(pdu, manage(hub, bound, pdu));
  }

  /** Counts what is refused at once or asks for nothing. Even that takes time from the others. */
  function countIdle(): void {
    if (!bound) {
      early += 1;
      if (early > MOST_BEFORE_BIND) end('did not sign in');
    } else if (!pacerOf(services.db, `idle ${bound.endpointId}`).take(MOST_IDLE) && !socket.isPaused()) {
      socket.pause();
      setTimeout(() => socket.resume(), timing.unread).unref();
    }
  }

  function answerAtOnce(pdu: Received, fields: Record<string, unknown>): void {
    send(answer(pdu, fields));
    countIdle();
  }

  function sayGoodbye(last: Buffer): void {
    isLeaving = true;
    send(last);
    socket.end(() => socket.destroySoon());
  }

  const refuse = (pdu: Received, command_status: number) => answerAtOnce(pdu, { command_status });

  async function during(pdu: Received, fields: Promise<object>): Promise<void> {
    underWay += 1;
    try {
      send(answer(pdu, (await fields) as Record<string, unknown>));
    } catch (error) {
      services.logger.error(
        { err: error, teamId: bound?.teamId, command: pdu.command },
        'an answer could not be written',
      );
      send(answer(pdu, { command_status: STATUS.SYSTEM_ERROR }));
    }
    underWay -= 1;
  }

  async function signIn(pdu: Received): Promise<void> {
    if (bound || isBinding) {
      refuse(pdu, STATUS.ALREADY_BOUND);
      return;
    }
    isBinding = true;
    const found = await bind(hub, pdu, address, () => socket.destroyed).catch((error: unknown) => {
      // Too many wait.
      if (!(error instanceof AppError)) {
        services.logger.warn({ err: error, address }, 'an SMPP client could not be signed in');
      }
      return STATUS.SYSTEM_ERROR;
    });
    isBinding = false;
    if (typeof found === 'number') {
      sayGoodbye(answer(pdu, { command_status: found }));
      return;
    }
    bound = found;
    if (socket.destroyed) {
      await close();
      return;
    }
    if (garbage !== undefined) {
      end(garbage);
      return;
    }
    hub.bound.set(found.leaseId, session);
    watchIdle();
    send(answer(pdu, { system_id: 'hub', sc_interface_version: 0x34 }));
  }

  function submit(pdu: Received, by: Bound): void {
    const mayGo = () => pacerOf(services.db, by.endpointId).take(by.perSecond);
    if (by.kind === 'receiver') refuse(pdu, STATUS.NOT_BOUND);
    else if (pdu.command === 'submit_multi') void during(pdu, takeSubmitMulti(hub, by, pdu, mayGo));
    else if (!mayGo()) refuse(pdu, STATUS.THROTTLED);
    else void during(pdu, takeSubmit(hub, by, pdu));
  }

  async function leave(): Promise<void> {
    isLeaving = true;
    for (const late = Date.now() + LEAVE_MS; underWay > 0 && Date.now() < late; ) await pause(10);
    if (bound) await Promise.race([ask('unbind', {}), closed, pause(LEAVE_MS)]);
    socket.destroy();
    await closed;
  }

  return session;
}

const LEAVE_MS = 2_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
