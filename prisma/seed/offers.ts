import { before, DAY, NOW } from './clock.ts';
import type { TeamSeed } from './team-seed.ts';

const PRODUCTS = [
  'Fibre 500',
  'Solar roof check',
  'Travel insurance',
  'Home battery',
  'Fitness plan',
  'Meal box',
  'Credit card',
  'Mobile plan',
];
const TERMS = ['first month free', '20% off', 'spring deal', 'bonus week', 'members only'];

export type SeededOffer = { id: string; name: string; url: string; profit: string };

/** One of them was deleted; it is not handed on. */
export async function seedOffers(seed: TeamSeed): Promise<SeededOffer[]> {
  const offers = Array.from({ length: seed.sizes.offers }, (_, at) => {
    const name = `${PRODUCTS[at % PRODUCTS.length]}, ${TERMS[Math.floor(at / PRODUCTS.length) % TERMS.length]}`;
    const createdAt = before(NOW, (260 - at * 2) * DAY);
    return {
      id: seed.nextId('offer'),
      teamId: seed.teamId,
      name,
      url: `https://offers.example.com/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      profit: `${seed.random.between(2, 60)}.${seed.random.between(10, 99)}`,
      createdAt,
      updatedAt: createdAt,
      deletedAt: at === 4 ? before(NOW, DAY) : null,
    };
  });
  await seed.insert('offers', offers);
  return offers.filter(({ deletedAt }) => deletedAt === null);
}
