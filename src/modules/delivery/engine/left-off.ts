import type { Place } from './alike.ts';
import type { Machine } from './engine.ts';
import { NOBODY } from './judge-again.ts';

/** How long those who came back before that place may wait for a claim that begins at the beginning. */
const MOST_MS = 60_000;
const MOST_SENDS = 1_000;

interface LeftOff {
  place: Place;
  /** When a claim last began at the beginning. */
  since: Date;
}

/** Of this process. */
const known = new WeakMap<Machine, Map<string, LeftOff>>();

interface Due<Contact> extends Pick<LeftOff, 'since'> {
  due: Contact[];
}

/**
 * The next contacts of a send who are due: those after where its last claim left off, as long as they fill a claim. While any
 * transaction is left open, PostgreSQL clears nothing away: a claim from the beginning reads the rows of all claims before it.
 */
export async function readOn<Contact extends Place>(
  engine: Machine,
  sendId: string,
  now: Date,
  limit: number,
  read: (after: Place) => Promise<Contact[]>,
): Promise<Due<Contact>> {
  const from = known.get(engine)?.get(sendId);
  if (from && Math.abs(now.getTime() - from.since.getTime()) < MOST_MS) {
    const due = await read(from.place);
    if (due.length === limit) return { due, since: from.since };
  }
  known.get(engine)?.delete(sendId);
  return { due: await read(NOBODY), since: now };
}

/** Once a claim that was full is committed. `isLeft` says who waits as before. */
export function leaveOff<Contact extends Place>(
  engine: Machine,
  sendId: string,
  { due, since }: Due<Contact>,
  isLeft: (contact: Contact) => boolean,
): void {
  const first = due.findIndex(isLeft);
  const last = first === -1 ? due.at(-1) : due[first - 1];
  if (!last) return;
  const sends = known.get(engine) ?? new Map<string, LeftOff>();
  known.set(engine, sends);
  sends.delete(sendId);
  sends.set(sendId, { place: { dueAt: last.dueAt, contactId: last.contactId }, since });
  if (sends.size > MOST_SENDS) sends.delete(sends.keys().next().value!);
}
