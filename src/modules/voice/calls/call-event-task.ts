import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { Task } from '../../../jobs/task.ts';
import { announceCallEvent } from '../../../live/announce.ts';
import { recordTrace } from '../../../pipeline/timeline/record.ts';
import { applyStored } from './apply-call-events.ts';
import { FAILURE_CODES } from './call-of-event.ts';

const payloadShape = z.object({ teamId: z.uuid(), eventId: z.uuid(), traceId: z.string() });

export const applyCallEventTask: Task = {
  async run(services, payload) {
    const { teamId, eventId: id, traceId } = payloadShape.parse(payload);
    const trace = { id: traceId, startedAt: Date.now(), statements: 0 };
    const entry = { kind: 'job', operation: 'applyCallEvent', teamId } as const;
    await recordTrace({ ...services, trace, viewer: null }, entry, async () => {
      const failure = await applyStored(services, { id, teamId });
      if (failure?.mayPass) throw new AppError(FAILURE_CODES[failure.reason], failure.reason);
    });
  },
  async giveUp(tx, payload) {
    const { teamId, eventId: id } = payloadShape.parse(payload);
    const failed = await tx.change`UPDATE call_events SET status = 'failed',
        failure_reason = coalesce(failure_reason, 'Server Error')
      WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status = 'received'`;
    if (failed > 0) await announceCallEvent(tx, { id, teamId });
  },
};
