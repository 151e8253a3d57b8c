import { ConfigError } from './config.ts';
import { startWorker } from './jobs/worker.ts';
import { runProcess } from './run-process.ts';
import { openServices } from './services.ts';

/** `npm run worker`: background jobs without HTTP, beside servers that have WORKER=off or share the work. */
await runProcess(async (config) => {
  if (!config.DATABASE_URL) {
    throw new ConfigError('A worker needs DATABASE_URL: the embedded database belongs to one process.');
  }
  const { services, close } = await openServices(config);
  try {
    const worker = await startWorker(services);
    services.logger.info('working');
    return {
      async close() {
        await worker.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
});
