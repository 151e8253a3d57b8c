import { createSigningSecret } from 'outgoing-requests';
import { readSettings, sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import type { TokenKeys } from '../../src/secrets.ts';
import { before, DAY, NOW } from './clock.ts';
import { DEMO_SELLER } from './credentials.ts';
import type { TeamSeed } from './team-seed.ts';

/** A seller to try the hub with. Its route is simulated and delivers every message. */
export async function seedDemoSeller(seed: TeamSeed, tokenKeys: TokenKeys): Promise<void> {
  const { teamId } = seed;
  const stamps = { createdAt: before(NOW, 100 * DAY), updatedAt: before(NOW, 100 * DAY) };
  const clientCompanyId = seed.nextId('clientCompany');
  const routeId = seed.nextId('route');
  const smsRoutingPlanId = seed.nextId('routingPlan');
  await seed.insert('client_companies', [{ id: clientCompanyId, teamId, name: 'Demo seller', ...stamps }]);
  await seed.insert('routes', [
    {
      ...{ id: routeId, teamId, name: 'Simulated', companyName: null, isConnected: true, ...stamps },
      provider: 'simulator' as const,
      settings: readSettings('simulator', { rejected: 0, failed: 0, clicked: 0, stopped: 0, delayMs: 500 }).value!,
      credentials: sealCredentials(tokenKeys, { secret: createSigningSecret() }),
    },
  ]);
  await seed.insert('routing_plans', [
    { id: smsRoutingPlanId, teamId, name: 'Demo seller', defaultRouteId: routeId, ...stamps },
  ]);
  const { username, passwordHash } = DEMO_SELLER;
  await seed.insert('seller_usernames', [{ username, teamId }]);
  await seed.insert('seller_endpoints', [
    {
      ...{ id: seed.nextId('sellerEndpoint'), teamId, clientCompanyId, smsRoutingPlanId, name: 'Try it' },
      ...{ username, passwordHash, allowedIps: [], tags: [], tx: 2, rx: 2, trx: 2, isSendingAllowed: true, ...stamps },
    },
  ]);
  await seed.insert(
    'profit_rules',
    // A simulated route costs nothing whatever its price, so the profit is the price.
    [
      { countryId: null, currentProfit: '0.0125' },
      { countryId: 276, currentProfit: '0.02' },
    ].map((one) => ({
      ...{
        id: seed.nextId('profitRule'),
        teamId,
        clientCompanyId,
        marginType: 'fixed' as const,
        appliedAt: stamps.createdAt,
        ...one,
        ...stamps,
      },
    })),
  );
}
