import { z } from 'zod';
import { COLLISION_OR_LOCKED, FOREIGN_KEY } from '../../../database/transaction.ts';
import type { Task } from '../../../jobs/task.ts';
import { closeGate } from '../engine/call-gate.ts';
import { holdErasures } from '../reach/erased-numbers.ts';
import { endLate } from './join-parts.ts';
import { takeReply } from './receive.ts';

const payloadShape = z.object({ teamId: z.uuid(), routeId: z.uuid(), textId: z.uuid() });

/** A text whose other parts have not come in time is a reply as it is. */
export const endReplyPartsTask: Task = {
  async run({ db, logger, now }, payload) {
    const { teamId, routeId, textId } = payloadShape.parse(payload);
    const route = { teamId, id: routeId };
    await db.transaction(
      async (tx) => {
        await tx.rows(closeGate(teamId));
        await holdErasures(tx, teamId);
        const reply = await endLate(tx, route, textId);
        if (reply) await takeReply(tx, route, reply, now(), logger);
      },
      { again: [...COLLISION_OR_LOCKED, FOREIGN_KEY] },
    );
  },
};
