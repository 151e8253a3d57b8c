import { expect, it } from 'vitest';
import { all } from '../../../../src/database/transaction.ts';

it('of two pieces of work at once, one that fails does not leave the other behind', async () => {
  let isDone = false;
  const slow = new Promise<void>((resolve) => {
    setTimeout(() => {
      isDone = true;
      resolve();
    }, 20);
  });
  await expect(all([Promise.reject(new Error('Gone.')), slow])).rejects.toThrow('Gone.');
  expect(isDone).toBe(true);
});
