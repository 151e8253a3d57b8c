import { createHash } from 'node:crypto';
import type { TraceKind } from '../../src/generated/prisma/client.ts';
import { after, before, HOUR, NOW } from './clock.ts';
import type { TeamSeed } from './team-seed.ts';

const TIMELINES: { kind: TraceKind; operation: string; outcome: string }[][] = [
  [{ kind: 'mutation', operation: 'createOffer', outcome: 'ok' }],
  [
    { kind: 'mutation', operation: 'importDataFile', outcome: 'ok' },
    { kind: 'job', operation: 'import_data_file', outcome: 'ok' },
  ],
  [
    { kind: 'event', operation: 'receiveCallEvent', outcome: 'ok' },
    { kind: 'job', operation: 'process_call_event', outcome: 'ok' },
  ],
  [{ kind: 'mutation', operation: 'updateVoiceCampaign', outcome: 'VALIDATION_FAILED' }],
  [{ kind: 'mutation', operation: 'chargeIntegration', outcome: 'PAYMENT_REQUIRED' }],
];

export async function seedTraces(seed: TeamSeed): Promise<void> {
  const count = seed.team === 1 ? 40 : 5;
  const traces = Array.from({ length: count }, (_, at) => {
    const traceId = createHash('md5').update(`demo trace ${seed.team} ${at}`).digest('hex');
    const begun = before(NOW, (count - at) * 3 * HOUR);
    return TIMELINES[at % TIMELINES.length]!.map((entry, step) => ({
      id: seed.nextId('trace'),
      traceId,
      teamId: seed.teamId,
      ...entry,
      startedAt: after(begun, step * 35),
      durationMs: seed.random.between(15, 900) / 10,
      statements: seed.random.between(2, 9),
    }));
  });
  await seed.insert('traces', traces.flat());
}
