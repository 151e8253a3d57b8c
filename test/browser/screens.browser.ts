import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/demo.ts';
import { PATIENCE } from '../support/patience.ts';
import { type Demo, settled, signIn, startDemo, visit } from './demo.ts';
import { nameOfScreen, recordScreens, SCREENS } from './screens.ts';

/** A desk, a tablet and a phone. */
const WIDTHS = [
  [1280, 800],
  [768, 800],
  [390, 800],
] as const;
const SCALE = 0.6;
const QUALITY = 55;
const MINUTES = 60_000;

let demo: Demo;
let screens: Record<string, string>;
beforeAll(async () => {
  demo = await startDemo();
  const lists = SCREENS.map((path) => [nameOfScreen(path), path]);
  screens = { ...Object.fromEntries(lists), ...(await recordScreens(demo)) };
});
afterAll(() => demo?.close());

/** Pictures side by side, as one file of docs/dashboard/screens. */
async function keep(context: BrowserContext, name: string, pictures: Buffer[]): Promise<void> {
  const page = await context.newPage();
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  const gaps = 'margin:0;display:flex;gap:12px;padding:12px;width:max-content;background:#8b93a1';
  await page.setContent(`<body style="${gaps}">${images.join('')}`);
  await page.locator('img').last().waitFor();
  const { width, height } = (await page.locator('body').boundingBox())!;
  const devtools = await context.newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: QUALITY, captureBeyondViewport: true },
    clip: { x: 0, y: 0, width, height, scale: SCALE },
  });
  const folder = join(ROOT, 'docs', 'dashboard', 'screens');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.close();
}

test.each([
  ['light', 'en-GB'],
  ['dark', 'en-GB'],
  ['light', 'de-DE'],
] as const)(
  'every %s screen in %s fits a desk, a tablet and a phone, a row of a table is one line, and axe finds nothing serious',
  async (colorScheme, locale) => {
    const isKept = process.env.SCREENSHOTS && locale === 'en-GB';
    const visitor = await visit(demo, { colorScheme, locale });
    const { page } = visitor;
    await visitor.open('');
    await visitor.isAccessible();
    await signIn(visitor, demo.credentials);
    for (const [name, path] of Object.entries(screens)) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await visitor.open(path);
      const pictures: Buffer[] = [];
      for (const [width, height] of WIDTHS) {
        await page.setViewportSize({ width, height });
        await settled(page);
        if (isKept) pictures.push(await page.screenshot());
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect.soft([name, width, isWider]).toEqual([name, width, false]);
        // Of reports and files the reader chooses the columns, which a desk scrolls.
        if (width < 1280 || !/^(reports|import-columns)/.test(name)) {
          const tables = await page.evaluate(() =>
            [...document.querySelectorAll('main .grid')].map((grid) => ({
              name: grid.getAttribute('aria-label'),
              isCut: grid.scrollWidth > grid.clientWidth,
              tallRows: grid.hasAttribute('data-cards')
                ? 0
                : [...grid.querySelectorAll('tbody tr')].filter((row) => row.clientHeight > 48).length,
            })),
          );
          const expected = tables.map((table) => ({ ...table, isCut: false, tallRows: 0 }));
          expect.soft({ screen: name, width, tables }).toEqual({ screen: name, width, tables: expected });
        }
        if (width !== 768) await visitor.isAccessible();
      }
      if (isKept) await keep(page.context(), `${name}-${colorScheme}`, pictures);
    }
    expect(visitor.complaints).toEqual([]);
  },
  30 * MINUTES,
);

/** What opens a form. */
const OPENS_FORM = /^(New|Add|Edit|Record|Change|Top up|Role|Secret|Replay|Set|Try|Send me)\b/;
const MOST_TABS = 20;

/** The buttons that Tab reaches from the top of a page, its link to the content first, with the presses to each. */
async function buttonsByTab(page: Page) {
  const found = { opens: new Map<string, number>(), submits: [] as number[] };
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (let presses = 2; presses <= MOST_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    const [kind, text] = await page.evaluate(() => {
      const at = document.activeElement?.closest('main button');
      return [at?.getAttribute('type'), at?.textContent ?? ''] as const;
    });
    if (kind === 'submit') found.submits.push(presses);
    else if (kind && !found.opens.has(text)) found.opens.set(text, presses);
  }
  return found;
}

test(
  'every form is filled in and sent by at most 20 presses of Tab from the top of its page',
  async () => {
    const visitor = await visit(demo);
    const { page, open } = visitor;
    await signIn(visitor, demo.credentials);
    const tabs: Record<string, number> = {};
    const within: Record<string, number> = {};
    const dialog = page.getByRole('dialog');
    const submit = dialog.locator('button[type="submit"]').last();
    for (const path of [...SCREENS, ...Object.values(await recordScreens(demo))]) {
      await open(path);
      const main = page.getByRole('main');
      const { opens, submits } = await buttonsByTab(page);
      // The page of all parts has some that do nothing.
      const forms = path === '/design' ? 0 : await main.locator('form button[type="submit"]:visible:enabled').count();
      for (let form = 0; form < forms; form += 1)
        tabs[`${path} form ${form + 1}`] = submits[form] ?? Number.POSITIVE_INFINITY;
      // What adds a row to a field says which.
      const buttons = main.locator('button[type="button"]:visible:enabled:not([aria-describedby])');
      const names = new Set((await buttons.allTextContents()).filter((text) => OPENS_FORM.test(text)));
      for (const name of names) {
        await buttons
          .getByText(name, { exact: true })
          .or(buttons.filter({ hasText: name }))
          .first()
          .click();
        await dialog.waitFor();
        await settled(page);
        // Before its fields are there and one is focused, Tab would go through the page behind it.
        await dialog.locator(':is(.combo, .span):empty').first().waitFor({ state: 'detached' });
        await expect.poll(() => dialog.evaluate((open) => open.contains(document.activeElement)), PATIENCE).toBe(true);
        if ((await submit.count()) > 0) {
          const at = `${path} ${name}`;
          within[at] = 0;
          while (!(await submit.evaluate((button) => button === document.activeElement)) && within[at] <= MOST_TABS) {
            await page.keyboard.press('Tab');
            within[at] += 1;
          }
          tabs[at] = within[at] + (opens.get(name) ?? Number.POSITIVE_INFINITY);
        }
        await page.keyboard.press('Escape');
        if (await dialog.isVisible()) await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
    }
    const tooFar = (of: typeof tabs) => Object.entries(of).filter(([, presses]) => presses > MOST_TABS);
    expect(Object.keys(tabs).length).toBeGreaterThan(60);
    expect(tooFar(within)).toEqual([]);
    expect(tooFar(tabs)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  },
  15 * MINUTES,
);
