import type { Services } from '../../../context.ts';
import { failureOf } from '../../../database/failures.ts';
import { outOfScope } from '../../../database/scope.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { AppError } from '../../../errors.ts';
import { destinationNumber } from './destination.ts';
import { openNetworkLookups } from './look-up.ts';
import type { Intake, Submitted } from './submission.ts';
import { type Submit, takeSubmits } from './take-submits.ts';

interface Waiting extends Submit {
  resolve(answer: Submitted): void;
  reject(error: unknown): void;
}

/** What a team's endpoints wait with. Those of an endpoint keep their order. */
interface Team {
  id: string;
  endpoints: Map<string, Waiting[]>;
  /** Which endpoint submitted last, and when. */
  latest: { endpointId: string; at: number };
  /** Until then several endpoints submit. */
  sharedUntil: number;
  waiting: number;
  /** The endpoints of each commit that runs. */
  running: Set<ReadonlySet<string>>;
  /** Its last commit that ended. */
  last: { submits: number; ms: number };
  /** The next one begins without waiting for more. */
  isLate: boolean;
  timer: NodeJS.Timeout | undefined;
}

const MOST_IN_COMMIT = 1_000;
const MOST_BESIDE_LITTLE = 20;
/** After so long an endpoint is not expected to submit again. */
const ACTIVE_MS = 1_000;
/** While one commits, the next is decided. */
const COMMITS_PER_TEAM = 2;
/** The longest that a commit waits for more submits, and how many it waits for: so many times those of the last one. */
const LONGEST_WAIT_MS = 10;
const MORE = 1.5;
/** Submits that may wait: of all, of an endpoint, and of an endpoint while others have filled all. */
const MOST = { waiting: 50_000, perEndpoint: 10_000, always: 100 };
const RETRY_AFTER = 5;

/** Takes submits in this process. Teams and their endpoints take turns; what waits at the same moment shares a commit. */
export function openIntake(
  services: Pick<Services, 'db' | 'config' | 'tokenKeys' | 'logger' | 'now'>,
  most: typeof MOST = MOST,
): Intake {
  const lookups = openNetworkLookups(services);
  const mostRunning = Math.max(1, Math.floor(services.config.DATABASE_POOL_SIZE / 2));
  // However long a team's commits wait for its balance, others have one.
  const mostOfTeam = Math.max(1, Math.min(COMMITS_PER_TEAM, mostRunning - 1));
  // In the order of their turns.
  const teams = new Map<string, Team>();
  const short = new Set<string>();
  let waiting = 0;
  let running = 0;
  let isStarting = false;
  let isClosed = false;
  let underWay = 0;
  let ended: (() => void) | null = null;

  function add(one: Waiting): void {
    const { teamId, endpointId } = one.submission;
    const team = teams.get(teamId) ?? newTeam(teamId);
    teams.set(teamId, team);
    noteActive(team, endpointId);
    const queue = team.endpoints.get(endpointId);
    if (queue) queue.push(one);
    else team.endpoints.set(endpointId, [one]);
    team.waiting += 1;
    waiting += 1;
    start();
  }

  /** Once all that arrived with the first is there. */
  function start(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      for (const team of [...teams.values()]) {
        if (running >= mostRunning) return;
        const mayRun = freeOf(team).length > 0 && team.running.size < mostOfTeam;
        if (mayRun && isWorthwhile(team)) outOfScope(() => commit(team));
      }
    });
  }

  /**
   * Most of what a commit costs does not depend on its size: that of an endpoint alone waits for more than the last one had, for no
   * longer than that took.
   */
  function isWorthwhile(team: Team): boolean {
    const enough = team.last.submits <= 1 ? 1 : Math.min(MORE * team.last.submits, MOST_IN_COMMIT);
    if (team.isLate || team.waiting >= enough || isShared(team)) return true;
    team.timer ??= setTimeout(
      () => {
        team.timer = undefined;
        team.isLate = true;
        start();
      },
      Math.min(team.last.ms, LONGEST_WAIT_MS),
    );
    return false;
  }

  async function commit(team: Team): Promise<void> {
    const begun = performance.now();
    clearTimeout(team.timer);
    Object.assign(team, { timer: undefined, isLate: false });
    const batch = nextOf(team);
    const endpoints = new Set(batch.map(({ submission }) => submission.endpointId));
    waiting -= batch.length;
    running += 1;
    team.running.add(endpoints);
    teams.delete(team.id);
    teams.set(team.id, team);
    await run(team.id, batch);
    running -= 1;
    team.running.delete(endpoints);
    team.last = { submits: batch.length, ms: performance.now() - begun };
    if (team.waiting === 0 && team.running.size === 0) teams.delete(team.id);
    if (waiting > 0) start();
  }

  async function run(teamId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const taken = await takeSubmits(services, teamId, batch, services.now(), short);
      const unknown: Waiting[] = [];
      for (const one of batch) {
        const answer = taken.get(one)!;
        if (answer === 'look up') unknown.push(one);
        else one.resolve(answer);
      }
      settled(batch.length - unknown.length);
      if (unknown.length > 0) void lookUp(teamId, unknown);
    } catch (error) {
      // A failing submit must not hold up the others.
      if (batch.length > 1 && failureOf(error) === null) {
        for (const one of batch) await run(teamId, [one]);
        return;
      }
      services.logger.warn({ err: error, teamId, submits: batch.length }, 'submits could not be stored');
      for (const { reject } of batch) reject(error);
      settled(batch.length);
    }
  }

  function settled(count: number): void {
    underWay -= count;
    if (underWay === 0) ended?.();
  }

  /** No commit waits for a provider: what it is asked for takes part in a later one. */
  async function lookUp(teamId: string, batch: readonly Waiting[]): Promise<void> {
    const digitsOf = ({ submission }: Waiting) => destinationNumber(submission)!.digits;
    const networks = await lookups.find(teamId, batch.map(digitsOf));
    for (const one of batch) add({ ...one, network: networks.get(digitsOf(one)) ?? null });
  }

  return {
    submit(submission) {
      if (isClosed) return Promise.reject(new AppError('UNAVAILABLE', '', { retryAfter: RETRY_AFTER }));
      const ahead = teams.get(submission.teamId)?.endpoints.get(submission.endpointId)?.length ?? 0;
      if (ahead >= (waiting < most.waiting ? most.perEndpoint : most.always)) {
        return Promise.reject(new AppError('UNAVAILABLE', '', { retryAfter: RETRY_AFTER }));
      }
      return new Promise<Submitted>((resolve, reject) => {
        underWay += 1;
        add({ id: uuidv7(), submission, resolve, reject });
      });
    },
    async close() {
      isClosed = true;
      if (underWay > 0) await new Promise<void>((resolve) => (ended = resolve));
    },
  };
}

