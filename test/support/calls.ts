import type { PrismaClient } from '../../src/generated/prisma/client.ts';

/** Makes calls that a test wrote findable by their provider's ids. */
export const nameCalls = (db: PrismaClient) =>
  db.$executeRaw`INSERT /* across teams: those of this test */ INTO call_names (team_id, external_id, call_id)
    SELECT team_id, external_id, id FROM calls WHERE external_id IS NOT NULL ON CONFLICT DO NOTHING`;

/** Makes a call one that `testVoiceAccount` placed. */
export async function markAsTest(db: PrismaClient, teamId: string, callId: string): Promise<void> {
  const { id: voiceAccountId } = await db.voiceAccount.findFirstOrThrow({ where: { teamId } });
  const { id: numberId } = await db.number.findFirstOrThrow({ where: { teamId } });
  const ids = { teamId, callId, voiceAccountId, numberId };
  await db.callPlacement.create({ data: { ...ids, status: 'ended', claimedAt: new Date(), leaseUntil: new Date() } });
}
