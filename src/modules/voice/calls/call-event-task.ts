import { everyForm } from 'phone-numbers';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { Task } from '../../../jobs/task.ts';
import { announceCallEvent } from '../../../live/announce.ts';
import { recordTrace } from '../../../pipeline/timeline/record.ts';
import { erasedAmong } from '../../delivery/reach/erased-numbers.ts';
import { applyStored } from './apply-call-events.ts';
import { customerOf, FAILURE_CODES } from './call-of-event.ts';

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
  async giveUp(tx, given, { tokenKeys }) {
    const { teamId, eventId: id } = payloadShape.parse(given);
    const failed = await tx.row<{ payload: unknown }>`UPDATE call_events SET status = 'failed',
        failure_reason = coalesce(failure_reason, 'Server Error')
      WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status = 'received' RETURNING payload`;
    if (!failed) return;
    // No call leads to it, should it have come after an erasure.
    const customer = customerOf(failed.payload)?.number;
    const forms = customer === undefined ? [] : everyForm(customer);
    if (forms.length > 0 && (await erasedAmong(tx, tokenKeys, teamId, forms)).size > 0) {
      await tx.change`UPDATE call_events SET payload = '{}' WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
    }
    await announceCallEvent(tx, { id, teamId });
  },
};
