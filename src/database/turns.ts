import { AsyncResource } from 'node:async_hooks';
import { AppError } from '../errors.ts';

/** One caller's way to the database's connections. */
export interface Share {
  /**
   * Calls `begin` when it is the caller's turn, which ends with what `begin` is given; `refuse` when too many wait. What
   * `searches` reads a team's rows one by one: of those a team has one turn at a time.
   */
  take(begin: (end: () => void) => void, refuse: (error: AppError) => void, searches?: boolean): void;
}

export interface TurnLimits {
  /** Turns at once: of all, of one team, of one token. */
  readonly all: number;
  readonly perTeam: number;
  readonly perToken: number;
  /** Who may wait: of all, of one team. */
  readonly waiting: number;
  readonly waitingPerTeam: number;
  /** Milliseconds. Nobody listens any more to an answer that begins later. */
  readonly longestWait: number;
}

/** Connections left to what is nobody's request: three that are kept for good, and one to look tokens up with. */
const NOT_SHARED = 4;
/** An operation reads a few times at once, one of the dearest 200 times. */
const WAITING_PER_TEAM = 1_000;
const WAITING = 10_000;
/** Seconds. */
const RETRY_AFTER = 5;

/** Stands for whichever token searches. */
const SEARCHES = 'searches';

/** Most of it, but never all while there is more than one. */
const mostOf = (count: number) => Math.max(1, Math.min(count - 1, Math.ceil((count * 2) / 3)));

export function turnLimits(poolSize: number, longestWait: number): TurnLimits {
  const all = Math.max(1, poolSize - NOT_SHARED);
  const perTeam = mostOf(all);
  const perToken = mostOf(perTeam);
  return { all, perTeam, perToken, waiting: WAITING, waitingPerTeam: WAITING_PER_TEAM, longestWait };
}

interface Waiting {
  readonly since: number;
  readonly begin: (end: () => void) => void;
  readonly refuse: (error: AppError) => void;
}

interface Team {
  readonly id: string;
  running: number;
  waiting: number;
  readonly tokens: Map<string, Token>;
  /** Those that wait, whose turn is next first. */
  readonly queue: Set<Token>;
}

interface Token {
  readonly id: string;
  running: number;
  readonly waiting: Waiting[];
}

/**
 * Shares the pool's connections out: a team has most of them at the most and so has a token of the team's, whatever they
 * ask for, and those who wait take turns, team by team. Searches within texts, which keep a processor busy, go one by one. A read takes a turn for its statement, a mutation for its
 * transaction; inside that there are no further turns, so nobody waits for one while having another.
 */
export function createTurns(limits: TurnLimits): { of(teamId: string, tokenId: string): Share } {
  const teams = new Map<string, Team>();
  const queue = new Set<Team>();
  let running = 0;
  let waiting = 0;

  function placeOf(teamId: string, tokenId: string): [Team, Token] {
    const team: Team = teams.get(teamId) ?? { id: teamId, running: 0, waiting: 0, tokens: new Map(), queue: new Set() };
    const token: Token = team.tokens.get(tokenId) ?? { id: tokenId, running: 0, waiting: [] };
    teams.set(teamId, team);
    team.tokens.set(tokenId, token);
    return [team, token];
  }

  const isFree = (team: Team, token: Token) =>
    running < limits.all &&
    team.running < limits.perTeam &&
    token.running < (token.id === SEARCHES ? 1 : limits.perToken);

  function start(team: Team, token: Token, begin: Waiting['begin']): void {
    running += 1;
    team.running += 1;
    token.running += 1;
    let isOver = false;
    begin(() => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      team.running -= 1;
      token.running -= 1;
      if (waiting > 0) grant();
      forget(team, token);
    });
  }

  function forget(team: Team, token: Token): void {
    if (token.running === 0 && token.waiting.length === 0) team.tokens.delete(token.id);
    if (team.running === 0 && team.waiting === 0) teams.delete(team.id);
  }

  function next(team: Team, token: Token): Waiting {
    waiting -= 1;
    team.waiting -= 1;
    const first = token.waiting.shift()!;
    if (token.waiting.length === 0) team.queue.delete(token);
    if (team.waiting === 0) queue.delete(team);
    return first;
  }

  function dropLate(team: Team, token: Token): void {
    const earliest = performance.now() - limits.longestWait;
    while (token.waiting.length > 0 && token.waiting[0]!.since < earliest) {
      next(team, token).refuse(new AppError('TIMEOUT', '', { retryAfter: RETRY_AFTER }));
    }
  }

  /** Who has had a turn goes to the end of the line, where this loop meets them again. */
  function grant(): void {
    for (const team of queue) {
      if (running >= limits.all) return;
      for (const token of team.queue) {
        dropLate(team, token);
        if (token.waiting.length === 0 || !isFree(team, token)) continue;
        const { begin } = next(team, token);
        if (team.queue.delete(token)) team.queue.add(token);
        if (queue.delete(team)) queue.add(team);
        start(team, token, begin);
        break;
      }
    }
  }

  function refusalOf(team: Team): AppError | null {
    const details = { retryAfter: RETRY_AFTER };
    if (team.waiting >= limits.waitingPerTeam) return new AppError('RATE_LIMITED', 'Too Many Attempts.', details);
    return waiting >= limits.waiting ? new AppError('UNAVAILABLE', '', details) : null;
  }

  function wait(team: Team, token: Token, { begin, refuse }: Pick<Waiting, 'begin' | 'refuse'>): void {
    dropLate(team, token);
    const refusal = refusalOf(team);
    if (refusal) {
      refuse(refusal);
      return;
    }
    waiting += 1;
    team.waiting += 1;
    // It begins from within the end of another's turn, and is not to be taken for the other's.
    token.waiting.push({ since: performance.now(), begin: AsyncResource.bind(begin), refuse });
    team.queue.add(token);
    queue.add(team);
  }

  return {
    of: (teamId, tokenId) => ({
      take(begin, refuse, searches = false) {
        const [team, token] = placeOf(teamId, searches ? SEARCHES : tokenId);
        if (isFree(team, token) && token.waiting.length === 0) start(team, token, begin);
        else wait(team, token, { begin, refuse });
        forget(team, token);
      },
    }),
  };
}
