import type { Services } from '../../../context.ts';
import { lookupsOf } from '../../delivery/enrichment/configured-lookups.ts';
import { lookUpNow } from '../../delivery/enrichment/look-up-now.ts';
import type { LookupProvider } from '../../delivery/enrichment/lookup-provider.ts';

const ANSWER_MS = 2_000;
/** Requests that are under way for a team; beyond them the network stays unknown. */
const MOST_AT_ONCE = 4;
const KNOWN_MS = 3_600_000;
const MOST_KNOWN = 20_000;

type Needed = Pick<Services, 'db' | 'config' | 'tokenKeys' | 'logger'>;

interface NetworkLookups {
  /** The networks of numbers, E.164 digits. Those that nobody tells in time are null. */
  find(teamId: string, numbers: readonly string[]): Promise<Map<string, number | null>>;
}

/** Asks the team's provider, else the installation's, and stores its answers as those of any look-up. What it answered is known for an hour. */
export function openNetworkLookups(services: Needed): NetworkLookups {
  const known = new Map<string, { network: number | null; until: number }>();
  const underWay = new Map<string, number>();

  async function ask(teamId: string, provider: LookupProvider, numbers: readonly string[]): Promise<void> {
    const count = underWay.get(teamId) ?? 0;
    if (count >= MOST_AT_ONCE) return;
    underWay.set(teamId, count + 1);
    try {
      const wanted = { numbers, filters: 'Messages of sellers', answerMs: ANSWER_MS };
      for (const { number, network } of await lookUpNow(services, teamId, provider, wanted)) {
        keep(`${teamId} ${number}`, network && Number(network.mcc + network.mnc.padStart(3, '0')));
      }
    } finally {
      underWay.set(teamId, underWay.get(teamId)! - 1);
      if (underWay.get(teamId) === 0) underWay.delete(teamId);
    }
  }

  function keep(key: string, network: number | null): void {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { network, until: Date.now() + KNOWN_MS });
  }

  /** Undefined: nobody was asked, or nobody answered. */
  function knownOf(key: string): number | null | undefined {
    const found = known.get(key);
    return found && found.until > Date.now() ? found.network : undefined;
  }

  return {
    async find(teamId, numbers) {
      const unknown = [...new Set(numbers)].filter((number) => knownOf(`${teamId} ${number}`) === undefined);
      try {
        const provider = unknown.length > 0 ? await lookupsOf(services, teamId) : null;
        const batches = provider ? chunks(unknown, provider.batchSize) : [];
        await Promise.all(batches.map((batch) => ask(teamId, provider!, batch)));
      } catch (err) {
        services.logger.warn({ err, teamId }, 'networks of submitted numbers could not be looked up');
      }
      return new Map(numbers.map((number) => [number, knownOf(`${teamId} ${number}`) ?? null]));
    },
  };
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_none, at) => items.slice(at * size, (at + 1) * size));
