import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';

/** How often the event loop says that it turns, and how often that is looked at. */
const BEAT_MS = 500;
/** Beyond the longest operation. */
const GRACE_MS = 5_000;

/**
 * Ends this process when its event loop has stood still for longer than an operation may take: it would never answer
 * again, nor heed a signal, and its supervisor starts it anew. Looked at from a thread, as nothing else runs then. Beats are
 * counted rather than time, so that a machine that was asleep is not taken for a process that hangs.
 */
export function startWatchdog({ OPERATION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS }: Config): void {
  // Somebody at a breakpoint wants it to stand still.
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

/** A text, as what is built and what is run from its source would each give a function other helpers. */
const WATCH = `
  const { workerData: { beats, ms, pause } } = require('node:worker_threads');
  let seen = -1;
  let missed = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    missed = now === seen ? missed + 1 : 0;
    seen = now;
    if (missed * pause < ms) return;
    const msg = 'the event loop stands still: the process ends';
    const line = { level: 60, time: Date.now(), pid: process.pid, ms, msg };
    try {
      require('node:fs').writeSync(1, JSON.stringify(line) + '\\n');
    } finally {
      // Nothing else ends a process whose loop does not turn.
      process.kill(process.pid, 'SIGKILL');
    }
  }, pause);
`;
