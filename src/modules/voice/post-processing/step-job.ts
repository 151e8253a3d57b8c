import { z } from 'zod';
import type { Task } from '../../../jobs/task.ts';
import { recordTrace } from '../../../pipeline/timeline/record.ts';
import { continueTrace } from '../../../trace.ts';
import { workOnSteps } from './work-on-step.ts';

const payloadShape = z.object({ teamId: z.uuid(), callId: z.uuid(), mayAsk: z.boolean().default(true) });

export const postProcessCallTask: Task = {
  async run(services, payload) {
    const { teamId, callId, mayAsk } = payloadShape.parse(payload);
    const trace = continueTrace(null);
    const entry = { kind: 'job', operation: 'postProcessCall', teamId } as const;
    await recordTrace({ ...services, trace, viewer: null }, entry, () =>
      workOnSteps(services, { teamId, callId, mayAsk }, () => new Date()),
    );
  },
  async giveUp(tx, payload) {
    const { teamId, callId } = payloadShape.parse(payload);
    await tx.prisma.callPostProcessing.updateMany({
      where: { teamId, callId, status: 'waiting' },
      data: { status: 'failed', failureReason: 'Server Error', dueAt: null, endedAt: new Date() },
    });
  },
};
