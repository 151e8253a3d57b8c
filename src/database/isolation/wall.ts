import { AsyncLocalStorage } from 'node:async_hooks';
import { loadModule } from 'libpg-query';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { type Proof, prove } from './proof.ts';

/** Nobody's team: what has no viewer finds nothing and changes nothing. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whose rows may be touched: one team's, or those of all for a reason that is written down. */
type InForce = { readonly team: string } | { readonly reason: string };

const inForce = new AsyncLocalStorage<InForce>();

/** Statements of `work` touch rows of this team alone, or are refused. */
export const asTeam = <T>(team: string, work: () => T): T => inForce.run({ team }, work);

/** Statements of `work` may touch rows of any team. A test lists who says so. */
export const acrossTeams = <T>(reason: string, work: () => T): T => inForce.run({ reason }, work);

/** Runs what a request happened to set off, and which is not its own: nothing is in force in it. */
export const afresh = <T>(work: () => T): T => inForce.exit(work);

function teamInForce(): string | undefined {
  const found = inForce.getStore();
  return found && 'team' in found ? found.team : undefined;
}

/**
 * A way to the database for requests, which leads nowhere while neither a team nor a reason is in force: outside of
 * mutations everything is read through the reader, which says for whom.
 */
export function onlyInForce<Way extends object>(way: Way): Way {
  const known = guarded.get(way);
  if (known) return known as Way;
  const made = new Proxy(way, {
    get(target, name) {
      if (!inForce.getStore()) throw new IsolationError(`Nobody's ${String(name)}: no team is in force.`);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  guarded.set(way, made);
  return made;
}

const guarded = new WeakMap<object, object>();

/** A read that says whose it is may still be one across teams: asked last, as hardly any is. */
function refusal(why: string, text: string): IsolationError | undefined {
  const found = inForce.getStore();
  return found && 'reason' in found ? undefined : new IsolationError(`${why}: ${text}`);
}

/** A statement that might have shown or changed another team's rows: a bug of ours, answered as one. */
export class IsolationError extends Error {
  override readonly name = 'IsolationError';
}

const KEPT_PROOFS = 5_000;

const NOT_RAISED: Proof = { parameters: [], unbound: ['anything, the wall not being raised,'] };

/**
 * The second wall between teams. The first are the conditions that every statement carries; this one looks whether it does.
 * A text is proven once and remembered; from then on its parameters are compared with the team.
 */
export class Wall {
  readonly #proofs = new LRUCache<string, Proof>({ max: KEPT_PROOFS });
  #catalogue: Catalogue | undefined;

  /** From here on it can tell what is a team's; until then it refuses whatever is asked for one. */
  async raise(pool: Pick<pg.Pool, 'query'>): Promise<void> {
    [this.#catalogue] = await Promise.all([readCatalogue(pool), loadModule()]);
    this.#proofs.clear();
  }

  /** Why the statement must not run, if so. `reader` is the team that a read says it is for. */
  objection(
    text: string,
    values: readonly unknown[] | undefined,
    reader: string | undefined,
  ): IsolationError | undefined {
    const team = reader ?? teamInForce();
    if (team === undefined) return undefined;
    const { parameters, unbound } = this.#proofOf(text);
    for (const parameter of parameters) {
      if (values?.[parameter - 1] !== team) return refusal(`$${parameter} is not the team in force`, text);
    }
    return unbound.length > 0 ? refusal(`Nothing binds ${unbound.join(', ')} to one team`, text) : undefined;
  }

  #proofOf(text: string): Proof {
    const known = this.#proofs.get(text);
    if (known) return known;
    if (!this.#catalogue) return NOT_RAISED;
    const proof = prove(text, this.#catalogue);
    this.#proofs.set(text, proof);
    return proof;
  }
}
