import type pg from 'pg';
import type { Logger } from 'pino';
import type { LookupProvider } from '../enrichment/lookup-provider.ts';
import type { SmsProvider } from '../providers/provider.ts';

/** What the engine works with. Time and providers come from outside, so that tests run days in milliseconds. */
export interface Engine {
  readonly pool: pg.Pool;
  readonly logger: Logger;
  now(): Date;
  /** The provider of a route; throws when its settings do not make one. */
  providerOf(route: Route): SmsProvider;
  /** Looks numbers up before they are reached; null: nothing is configured, and nothing is looked up. */
  readonly lookups: LookupProvider | null;
  /** What short links begin with where a campaign has no domains of its own, e.g. `https://sms.example.com`. */
  readonly linkBase: string;
}

/** A connection inside a transaction. */
export type Tx = Pick<pg.PoolClient, 'query'>;

/** A route as the engine reads it. */
export interface Route {
  teamId: string;
  id: string;
  name: string;
  provider: 'simulator' | 'http' | 'smpp' | null;
  settings: unknown;
  /** Encrypted. */
  credentials: Buffer | null;
  senderId: string | null;
  price: string;
  /** Messages that it carries, the lesser of its own number and its provider's. */
  perSecond: number | null;
  integrationId: string | null;
  /** The same where its balance is managed: messages with a price are paid from it. */
  payerId: string | null;
  pausedUntil: Date | null;
  /** Whether messages can leave over it. */
  isConnected: boolean;
  /** When a person last changed it. */
  updatedAt: Date;
}

/** What names a send everywhere in the engine. */
export interface SendKey {
  teamId: string;
  sendId: string;
  campaignId: string;
}

/** Contacts that one claim looks at, and messages that it takes, at most. */
export const BATCH_SIZE = 500;

/** The same where the providers of all routes hold so many at once: a stop then waits for no more of them. */
export const LARGE_BATCH_SIZE = 2_000;

/** How long a batch is its worker's; then another worker decides what became of it. */
export const LEASE_MS = 60_000;
