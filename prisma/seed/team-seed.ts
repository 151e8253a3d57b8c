import { demoId, type Kind, type TeamNumber } from './ids.ts';
import type { Insert } from './insert.ts';
import { createRandom, type Random } from './random.ts';
import type { Sizes } from './sizes.ts';

/** What the parts of the demo share while they fill one team. */
export type TeamSeed = {
  readonly team: TeamNumber;
  readonly teamId: string;
  readonly sizes: Sizes;
  readonly random: Random;
  readonly insert: Insert;
  /** The next id of a kind. */
  nextId(kind: Kind): string;
};

export function teamSeed(team: TeamNumber, sizes: Sizes, insert: Insert): TeamSeed {
  const counters = new Map<Kind, number>();
  return {
    team,
    teamId: demoId('team', team, 1),
    sizes,
    random: createRandom(team * 1_000_003),
    insert,
    nextId(kind) {
      const position = (counters.get(kind) ?? 0) + 1;
      counters.set(kind, position);
      return demoId(kind, team, position);
    },
  };
}