const newTeam = (id: string): Team => ({
  ...{ id, endpoints: new Map(), latest: { endpointId: '', at: Number.NEGATIVE_INFINITY }, sharedUntil: 0 },
  ...{ waiting: 0, running: new Set(), last: { submits: 0, ms: 0 }, isLate: false, timer: undefined },
});

function noteActive(team: Team, endpointId: string): void {
  const at = performance.now();
  if (team.latest.endpointId !== endpointId && at - team.latest.at < ACTIVE_MS) team.sharedUntil = at + ACTIVE_MS;
  team.latest = { endpointId, at };
}

const isShared = ({ sharedUntil }: Team) => performance.now() < sharedUntil;

/** Endpoints whose messages may be committed next, with these. Where several submit, one has a commit at a time, and leaves the other to them. */
const freeOf = (team: Team) =>
  [...team.endpoints].filter(([id]) => !isShared(team) || ![...team.running].some((endpoints) => endpoints.has(id)));

/**
 * Endpoints take turns: each gets an equal part of the commit, as far as it has so much. Beside one that has little, the others get
 * little, too: a commit of many takes long, and the one waits for it.
 */
function nextOf(team: Team): Waiting[] {
  const batch: Waiting[] = [];
  const endpoints = freeOf(team).sort(([, a], [, b]) => a.length - b.length);
  const least = endpoints.length === 1 ? 0 : endpoints[0]![1].length;
  const most = isShared(team) ? Math.max(MOST_BESIDE_LITTLE, least) : MOST_IN_COMMIT;
  let left = endpoints.length;
  for (const [id, queue] of endpoints) {
    const part = Math.max(1, Math.floor((MOST_IN_COMMIT - batch.length) / left));
    left -= 1;
    batch.push(...queue.splice(0, Math.min(part, most, MOST_IN_COMMIT - batch.length)));
    if (queue.length === 0) team.endpoints.delete(id);
  }
  team.waiting -= batch.length;
  return batch;
}
