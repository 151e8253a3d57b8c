import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { Call, CallStatus } from '../../../generated/prisma/client.ts';
import { ACCOUNT } from '../engine/callers.ts';
import type { VoiceAccountRow } from '../engine/engine.ts';
import { openAccount } from '../engine/open-call-engine.ts';
import { CALL } from './operations.ts';

interface Going extends VoiceAccountRow {
  status: CallStatus;
  externalId: string | null;
  controlUrl: string | null;
}

/** Asks the provider to hang up. The end comes as an event, as any other. */
export async function endCall(ctx: Context, callId: string): Promise<Call> {
  const { team } = viewerOf(ctx);
  const call = await readGoing(ctx, team.id, callId);
  if (!call) throw new NotFoundError(CALL.thing);
  if (call.status !== 'ended') await hangUp(ctx, call);
  return ctx.db.prisma.call.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id: callId } } });
}

async function readGoing(ctx: Context, teamId: string, callId: string): Promise<Going | undefined> {
  if (!isUuid(callId)) return undefined;
  const [call] = await ctx.db
    .rows<Going>`SELECT k.status, k.external_id AS "externalId", k.control_url AS "controlUrl", ${ACCOUNT}
    FROM calls k
    LEFT JOIN call_placements p ON p.team_id = k.team_id AND p.call_id = k.id
    LEFT JOIN voice_accounts a ON a.team_id = k.team_id AND a.id = COALESCE(p.voice_account_id,
      (SELECT e.voice_account_id FROM call_events e WHERE e.team_id = ${teamId}::uuid AND e.call_id = ${callId}::uuid
        ORDER BY e.id DESC LIMIT 1))
    WHERE k.team_id = ${teamId}::uuid AND k.id = ${callId}::uuid`;
  return call;
}

async function hangUp(ctx: Context, { externalId, controlUrl, ...account }: Going): Promise<void> {
  if (externalId === null) {
    throw new AppError('CONFLICT', 'The voice provider has not confirmed the call yet. Try again in a moment.');
  }
  if (!account.adapter) throw new AppError('CONFLICT', 'No voice account of the team can end the call.');
  const provider = openAccount(ctx, account);
  try {
    if (!provider.capabilities.canEnd) {
      throw new AppError('CONFLICT', `Voice account "${account.name}" cannot end calls.`);
    }
    if (!(await provider.end({ providerId: externalId, controlUrl }))) {
      throw new AppError('CONFLICT', `The provider of voice account "${account.name}" did not end the call.`);
    }
  } finally {
    await provider.close();
  }
}
