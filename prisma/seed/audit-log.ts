import { createHash } from 'node:crypto';
import { before, HOUR, NOW } from './clock.ts';
import { demoId, type Kind } from './ids.ts';
import type { TeamSeed } from './team-seed.ts';

const ACTIONS: { action: string; targetType: string; kind: Kind; input: object }[] = [
  { action: 'updateOffer', targetType: 'Offer', kind: 'offer', input: { name: 'Meal box' } },
  { action: 'startCampaign', targetType: 'SmsCampaign', kind: 'smsCampaign', input: {} },
  { action: 'updateVoiceCampaign', targetType: 'VoiceCampaign', kind: 'voiceCampaign', input: { name: 'Call-backs' } },
];

/** What the team's owner did lately. */
export async function seedAuditLog(seed: TeamSeed): Promise<void> {
  const email = seed.team === 1 ? 'owner@acme.example' : 'owner@globex.example';
  const entries = ACTIONS.map(({ kind, input, ...action }, at) => {
    const targetId = demoId(kind, seed.team, 1);
    return {
      id: seed.nextId('auditEntry'),
      teamId: seed.teamId,
      userId: demoId('user', seed.team, 1),
      email,
      tokenId: demoId('session', seed.team, 1),
      ...action,
      targetId,
      address: '127.0.0.1',
      traceId: createHash('md5').update(`demo audit ${seed.team} ${at}`).digest('hex'),
      input: { id: targetId, ...(Object.keys(input).length > 0 && { input }) },
      createdAt: before(NOW, (ACTIONS.length - at) * 5 * HOUR),
    };
  });
  await seed.insert('audit_entries', entries);
  await seed.insert(
    'traces',
    entries.map(({ traceId, teamId, action: operation, createdAt: startedAt }) => ({
      ...{ id: seed.nextId('trace'), traceId, teamId, kind: 'mutation' as const, operation, outcome: 'ok', startedAt },
      ...{ durationMs: seed.random.between(80, 400) / 10, statements: seed.random.between(3, 9) },
    })),
  );
}
