import type { Tx } from '../../../database/transaction.ts';
import type { Channel, Prisma } from '../../../generated/prisma/client.ts';
import type { ContactSchedule } from '../../delivery/engine/contact-schedule.ts';
import type { DueContact } from '../../delivery/engine/due.ts';
import type { Over } from '../../delivery/engine/limits.ts';
import type { SendMeta, SendPlan } from '../../delivery/engine/plan.ts';
import type { SendTables } from '../../delivery/engine/send-tables.ts';
import type { Asked, Facts } from './facts.ts';
import type { ChosenRoute, ExplainedRule, Told, Verdict } from './rules.ts';

/** What a claim would do with a contact. A hold without an end waits for something that nobody can foresee. */
export type Decided =
  | { kind: 'send' | 'call' | 'look up' | 'check'; chosen?: ChosenRoute }
  | { kind: 'hold'; until: Date | null; rule: ExplainedRule; reason: string }
  | { kind: 'skip'; rule: ExplainedRule; reason: string };

/** The rules by which a claim would decide now. */
export interface ClaimRules {
  plan: SendPlan;
  schedule: ContactSchedule;
  decide(contact: DueContact, at: Date): Decided;
}

/** What differs between explanations of SMS and voice campaigns. `Reached` is what a contact's row says of its message or call. */
export interface ExplainedKind<Reached> {
  thing: string;
  channel: Channel;
  tables: SendTables;
  /** The meta of a campaign or of a send in the shape that the engine reads. */
  metaOf(stored: unknown): SendMeta;
  /** Columns and joins of `recipients r` and their campaign `c`. Joins name the team: what they have of an outer join is nobody's to Citus. */
  columns(asked: Asked): Prisma.Sql;
  joins(asked: Asked): Prisma.Sql;
  /** When the contact was last reached by the campaign `c`. */
  lastReached(asked: Asked): Prisma.Sql;
  read(row: object): Reached | null;
  /** Of a contact that has a message or call. */
  ofReached(facts: Facts<Reached>): Verdict;
  rulesOf(tx: Tx, asked: Asked, facts: Facts<Reached>, meta: SendMeta): Promise<ClaimRules>;
  limitReached: Readonly<Record<Over, { rule: ExplainedRule; reason: string }>>;
  /** What the whole send waits for once its audience is complete. */
  pauseOf(tx: Tx, asked: Asked, send: NonNullable<Facts['send']>, plan: SendPlan, now: Date): Promise<Paused | null>;
}

export type Paused = Told & { until: Date };
