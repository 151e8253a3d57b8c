import { claimReturns, endReturns, postponeReturns, type Returned, type Wanted } from './claim-returns.ts';
import { deliveriesOf } from './deliver.ts';
import type { Hub, Session } from './hub.ts';

/** Unanswered ones on a connection. */
const IN_FLIGHT = 100;
/** What is answered meanwhile is settled, and replaced, together. */
const TOGETHER_MS = 20;
/** Taken at once, of all endpoints together: nothing else is done until they are written. */
const MOST_TAKEN = 200;
/** The most that one is sent in: a reply's parts, one after the other. */
const MOST_PARTS = 10;

/** Hands receipts and replies to the clients that may receive, as many as their connections have room for. */
export function openReturns({ services, bound, timing }: Hub) {
  const inFlight = new Map<Session, number>();
  const underWay = new Set<Promise<void>>();
  const leaseSeconds = Math.ceil((timing.response * MOST_PARTS) / 1_000) + 5;
  let emptied: (() => void) | undefined;
  let isStopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Endpoints that had something at their last look. The others are looked at every `timing.returns`, however many they are. */
  const busy = new Set<string>();
  /**
   * When the newest was due that an endpoint got since that look. Others until then went out before it and are passed over: PostgreSQL
   * reads even those that are gone, until a vacuum.
   */
  const newest = new Map<string, Date>();
  let taken: Returned[] = [];
  let refused: Returned[] = [];

  const roomOf = (session: Session) => IN_FLIGHT - (inFlight.get(session) ?? 0);

  function receivers(isLookedAt: (endpointId: string) => boolean): Map<string, Session[]> {
    const found = new Map<string, Session[]>();
    for (const session of bound.values()) {
      const { kind, endpointId } = session.bound!;
      if (kind === 'transmitter' || !isLookedAt(endpointId) || roomOf(session) <= 0) continue;
      const others = found.get(endpointId);
      if (others) others.push(session);
      else found.set(endpointId, [session]);
    }
    return found;
  }

  /** Each as often as it has room, always one with the most. */
  function* byRoom(sessions: readonly Session[]): Generator<Session, undefined> {
    for (let room = IN_FLIGHT; room > 0; room -= 1) {
      for (const session of sessions) if (roomOf(session) === room) yield session;
    }
  }

  async function deliver(session: Session, returned: Returned): Promise<void> {
    let status: number | null = 0;
    try {
      for (const fields of deliveriesOf(returned)) {
        if (status === 0) status = await session.ask('deliver_sm', fields);
      }
    } catch (error) {
      // What people write may not fit a PDU, and nobody else waits for this.
      status = null;
      const { teamId, endpointId } = returned;
      services.logger.warn({ err: error, teamId, endpointId }, 'what goes back to a seller could not be written');
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
      if (underWay.size === 0) emptied?.();
    });
    underWay.add(work);
  }

  /** All that is under way was answered, or {@link TOGETHER_MS} are over. */
  const gathered = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, TOGETHER_MS);
      emptied = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function settle(): Promise<void> {
    const [done, again] = [taken, refused];
    [taken, refused] = [[], []];
    if (done.length > 0) await endReturns(services.db, done);
    if (again.length > 0) await postponeReturns(services.db, again, timing.again);
  }

  /** Whether there may be more to deliver soon. */
  async function step(): Promise<boolean> {
    await settle();
    const isTimeForAll = performance.now() - lookedAt >= timing.returns;
    if (isTimeForAll) {
      lookedAt = performance.now();
      newest.clear();
    }
    const open = receivers((endpointId) => isTimeForAll || busy.has(endpointId));
    if (open.size === 0) return underWay.size > 0;
    const most = Math.ceil(MOST_TAKEN / open.size);
    const wanted = [...open.values()].map((sessions): Wanted => {
      const { teamId, endpointId } = sessions[0]!.bound!;
      const room = sessions.reduce((sum, session) => sum + roomOf(session), 0);
      return { teamId, endpointId, room: Math.min(room, most), since: newest.get(endpointId) };
    });
    const claimed = await claimReturns(services, 'connections', wanted, leaseSeconds);
    const next = new Map([...open].map(([endpointId, sessions]) => [endpointId, byRoom(sessions)]));
    for (const returned of claimed) {
      const { endpointId, dueAt } = returned;
      if (!(newest.get(endpointId)! >= dueAt)) newest.set(endpointId, dueAt);
      start(next.get(endpointId)!.next().value!, returned);
    }
    for (const endpointId of open.keys()) busy.delete(endpointId);
    for (const { endpointId } of claimed) busy.add(endpointId);
    return underWay.size > 0;
  }

  return {
    /** Until nothing is due or under way, or `stop`. */
    async work(): Promise<void> {
      lookedAt = Number.NEGATIVE_INFINITY;
      while ((await step()) && !isStopped) await gathered();
    },
    stop(): void {
      isStopped = true;
    },
    async ended(): Promise<void> {
      await Promise.all(underWay);
      await settle();
    },
  };
}
