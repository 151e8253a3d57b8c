import type { Services } from '../../../context.ts';

/** Does something again and again, never twice at once. */
export function repeat(logger: Services['logger'], ms: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const next = () => {
    if (!isStopped) timer = setTimeout(run, ms);
  };
  const run = () => {
    running = work()
      .catch((error: unknown) => {
        if (!isStopped) logger.warn({ err: error }, 'serving sellers was interrupted');
      })
      .then(next);
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
