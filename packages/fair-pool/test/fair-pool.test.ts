import { createFairPool, type Limits } from 'fair-pool';
import { afterEach, describe, expect, test, vi } from 'vitest';

const LIMITS = { all: 3, perGroup: 2, perMember: 1, waiting: 6, waitingPerGroup: 4, longestWait: 60_000 };

/** Slots that are freed when the test says so. */
function create(limits: Partial<Limits> = {}) {
  const pool = createFairPool({ ...LIMITS, ...limits }, (reason) => reason);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    refused,
    take(name: string, group: string, member = group, heavy = false) {
      const begin = (end: () => void) => {
        begun.push(name);
        ends.set(name, end);
      };
      pool.of(group, member).take(begin, (reason) => refused.push(`${name} ${reason}`), heavy);
    },
    end: (name: string) => ends.get(name)!(),
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('slots', () => {
  test('are taken at once while there are some, a group and a member having no more than their share', () => {
    const { take, begun } = create();
    take('a1', 'A', 'one');
    take('a2', 'A', 'one');
    take('a3', 'A', 'two');
    take('a4', 'A', 'three');
    take('b1', 'B');
    take('c1', 'C');
    expect(begun).toEqual(['a1', 'a3', 'b1']);
  });

  test('go round the groups, and within a group round its members', () => {
    const { take, begun, end } = create({ all: 1, perGroup: 1 });
    take('first', 'A', 'one');
    for (const name of ['a1', 'a2', 'a3']) take(name, 'A', 'one');
    take('a4', 'A', 'two');
    take('b1', 'B');
    take('b2', 'B');
    for (const name of ['first', 'a1', 'b1', 'a4', 'b2', 'a2']) end(name);
    expect(begun).toEqual(['first', 'a1', 'b1', 'a4', 'b2', 'a2', 'a3']);
  });

  test('are one at a time for a group’s heavy work, which holds up none of its other work', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const { take, begun, end } = create({ all: 6, perGroup: 4, perMember: 2 });
    take('heavy 1', 'A', 'one', true);
    take('heavy 2', 'A', 'two', true);
    take('heavy 3', 'A', 'one', true);
    take('other', 'A', 'one');
    take('theirs', 'B', 'three', true);
    expect(begun).toEqual(['heavy 1', 'other', 'theirs']);
    end('heavy 1');
    expect(begun).toEqual(['heavy 1', 'other', 'theirs', 'heavy 2']);
    end('heavy 2');
    expect(begun.at(-1)).toBe('heavy 3');
  });

  test('for heavy work come four times as long after the last as it took, while another group asks', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const { take, begun, end } = create({ all: 6, perGroup: 4, perMember: 2 });
    take('heavy 1', 'A', 'one', true);
    take('heavy 2', 'A', 'one', true);
    take('theirs', 'B');
    vi.advanceTimersByTime(500);
    end('heavy 1');
    vi.advanceTimersByTime(1_999);
    take('other', 'A');
    expect(begun).toEqual(['heavy 1', 'theirs', 'other']);
    vi.advanceTimersByTime(1);
    expect(begun.at(-1)).toBe('heavy 2');
    // Nobody else has asked for a second.
    take('heavy 3', 'A', 'one', true);
    vi.advanceTimersByTime(500);
    end('heavy 2');
    expect(begun.at(-1)).toBe('heavy 3');
  });

  test('are refused to a group of which too many wait, and to all when too many wait altogether', () => {
    const { take, begun, refused, end } = create();
    for (let at = 0; at < 8; at++) take(`a${at}`, 'A');
    for (let at = 0; at < 6; at++) take(`b${at}`, 'B');
    expect(begun).toEqual(['a0', 'b0']);
    expect(refused).toEqual([
      ...['a5', 'a6', 'a7'].map((name) => `${name} groupFull`),
      ...['b3', 'b4', 'b5'].map((name) => `${name} full`),
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
    expect(refused).toEqual(['a2 late', 'a3 late']);
  });

  test('end once, however often that is said', () => {
    const { take, begun, end } = create({ perMember: 1 });
    for (const name of ['a1', 'a2', 'a3']) take(name, 'A');
    end('a1');
    end('a1');
    expect(begun).toEqual(['a1', 'a2']);
  });

  test('are forgotten with their group when they waited for too long', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { take, end, refused } = create({ all: 1, longestWait: 20 });
    take('a1', 'A');
    take('b1', 'B', 'one');
    vi.advanceTimersByTime(21);
    const forget = vi.spyOn(Map.prototype, 'delete');
    end('a1');
    expect(refused).toEqual(['b1 late']);
    expect(forget.mock.calls).toContainEqual(['B']);
  });
});
