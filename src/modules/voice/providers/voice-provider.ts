/** Places calls. How a call goes on is told by events (E12) and in no other way. */
import type { SendResult } from '../../delivery/providers/provider.ts';

export interface OutgoingCall {
  /** Our id of the call. An event that names it finds the call even if our request was never answered. */
  reference: string;
  /** E.164 digits without the plus sign. */
  to: string;
  /** The team's number that calls; `id` is the provider's id, null when it has none. */
  from: { number: string; id: string | null };
  /** The agent that speaks; `id` is the provider's id, null when it has none. */
  agent: { id: string | null; name: string };
  /** Counts this contact's calls in the campaign's cycle, from 1. */
  attempt: number;
  /** The provider ends the call after this time. */
  maxSeconds: number;
}

/** `accepted`: it calls; its events name the call by `providerId`. `unknown`: it may call. */
export type PlaceResult = SendResult;

export interface VoiceProvider {
  readonly type: string;
  readonly capabilities: {
    /** Most concurrent calls of `place` in this process. */
    maxInFlight: number;
    /** Whether it can end a call. */
    canEnd: boolean;
  };
  /** Never rejects. */
  place(call: OutgoingCall): Promise<PlaceResult>;
  /** Whether it took the request. The call's end then comes as an event. Never rejects. */
  end(providerId: string): Promise<boolean>;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** What a provider is opened with, besides its settings and credentials. */
export interface VoiceEnvironment {
  /** Our endpoint for call events (E12). */
  eventsUrl: string;
  /** Whether addresses of private networks and of this machine may be connected to. */
  allowPrivate: boolean;
}
