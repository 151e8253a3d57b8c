import { after, before, DAY, HOUR, NOW } from './clock.ts';
import type { TeamSeed } from './team-seed.ts';

const MICRO = 1_000_000;

/** Whole millionths are exact where dollars as floats are not. */
const money = (micros: number) => (micros / MICRO).toFixed(6);

/** An integration with a balance, whose ledger explains every cent of it, and one without. */
export async function seedBilling(seed: TeamSeed): Promise<void> {
  const openedAt = before(NOW, 120 * DAY);
  const integrationId = seed.nextId('integration');
  const { entries, balance } = ledger(seed, integrationId, openedAt);
  const stamps = { createdAt: openedAt, updatedAt: entries.at(-1)!.createdAt };
  await seed.insert('integrations', [
    {
      id: integrationId,
      teamId: seed.teamId,
      name: 'Number lookup',
      isBalanceManaged: true,
      balance: money(balance),
      lowBalance: '250',
      ...stamps,
    },
    {
      id: seed.nextId('integration'),
      teamId: seed.teamId,
      name: 'Voice provider, billed by them',
      isBalanceManaged: false,
      balance: '0',
      createdAt: after(openedAt, DAY),
      updatedAt: after(openedAt, DAY),
    },
  ]);
  await seed.insert('ledger_entries', entries);
}

/** Tops up whenever the balance runs low, and to begin with. */
function ledger(seed: TeamSeed, integrationId: string, openedAt: Date) {
  const { random } = seed;
  let balance = 0;
  const entries = Array.from({ length: seed.team === 1 ? 120 : 12 }, (_, at) => {
    const isTopUp = balance < 100 * MICRO;
    const amount = isTopUp ? 500 * MICRO : random.between(50_000, 25 * MICRO);
    balance += isTopUp ? amount : -amount;
    return {
      id: seed.nextId('ledgerEntry'),
      teamId: seed.teamId,
      integrationId,
      kind: isTopUp ? ('top_up' as const) : ('charge' as const),
      amount: money(amount),
      balanceAfter: money(balance),
      reason: isTopUp ? 'Bank transfer' : random.pick(['Look-ups of a contact list', 'Portability check', 'HLR query']),
      webhookRequestId: isTopUp ? null : seed.nextId('webhookRequest'),
      createdAt: after(openedAt, at * 23 * HOUR),
    };
  });
  return { entries, balance };
}
