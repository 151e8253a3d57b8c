import { setTimeout as pause } from 'node:timers/promises';
import { PrivateAddressError } from 'outgoing-requests';
import { storable } from 'plain-json';
import smpp, { type PDU, type Session } from 'smpp';
import { encodingOf, splitText } from 'sms-text';
import {
  type OutgoingSms,
  type ProviderEnvironment,
  type Room,
  rejected,
  type SendResult,
  type SmsProvider,
  unanswered,
  unknown,
  unreachable,
} from '../provider.ts';
import { readDelivery } from './deliveries.ts';
import { deliveryAnswer, plainSubmit, type SubmitFields } from './encode.ts';
import { gsmBytes } from './gsm-bytes.ts';
import { LinkError, openLink } from './link.ts';
import { refusal } from './smpp-errors.ts';
import type { SmppCredentials, SmppSettings } from './smpp-settings.ts';
import { together } from './together.ts';

const TRY_AGAIN = 0x64;
/** For later parts of a message: the first was taken, so they have to follow. */
const THROTTLED_TRIES = 10;
const CONCATENATED = 0x40;
/** Messages without an answer by then are unknown. */
const CLOSE_MS = 5_000;

export function openSmppProvider(
  settings: SmppSettings,
  credentials: SmppCredentials,
  { receive, failed, ...environment }: Omit<ProviderEnvironment, 'callbackUrl'>,
): SmsProvider {
  const link = openLink(settings, credentials, { ...environment, deliver });
  const enter = openWindow(settings.window);
  const sending = new Set<Promise<SendResult[]>>();
  let reference = 0;
  let isClosing = false;

  /** Acknowledges after storing; otherwise the operator delivers again. */
  function deliver(session: Session, pdu: PDU): void {
    Promise.resolve()
      .then(() => receive(readDelivery(pdu, new Date())))
      .then(
        () => answer(session, pdu),
        () => answer(session, pdu, { command_status: TRY_AGAIN }),
      );
  }

  function answer(session: Session, pdu: PDU, fields?: Record<string, unknown>): void {
    together(session.socket);
    session.send(fields || pdu.command !== 'deliver_sm' ? pdu.response(fields) : taken(pdu));
  }

  function submit(session: Session, fields: PartFields): Promise<PDU | 'unknown' | 'not sent'> {
    return new Promise((resolve) => {
      const lost = () => end('unknown');
      const late = setTimeout(() => {
        lost();
        link.doubt(session);
      }, settings.responseTimeoutMs);
      const waiting = waitingOn(session);
      const end = (answer: PDU | 'unknown' | 'not sent') => {
        clearTimeout(late);
        waiting.delete(lost);
        resolve(answer);
      };
      waiting.add(lost);
      together(session.socket);
      if (!session.send(submitOf(fields), end)) end('not sent');
    });
  }

  async function sendOne(message: OutgoingSms): Promise<SendResult> {
    if (isClosing) return LEAVING;
    const session = link.session();
    if (session instanceof Error) return linkFailure(session, settings);
    reference = (reference + 1) & 0xff;
    const parts = partsOf(message, settings, reference);
    for (const [at, part] of parts.entries()) {
      const answer = await submitUnlessThrottled(session, part, at > 0);
      if (answer === 'unknown')
        return unanswered('The operator did not answer before the connection or the time ended.');
      if (answer === 'not sent') {
        return at === 0 ? unreachable('The connection to the operator is lost.') : unknown(TORN);
      }
      if (answer.command_status !== 0) {
        const refused = refusal(answer.command_status, settings.errorKinds);
        // A part has gone out and is paid for, so the message must not start again.
        return at === 0 ? refused : unknown(TORN);
      }
      if (at === parts.length - 1) return { status: 'accepted', providerId: idIn(answer) };
    }
    throw new Error('A message has a part.');
  }

  function broken(error: unknown): SendResult {
    failed(error);
    return unknown('The message could not be handed over.');
  }

  async function submitUnlessThrottled(session: Session, part: PartFields, follows: boolean) {
    for (let attempt = 1; ; attempt++) {
      const answer = await submit(session, part);
      if (typeof answer === 'string' || answer.command_status === 0) return answer;
      const refused = refusal(answer.command_status, settings.errorKinds);
      const throttled = refused.status === 'rejected' && refused.kind === 'throttled';
      if (!follows || !throttled || attempt === THROTTLED_TRIES) return answer;
      await new Promise((resolve) => setTimeout(resolve, attempt * 100));
    }
  }

  return {
    type: 'smpp',
    // No more than go out at once: the others can still be taken back.
    capabilities: {
      idempotent: false,
      batchSize: Math.ceil(settings.window / 2),
      maxInFlight: 2,
      perSecond: settings.perSecond,
    },
    async ready(count) {
      const room = await enter(count);
      await link.settled();
      return room;
    },
    send(batch) {
      const results = Promise.all(batch.map((message) => sendOne(message).catch(broken)));
      sending.add(results);
      return results.finally(() => sending.delete(results));
    },
    verify: () => false,
    parse: () => ({ receipts: [], replies: [] }),
    async close() {
      isClosing = true;
      const late = new AbortController();
      await Promise.race([Promise.all(sending), pause(CLOSE_MS, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      await link.close();
    },
  };
}

/** The next connection takes it; that is no failure of the route. */
const LEAVING = rejected('throttled', 'The connection to the operator is being changed.', null, 1);

const TORN = 'The operator took a part of the message and not all of it.';

function linkFailure(error: Error, settings: SmppSettings): SendResult {
  if (error instanceof PrivateAddressError || error.cause instanceof PrivateAddressError) {
    return rejected('blocked', 'The operator’s address is of a private network.');
  }
  if (!(error instanceof LinkError)) throw error;
  if (error.status === null) return unreachable(error.message);
  const refused = refusal(error.status, settings.errorKinds);
  if (refused.status !== 'rejected') return refused;
  // An operator that fails, or has too many connections, takes one later: that says nothing about the message.
  if (refused.kind === 'retryable') return unreachable(refused.reason);
  return refused.kind === 'permanent' ? { ...refused, kind: 'blocked' } : refused;
}

/** Some operators pad it. */
const idIn = ({ message_id = '' }: PDU): string => storable(message_id).trim();

interface PartFields extends SubmitFields {
  short_message: string | { message: string | Buffer | undefined; udh?: Buffer };
  [field: string]: unknown;
}

/** What the library sends of a PDU. */
const plain = (isResponse: boolean, bytes: (sequence: number) => Buffer, sequence_number = 0) => ({
  sequence_number,
  isResponse: () => isResponse,
  toBuffer() {
    return bytes(this.sequence_number);
  },
});

const taken = ({ sequence_number }: PDU) => plain(true, deliveryAnswer, sequence_number);

function submitOf(fields: PartFields) {
  const { message, udh } = typeof fields.short_message === 'string' ? { message: null } : fields.short_message;
  return Buffer.isBuffer(message) && udh === undefined
    ? plain(false, (sequence) => plainSubmit(sequence, fields, message))
    : new smpp.PDU('submit_sm', fields);
}

/** Only the last part asks for a receipt; its id stands for the message. */
function partsOf({ to, from, text }: OutgoingSms, settings: SmppSettings, reference: number): PartFields[] {
  const sender = from ?? settings.sender ?? '';
  const isGsm = encodingOf(text) === 'GSM-7';
  const [ton, npi] = usualType(sender);
  // One literal: what is spread together is slow to make and to read.
  const fieldsOf = (short_message: PartFields['short_message'], registered_delivery: number): PartFields => ({
    source_addr_ton: settings.senderTon ?? ton,
    source_addr_npi: settings.senderNpi ?? npi,
    source_addr: sender,
    dest_addr_ton: settings.destinationTon,
    dest_addr_npi: settings.destinationNpi,
    destination_addr: to,
    data_coding: isGsm ? 0x00 : 0x08,
    registered_delivery,
    short_message,
  });
  const parts = splitText(text).map((part) => (isGsm ? gsmBytes(part) : part));
  if (parts.length === 1) return [fieldsOf({ message: parts[0] }, 1)];
  if (settings.longMessages === 'payload') return [{ ...fieldsOf('', 1), message_payload: { message: text } }];
  return parts.map((message, at) => {
    const udh = Buffer.from([5, 0, 3, reference, parts.length, at + 1]);
    return { ...fieldsOf({ udh, message }, at === parts.length - 1 ? 1 : 0), esm_class: CONCATENATED };
  });
}

function usualType(sender: string): [ton: number, npi: number] {
  if (!/^\+?\d+$/.test(sender)) return sender === '' ? [0, 0] : [5, 0];
  return sender.length <= 6 ? [3, 0] : [1, 1];
}

/** What waits for answers, and is called when the connection closes. A listener each would be searched for at each answer. */
const waitingFor = new WeakMap<Session, Set<() => void>>();

function waitingOn(session: Session): Set<() => void> {
  const known = waitingFor.get(session);
  if (known) return known;
  const waiting = new Set<() => void>();
  waitingFor.set(session, waiting);
  session.once('close', () => {
    for (const lost of waiting) lost();
  });
  return waiting;
}

/** Room is given in the order of asking. */
function openWindow(size: number) {
  let free = size;
  const waiting: { count: number; enter: (room: Room) => void }[] = [];
  function admit(): void {
    while (free > 0 && waiting.length > 0) {
      const { count, enter } = waiting.shift()!;
      const taken = Math.min(count, free);
      free -= taken;
      enter({
        count: taken,
        leave() {
          free += taken;
          admit();
        },
      });
    }
  }
  return (count: number) =>
    new Promise<Room>((enter) => {
      waiting.push({ count, enter });
      admit();
    });
}
