import { setTimeout } from 'node:timers/promises';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { listen } from './http-server.ts';
import { startWorker } from './jobs/worker.ts';
import { openServices } from './services.ts';

export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:4000`. */
  url: string;
  services: Services;
  /** Says at once that it is not ready; then closes in order: streams and HTTP first, then the jobs, the database last. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Runs after the migrations and before the first request: demo data. */
  prepare?: (services: Services) => Promise<void>;
}

export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { services, close } = await openServices(config);
  try {
    await options.prepare?.(services);
    const app = createApp(services);
    const http = await listen(app, services);
    const worker = config.WORKER ? await startWorker(services) : null;
    services.logger.info({ url: http.url, embedded: services.reader.embedded }, 'listening');
    return {
      url: http.url,
      services,
      async close() {
        app.drain();
        await setTimeout(config.SHUTDOWN_DELAY_MS);
        app.close();
        await http.close();
        await worker?.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
