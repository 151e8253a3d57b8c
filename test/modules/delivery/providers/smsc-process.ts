import type { AddressInfo } from 'node:net';
import smpp, { type PDU, type Session } from 'smpp';

/** An operator's message centre in a process of its own. It does what its parent sends it and answers each order. */
export type Order =
  /** `with`: another answer than that it is asked for too much. */
  | { do: 'throttle'; every: number; with?: number }
  | { do: 'cut'; after: number }
  | { do: 'receipts' }
  /** A receipt in fields alone, and a reply. */
  | { do: 'data'; id: string; text: string }
  | { do: 'reply'; from: string; text: string; over?: string }
  /** What accounts have to bind with from now on. */
  | { do: 'password'; is: string }
  /** What it answers with whoever binds from now on, in place of taking them. */
  | { do: 'refuse'; with: number }
  /** Answers nobody who binds from now on until it is told to. */
  | { do: 'hold binds' }
  | { do: 'answer binds' }
  /** Takes messages and answers none of them until it is told to. */
  | { do: 'hold' }
  | { do: 'answer' }
  /** Nothing more is read from the connections that are open, as behind a firewall that has forgotten them. */
  | { do: 'forget' }
  | { do: 'report' };

export interface Report {
  binds: number;
  submits: number;
  throttled: number;
  /** Destinations of what it took, in order. */
  taken: string[];
  /** Of those, the ones whose answer it wrote. */
  answered: number;
  parts: { message: string; udh: number[]; coding: number; wantsReceipt: boolean; payload: boolean; sender: string }[];
  /** What deliveries were answered with. */
  acknowledged: number;
  refused: number;
  /** Accounts by their connections now, and by what they did in order. */
  bound: string[];
  happened: string[];
}

const report: Report = {
  ...{ binds: 0, submits: 0, throttled: 0, taken: [], answered: 0, parts: [], acknowledged: 0, refused: 0 },
  ...{ bound: [], happened: [] },
};
let password = 'secret';
let refusesWith = 0;
let held: (() => void)[] | null = null;
let heldBinds: (() => void)[] | null = null;
/** By account: the connection that was bound last. */
const sessions = new Map<string, Session>();
const open = new Set<Session>();
const forgotten = new Set<Session>();
let every = 0;
let everyWith = 0;
let cutAfter = Number.POSITIVE_INFINITY;
let current: Session | null = null;
const ids: string[] = [];

const server = smpp.createServer((session) => {
  session.on('error', () => undefined);
  open.add(session);
  session.on('bind_transceiver', (pdu: PDU) => {
    const account = pdu.system_id!;
    if (refusesWith !== 0) {
      session.send(pdu.response({ command_status: refusesWith }));
      return session.close();
    }
    if (pdu.password !== password) {
      report.happened.push(`${account} refused`);
      session.send(pdu.response({ command_status: smpp.errors.ESME_RINVPASWD }));
      return session.close();
    }
    report.binds += 1;
    report.bound.push(account);
    report.happened.push(`${account} bound`);
    current = session;
    sessions.set(account, session);
    session.once('close', () => report.bound.splice(report.bound.indexOf(account), 1));
    session.once('unbind', () => report.happened.push(`${account} unbound`));
    if (heldBinds) heldBinds.push(() => session.send(pdu.response()));
    else session.send(pdu.response());
  });
  session.on('enquire_link', (pdu: PDU) => {
    if (!forgotten.has(session)) session.send(pdu.response());
  });
  session.on('unbind', (pdu: PDU) => {
    session.send(pdu.response());
    session.close();
  });
  session.on('submit_sm', (pdu: PDU) => {
    if (forgotten.has(session)) return;
    report.submits += 1;
    if (report.submits > cutAfter) {
      // Taken, and nobody is told.
      report.taken.push(pdu.destination_addr!);
      cutAfter = Number.POSITIVE_INFINITY;
      session.destroy();
      return;
    }
    if (every > 0 && report.submits % every === 0) {
      report.throttled += 1;
      return session.send(pdu.response({ command_status: everyWith }));
    }
    const id = (report.submits + 0xa0000).toString(16);
    ids.push(id);
    report.taken.push(pdu.destination_addr!);
    const { message, udh } = (pdu.short_message?.message.length ? pdu.short_message : pdu.message_payload)!;
    report.parts.push({
      message: String(message),
      udh: udh ? [...(udh as Buffer[])[0]!] : [],
      coding: pdu.data_coding!,
      wantsReceipt: pdu.registered_delivery === 1,
      payload: pdu.message_payload !== undefined,
      sender: pdu.source_addr!,
    });
    // Some operators fill ids up with blanks.
    const answered = report.submits % 2 === 0 ? `${id}  ` : id;
    const answer = () => {
      if (session.send(pdu.response({ message_id: answered }))) report.answered += 1;
    };
    if (held) held.push(answer);
    // Answers overtake each other.
    else setTimeout(answer, (report.submits * 7) % 5);
  });
});

function deliver(fields: Record<string, unknown>, session = current!, over: 'deliver_sm' | 'data_sm' = 'deliver_sm') {
  session[over]({ ...fields, destination_addr: '4930123' }, ({ command_status }) => {
    if (command_status === 0) report.acknowledged += 1;
    else report.refused += 1;
  });
}

process.on('message', (order: Order) => {
  if (order.do === 'throttle') {
    every = order.every;
    everyWith = order.with ?? smpp.errors.ESME_RTHROTTLED!;
  }
  if (order.do === 'cut') cutAfter = report.submits + order.after;
  if (order.do === 'reply') {
    deliver({ source_addr: order.from, short_message: order.text }, sessions.get(order.over ?? ''));
  }
  if (order.do === 'data') {
    const said = { receipted_message_id: order.id, message_state: 2 };
    deliver({ source_addr: '49170', esm_class: 0x04, ...said }, current!, 'data_sm');
    deliver({ source_addr: '4915112345678', message_payload: order.text }, current!, 'data_sm');
  }
  if (order.do === 'password') password = order.is;
  if (order.do === 'refuse') refusesWith = order.with;
  if (order.do === 'forget') for (const session of open) forgotten.add(session);
  if (order.do === 'hold binds') heldBinds = [];
  if (order.do === 'answer binds') {
    for (const answer of heldBinds ?? []) answer();
    heldBinds = null;
  }
  if (order.do === 'hold') held = [];
  if (order.do === 'answer') {
    for (const answer of held ?? []) answer();
    held = null;
  }
  if (order.do === 'receipts') {
    // The last first, each third failed.
    for (const [at, id] of ids.splice(0).reverse().entries()) {
      const state = at % 3 === 0 ? 'stat:UNDELIV err:012' : 'stat:DELIVRD err:000';
      const text = `id:${id} sub:001 dlvrd:001 submit date:2611221000 done date:2611221001 ${state} text:Hello`;
      deliver({ source_addr: '49170', esm_class: 0x04, short_message: text });
    }
  }
  process.send!(report);
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
