import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from './app.ts';
import { runJobs } from './jobs.ts';

export interface Outbox {
  readonly environment: { EMAIL_URL: string; PUBLIC_URL: string };
  /** Oldest first. */
  to(email: string): string[];
  /** The secret in the newest link that they got, after running waiting jobs. */
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
      return to(email).map(secretIn).findLast(Boolean) ?? '';
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const secretIn = (letter: string): string => /#(\S+)/.exec(letter)?.[1] ?? '';
