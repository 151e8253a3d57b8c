import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outageHooks } from '../../src/observability/outages.ts';

function create() {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      const { time: _, pid: _pid, hostname: _host, ...line } = JSON.parse(String(chunk));
      lines.push(line);
      done();
    },
  });
  return { lines, logger: pino({ hooks: outageHooks(100) }, destination) };
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('a thousand failures of one outage are a first line and one with their count', async () => {
  const { lines, logger } = create();
  for (let at = 0; at < 1_000; at++) logger.error({ err: refused(), traceId: String(at) }, 'an operation failed');
  const message = 'the database does not answer';
  const first = { level: 50, failure: 'UNAVAILABLE', count: 1, reason: 'connect ECONNREFUSED', msg: message };
  expect(lines).toEqual([first]);
  vi.advanceTimersByTime(100);
  expect(lines[1]).toEqual({ level: 40, failure: 'UNAVAILABLE', count: 999, seconds: 0.1, msg: message });

  // Once a while passed without one, the next is a new outage.
  vi.advanceTimersByTime(200);
  logger.warn({ err: refused() }, 'a database connection broke');
  expect(lines.slice(2)).toEqual([{ ...first, level: 40 }]);
});

test('timeouts are counted apart, and what is a bug keeps its own line', async () => {
  const { lines, logger } = create();
  logger.error({ err: Object.assign(new Error('canceling statement'), { code: '57014' }) }, 'an operation failed');
  logger.error({ err: refused() }, 'an operation failed');
  for (const name of ['one', 'other']) logger.error({ err: new TypeError(name), traceId: name }, 'an operation failed');
  expect(lines).toMatchObject([
    { failure: 'TIMEOUT', msg: 'the database takes too long' },
    { failure: 'UNAVAILABLE', msg: 'the database does not answer' },
    { traceId: 'one', err: { message: 'one', stack: expect.any(String) }, msg: 'an operation failed' },
    { traceId: 'other', err: { message: 'other' }, msg: 'an operation failed' },
  ]);
});
