import type { Context } from '../../../../context.ts';
import { type Db, inTransaction } from '../../../../database/transaction.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import type { Play } from '../../../delivery/engine/preview/preview.ts';
import { type ExpectedCall, readExpectedCall } from './expected-call.ts';
import { rehearseCalls } from './rehearse-calls.ts';
import { voiceShadows } from './voice-shadows.ts';

interface Key {
  teamId: string;
  campaignId: string;
}

export interface HourOfCalls {
  hour: Date;
  calls: number;
}

/** How many calls an agent places from a number. */
export interface CallerOfPreview {
  numberId: string;
  agentId: string;
  calls: number;
}

export interface PreviewedCall {
  contactId: string;
  at: Date;
  numberId: string;
  agentId: string;
  voiceAccountId: string;
  attempt: number;
}

export interface VoicePreview {
  expected: ExpectedCall;
  hours: HourOfCalls[];
  callers: CallerOfPreview[];
  calls: PreviewedCall[];
}

export async function voicePlay(ctx: Context, teamId: string): Promise<Play<VoicePreview>> {
  const expected = await inTransaction(ctx, ({ db }) => readExpectedCall(db, teamId));
  return {
    shadows: voiceShadows(expected.seconds),
    started: Prisma.empty,
    open: (within, campaign, clock) => ({
      rehearsal: rehearseCalls(within, clock, teamId, expected.seconds),
      read: async () => ({ expected, ...(await readCalls(within.db, campaign)) }),
    }),
  };
}

/** The preview's own calls. Earlier ones are in the shadow without their campaign. */
const PLACED = ({ teamId, campaignId }: Key) => Prisma.sql`FROM calls k
  JOIN call_placements p ON p.team_id = k.team_id AND p.call_id = k.id
  WHERE k.team_id = ${teamId}::uuid AND k.voice_campaign_id = ${campaignId}::uuid`;

async function readCalls(db: Db, campaign: Key): Promise<Pick<VoicePreview, 'hours' | 'callers' | 'calls'>> {
  return {
    hours: await db.rows<HourOfCalls>`SELECT date_trunc('hour', p.handed_at, 'UTC') AS hour, count(*)::int AS calls
      ${PLACED(campaign)} GROUP BY 1 ORDER BY 1`,
    callers: await db.rows<CallerOfPreview>`SELECT k.number_id AS "numberId", k.agent_id AS "agentId",
        count(*)::int AS calls ${PLACED(campaign)} GROUP BY 1, 2 ORDER BY calls DESC, 1, 2`,
    calls:
      await db.rows<PreviewedCall>`SELECT k.contact_id AS "contactId", p.handed_at AS at, k.number_id AS "numberId",
        k.agent_id AS "agentId", p.voice_account_id AS "voiceAccountId", p.attempt ${PLACED(campaign)}
      ORDER BY p.handed_at, k.contact_id`,
  };
}
