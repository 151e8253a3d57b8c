import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { twilio } from '../modules/delivery/providers/declared/twilio.ts';
import { report, startFake } from '../support/declared-fake.ts';
import { PATIENCE } from '../support/patience.ts';
import { type Place, startEmpty, type Visitor, visit } from './demo.ts';

/** From an empty server to the report of a first campaign, by what a person reads: roles and their names. */
let place: Place & { setupUrl: string };
let fake: Awaited<ReturnType<typeof startFake>>;
let visitor: Visitor;
const OWNER = { email: 'ann@harbor.example', password: 'correct horse battery' };
const SENDER = '14155552345';

beforeAll(async () => {
  place = await startEmpty();
  fake = await startFake(twilio);
  visitor = await visit(place);
});
afterAll(async () => {
  await fake?.close();
  await place?.close();
});

/** Where it is about noon now, so that quiet hours are over whenever this runs. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

const list = () => `Mobile,Name,Time zone
+491512345671,Ada Stein,${noonZone()}
+491512345672,Ben Roth,${noonZone()}
+491512345673,Cora Vogt,${noonZone()}
`;

/** What Twilio sends back, signed, over HTTP. */
const server = () => ({
  app: {
    fetch(request: Request) {
      const { pathname, search } = new URL(request.url);
      return fetch(new URL(pathname + search, place.app), request);
    },
  },
});

const overview = (page: Page) => page.getByRole('link', { name: 'Overview', exact: true }).click();
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const done = (page: Page, steps: number) => page.getByRole('heading', { name: `${steps} of 5 done` }).waitFor();
/** The figure itself, without its share or change. */
const figure = (page: Page, name: string) =>
  page
    .locator('.figure')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    .getByRole('definition')
    .first()
    .evaluate((node) => node.firstChild?.textContent);

