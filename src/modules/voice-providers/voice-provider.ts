/** Progress of a call is reported by events (E12) only. */
import type { SendResult } from '../providers/provider.ts';

export interface OutgoingCall {
  /** Our id; an event with it finds the call even without an answer to our request. */
  reference: string;
  to: string;
  /** `id` is the provider's. */
  from: { number: string; id: string | null };
  /** `id` is the provider's. */
  agent: { id: string | null; name: string };
  /** Within the campaign's cycle, from 1. */
  attempt: number;
  /** The provider ends the call after this time. */
  maxSeconds: number;
}

/** `accepted`: events name the call by `providerId`. `unknown`: it may call. */
export type PlaceResult = SendResult;

export interface VoiceProvider {
  readonly type: string;
  readonly capabilities: {
    /** Concurrent calls of `place` per process. */
    maxInFlight: number;
    canEnd: boolean;
  };
  /** Never rejects. */
  place(call: OutgoingCall): Promise<PlaceResult>;
  /** Whether it took the request. The end comes as an event. Never rejects. */
  end(providerId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface VoiceEnvironment {
  /** E12. */
  eventsUrl: string;
  allowPrivate: boolean;
}
