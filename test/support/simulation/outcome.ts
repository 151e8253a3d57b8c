import type { Services } from '../../../src/context.ts';
import type {
  Integration,
  SmsCampaign,
  SmsMessage,
  SmsRecipient,
  SmsSend,
} from '../../../src/generated/prisma/client.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

/** A message as the provider got it: nothing that the engine says of itself. */
export interface Reached {
  messageId: string;
  to: string;
  at: Date;
  /** Orders what happened at one time: commits, calls and answers are counted through. */
  moment: number;
}

export interface Outcome extends World {
  scenario: Scenario;
  reached: Reached[];
  /** When each number's STOP was answered. */
  stoppedAt: Map<string, { at: Date; moment: number }>;
  /** From the answer to a stop of a campaign until its next start. */
  stops: { campaignId: string; from: number; until: number }[];
  /** When each batch was claimed, in the order of commits. */
  claimedAt: Map<string, number>;
  /** When each batch was marked as handed over, in the order of commits; one that is given again is marked again. */
  markedAt: Map<string, number[]>;
  statistics: Record<string, number>;
  /** Calls of the provider whose answer was lost, and workers that died. */
  faults: number;
  endedAt: Date;
}

/** What the database says in the end. */
export interface Rows {
  messages: Map<string, SmsMessage>;
  sends: Map<string, SmsSend>;
  campaigns: Map<string, SmsCampaign>;
  recipients: SmsRecipient[];
  integrations: Integration[];
  /** By message. */
  batchOf: Map<string, string>;
  /** By number. */
  suppressedAt: Map<string, Date>;
  /** Contact → number. */
  numbers: Map<string, string>;
}

export async function readRows({ db, pool }: Pick<Services, 'db' | 'pool'>, teamId: string): Promise<Rows> {
  const where = { teamId };
  const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
  const { rows: batches } = await pool.query<{ id: string; message: string }>(
    'SELECT id, unnest(message_ids) AS message FROM sms_batches WHERE team_id = $1',
    [teamId],
  );
  return {
    messages: byId(await db.prisma.smsMessage.findMany({ where })),
    sends: byId(await db.prisma.smsSend.findMany({ where })),
    campaigns: byId(await db.prisma.smsCampaign.findMany({ where })),
    recipients: await db.prisma.smsRecipient.findMany({ where }),
    integrations: await db.prisma.integration.findMany({ where }),
    batchOf: new Map(batches.map(({ id, message }) => [message, id])),
    suppressedAt: new Map(
      (await db.prisma.suppressedNumber.findMany({ where })).map((one) => [String(one.number), one.createdAt]),
    ),
    numbers: new Map(
      (await db.prisma.contact.findMany({ where, select: { id: true, number: true } })).map((one) => [
        one.id,
        String(one.number),
      ]),
    ),
  };
}
