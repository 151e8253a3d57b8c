import type { Services } from '../../../context.ts';
import { lookupsOf } from '../../delivery/enrichment/configured-lookups.ts';
import { lookUpNow } from '../../delivery/enrichment/look-up-now.ts';
import type { LookupProvider, NumberAnswer } from '../../delivery/enrichment/lookup-provider.ts';

const ANSWER_MS = 2_000;
/** Requests that are under way for a team; others wait for them. */
const MOST_AT_ONCE = 4;
const KNOWN_MS = 3_600_000;
const MOST_KNOWN = 20_000;

type Needed = Pick<Services, 'db' | 'config' | 'tokenKeys' | 'logger'>;

interface NetworkLookups {
  /** The networks of numbers, E.164 digits. Those that nobody tells in time are null. */
  find(teamId: string, numbers: readonly string[]): Promise<Map<string, number | null>>;
}

interface Request {
  provider: LookupProvider;
  numbers: readonly string[];
  signal: AbortSignal;
  ended(): void;
}

/** Asks the team's provider, else the installation's, and stores its answers as those of any look-up. What it answered is known for an hour. */
export function openNetworkLookups(services: Needed, deadline = () => AbortSignal.timeout(ANSWER_MS)): NetworkLookups {
  const known = new Map<string, { network: number | null; until: number }>();
  /** Numbers that are asked for, until their answers are stored. */
  const asked = new Map<string, Promise<void>>();
  const teams = new Map<string, { underWay: Set<Request>; waiting: Request[] }>();

  function request(teamId: string, provider: LookupProvider, numbers: readonly string[], signal: AbortSignal): void {
    const team = teams.get(teamId) ?? { underWay: new Set(), waiting: [] };
    teams.set(teamId, team);
    const ended = new Promise<void>((resolve) => {
      team.waiting.push({ provider, numbers, signal, ended: resolve });
    });
    for (const number of numbers) asked.set(keyOf(teamId, number), ended);
    next(teamId);
  }

  function next(teamId: string): void {
    const team = teams.get(teamId)!;
    const one = team.underWay.size < MOST_AT_ONCE ? team.waiting.shift() : undefined;
    if (one) {
      team.underWay.add(one);
      void ask(teamId, one).then(() => {
        team.underWay.delete(one);
        for (const number of one.numbers) asked.delete(keyOf(teamId, number));
        one.ended();
        next(teamId);
      });
    } else if (team.underWay.size === 0) teams.delete(teamId);
  }

  /** Nothing is asked of a service of which all requests are late, so nobody waits for it. */
  function hangs(teamId: string): boolean {
    const underWay = teams.get(teamId)?.underWay ?? new Set<Request>();
    return underWay.size === MOST_AT_ONCE && [...underWay].every(({ signal }) => signal.aborted);
  }

  async function ask(teamId: string, { provider, numbers, signal }: Request): Promise<void> {
    if (signal.aborted) return;
    const heard = ({ number, network }: NumberAnswer) =>
      keep(keyOf(teamId, String(number)), network && Number(network.mcc + network.mnc.padStart(3, '0')));
    try {
      await lookUpNow(services, teamId, provider, { numbers, filters: 'Messages of sellers', signal, heard });
    } catch (err) {
      failed(err, teamId);
    }
  }

  const failed = (err: unknown, teamId: string) =>
    services.logger.warn({ err, teamId }, 'networks of submitted numbers could not be looked up');

  function keep(key: string, network: number | null): void {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { network, until: Date.now() + KNOWN_MS });
  }

  /** Undefined: nobody was asked, or nobody answered. */
  function knownOf(key: string): number | null | undefined {
    const found = known.get(key);
    return found && found.until > Date.now() ? found.network : undefined;
  }

  async function lookUp(teamId: string, numbers: readonly string[], signal: AbortSignal): Promise<void> {
    const provider = await lookupsOf(services, teamId);
    if (!provider || hangs(teamId)) return;
    const isNew = (key: string) => knownOf(key) === undefined && !asked.has(key);
    const unknown = numbers.filter((number) => isNew(keyOf(teamId, number)));
    for (const batch of chunks(unknown, provider.batchSize)) request(teamId, provider, batch, signal);
    await Promise.all(numbers.map((number) => asked.get(keyOf(teamId, number))));
  }

  return {
    async find(teamId, numbers) {
      const unknown = [...new Set(numbers)].filter((number) => knownOf(keyOf(teamId, number)) === undefined);
      if (unknown.length > 0) {
        const signal = deadline();
        const tooLate = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        const found = lookUp(teamId, unknown, signal).catch((err: unknown) => failed(err, teamId));
        await Promise.race([found, tooLate]);
      }
      return new Map(numbers.map((number) => [number, knownOf(keyOf(teamId, number)) ?? null]));
    },
  };
}

const keyOf = (teamId: string, number: string) => `${teamId} ${number}`;

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_none, at) => items.slice(at * size, (at + 1) * size));
