import type { Logger } from 'pino';
import type { SmsProvider } from 'sms-providers';
import type { Db } from '../../../database/transaction.ts';
import type { LookupProvider } from '../enrichment/lookup-provider.ts';
import type { ProviderType } from '../providers/settings.ts';
import type { Behind } from './behind.ts';
import type { PreChecks } from './pre-checks.ts';

/** What every channel's engine has. Time and providers are passed in, so that tests run days in milliseconds. */
export interface Machine {
  readonly db: Db;
  readonly logger: Logger;
  now(): Date;
  /** Who looks a team's numbers up before they are reached. Null when nobody does: nothing is looked up then. */
  lookupsOf(teamId: string): Promise<LookupProvider | null>;
  /** Asks the services of pre-checks. Null in a dry run: every contact counts as eligible. */
  readonly preChecks: PreChecks | null;
  /** Where it works in lanes, so that no slow provider holds one. Without it everything is waited for. */
  readonly behind?: Behind;
  /** Aborted when the process stops: calls in flight are waited for, and no further ones begin. */
  readonly stopping?: AbortSignal;
}

/** What sending messages needs. */
export interface Engine extends Machine {
  /** The provider of a route; throws when its settings do not make one. */
  providerOf(route: Route): SmsProvider;
  /** The start of short links of campaigns without domains of their own, e.g. `https://sms.example.com`. */
  readonly linkBase: string;
}

/** A route as the engine reads it. */
export interface Route {
  teamId: string;
  id: string;
  name: string;
  provider: ProviderType | null;
  settings: unknown;
  /** Encrypted. */
  credentials: Buffer | null;
  /** Used where the pool has no sender for a contact. */
  senderId: string | null;
  /** The sender pool. Null: there is none. */
  senders: { sender: string; countryId: number | null }[] | null;
  price: string;
  /** Most messages a second: the lower of its own limit and its provider's. */
  perSecond: number | null;
  integrationId: string | null;
  /** The integration, where its balance is managed: priced messages are paid from it. */
  payerId: string | null;
  /** Its balance does not cover one message part. */
  lacksBalance: boolean;
  pausedUntil: Date | null;
  /** Calls in a row in which its provider was not reached or did not answer. */
  outages: number;
  /** Whether messages can leave over it. */
  isConnected: boolean;
  /** When a person last changed it. */
  updatedAt: Date;
}

/** The ids of a send that every part of the engine needs. */
export interface SendKey {
  teamId: string;
  sendId: string;
  campaignId: string;
}

/** A batch as its worker knows it: a later number of takeovers means that it is another worker's now. */
export interface BatchKey {
  id: string;
  takeovers: number;
}

/** Most contacts that one claim looks at, and most messages that it takes. */
export const BATCH_SIZE = 500;

/** The same where the providers of all routes take that many at once, so that a stop does not wait longer. */
export const LARGE_BATCH_SIZE = 2_000;

/** How long a batch belongs to its worker. After that another worker decides what became of it. */
export const LEASE_MS = 60_000;
