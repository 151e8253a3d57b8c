import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT, type RunningProgram, runDemo, runProgram } from '../support/demo.ts';
import { PATIENCE } from '../support/patience.ts';
import { launchChromium } from './chromium.ts';

/** A server, and the browser that visits it. */
export interface Place {
  app: string;
  browser: Browser;
  close(): Promise<void>;
}

export interface Demo extends Place {
  /** What the demo prints for programs. */
  credentials: { email: string; password: string; token: string };
}

export async function startDemo(): Promise<Demo> {
  const { content, ...demo } = await runDemo();
  return { ...(await placeOf(demo)), credentials: content };
}

/** The server itself over an empty database, with the link to its first account. */
export async function startEmpty(): Promise<Place & { setupUrl: string }> {
  const environment = { TOKEN_KEY: '0'.repeat(64), PRIVATE_PROVIDERS: 'on' };
  const server = await runProgram('main', 'setupUrl', environment);
  const line = server.printed.split('\n').find((printed) => printed.includes('setupUrl'))!;
  return { ...(await placeOf(server)), setupUrl: JSON.parse(line).setupUrl };
}

async function placeOf(program: Pick<RunningProgram, 'url' | 'close'>): Promise<Place> {
  const browser = await launchChromium();
  return {
    ...{ app: `${program.url}/app`, browser },
    async close() {
      await browser.close();
      await program.close();
    },
  };
}

export interface Visitor {
  page: Page;
  /** Names of the operations asked for since the last look. */
  operations(): string[];
  /** What the page complained of: errors thrown, refused by its policy, or logged. */
  complaints: string[];
  open(path: string): Promise<void>;
  /** Fails when axe finds something serious, a target below 24 px, or headings out of order. */
  isAccessible(): Promise<void>;
  /** Kept in docs/dashboard when SCREENSHOTS is set. */
  picture(name: string): Promise<void>;
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One browser profile, nobody signed in. */
export async function visit({ browser, app }: Place, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  const complaints: string[] = [];
  let asked: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  // The browser itself logs each answer that is no success; those are the server's to decide.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql'))
      asked.push(/"operationName\W+(\w+)/.exec(request.postData() ?? '')?.[1] ?? '?');
  });
  return {
    page,
    complaints,
    operations() {
      const names = asked;
      asked = [];
      return names;
    },
    async open(path) {
      await page.goto(app + path);
      await settled(page);
    },
    async isAccessible() {
      await settled(page);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        // biome-ignore lint/suspicious/noExplicitAny: what was just put into the page
        const { violations } = await (globalThis as any).axe.run({
          resultTypes: ['violations'],
          rules: { 'target-size': { enabled: true } },
        });
        return (violations as { id: string; impact: string; nodes: { html: string }[] }[])
          .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      });
      expect(found, page.url()).toEqual([]);
    },
    async picture(name) {
      if (!process.env.SCREENSHOTS) return;
      await settled(page);
      await mkdir(join(ROOT, 'docs', 'dashboard'), { recursive: true });
      await page.screenshot({ path: join(ROOT, 'docs', 'dashboard', `${name}.png`) });
    },
  };
}

/** Nothing is being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.spinner').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
}

export async function signIn({ page, open }: Visitor, { email, password }: { email: string; password: string }) {
  await open('');
  await page.getByLabel(/^E-mail$/i).fill(email);
  await page.getByLabel(/^(Password|Passwort)$/).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
  await page.getByRole('navigation', { name: /^(Screens|Bereiche)$/ }).waitFor();
}

export async function signInWithToken({ page, open }: Visitor, token: string) {
  await open('');
  await page.getByRole('button', { name: 'With a token' }).click();
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}
