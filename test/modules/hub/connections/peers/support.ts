import { existsSync } from 'node:fs';
import { createSigningSecret } from 'outgoing-requests';
import type { Config } from '../../../../../src/config.ts';
import { readSettings, sealCredentials } from '../../../../../src/modules/delivery/providers/settings.ts';
import { openHub } from '../../../../../src/modules/hub/connections/server.ts';
import { startSender } from '../../../../../src/start-sender.ts';
import { listen } from '../../../../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../../../../support/app.ts';
import { createSeller, QUICK } from '../support.ts';

/** Where a program is installed, for tests that are skipped where it is not. */
export const isInstalled = (...paths: string[]) => paths.every((path) => existsSync(path));

export interface PeerHub {
  app: TestApp;
  port: number;
  /** A seller whose messages a simulated route delivers at once. */
  seller(data?: Parameters<typeof createSeller>[1]): Promise<Awaited<ReturnType<typeof createSeller>>>;
  close(): Promise<void>;
}

/** A hub that relays what it takes. */
export async function openPeerHub(settings: Partial<Config> = {}): Promise<PeerHub> {
  const app = await createTestApp({ ...settings, PORT: 0 });
  const http = await listen(app.app, app.services);
  const hub = await openHub(app.services, 0, QUICK);
  const sender = startSender(app.services, http.url);
  return {
    app,
    port: hub.port!,
    async seller(data) {
      const seller = await createSeller(app, data);
      const given = { rejected: 0, failed: 0, clicked: 0, stopped: 0, delayMs: 0 };
      await app.db.route.updateMany({
        where: { teamId: seller.teamId },
        data: {
          provider: 'simulator',
          settings: readSettings('simulator', given).value!,
          credentials: sealCredentials(app.services.tokenKeys, { secret: createSigningSecret() }),
        },
      });
      return seller;
    },
    async close() {
      await hub.close();
      await sender.stop();
      await http.close();
      await app.close();
    },
  };
}
