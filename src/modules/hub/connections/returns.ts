import { setTimeout as pause } from 'node:timers/promises';
import { claimReturns, endReturns, postponeReturns, type Returned, type Wanted } from './claim-returns.ts';
import { deliveriesOf } from './deliver.ts';
import type { Hub, Session } from './hub.ts';

/** Unanswered ones on a connection. */
const IN_FLIGHT = 50;
/** What is answered meanwhile is settled, and replaced, together. */
const TOGETHER_MS = 5;
/** The most that one is sent in: a reply's parts, one after the other. */
const MOST_PARTS = 10;

/** Hands receipts and replies to the clients that may receive, as many as their connections have room for. */
export function openReturns({ services, bound, timing }: Hub) {
  const inFlight = new Map<Session, number>();
  const underWay = new Set<Promise<void>>();
  const leaseSeconds = Math.ceil((timing.response * MOST_PARTS) / 1_000) + 5;
  let taken: Returned[] = [];
  let refused: Returned[] = [];

  const roomOf = (session: Session) => IN_FLIGHT - (inFlight.get(session) ?? 0);

  function receivers(): Map<string, Session[]> {
    const found = new Map<string, Session[]>();
    for (const session of bound.values()) {
      const { kind, endpointId } = session.bound!;
      if (kind === 'transmitter' || roomOf(session) <= 0) continue;
      const others = found.get(endpointId);
      if (others) others.push(session);
      else found.set(endpointId, [session]);
    }
    return found;
  }

  async function deliver(session: Session, returned: Returned): Promise<void> {
    let status: number | null = 0;
    for (const fields of deliveriesOf(returned)) {
      if (status === 0) status = await session.ask('deliver_sm', fields);
    }
    if (status === 0) taken.push(returned);
    else refused.push(returned);
  }

  function start(session: Session, returned: Returned): void {
    inFlight.set(session, (inFlight.get(session) ?? 0) + 1);
    const work = deliver(session, returned).finally(() => {
      const left = inFlight.get(session)! - 1;
      if (left === 0) inFlight.delete(session);
      else inFlight.set(session, left);
      underWay.delete(work);
    });
    underWay.add(work);
  }

  async function settle(): Promise<void> {
    const [done, again] = [taken, refused];
    [taken, refused] = [[], []];
    if (done.length > 0) await endReturns(services.db, done);
    if (again.length > 0) await postponeReturns(services.db, again, timing.again);
  }

  /** Whether there was something to deliver. */
  async function step(): Promise<boolean> {
    await settle();
    const open = receivers();
    if (open.size === 0) return false;
    const wanted = [...open.values()].map((sessions): Wanted => {
      const { teamId, endpointId } = sessions[0]!.bound!;
      return { teamId, endpointId, room: sessions.reduce((sum, session) => sum + roomOf(session), 0) };
    });
    const claimed = await claimReturns(services, 'connections', wanted, leaseSeconds);
    for (const returned of claimed) {
      const sessions = open.get(returned.endpointId)!;
      start(
        sessions.reduce((best, one) => (roomOf(one) > roomOf(best) ? one : best)),
        returned,
      );
    }
    return claimed.length > 0;
  }

  return {
    async work(): Promise<void> {
      while (await step()) await pause(TOGETHER_MS);
    },
    async ended(): Promise<void> {
      await Promise.all(underWay);
      await settle();
    },
  };
}
