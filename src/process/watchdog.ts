import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';

const BEAT_MS = 500;
/** Beyond the longest operation. */
const GRACE_MS = 5_000;

/**
 * Kills the process when its event loop is blocked, so that its supervisor restarts it. Counts beats, not time: a
 * machine may have slept.
 */
export function startWatchdog({ OPERATION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS }: Config): void {
  // A breakpoint blocks the loop on purpose.
  if (debuggerUrl()) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const ms = Math.max(OPERATION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS) + GRACE_MS;
  new Worker(WATCH, {
    eval: true,
    execArgv: [],
    workerData: { beats, ms, pause: BEAT_MS },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  }).unref();
}

/** As text: built and source code would give a function different helpers. */
const WATCH = `
  const { workerData: { beats, ms, pause } } = require('node:worker_threads');
  let seen = -1;
  let missed = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    missed = now === seen ? missed + 1 : 0;
    seen = now;
    if (missed * pause < ms) return;
    const msg = 'the event loop is blocked: the process ends';
    const line = { level: 60, time: Date.now(), pid: process.pid, ms, msg };
    try {
      require('node:fs').writeSync(1, JSON.stringify(line) + '\\n');
    } finally {
      process.kill(process.pid, 'SIGKILL');
    }
  }, pause);
`;
