import type { Logger } from 'pino';
import type { Db } from '../../../database/transaction.ts';
import type { VoiceAdapter } from '../../../generated/prisma/client.ts';
import type { Behind } from '../../delivery/engine/behind.ts';
import type { SendKey } from '../../delivery/engine/engine.ts';
import type { LookupProvider } from '../../delivery/enrichment/lookup-provider.ts';
import type { VoiceProvider } from '../providers/voice-provider.ts';

/** What calling needs. Time and providers are passed in, so that tests run days in milliseconds. */
export interface CallEngine {
  readonly db: Db;
  /** Where it calls in lanes, so that no slow provider holds one. Without it everything is waited for. */
  readonly behind?: Behind;
  readonly logger: Logger;
  now(): Date;
  /** The provider of an account; throws when its settings do not make one. */
  providerOf(account: VoiceAccountRow): VoiceProvider;
  /** Looks numbers up before they are called. Null when no service is configured: nothing is looked up then. */
  readonly lookups: LookupProvider | null;
}

/** A voice account as the engine reads it. */
export interface VoiceAccountRow {
  teamId: string;
  id: string;
  name: string;
  adapter: VoiceAdapter;
  settings: unknown;
  /** Encrypted. */
  credentials: Buffer | null;
}

/** A claimed call that is to be placed. */
export interface ClaimedCall extends SendKey {
  callId: string;
  account: VoiceAccountRow;
}

/** Most calls of one claim, so that all are placed before its lease ends. */
export const CALLS_PER_CLAIM = 20;

/** How long a claimed call belongs to its worker. After that another worker decides what became of it. */
export const LEASE_MS = 60_000;

/** After this time a call that no event ended no longer takes a slot. The provider is asked to end it after it, too. */
export const MAX_CALL_SECONDS = 3_600;
