import { expect, test } from 'vitest';
import { JsonText, stringify } from '../src/database/reads/json-text.ts';
import { stringifyInTurns } from '../src/http/json-slices.ts';

const record = (at: number) => ({
  id: at,
  text: `Größe "${at}" 東京 🎉\n${'x'.repeat(400)}`,
  none: null,
  absent: undefined,
  at: new Date(at * 1_000),
  logs: new JsonText('[{"text":"written \\"already\\" 東京"}]'),
  empty: { list: [], object: {} },
});
const answerOf = (records: number) => ({
  data: { list: { nodes: Array.from({ length: records }, (_, at) => record(at)) }, other: [undefined, true, 'x'] },
});

test.each([0, 1, 300, 2_000])('an answer of %s records is the same, byte for byte', async (records) => {
  const answer = answerOf(records);
  expect((await stringifyInTurns(answer)).toString()).toBe(stringify(answer).toString());
});

test('so is one that the database wrote, wherever it is cut', async () => {
  for (const before of ['', 'x']) {
    const answer = { data: { list: new JsonText(`["${before}${'🎉'.repeat(400_000)}"]`) } };
    expect((await stringifyInTurns(answer)).toString()).toBe(stringify(answer).toString());
  }
});

test.each([
  ['records', answerOf(35_000)],
  ['a text that the database wrote', { data: new JsonText(`["${'x'.repeat(21_000_000)}"]`) }],
])('while an answer of 20 MB is written others have their turn: %s', async (_what, answer) => {
  let turns = 0;
  let done = false;
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const { length } = await stringifyInTurns(answer);
  done = true;
  expect(length).toBeGreaterThan(20_000_000);
  expect(turns).toBeGreaterThan(50);
});
