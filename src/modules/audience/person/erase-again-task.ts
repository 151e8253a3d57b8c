import { z } from 'zod';
import type { Task } from '../../../jobs/task.ts';
import { decryptToken } from '../../../secrets.ts';
import { eraseAll } from './operations.ts';
import type { Who } from './who.ts';

const payloadShape = z.object({ sealed: z.string() });

export const eraseAgainTask: Task = {
  async run({ db, tokenKeys }, payload) {
    const { sealed } = payloadShape.parse(payload);
    const who = JSON.parse(decryptToken(tokenKeys, Buffer.from(sealed, 'base64url'))) as Who;
    await db.transaction((tx) => eraseAll(tx, tokenKeys, who.teamId, who.numbers[0]!, who));
  },
};
