import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from './app.ts';
import { runJobs } from './jobs.ts';

/** A folder that e-mails are put into, for one test file. */
export interface Outbox {
  /** What tells the app, or a process, to use it. */
  readonly environment: { EMAIL_URL: string; PUBLIC_URL: string };
  /** Texts to somebody, oldest first. */
  to(email: string): string[];
  /** What the link of the newest e-mail to somebody carries, once the jobs that wait have run. */
  secretTo(email: string, app: TestApp): Promise<string>;
  remove(): void;
}

export function createOutbox(): Outbox {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-outbox-'));
  const to = (email: string) =>
    (existsSync(folder) ? readdirSync(folder).sort() : [])
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.includes(`\nTo: ${email}\n`));
  return {
    environment: { EMAIL_URL: `file:${folder}`, PUBLIC_URL: 'https://outbound.example' },
    to,
    async secretTo(email, app) {
      await runJobs(app);
      return secretIn(to(email).at(-1) ?? '');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const secretIn = (letter: string): string => /#(\S+)/.exec(letter)?.[1] ?? '';
