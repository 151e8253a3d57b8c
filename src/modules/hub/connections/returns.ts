import { claimReturns, endReturns, postponeReturns, type Returned, type Wanted } from './claim-returns.ts';
import { deliveriesOf } from './deliver.ts';
import type { Hub } from './hub.ts';
import type { Session } from './session.ts';

/** Unanswered ones on a connection. */
const IN_FLIGHT = 20;

/** Hands receipts and replies to the clients that may receive. Each step takes what their connections have room for. */
export function openReturns({ services, bound, timing }: Hub): { step(): Promise<void>; ended(): Promise<void> } {
  const inFlight = new Map<Session, number>();
  const underWay = new Set<Promise<void>>();
  // Twice: the parts of a long reply go one after the other.
  const leaseSeconds = Math.ceil((timing.response * 10) / 1_000) + 5;

  const roomOf = (session: Session) => IN_FLIGHT - (inFlight.get(session) ?? 0);

  function receivers(): Map<string, Session[]> {
    const found = new Map<string, Session[]>();
    for (const session of bound.values()) {
      const { kind, endpointId } = session.bound!;
      if (kind === 'TRANSMITTER' || roomOf(session) <= 0) continue;
      found.set(endpointId, [...(found.get(endpointId) ?? []), session]);
    }
    return found;
  }

  async function deliver(session: Session, returned: Returned): Promise<void> {
    let status: number | null = 0;
    for (const fields of deliveriesOf(returned)) {
      status = await session.ask('deliver_sm', fields);
      if (status !== 0) break;
    }
    await (status === 0 ? endReturns(services.db, [returned]) : postponeReturns(services.db, [returned], timing.again));
  }

  function start(session: Session, returned: Returned): void {
    inFlight.set(session, (inFlight.get(session) ?? 0) + 1);
    const work = deliver(session, returned)
      .catch((error: unknown) => services.logger.warn({ err: error }, 'a receipt could not be settled'))
      .finally(() => {
        const left = inFlight.get(session)! - 1;
        if (left === 0) inFlight.delete(session);
        else inFlight.set(session, left);
        underWay.delete(work);
      });
    underWay.add(work);
  }

  return {
    async step() {
      const open = receivers();
      if (open.size === 0) return;
      const wanted = [...open.values()].map((sessions): Wanted => {
        const { teamId, endpointId } = sessions[0]!.bound!;
        return { teamId, endpointId, room: sessions.reduce((sum, session) => sum + roomOf(session), 0) };
      });
      for (const returned of await claimReturns(services.db, wanted, leaseSeconds)) {
        const sessions = open.get(returned.endpointId)!;
        start(
          sessions.reduce((best, one) => (roomOf(one) > roomOf(best) ? one : best)),
          returned,
        );
      }
    },
    async ended() {
      await Promise.all(underWay);
    },
  };
}
