import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTurns, type TurnLimits, turnLimits } from '../../src/database/turns.ts';

const LIMITS = { all: 3, perTeam: 2, perToken: 1, waiting: 6, waitingPerTeam: 4, longestWait: 60_000 };

/** Turns that end when the test says so. */
function create(limits: Partial<TurnLimits> = {}) {
  const turns = createTurns({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    refused,
    take(name: string, team: string, token = team, searches = false) {
      const begin = (end: () => void) => {
        begun.push(name);
        ends.set(name, end);
      };
      turns.of(team, token).take(begin, ({ code }) => refused.push(`${name} ${code}`), searches);
    },
    end: (name: string) => ends.get(name)!(),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('turns', () => {
  test('are taken at once while there are some, a team and a token having no more than their share', () => {
    const { take, begun } = create();
    take('a1', 'A', 'one');
    take('a2', 'A', 'one');
    take('a3', 'A', 'two');
    take('a4', 'A', 'three');
    take('b1', 'B');
    take('c1', 'C');
    expect(begun).toEqual(['a1', 'a3', 'b1']);
  });

  test('go round the teams, and within a team round its tokens', () => {
    const { take, begun, end } = create({ all: 1, perTeam: 1 });
    take('first', 'A', 'one');
    for (const name of ['a1', 'a2', 'a3']) take(name, 'A', 'one');
    take('a4', 'A', 'two');
    take('b1', 'B');
    take('b2', 'B');
    for (const name of ['first', 'a1', 'b1', 'a4', 'b2', 'a2']) end(name);
    expect(begun).toEqual(['first', 'a1', 'b1', 'a4', 'b2', 'a2', 'a3']);
  });

  test('are one at a time for a team’s searches, which hold up none of its other reads', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const { take, begun, end } = create({ all: 6, perTeam: 4, perToken: 2 });
    take('search 1', 'A', 'one', true);
    take('search 2', 'A', 'two', true);
    take('search 3', 'A', 'one', true);
    take('read', 'A', 'one');
    take('theirs', 'B', 'three', true);
    expect(begun).toEqual(['search 1', 'read', 'theirs']);
    end('search 1');
    expect(begun).toEqual(['search 1', 'read', 'theirs', 'search 2']);
    end('search 2');
    expect(begun.at(-1)).toBe('search 3');
  });

  test('of searches come four times as long after one as it took, while another team asks', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const { take, begun, end } = create({ all: 6, perTeam: 4, perToken: 2 });
    take('search 1', 'A', 'one', true);
    take('search 2', 'A', 'one', true);
    take('theirs', 'B');
    vi.advanceTimersByTime(500);
    end('search 1');
    vi.advanceTimersByTime(1_999);
    take('read', 'A');
    expect(begun).toEqual(['search 1', 'theirs', 'read']);
    vi.advanceTimersByTime(1);
    expect(begun.at(-1)).toBe('search 2');
    // Nobody else has asked for a second.
    take('search 3', 'A', 'one', true);
    vi.advanceTimersByTime(500);
    end('search 2');
    expect(begun.at(-1)).toBe('search 3');
  });

  test('are refused to a team of which too many wait, and to all when too many wait altogether', () => {
    const { take, begun, refused, end } = create();
    for (let at = 0; at < 8; at++) take(`a${at}`, 'A');
    for (let at = 0; at < 6; at++) take(`b${at}`, 'B');
    expect(begun).toEqual(['a0', 'b0']);
    expect(refused).toEqual([
      ...['a5', 'a6', 'a7'].map((name) => `${name} RATE_LIMITED`),
      ...['b3', 'b4', 'b5'].map((name) => `${name} UNAVAILABLE`),
    ]);
    end('a0');
    take('a8', 'A');
    expect(begun).toEqual(['a0', 'b0', 'a1']);
  });

  test('are not given to those who waited for longer than anybody listens', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { take, begun, refused, end } = create({ longestWait: 20 });
    take('a1', 'A');
    take('a2', 'A');
    take('a3', 'A');
    vi.advanceTimersByTime(21);
    take('a4', 'A');
    end('a1');
    expect(begun).toEqual(['a1', 'a4']);
    expect(refused).toEqual(['a2 TIMEOUT', 'a3 TIMEOUT']);
  });

  test('end once, however often that is said', () => {
    const { take, begun, end } = create({ perToken: 1 });
    for (const name of ['a1', 'a2', 'a3']) take(name, 'A');
    end('a1');
    end('a1');
    expect(begun).toEqual(['a1', 'a2']);
  });

  test.each([
    [4, true, { all: 1, perTeam: 1, perToken: 1 }],
    [6, true, { all: 2, perTeam: 1, perToken: 1 }],
    [10, true, { all: 6, perTeam: 5, perToken: 4 }],
    [10, false, { all: 8, perTeam: 7, perToken: 6 }],
    [20, true, { all: 16, perTeam: 15, perToken: 14 }],
  ])(
    'of a pool of %i, worker %s, leave one to other teams and some to what is nobody’s request',
    (poolSize, worker, expected) => {
      expect(turnLimits(poolSize, worker, 1_000)).toMatchObject(expected);
    },
  );
});
