import { ConfigError } from '../config.ts';
import { startWorker } from '../jobs/worker.ts';
import { warnWithoutPublicUrl } from '../process/public-url.ts';
import { runProcess } from '../process/run-process.ts';
import { openServices } from '../services.ts';
import { startSender } from '../start-sender.ts';
import { tasks } from '../tasks.ts';

/** `npm run worker`: jobs and sending without HTTP. */
await runProcess(async (config) => {
  if (!config.DATABASE_URL) {
    throw new ConfigError('A worker needs DATABASE_URL: the embedded database belongs to one process.');
  }
  if (config.READ_ONLY) throw new ConfigError('READ_ONLY: a worker writes. It is for servers alone.');
  const { services, close } = await openServices(config);
  try {
    const worker = await startWorker(services, tasks);
    const sender = startSender(services);
    services.logger.info({ concurrency: config.WORKER_CONCURRENCY }, 'working');
    warnWithoutPublicUrl(services.logger, { ...config, WORKER: true });
    return {
      logger: services.logger,
      async close() {
        await Promise.all([sender.stop(), worker.stop()]);
        services.logger.info('jobs are done or handed back');
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
});
