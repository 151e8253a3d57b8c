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

type Step = [name: string, presses: number, act: (page: Page) => Promise<unknown>];

const typing = (name: string, text: string): Step => [
  name,
  text.length,
  ({ keyboard }) => keyboard.type(text, { delay: 60 }),
];
const press = (key: string): Step => [key, 1, ({ keyboard }) => keyboard.press(key)];
const follow = (name: string): Step => [name, 1, (page) => page.getByRole('link', { name, exact: true }).click()];
const button = (name: string | RegExp): Step => [
  String(name),
  1,
  (page) => page.getByRole('button', { name, exact: true }).first().click(),
];
const focus = (name: string): Step => [name, 1, (page) => page.getByLabel(name, { exact: true }).click()];
const tick = (name: string): Step => [name, 1, (page) => page.getByRole('checkbox', { name }).first().click()];

/** As a person presses. */
const STEPS: Step[] = [
  follow('Contacts'),
  tick('Choose'),
  tick('All'),
  tick('All'),
  focus('Name, number or e-mail'),
  typing('filtering contacts', 'harbor'),
  button('New contact'),
  typing('filling in a contact', '4915123456701'),
  press('Escape'),
  follow('Campaigns'),
  button(/^Actions for/),
  press('Escape'),
  press('Control+K'),
  typing('finding', 'win'),
  press('Escape'),
  follow('New campaign'),
  focus('Name'),
  typing('naming a campaign', 'Spring'),
  button('Message'),
  focus('Text'),
  typing('writing a message', 'Hello, come and see'),
  button('When'),
  button('Audience'),
  follow('Reports'),
  ['Group by', 1, (page) => page.getByRole('combobox', { name: 'Group by' }).click()],
  press('Escape'),
];

/**
 * Their answers, timed by the browser itself: to the next frame, in steps of 8 ms. And the processor time of the page's
 * thread with all that follows from a press, which depends less on what else the machine does.
 */
async function interact(page: Page): Promise<void> {
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
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const before = await page.evaluate(() => (performance as unknown as { interactionCount: number }).interactionCount);
  page.on('dialog', (dialog) => void dialog.accept());
  for (const [step, presses, act] of STEPS) {
    const begun = await worked();
    await act(page);
    await page.waitForTimeout(400);
    tell({ kind: 'work', step, ms: ((await worked()) - begun) / presses });
  }
  const timed = await page.evaluate((start) => {
    const { seen } = globalThis as unknown as { seen: Map<number, number> };
    const all = (performance as unknown as { interactionCount: number }).interactionCount - start;
    // What took less than 16 ms is not told.
    return [...seen.values(), ...Array.from({ length: Math.max(0, all - seen.size) }, () => 16)];
  }, before);
  for (const ms of timed) tell({ kind: 'interaction', ms });
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
  await interact(page);
} finally {
  await client.end();
  await browser.close();
  await demo.close();
}
