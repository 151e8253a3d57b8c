import pino from 'pino';
import { readConfig } from '../../../src/config.ts';
import { createContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { openStreams } from '../../../src/live/streams.ts';
import { chargeIntegration } from '../../../src/modules/billing/operations.ts';
import { startTrace } from '../../../src/trace.ts';

/**
 * Run by tests as a process of its own, on a migrated database that its environment names. Charges 0.1 against 1000,
 * four at a time, telling each once it is done, until it is killed.
 */
const config = readConfig(process.env);
const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
const { id: teamId } = await database.prisma.team.create({ data: { name: 'Acme' } });
const { id: integrationId } = await database.prisma.integration.create({
  data: { teamId, name: 'Lookup', isBalanceManaged: true, balance: '1000' },
});
const services = {
  config,
  logger: pino({ level: 'silent' }),
  db: database.db,
  pool: database.pool,
  reader: { pool: database.pool, embedded: database.embedded },
  now: () => new Date(),
  tokenKeys: [Buffer.alloc(32)] as const,
};
const viewer = {
  user: null,
  team: { id: teamId, name: 'Acme', timezone: 'UTC' },
  role: 'owner' as const,
  lacksTwoFactor: false,
  token: { id: teamId, name: null, kind: 'team' as const, scopes: [] },
};

async function chargeForever(): Promise<never> {
  for (;;) {
    const ctx = createContext(services, {
      viewer,
      trace: startTrace(),
      address: '',
      streams: openStreams({ ...services, stillGood: async (viewers) => new Set(viewers) }),
    });
    const meta = { integrationId, reason: 'Until the end', webhookRequestId: crypto.randomUUID() };
    await chargeIntegration(ctx, { cost: '0.1', meta });
    process.stdout.write('charged\n');
  }
}

await Promise.all([chargeForever(), chargeForever(), chargeForever(), chargeForever()]);
