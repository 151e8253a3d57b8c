import { setTimeout } from 'node:timers/promises';
import { type AppOptions, createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { startWorker } from './jobs/worker.ts';
import { openHub, servesSellers } from './modules/hub/connections/server.ts';
import { setupLink } from './modules/identity/teams/first-owner.ts';
import { publicUrl } from './process/public-url.ts';
import { openServices } from './services.ts';
import { startSender } from './start-sender.ts';
import { tasks } from './tasks.ts';
import { assertPortIsFree, listen } from './web/http-server.ts';

export interface RunningServer {
  url: string;
  /** Where sellers connect over SMPP; null: nowhere. */
  smppPort: number | null;
  services: Services;
  logger: Services['logger'];
  /** Reports not ready at once, then closes streams, HTTP and sending, jobs, and the database last. */
  close(): Promise<void>;
}

interface StartOptions extends AppOptions {
  /** After the migrations, before the first request. */
  prepare?: (services: Services) => Promise<void>;
}

export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  await assertPortIsFree(config);
  const { services, close } = await openServices(config);
  try {
    await options.prepare?.(services);
    const app = createApp(services, options);
    const http = await listen(app, services);
    const hub = servesSellers(config) ? await openHub(services) : null;
    const worker = config.WORKER ? await startWorker(services, tasks) : null;
    const sender = config.WORKER ? startSender(services, http.url) : null;
    services.logger.info(
      { url: http.url, embedded: services.reader.embedded, readOnly: config.READ_ONLY },
      'listening',
    );
    const base = publicUrl(config, Number(new URL(http.url).port));
    const setupUrl = config.READ_ONLY ? null : await setupLink(services, base);
    if (setupUrl) services.logger.warn({ setupUrl }, 'nobody can sign in yet: setupUrl makes the first account, once');
    return {
      url: http.url,
      smppPort: hub?.port ?? null,
      services,
      logger: services.logger,
      async close() {
        app.drain();
        await setTimeout(config.SHUTDOWN_DELAY_MS);
        await Promise.all([
          Promise.all([app.close(), hub?.close(), sender?.stop()]).then(() =>
            services.logger.info('requests are answered, no further ones accepted'),
          ),
          worker?.stop().then(() => services.logger.info('jobs are done or handed back')),
        ]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
