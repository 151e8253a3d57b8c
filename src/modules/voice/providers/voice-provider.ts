/** Progress of a call is reported by events (E12) only. */
import type { SendResult } from '../../delivery/providers/provider.ts';

export interface OutgoingCall {
  /** Our id; an event with it finds the call even without an answer to our request. */
  reference: string;
  to: string;
  from: { number: string; id: string | null };
  agent: { id: string | null; name: string };
  /** Within the campaign's cycle, from 1. */
  attempt: number;
  maxSeconds: number;
}

/** `accepted`: events name the call by `providerId`. `unknown`: it may call. */
export type PlaceResult = SendResult;

export interface VoiceProvider {
  readonly type: string;
  readonly capabilities: {
    maxInFlight: number;
    canEnd: boolean;
  };
  place(call: OutgoingCall): Promise<PlaceResult>;
  /** Whether it took the request. The end comes as an event. Never rejects. */
  end(providerId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface VoiceEnvironment {
  eventsUrl: string;
  allowPrivate: boolean;
}
