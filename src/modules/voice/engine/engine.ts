import type { Machine, SendKey } from '../../delivery/engine/engine.ts';
import type { VoiceAdapter } from '../providers/settings.ts';
import type { VoiceProvider } from '../providers/voice-provider.ts';

/** What placing calls needs. */
export interface CallEngine extends Machine {
  /** The provider of an account; throws when its settings do not make one. */
  providerOf(account: VoiceAccountRow): VoiceProvider;
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

/** A call as those who place, settle and end it need it. */
export interface CallKey {
  teamId: string;
  callId: string;
  /** Null: a test call. */
  campaignId: string | null;
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
