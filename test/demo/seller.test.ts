import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, type RunningDemo, runDemo } from '../support/demo.ts';
import { blocksOf, likeWritten } from '../support/document.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { PATIENCE } from '../support/patience.ts';

let database: LastingDatabase;
let demo: RunningDemo;
beforeAll(async () => {
  database = await lastingDatabase();
  demo = await runDemo(database.environment);
});
afterAll(async () => {
  await demo.close();
  await database.remove();
});

/** In the shell of a checkout. */
const shell = async (command: string) => (await promisify(execFile)('sh', ['-c', command], { cwd: ROOT })).stdout;

/** The documents have the default ports. */
const atDemo = (text: string) =>
  text.replaceAll('http://127.0.0.1:4000', demo.url).replaceAll('smpp://127.0.0.1:2775', demo.content.seller.smpp_url);

test.each(['hub.md', 'hub-smpp.md'])('docs/%s: five minutes with the demo go as they are written', async (name) => {
  const all = blocksOf(name);
  const blocks = all.slice(0, all.findLastIndex(({ text }) => text.includes('demo-seller')) + 2);
  expect(blocks.map(({ kind }) => kind)).toEqual(
    name === 'hub.md' ? ['sh', 'json', 'sh', 'json'] : ['sh', 'text', 'sh', 'json'],
  );
  const answers: Record<string, unknown> = {};
  const filled = (text: string) =>
    atDemo(text).replace(/<([\w.]+)>/g, (_, path: string) =>
      String(path.split('.').reduce((value: unknown, step) => (value as Record<string, unknown>)[step], answers)),
    );
  for (let at = 0; at < blocks.length; at += 2) {
    const [command, written] = [filled(blocks[at]!.text), blocks[at + 1]!];
    const where = `docs/${name}, line ${written.line}`;
    if (written.kind === 'text') {
      const printed = await shell(command);
      expect(printed, where).toMatch(lineByLine(written.text));
      answers.submitted = /submitted (\S+)/.exec(printed)![1];
    } else {
      const expected: unknown = JSON.parse(written.text);
      const answered = async () => {
        const answer = JSON.parse(await shell(command));
        Object.assign(answers, answer);
        return likeWritten(answer, expected);
      };
      if (command.includes(' -d ')) expect(await answered(), where).toEqual(expected);
      else await expect.poll(answered, PATIENCE).toEqual(expected);
    }
  }
});

const lineByLine = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\S+')}$`,
  );

test('the lines that the demo prints send a message, over SMPP and over HTTP', async () => {
  const { printed, content } = demo;
  const { smpp, curl, ...seller } = content.seller;
  expect(seller).toEqual({
    ...{ username: 'demo-seller', password: 'simulate', http_url: `${demo.url}/hub/messages` },
    smpp_url: expect.stringMatching(/^smpp:\/\/127\.0\.0\.1:\d+$/),
  });
  expect(printed.split('\n')).toEqual(expect.arrayContaining([`    ${smpp}`, `    ${curl}`]));
  expect(printed).toContain('simulated: nothing is sent, nothing is charged');
  expect(await shell(smpp)).toMatch(/^submitted (\S+)\nid:\1 sub:001 dlvrd:001 .* stat:DELIVRD err:000 /);
  expect(JSON.parse(await shell(curl))).toEqual({ messages: [{ id: expect.any(String) }] });
});
