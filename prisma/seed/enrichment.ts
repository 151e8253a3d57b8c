import type { LookupStatus } from '../../src/generated/prisma/client.ts';
import { SIMULATED } from '../../src/modules/delivery/enrichment/configured-lookups.ts';
import { after, before, DAY, MINUTE, NOW, SECOND } from './clock.ts';
import type { SeededContact } from './contacts.ts';
import type { TeamSeed } from './team-seed.ts';

const STATUSES: LookupStatus[] = ['done', 'done', 'failed', 'cancelled', 'done', 'running', 'pending'];

/** Portability checks in every status; finished ones have a result per number, running ones some. */
export async function seedLookups(seed: TeamSeed, contacts: SeededContact[]): Promise<void> {
  const amount = seed.team === 1 ? 80 : 10;
  const lookups = STATUSES.map((status, at) => {
    const createdAt = before(NOW, (60 - at * 9) * DAY);
    return {
      id: seed.nextId('mnpLookup'),
      teamId: seed.teamId,
      amount,
      cost: '0',
      filters: at % 2 === 0 ? 'custom1_int greaterThanOrEqual 0' : null,
      filterList: at % 2 === 0 ? [{ key: 'custom1_int', operator: 'greaterThanOrEqual', value: '0' }] : [],
      status,
      statusReason: status === 'failed' ? 'The provider did not answer.' : null,
      notes: [SIMULATED, ...(status === 'done' ? ['Checked in one batch.'] : [])],
      createdAt,
      doneAt: status === 'running' || status === 'pending' ? null : after(createdAt, 12 * MINUTE),
    };
  });
  await seed.insert('mnp_lookups', lookups);
  await seed.insert(
    'lookup_results',
    lookups.flatMap(({ id, status, createdAt }, lookupAt) => {
      const checked = status === 'done' ? amount : status === 'running' ? amount / 2 : 0;
      return contacts.slice(lookupAt * amount, lookupAt * amount + checked).map((contact, at) => ({
        id: seed.nextId('lookupResult'),
        teamId: seed.teamId,
        mnpLookupId: id,
        contactId: contact.id,
        number: contact.number,
        networkId: contact.networkId,
        isPorted: seed.random.chance(15),
        isReachable: seed.random.chance(92),
        retries: seed.random.between(0, 2),
        checkedAt: after(createdAt, at * 8 * SECOND),
      }));
    }),
  );
}
