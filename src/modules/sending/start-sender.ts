import type { Services } from '../../context.ts';
import { openEngine } from './open-engine.ts';
import { type RunningSender, runSender } from './run-sender.ts';

/**
 * Sends in this process until it is stopped. Links and reports lead to PUBLIC_URL; without it to `url`, where this server
 * listens.
 */
export function startSender(services: Services, url?: string): RunningSender {
  const PUBLIC_URL = services.config.PUBLIC_URL ?? url;
  const engine = openEngine({ ...services, config: { ...services.config, PUBLIC_URL } });
  const sender = runSender(engine, services.config.SENDING_LANES);
  return {
    async stop() {
      await sender.stop();
      await engine.close();
    },
  };
}
