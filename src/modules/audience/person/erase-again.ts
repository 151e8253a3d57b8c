import type { Tx } from '../../../database/transaction.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { encryptToken, type TokenKeys } from '../../../secrets.ts';
import type { Who } from './who.ts';

const MINUTE_MS = 60_000;

/** What was being written during the erasure is committed by the first; what was under way elsewhere has come by the second. */
const AFTER_MS = [5 * MINUTE_MS, 24 * 60 * MINUTE_MS];

export async function eraseAgainLater(tx: Tx, keys: TokenKeys, who: Who): Promise<void> {
  const now = Date.now();
  for (const after of AFTER_MS) {
    // Sealed: the queue names nobody.
    const sealed = Buffer.from(encryptToken(keys, JSON.stringify(who))).toString('base64url');
    await addJob(tx, { task: 'erase_again', payload: { sealed }, runAt: new Date(now + after) });
  }
}
