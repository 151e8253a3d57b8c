import { expect } from 'vitest';

/** Without a build. */
export const HEALTH = {
  status: 'ok',
  version: '0.1.0',
  commit: null,
  node: process.version,
  startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
};
