import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { DEMO_TEAM_IDS } from '../../prisma/seed/credentials.ts';
import { SIZES, type Sizes } from '../../prisma/seed/sizes.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { openDatabase } from '../../src/database/client.ts';
import { migrate } from '../../src/database/migrate.ts';
import { runDemo } from '../support/demo.ts';
import { launchChromium } from './chromium.ts';

/**
 * How long a person waits for the dashboard on the demo's data times 100: between a click on a link of the menu and the whole new
 * screen, and between a press and the next frame. Each measurement is a line of JSON.
 */
const { values } = parseArgs({ options: { url: { type: 'string' }, rounds: { type: 'string', default: '5' } } });
const url = values.url!;
const TIMES = 100;
const TOKEN_KEY = '0'.repeat(64);
/** The demo's contacts have the numbers of films and books, which are few: the others are these with more digits. */
const NUMBERS_APART = 1_000_000_000_000;

const tell = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** A hundred times the messages, calls and sellers' messages; campaigns, with their sends and logs, ten times. */
function scaled(sizes: Sizes): Sizes {
  const { smsCampaigns, messagesPerCampaign, calls, hubMessages } = sizes;
  return {
    ...sizes,
    smsCampaigns: 10 * smsCampaigns,
    messagesPerCampaign: 10 * messagesPerCampaign,
    calls: TIMES * calls,
    hubMessages: TIMES * hubMessages,
  };
}

async function fill(): Promise<void> {
  const database = await openDatabase({ url, statementTimeout: 600_000 });
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' });
  try {
    await migrate(database);
    const tokenKeys = [Buffer.from(TOKEN_KEY, 'hex')] as const;
    await seedDemo({ ...database, tokenKeys }, () => {}, { ...SIZES, 1: scaled(SIZES[1]) });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = 'contacts'::regclass AND attnum > 0
         AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('id', 'number')`,
    );
    const others = rows.map(({ name }) => name).join(', ');
    await client.query(
      `INSERT INTO contacts (id, number, ${others}) SELECT gen_random_uuid(), number + n * ${NUMBERS_APART}, ${others}
       FROM contacts, generate_series(1, ${TIMES - 1}) n WHERE team_id = $1`,
      [DEMO_TEAM_IDS[0]],
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
    await database.close();
  }
}

/** From the click on a link of the menu to the screen with what it asked for. */
const route = (page: Page, name: string) =>
  page.evaluate(async (text) => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Screens"] a')].find(
      ({ textContent }) => textContent === text,
    )!;
    const begun = performance.now();
    link.click();
    // No function has a name here: tsx calls a helper for each that has, and the page does not know it.
    while (
      !document.title.startsWith(text) ||
      document.querySelector('main .spinner, main [aria-label="Loading"]') !== null
    )
      await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }, name);

/** Presses as a person's, whose answers the browser itself times: to the next frame, in steps of 8 ms. */
async function interact(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const seen = new Map<number, number>();
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        const { interactionId: id, duration } = entry;
        if (id > 0) seen.set(id, Math.max(seen.get(id) ?? 0, duration));
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  const before = await page.evaluate(() => (performance as unknown as { interactionCount: number }).interactionCount);
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Choose' }).first().click();
  await page.getByRole('checkbox', { name: 'All' }).click();
  await page.getByRole('checkbox', { name: 'All' }).click();
  await page.getByLabel('Name, number or e-mail').click();
  await page.keyboard.type('harbor', { delay: 60 });
  await page.getByRole('button', { name: 'New contact' }).click();
  await page.keyboard.type('4915123456701', { delay: 60 });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('win', { delay: 60 });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'New campaign' }).click();
  await page.getByLabel('Name', { exact: true }).click();
  await page.keyboard.type('Spring', { delay: 60 });
  await page.getByRole('button', { name: 'Message' }).click();
  await page.getByLabel('Text', { exact: true }).click();
  await page.keyboard.type('Hello, come and see', { delay: 60 });
  await page.getByRole('button', { name: 'When', exact: true }).click();
  await page.getByRole('button', { name: 'Audience' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  return page.evaluate((start) => {
    const { seen } = globalThis as unknown as { seen: Map<number, number> };
    const all = (performance as unknown as { interactionCount: number }).interactionCount - start;
    // What took less than 16 ms is not told.
    return [...seen.values(), ...Array.from({ length: Math.max(0, all - seen.size) }, () => 16)];
  }, before);
}

await fill();
const demo = await runDemo({ DATABASE_URL: url, TOKEN_KEY });
const browser = await launchChromium();
const client = new pg.Client({ connectionString: url });
try {
  await client.connect();
  while ((await client.query('SELECT FROM report_marks LIMIT 1')).rowCount) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  page.setDefaultTimeout(120_000);
  await page.goto(`${demo.url}/app`);
  await page.getByLabel('E-mail').fill(demo.content.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.content.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  const screens = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allTextContents();
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const screen of screens) {
      // A person looks at a screen before they leave it.
      await page.waitForTimeout(300);
      tell({ kind: 'route', round, screen, ms: await route(page, screen) });
    }
  }
  for (const ms of await interact(page)) tell({ kind: 'interaction', ms });
} finally {
  await client.end();
  await browser.close();
  await demo.close();
}
