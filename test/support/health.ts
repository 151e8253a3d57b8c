import { expect } from 'vitest';

/** The answer of `/health` where nothing was built. */
export const HEALTH = {
  status: 'ok',
  version: '0.1.0',
  commit: null,
  node: process.version,
  startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
};
