import { AppError } from '../errors.ts';
import { calledFromHere } from './scope.ts';

/** One caller's way to the database's connections. */
export interface Share {
  /**
   * Calls `begin` when it is the caller's turn; calling `end` ends the turn. Calls `refuse` instead when too many callers
   * wait. A read that `searches` goes through a team's rows one by one: a team has one such turn at a time.
   */
  take(begin: (end: () => void) => void, refuse: (error: AppError) => void, searches?: boolean): void;
  /** Counts the caller's team as asking, for a read that takes no turn. */
  note(): void;
}

export interface TurnLimits {
  /** Most turns at once: of all callers, of one team, of one token. */
  readonly all: number;
  readonly perTeam: number;
  readonly perToken: number;
  /** Most callers that wait: of all, of one team. */
  readonly waiting: number;
  readonly waitingPerTeam: number;
  /** Milliseconds. The caller no longer listens when its turn comes later. */
  readonly longestWait: number;
}

/** Connections kept back: one listens for notifications, one looks tokens up. */
const NOT_SHARED = 2;
/** A worker in the same process keeps two more. */
const WORKERS = 2;
/** Most operations read a few times at once, the most expensive one 200 times. */
const WAITING_PER_TEAM = 1_000;
const WAITING = 10_000;
/** Seconds. */
const RETRY_AFTER = 5;

/** Takes the place of the token: all searches of a team share one. */
const SEARCHES = 'searches';
/** While other teams ask, a team waits this many times as long as its last search took before the next one. */
const REST = 4;
/** Milliseconds. A team counts as asking for this long after its last request. */
const ASKING = 1_000;

/** The share of one caller: all but one, as long as there is more than one. */
const leavingOne = (count: number) => Math.max(1, count - 1);

export function turnLimits(poolSize: number, withWorker: boolean, longestWait: number): TurnLimits {
  const all = Math.max(1, poolSize - NOT_SHARED - (withWorker ? WORKERS : 0));
  const perTeam = leavingOne(all);
  const perToken = leavingOne(perTeam);
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
  /** Its searches wait: the last one was slow, and other teams ask. */
  isResting: boolean;
  /** Tokens that wait, the next one first. */
  readonly queue: Set<Token>;
}

interface Token {
  readonly id: string;
  running: number;
  readonly waiting: Waiting[];
}

/**
 * Shares out the pool's connections. A team leaves one to other teams, and a token leaves one to the other tokens of its
 * team. A caller that finds none free waits; waiting teams take turns. Searches within texts keep a processor busy, so a
 * team has one at a time. A read takes one turn for its statement, unless it shares a connection (see short-reads.ts); a mutation
 * takes one for its transaction. There are no turns within a turn, so no caller waits for one while it holds another.
 */
export function createTurns(limits: TurnLimits): { of(teamId: string, tokenId: string): Share } {
  const teams = new Map<string, Team>();
  const queue = new Set<Team>();
  let running = 0;
  let waiting = 0;
  /** The team that asked last, and the one before it. */
  let last = { id: '', at: Number.NEGATIVE_INFINITY };
  let before = last;

  function note(id: string): void {
    const at = performance.now();
    if (last.id !== id) [before, last] = [last, { id, at }];
    else last.at = at;
  }

  const othersAsk = ({ id }: Team) => (last.id === id ? before : last).at > performance.now() - ASKING;

  /** Without a rest, one team's searches would keep a processor from all other teams. */
  function rest(team: Team, took: number): void {
    const long = Math.round(took * REST);
    if (long === 0 || !othersAsk(team)) return;
    team.isResting = true;
    setTimeout(() => {
      team.isResting = false;
      grant();
      forget(team);
    }, long).unref();
  }

  function placeOf(teamId: string, tokenId: string): [Team, Token] {
    let team = teams.get(teamId);
    if (!team) {
      team = { id: teamId, running: 0, waiting: 0, tokens: new Map(), queue: new Set(), isResting: false };
      teams.set(teamId, team);
    }
    let token = team.tokens.get(tokenId);
    if (!token) {
      token = { id: tokenId, running: 0, waiting: [] };
      team.tokens.set(tokenId, token);
    }
    return [team, token];
  }

  const isFree = (team: Team, token: Token) =>
    running < limits.all &&
    team.running < limits.perTeam &&
    (token.id === SEARCHES ? token.running === 0 && !team.isResting : token.running < limits.perToken);

  function start(team: Team, token: Token, begin: Waiting['begin']): void {
    running += 1;
    team.running += 1;
    token.running += 1;
    const startedAt = token.id === SEARCHES ? performance.now() : 0;
    let isOver = false;
    begin(() => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      team.running -= 1;
      token.running -= 1;
      if (token.id === SEARCHES) rest(team, performance.now() - startedAt);
      if (waiting > 0) grant();
      forget(team, token);
    });
  }

  function forget(team: Team, token?: Token): void {
    if (token && token.running === 0 && token.waiting.length === 0) team.tokens.delete(token.id);
    const isIdle = team.running === 0 && team.waiting === 0 && !team.isResting;
    if (isIdle && teams.get(team.id) === team) teams.delete(team.id);
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

  /** A team or token that gets a turn moves to the end of its line, and this loop reaches it again. */
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
    // It begins while another caller's turn ends, and must not be counted as that caller's.
    token.waiting.push({ since: performance.now(), begin: calledFromHere(begin), refuse });
    team.queue.add(token);
    queue.add(team);
  }

  return {
    of: (teamId, tokenId) => ({
      take(begin, refuse, searches = false) {
        const [team, token] = placeOf(teamId, searches ? SEARCHES : tokenId);
        note(teamId);
        if (isFree(team, token) && token.waiting.length === 0) start(team, token, begin);
        else wait(team, token, { begin, refuse });
        forget(team, token);
      },
      note: () => note(teamId),
    }),
  };
}
