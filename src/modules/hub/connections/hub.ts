import type { Services } from '../../../context.ts';
import type { SignedIn, SignIn } from '../sellers/sign-in.ts';
import type { Intake } from '../traffic/submission.ts';
import type { Turns } from './turns.ts';

export type HubServices = Pick<Services, 'db' | 'reader' | 'config' | 'tokenKeys' | 'logger' | 'now'>;

/** Milliseconds. */
export interface Timing {
  /** For signing in. */
  unbound: number;
  /** After a wrong password, until the next sign-in from the same network. */
  wrong: number;
  /** How long a client is not read that sends too many requests for nothing. */
  unread: number;
  /** Without a word from a client, until it is asked whether it is there. */
  idle: number;
  /** For an answer. */
  response: number;
  /** Between two looks at the endpoints of open connections. */
  check: number;
  renew: number;
  /** Between two looks for receipts and replies. */
  returns: number;
  /** Between two looks at the files of the certificate. */
  certificate: number;
  /** Before what a client refused is sent again; doubled each time. */
  again: number;
}

export const TIMING: Timing = {
  ...{
    unbound: 10_000,
    wrong: 100,
    unread: 1_000,
    idle: 60_000,
    response: 30_000,
    check: 500,
    renew: 5_000,
    returns: 250,
    again: 5_000,
  },
  certificate: 10_000,
};

/** What the sessions of a server share. */
export interface Hub {
  services: HubServices;
  intake: Intake;
  timing: Timing;
  process: string;
  /** Those that have signed in, by their leases. */
  bound: Map<string, Session>;
  signIn: SignIn;
  /** By network: passwords are dear to check, and only attempts that are over have failed. */
  signInTurns: Turns;
  /** Of the database's connections by team and endpoint, for what does not wait for a common commit. */
  shares: Turns;
}

export interface Bound extends SignedIn {
  kind: 'transmitter' | 'receiver' | 'transceiver';
  leaseId: string;
}

export interface Session {
  readonly address: string;
  readonly bound: Bound | null;
  /** The status that the client answers with; null: it did not, or reads too little to be sent more. */
  ask(command: string, fields: object): Promise<number | null>;
  end(why: string): void;
  /** Says goodbye, and ends once what was submitted is answered. */
  leave(): Promise<void>;
  readonly closed: Promise<void>;
}