test('an empty team sends its first message over Twilio, answers the reply and reads the report', async () => {
  const { page, isAccessible, complaints } = visitor;
  await page.goto(place.setupUrl);
  await isAccessible();
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Team').fill('Harbor Outreach');
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await done(page, 0);
  await isAccessible();

  await page.getByRole('link', { name: 'Choose a provider' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New route' }).click();
  await dialog.getByLabel('Name').fill('Twilio');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('row', { name: 'Twilio' }).getByRole('button', { name: 'Set up' }).click();
  await dialog.getByRole('button', { name: 'Twilio', exact: true }).click();
  await dialog.getByLabel('Account SID').fill(String(twilio.settings.accountSid));
  await dialog.getByLabel('Auth token').fill(String(twilio.credentials.authToken));
  await dialog.getByLabel('API address').fill(fake.url);
  await isAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const callback = dialog.getByText('/hooks/sms/');
  await callback.waitFor();
  const callbackUrl = (await callback.textContent())!;
  await dialog.getByRole('button', { name: 'Close' }).click();

  await overview(page);
  await done(page, 1);
  await page.getByRole('button', { name: 'Set the sender' }).click();
  await dialog.getByLabel('Sender').fill(SENDER);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await done(page, 2);

  await page.getByRole('link', { name: 'Import contacts' }).click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list()) });
  await isAccessible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('3 read').waitFor();
  await page.getByRole('link', { name: 'Make a segment' }).waitFor();

  await page.getByRole('link', { name: 'Contacts' }).first().click();
  await page.getByLabel('Name, number or e-mail').fill('1234 5672');
  await page.getByText('1 contact', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Ben Roth' }).waitFor();
  await isAccessible();

  await overview(page);
  await done(page, 3);
  await page.getByRole('button', { name: 'New offer' }).click();
  await dialog.getByLabel('Name').fill('Harbor tour');
  await dialog.getByLabel('Address').fill('https://harbor.example/tour');
  await dialog.getByLabel('Profit per sale').fill('4.50');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await done(page, 4);

  await step(page, 'Send a campaign').getByRole('link', { name: 'New campaign' }).click();
  await page.getByLabel('Name', { exact: true }).fill('First words');
  await page.getByText('3 contacts', { exact: true }).waitFor();
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await page.getByLabel('Text', { exact: true }).fill('Hello {{ name }}, come and see the harbor: {{ url }}');
  await page.getByRole('checkbox', { name: 'Harbor tour' }).check();
  await isAccessible();
  await next.click();
  await isAccessible();
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Start First words?' });
  await review.getByText('Real messages to real people').waitFor();
  await isAccessible();
  await review.getByRole('button', { name: 'Send 3 messages' }).click();

  await expect.poll(() => fake.taken.length, PATIENCE).toBe(3);
  expect(fake.taken.map(({ places }) => String(places.text).replace(/http\S+/, '…')).sort()).toEqual([
    'Hello Ada Stein, come and see the harbor: …',
    'Hello Ben Roth, come and see the harbor: …',
    'Hello Cora Vogt, come and see the harbor: …',
  ]);
  for (const { providerId, places } of fake.taken) {
    const told = { ...places, to: String(places.to).replace('+', ''), providerId };
    const { status } = await report(server(), twilio, String(places.callbackTo), twilio.mirror.delivered, told);
    expect(status).toBe(200);
  }
  await expect.poll(() => figure(page, 'Delivered'), PATIENCE).toBe('3');

  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByText('Replies to your messages appear here.').waitFor();
  const ada = fake.taken.find(({ places }) => String(places.text).includes('Ada'))!;
  const reply = { providerId: ada.providerId, to: '491512345671', from: SENDER, text: 'When do you open?' };
  expect((await report(server(), twilio, callbackUrl, twilio.mirror.reply, reply)).status).toBe(200);
  await page.getByRole('row').filter({ hasText: 'When do you open?' }).getByText('1 unread').waitFor();
  await isAccessible();
  await page.getByRole('link', { name: 'Ada Stein' }).click();
  await page.getByLabel('Answer').fill('At nine.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => fake.taken.length, PATIENCE).toBe(4);
  expect(fake.taken[3]!.places.text).toBe('At nine.');
  await isAccessible();

  await page.getByRole('link', { name: 'Reports' }).click();
  await expect.poll(() => figure(page, 'Sent'), PATIENCE).toBe('3');
  expect(await figure(page, 'Delivered')).toBe('3');
  expect(await figure(page, 'Replied')).toBe('1');
  await isAccessible();
  expect(complaints).toEqual([]);
});

test('a campaign is written and sent by keys alone, with at most 20 presses of Tab', async () => {
  const { page, open, complaints } = visitor;
  await open('/new-campaign');
  await page.getByLabel('Name', { exact: true }).waitFor();
  let tabs = 0;
  /** To what has the name. */
  const tabTo = async (name: string | RegExp) => {
    const at = page.locator(':focus').and(page.getByRole('textbox', { name }).or(page.getByRole('button', { name })));
    while ((await at.count()) === 0) {
      await page.keyboard.press('Tab');
      tabs += 1;
      expect(tabs, `presses of Tab on the way to ${name}`).toBeLessThanOrEqual(20);
    }
  };
  const press = (key: string) => page.keyboard.press(key);
  await press('Tab');
  tabs += 1;
  await press('Enter');
  await tabTo('Name');
  await page.keyboard.type('By keys');
  await press('Enter');
  await page.getByRole('checkbox', { name: 'Harbor tour', exact: true }).and(page.locator(':focus')).waitFor();
  await press('Space');
  await tabTo('Text');
  await page.keyboard.type('Hello {{ name }}, the harbor again: {{ url }}');
  await press('Control+Enter');
  await page.getByLabel('When', { exact: true }).and(page.locator(':focus')).waitFor();
  await press('Control+Enter');
  const send = page.getByRole('dialog', { name: 'Start By keys?' }).getByRole('button', { name: 'Send 3 messages' });
  await send.waitFor();
  await tabTo('Send 3 messages');
  const before = fake.taken.length;
  await press('Enter');
  await expect.poll(() => fake.taken.length, PATIENCE).toBe(before + 3);
  expect(complaints).toEqual([]);
  process.stdout.write(`${tabs} presses of Tab to a campaign that is sent.\n`);
});
