/** Who places calls, and what it says of them. What becomes of a call comes as events (E12) and in no other way. */
import type { SendResult } from '../providers/provider.ts';

export interface OutgoingCall {
  /** Ours, the id of the call: events that name it find the call even when our request was not answered. */
  reference: string;
  /** E.164 digits without the plus sign. */
  to: string;
  /** The team's number that it comes from; `id` is the provider's, null when it has none. */
  from: { number: string; id: string | null };
  /** Who speaks; `id` is the provider's, null when it has none. */
  agent: { id: string | null; name: string };
  /** From 1: how often this contact was called for the same campaign in the same cycle. */
  attempt: number;
  /** The provider ends the call after this time. */
  maxSeconds: number;
}

/** `accepted`: it calls, and names the call by `providerId` from here on. `unknown`: it may call. */
export type PlaceResult = SendResult;

export interface VoiceProvider {
  readonly type: string;
  readonly capabilities: {
    /** Calls of `place` at a time, in this process. */
    maxInFlight: number;
    /** It ends a call when asked to. */
    canEnd: boolean;
  };
  /** Never rejects. */
  place(call: OutgoingCall): Promise<PlaceResult>;
  /** Whether it took the request; the call's end comes as an event. Never rejects. */
  end(providerId: string): Promise<boolean>;
  /** Gives connections back. */
  close(): Promise<void>;
}

/** What a provider is opened with, besides its settings and credentials. */
export interface VoiceEnvironment {
  /** Our endpoint for call events (E12). */
  eventsUrl: string;
  /** Whether addresses of private networks and of this machine may be connected to. */
  allowPrivate: boolean;
}
