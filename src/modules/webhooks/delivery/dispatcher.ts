import { LRUCache } from 'lru-cache';
import type { Services } from '../../../context.ts';
import { openWebhookPoster, type WebhookPoster } from '../requests/post-signed.ts';
import { type DueEndpoint, dueEndpoints } from './claim.ts';
import { takeTurn } from './turn.ts';

/** Turns under way at a time in this process: in all, of one team, and of endpoints that fail or take long. */
const MOST = { turns: 64, ofTeam: 16, failing: 32 };

/** A turn that takes longer makes its endpoint one of those that take long, for some minutes. */
const LONG_TURN_MS = 5_000;

/** What endpoints are sent. */
export interface Lane {
  /** Those that waited longest first, without endpoints and teams that have their share already. */
  due(services: Services, without: { endpoints: string[]; teams: string[]; failing: boolean }): Promise<DueEndpoint[]>;
  /** Sends one endpoint what it is due. False when nothing was. */
  turn(services: Services, poster: WebhookPoster, due: DueEndpoint, signal: AbortSignal): Promise<boolean>;
}

const EVENTS: Lane = { due: ({ db }, without) => dueEndpoints(db, without), turn: takeTurn };

/**
 * Gives endpoints their turns: one at a time to each, so that one that does not answer holds up nobody else. Any number of
 * processes may do so at once.
 */
export function openDispatcher(services: Services, lane: Lane = EVENTS) {
  const { logger, config } = services;
  const poster = openWebhookPoster(config.PRIVATE_PROVIDERS);
  const closing = new AbortController();
  const slow = new LRUCache<string, true>({ max: 10_000, ttl: 600_000 });
  const underWay = new Map<string, DueEndpoint & { ended: Promise<void> }>();
  const countOf = (holds: (endpoint: DueEndpoint) => boolean) => [...underWay.values()].filter(holds).length;
  const isFull = ({ teamId, isFailing }: DueEndpoint) =>
    underWay.size >= MOST.turns ||
    countOf((other) => other.teamId === teamId) >= MOST.ofTeam ||
    (isFailing && countOf((other) => other.isFailing) >= MOST.failing);

  async function turnOf(endpoint: DueEndpoint, wake: () => void): Promise<void> {
    const began = performance.now();
    try {
      const more = await lane.turn(services, poster, endpoint, closing.signal);
      underWay.delete(endpoint.id);
      if (more) wake();
    } catch (error) {
      underWay.delete(endpoint.id);
      logger.warn({ err: error, endpoint: endpoint.id }, 'an endpoint’s turn was interrupted');
    }
    if (performance.now() - began > LONG_TURN_MS) slow.set(endpoint.id, true);
    else slow.delete(endpoint.id);
  }

  const idle = async () => {
    await Promise.all([...underWay.values()].map(({ ended }) => ended));
  };

  return {
    /** Begins the turns of endpoints that are due. `wake` is called when there may be more. */
    async step(wake: () => void): Promise<void> {
      if (underWay.size >= MOST.turns) return;
      const teams = [...new Set([...underWay.values()].map(({ teamId }) => teamId))];
      const failing = countOf(({ isFailing }) => isFailing) >= MOST.failing;
      const due = await lane.due(services, {
        endpoints: [...underWay.keys(), ...(failing ? slow.keys() : [])],
        teams: teams.filter((team) => countOf(({ teamId }) => teamId === team) >= MOST.ofTeam),
        failing,
      });
      for (const found of due) {
        const endpoint = { ...found, isFailing: found.isFailing || slow.has(found.id) };
        if (!isFull(endpoint)) underWay.set(endpoint.id, { ...endpoint, ended: turnOf(endpoint, wake) });
      }
    },
    /** Waits for the turns that are under way. */
    idle,
    /** Begins no further requests, and waits for those that are under way. */
    async close(): Promise<void> {
      closing.abort();
      await idle();
      poster.close();
    },
  };
}
