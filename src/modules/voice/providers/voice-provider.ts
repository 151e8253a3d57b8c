/** Progress of a call is reported by events (E12) only. */
import type { SendResult, ShownRequest } from 'sms-providers';

export interface OutgoingCall {
  /** Our id; an event with it finds the call even without an answer to our request. */
  reference: string;
  to: string;
  from: { number: string; id: string | null };
  agent: { id: string | null; name: string };
  /** Within the campaign's cycle, from 1. */
  attempt: number;
  maxSeconds: number;
  contact: {
    name: string | null;
    /** ISO 639: the most spoken language of the contact's country. */
    language: string | null;
    /** IANA name; the team's time zone where the contact has none. */
    timezone: string;
    /** Merge fields that have a value, without name and time zone. */
    fields: Record<string, string>;
  };
  campaign: { id: string; name: string };
  offer: { id: string; name: string; url: string } | null;
  /** The campaign's own, rendered for this contact. */
  variables: Record<string, string>;
}

/** `accepted`: events name the call by `providerId`. `unknown`: it may call. */
export type PlaceResult = SendResult & Partial<LiveUrls>;

/** Where a call in progress can be heard and controlled, if the provider says. */
export interface LiveUrls {
  listenUrl: string | null;
  controlUrl: string | null;
}

export interface PlacedCall {
  providerId: string;
  controlUrl: string | null;
}

export interface VoiceProvider {
  readonly type: string;
  readonly capabilities: {
    maxInFlight: number;
    canEnd: boolean;
  };
  place(call: OutgoingCall): Promise<PlaceResult>;
  /** Whether it took the request. The end comes as an event. Never rejects. */
  end(call: PlacedCall): Promise<boolean>;
  /** Proves the credentials without a call; undefined where the provider has no such request. Never rejects. */
  check?(): Promise<CheckResult>;
  /** The request that would place it, with secrets masked; undefined where none can be shown. */
  preview?(call: OutgoingCall): ShownRequest;
  close(): Promise<void>;
}

export interface CheckResult {
  isValid: boolean;
  /** For the person who entered the credentials. */
  message: string;
}

export interface VoiceEnvironment {
  /** Where the account's events arrive. */
  eventsUrl: string;
  allowPrivate: boolean;
}
