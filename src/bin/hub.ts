import { ConfigError } from '../config.ts';
import { openHub, servesSellers } from '../modules/hub/connections/server.ts';
import { runProcess } from '../process/run-process.ts';
import { openServices } from '../services.ts';

/** `npm run hub`: sellers' SMPP connections without HTTP. */
await runProcess(async (config) => {
  if (!servesSellers(config)) throw new ConfigError('The hub needs SMPP_PORT or SMPP_TLS_PORT.');
  if (!config.DATABASE_URL) {
    throw new ConfigError('The hub needs DATABASE_URL: the embedded database belongs to one process.');
  }
  const { services, close } = await openServices(config);
  try {
    const hub = await openHub(services);
    return {
      logger: services.logger,
      async close() {
        await hub.close();
        services.logger.info('submits are answered, no further ones accepted');
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
});
