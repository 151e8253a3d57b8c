import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE } from '../support/patience.ts';
import { type Demo, signIn, signInWithToken, startDemo, visit } from './demo.ts';
import { ask, SCREENS } from './screens.ts';

const PICTURES: Record<string, string> = {
  'light /': 'overview',
  'dark /': 'overview-dark',
  'dark /campaigns': 'campaigns-dark',
  'dark /reports?by=sms_campaign_id': 'report',
};

const LIST = `Mobile;Mail;Full name
+49 1512 3456701;ada@mail.example;Ada Stein
+49 1512 3456702;ben@mail.example;Ben Roth
+49 1512 3456703;;Cora Vogt
12;dan@mail.example;Dan Falk
`;

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** Chooses in a box that is searched: the option of this text, or the first. */
async function choose(page: Page, label: string, text: string | null) {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  if (text !== null) await box.fill(text);
  const list = page.getByRole('listbox');
  const options = list.getByRole('option');
  await (text === null ? options.first() : options.filter({ hasText: text }).first()).click();
  if (await list.isVisible()) await box.press('Tab');
}

test('from a list of contacts to the first delivered message and its report', async () => {
  const visitor = await visit(demo);
  const { page, complaints, picture, isAccessible } = visitor;
  await signIn(visitor, demo.credentials);

  await page.getByRole('link', { name: 'Imports' }).click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'browser.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) });
  await page.getByRole('heading', { name: 'Which column is what' }).waitFor();
  expect(await page.getByLabel('Number', { exact: true }).inputValue()).toBe('0');
  expect(await page.getByLabel('Email').inputValue()).toBe('1');
  await page.getByLabel('Tags for all of them').fill('browser');
  await isAccessible();
  await picture('import');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('h1', { hasText: 'Imported' }).waitFor();
  await page.getByRole('region', { name: 'Errors and warnings' }).getByText('12', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Make a segment' }).click();
  await page.getByRole('button', { name: 'New segment' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Browser readers');
  await page.getByText(/ contacts now, /).waitFor();
  visitor.operations();
  await choose(page, 'With any of these tags', 'browser');
  await page.getByText('3 contacts now, 3 of them may be contacted').waitFor();
  expect(visitor.operations()).toEqual(['SegmentPreview']);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Browser readers' }).waitFor();
  await page.getByText('Ada Stein').waitFor();
  expect(await page.locator('.figure dd').first().textContent()).toBe('3');

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Add alternatives' }).click();
  const alternative = (at: number) => page.getByRole('group', { name: `Alternative ${at}` });
  await alternative(1).getByLabel('Clicked a link').selectOption('true');
  await page.getByText('0 contacts now, 0 of them may be contacted').waitFor();
  await alternative(2).getByLabel('Clicked a link').selectOption('false');
  await page.getByText('3 contacts now, 3 of them may be contacted').waitFor();
  await isAccessible();
  await alternative(2).scrollIntoViewIfNeeded();
  await picture('segment');
  // The API counts the alternatives that it was sent: the first has no condition any more.
  await alternative(1).getByLabel('Clicked a link').selectOption('');
  await alternative(2).getByRole('combobox', { name: 'With any of these tags' }).click();
  await page.getByRole('option', { name: 'browser' }).click();
  await page.keyboard.press('Tab');
  const tag = page.locator('input[name="filter.anyOf.1.tagsAny"]');
  await tag.evaluate((input: HTMLInputElement) => input.setAttribute('value', 'x'.repeat(1_000)));
  await page.getByRole('button', { name: 'Save' }).click();
  await alternative(2).getByText('"With any of these tags 1" must not be greater than').waitFor();
  expect(await alternative(1).locator('.mistake').count()).toBe(0);
  await tag.evaluate((input: HTMLInputElement) => input.setAttribute('value', 'browser'));
  await alternative(1).getByLabel('Clicked a link').selectOption('true');
  await page.getByRole('button', { name: 'Remove alternative 2' }).click();
  await page.getByText('0 contacts now, 0 of them may be contacted').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  const contactsNow = () => page.locator('.figure dd').first().textContent();
  await expect.poll(contactsNow, { timeout: 60_000 }).toBe('0');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove alternative 1' }).click();
  await page.getByText('3 contacts now, 3 of them may be contacted').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(contactsNow, { timeout: 60_000 }).toBe('3');

  await page.getByRole('link', { name: 'Campaigns' }).first().click();
  await page.getByRole('link', { name: 'New campaign' }).click();
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByRole('button', { name: 'When' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.locator('.field', { hasText: 'Name' }).locator('.mistake').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('First words');
  await page.getByRole('button', { name: 'Remove Everyone' }).click();
  await choose(page, 'Segments', 'Browser readers');
  await page.getByText('3 contacts', { exact: true }).waitFor();
  await isAccessible();
  await next.click();
  await page.getByLabel('Text', { exact: true }).fill('Hello ');
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).pressSequentially(', come and see the “harbor”: {{ url }}');
  await page.getByRole('region', { name: 'Preview' }).getByText('Hello Ada Stein, come and see the “harbor”').waitFor();
  await page.getByText('Not in the phones’ own alphabet: “ ”').waitFor();
  await page.getByLabel('Text', { exact: true }).fill('Hello {{ name }}, come and see the harbor: {{ url }}');
  await page.getByText(/^1 part, \d+ of 160 characters/).waitFor();
  await choose(page, 'Offers', null);
  await page.getByLabel('Routing plan').selectOption({ label: 'Standard' });
  await isAccessible();
  await picture('new-campaign');
  await next.click();
  await page.getByLabel('Maximum contacts').fill('3');
  await isAccessible();
  await page.getByRole('button', { name: 'Review' }).click();

  const review = page.getByRole('dialog', { name: 'Start First words?' });
  await review.getByText('Hello Ada Stein, come and see the harbor:').waitFor();
  await review.getByText('no real messages go out').waitFor();
  await review.getByText('3 messages').first().waitFor();
  expect(await page.locator('h1 .badge').first().textContent()).toBe('Draft');
  await isAccessible();
  await picture('review');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Dry run' }).click();
  await page.getByRole('img', { name: 'Messages per hour, 3 in all' }).waitFor();
  await isAccessible();
  await picture('dry-run');

  await page.getByRole('link', { name: 'Overview' }).last().click();
  await page.getByRole('button', { name: 'Review and start' }).click();
  await review.getByRole('button', { name: 'Send 3 messages' }).click();
  const delivered = page.locator('.figure', { hasText: 'Delivered' }).locator('dd');
  await expect
    .poll(async () => Number.parseInt((await delivered.textContent()) ?? '0', 10), { timeout: 120_000 })
    .toBeGreaterThan(0);
  await page.locator('h1 .badge', { hasText: /^Sent$/ }).waitFor();
  await page
    .getByText(/contacts got a message/)
    .first()
    .waitFor();
  await picture('campaign');

  await visitor.open('/reports');
  await choose(page, 'Group by', 'SMS campaign');
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await choose(page, 'What', 'Campaign name');
  await page.getByLabel('How', { exact: true }).selectOption({ label: 'Equals' });
  await page.getByLabel('Value').fill('First words');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const row = page.getByRole('row', { name: /First words/ });
  await row.waitFor();
  expect(await row.getByRole('cell').nth(1).textContent()).toBe('3');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(await file.failure()).toBe(null);

  expect(complaints).toEqual([]);
});

test('the list of campaigns is one request, its filters and pages are in the address', async () => {
  const signedIn = await visit(demo);
  await signIn(signedIn, demo.credentials);
  const visitor = await visit(demo, { storageState: await signedIn.page.context().storageState() });
  const { page, open, operations, complaints, picture } = visitor;
  const received: number[] = [];
  page.on('response', async (response) => {
    const { responseBodySize, responseHeadersSize } = await response.request().sizes();
    received.push(responseBodySize + responseHeadersSize);
  });
  const begun = Date.now();
  await page.goto(`${demo.app}/campaigns`);
  await page.getByRole('link', { name: 'Win back 210' }).waitFor();
  process.stdout.write(`The list of campaigns after ${Date.now() - begun} ms (with an empty cache).\n`);
  await page.waitForTimeout(500);
  expect(operations().sort()).toEqual(['Campaigns', 'Currency']);
  process.stdout.write(`${received.length} requests, ${received.reduce((sum, size) => sum + size, 0)} bytes.\n`);
  expect(received.reduce((sum, size) => sum + size, 0)).toBeLessThan(220_000);
  await picture('campaigns');

  await page.getByRole('combobox', { name: 'Status' }).selectOption('draft');
  await page.getByText(/^\d+ campaigns$/).waitFor();
  expect(new URL(page.url()).search).toBe('?status=draft');
  await open('/campaigns');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: '190' }).waitFor();
  expect(new URL(page.url()).search).toMatch(/^\?after=/);
  await page.goBack();
  await page.getByRole('link', { name: '210' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a campaign that is none of the newest hundred is found by its name', async () => {
  const visitor = await visit(demo);
  const { page, open, complaints } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/reports');
  await choose(page, 'Campaign', 'Renewal notice 100');
  await page.waitForURL(/[?&]campaign=/);
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Campaign', exact: true }).inputValue(), PATIENCE)
    .toBe('Renewal notice 100');
  expect(complaints).toEqual([]);
});

test('a report until a day has nothing of later ones', async () => {
  const visitor = await visit(demo);
  const { page, open, complaints } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/reports?range=own&to=1971-01-01');
  await page.getByRole('cell', { name: 'No rows match these filters.' }).waitFor();
  expect(complaints).toEqual([]);
});

test.each(Object.entries(PICTURES))('the picture of the %s screen', async (screen, name) => {
  const [colorScheme, path] = screen.split(' ') as ['light' | 'dark', string];
  const visitor = await visit(demo, { colorScheme });
  await signIn(visitor, demo.credentials);
  await visitor.open(path);
  await visitor.isAccessible();
  await visitor.picture(name);
  expect(visitor.complaints).toEqual([]);
});

test('a call’s outcome is changed, and a contact of a campaign explained', async () => {
  const visitor = await visit(demo);
  const { page, open, picture, isAccessible } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/calls?status=ended&callOutcome=interested');
  await page.getByRole('region', { name: 'Calls' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await choose(page, 'Outcome', 'Not interested');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.locator('h1 .badge', { hasText: 'Not interested' }).waitFor();
  await page.getByText('Interested → Not interested').waitFor();
  await isAccessible();
  await picture('call');

  await open('/contacts');
  const number = await page.getByRole('region', { name: 'Contacts' }).getByRole('cell').nth(2).textContent();
  await open('/campaigns');
  await page.getByRole('link', { name: 'Win back 210' }).click();
  await page.getByRole('link', { name: 'Explain a contact' }).click();
  await page.getByLabel('Phone number').fill(number!);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('Rule', { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('a route gets a provider and loses it again', async () => {
  const visitor = await visit(demo);
  const { page, open, isAccessible } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/settings?tab=providers');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New route' }).click();
  await dialog.getByLabel('Name').fill('Spare');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('row', { name: 'Spare' });
  await row.getByText('not set').waitFor();
  const setUp = () => row.getByRole('button', { name: 'Set up' }).click();
  const choose = (label: string) => dialog.getByRole('button', { name: label, exact: true }).click();
  const save = dialog.getByRole('button', { name: 'Save' });
  await setUp();
  await dialog.getByRole('button', { name: 'Twilio', exact: true }).waitFor();
  await isAccessible();
  await choose('Twilio');
  await dialog.getByRole('link', { name: 'Documentation of Twilio' }).waitFor();
  await dialog.getByText('docs/providers/twilio.md').waitFor();
  await save.click();
  const sid = dialog.locator('.field', { hasText: 'Account SID' });
  await sid.locator('.mistake').waitFor();
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [768, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await isAccessible();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByLabel('Account SID').fill(`AC${'a'.repeat(32)}`);
  expect(await dialog.getByLabel('Auth token').getAttribute('type')).toBe('password');
  await dialog.getByLabel('Auth token').fill('secret');
  await save.click();
  await dialog.getByText('/hooks/sms/').waitFor();
  await dialog.getByRole('button', { name: 'Check credentials' }).waitFor();
  await dialog.getByLabel('Your phone number').waitFor();
  await isAccessible();
  expect(await dialog.getByRole('button', { name: 'Copy' }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await row.getByText('twilio').waitFor();
  await setUp();
  expect(await dialog.getByLabel('Account SID').inputValue()).toBe(`AC${'a'.repeat(32)}`);
  expect(await dialog.getByLabel('Auth token').inputValue()).toBe('');
  await dialog.getByText('Leave empty to keep it.').first().waitFor();
  await dialog.getByRole('button', { name: 'Other providers' }).click();
  await dialog.locator('li', { hasText: 'Twilio' }).getByText('in use').waitFor();
  await choose('Simulator');
  await dialog.getByText('Simulated: it reaches nobody').waitFor();
  await save.click();
  await dialog.getByText('whsec_').waitFor();
  await dialog.getByText("You won't see it again.").waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Route "Spare"', exact: true });
  await details.getByRole('button', { name: 'Try' }).click();
  const trial = page.getByRole('dialog', { name: 'Try route "Spare"' });
  await trial.getByRole('button', { name: 'Check credentials' }).click();
  await trial.getByText('cannot check credentials without sending').waitFor();
  await trial.getByLabel('Your phone number').fill('+49 1512 3456701');
  await trial.getByRole('button', { name: 'Send a test' }).click();
  await trial.getByText(/Its receipt has arrived|It failed/).waitFor();
  await isAccessible();
  await page.keyboard.press('Escape');
  await details.getByRole('button', { name: 'Remove the provider' }).click();
  await isAccessible();
  const removal = page.getByRole('dialog', { name: 'Remove the provider of Spare?' });
  await removal.getByRole('button', { name: 'Remove' }).click();
  await removal.waitFor({ state: 'detached' });
  await details.getByText('not set').waitFor();
  expect(await details.getByRole('button', { name: 'Remove the provider' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await row.getByText('not set').waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('a voice account is made, and lists and values by name are filled in as rows', async () => {
  const visitor = await visit(demo);
  const { page, open, isAccessible } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/voice?tab=accounts');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New voice account' }).click();
  await dialog.getByLabel('Name').fill('Our Vapi');
  await isAccessible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('obw_').waitFor();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: 'Our Vapi' });
  await row.getByRole('button', { name: 'Set up' }).click();
  await dialog.getByRole('button', { name: 'Vapi', exact: true }).click();
  await dialog.getByLabel('Private API key').fill('key-1');
  await dialog.getByText('Further settings').click();
  const tools = dialog.locator('.field', { hasText: 'Tool results' });
  await tools.getByRole('button', { name: 'Add' }).click();
  await tools.getByLabel('Name 1').fill('opening_hours');
  await tools.getByLabel('Value 1').fill('Nine to five,\nnot on Sundays.');
  const knowledge = dialog.locator('.field', { hasText: 'Knowledge' });
  for (const [at, text] of ['We are closed on Sundays.', 'Not this.'].entries()) {
    await knowledge.getByRole('button', { name: 'Add' }).click();
    await knowledge.getByLabel(`Text ${at + 1}`).fill(text);
  }
  await knowledge.getByRole('button', { name: 'Remove row 2' }).click();
  await isAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('/hooks/voice/').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('cell', { name: 'vapi', exact: true }).waitFor();
  await row.getByRole('button', { name: 'Set up' }).click();
  expect(await tools.getByLabel('Name 1').inputValue()).toBe('opening_hours');
  expect(await tools.getByLabel('Value 1').inputValue()).toBe('Nine to five,\nnot on Sundays.');
  expect(await knowledge.getByLabel('Text 1').inputValue()).toBe('We are closed on Sundays.');
  expect(await knowledge.getByLabel('Text 2').count()).toBe(0);
  await dialog.getByText('Further settings').click();
  await tools.getByRole('button', { name: 'Remove row 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const namesShown = async () => {
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Set up' }).click();
    await dialog.getByLabel('Private API key').waitFor();
    return tools.getByLabel('Name 1').count();
  };
  await expect.poll(namesShown, PATIENCE).toBe(0);
  expect(visitor.complaints).toEqual([]);
});

test('a rule of several routes is made and changed, with priority and weight', async () => {
  const visitor = await visit(demo);
  const { page, open, isAccessible } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/routing');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New plan' }).click();
  await dialog.getByLabel('Name').fill('Several');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'New rule' }).last().waitFor();
  const plan = page.locator('.card', { hasText: 'Several' });
  await plan.getByRole('button', { name: 'New rule' }).click();
  const route = (at: number) => dialog.getByLabel(`Route ${at}`, { exact: true });
  await route(1).selectOption({ index: 1 });
  const names = await route(1).locator('option').allTextContents();
  await dialog.getByLabel('Weight 1').fill('3');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await route(2).selectOption({ index: 1 });
  await isAccessible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('names a route twice').waitFor();
  await route(2).selectOption({ index: 2 });
  await dialog.getByLabel('Priority 2').fill('2');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await plan.getByText('Priority 1, weight 3').waitFor();
  await plan.getByText('Priority 2, weight 1').waitFor();
  await plan.getByRole('row', { name: names[2] }).getByRole('button', { name: 'Edit' }).click();
  expect(await dialog.getByLabel('Weight 1').inputValue()).toBe('3');
  await dialog.getByRole('button', { name: 'Remove row 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await plan.getByText('Priority 1, weight 3').waitFor({ state: 'detached' });
  await plan.getByRole('row', { name: names[2] }).waitFor();
  await plan.getByRole('button', { name: 'Delete: Any' }).click();
  await dialog.getByText('Traffic that it was for takes the next rule that fits.').waitFor();
  expect(await plan.getByRole('row', { name: names[2], includeHidden: true }).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await plan.getByText('No rules: everything takes the default route.').waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('a voice account places a test call, and shows its events', async () => {
  const visitor = await visit(demo);
  const { page, open, isAccessible } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/voice?tab=accounts');
  const dialog = page.getByRole('dialog');
  await page.getByRole('row', { name: 'simulator' }).getByRole('button', { name: 'Try' }).last().click();
  await dialog.getByRole('button', { name: 'Place a test call' }).click();
  await dialog.getByText('"Your phone number" ').waitFor();
  await dialog.getByLabel('Your phone number').fill('+1 202 555 0123');
  await dialog.getByRole('button', { name: 'Place a test call' }).click();
  await dialog.getByText('Call ID at the provider').waitFor();
  await dialog.getByText('Event 1', { exact: true }).waitFor();
  await dialog.getByText('The call has ended.').waitFor();
  await isAccessible();
  expect(visitor.complaints).toEqual([]);
});

test('a campaign of each kind is drafted, and its form shows what was saved', async () => {
  const visitor = await visit(demo);
  const { page, open, isAccessible, picture } = visitor;
  await signIn(visitor, demo.credentials);
  const mistake = (label: string) => page.locator('.field', { hasText: label }).locator('.mistake');
  const days = page.getByRole('group', { name: 'Days' });
  const when = page.getByLabel('When', { exact: true });
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const hour = (name: string) => page.getByRole('gridcell', { name, exact: true });
  const chosen = () => page.getByRole('gridcell', { selected: true }).count();
  async function begin(name: string, kind: string) {
    await open('/new-campaign');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await step('Message');
    await page.getByLabel('Text', { exact: true }).fill('Hello');
    await step('When');
    await when.selectOption(kind);
  }
  async function draft() {
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await edit();
  }
  async function edit() {
    await page.getByRole('link', { name: 'Edit' }).click();
    await step('When');
  }

  await begin('Every day', 'planner');
  await page.getByRole('button', { name: 'Review' }).click();
  await mistake('Hours').waitFor();
  expect(await mistake('Hours').textContent()).toBe('"Hours" is required.');
  // Monday to Friday, 9 to 17, by a drag; Saturday, 10 to 12, by keys; Sunday, to the minute, past midnight.
  await hour('Mon 09:00').hover();
  await page.mouse.down();
  await hour('Fri 16:00').hover();
  await page.mouse.up();
  expect(await chosen()).toBe(40);
  const down = Array.from({ length: 5 }, () => 'ArrowDown');
  for (const key of [...down, 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
  expect(await chosen()).toBe(42);
  expect(await mistake('Hours').count()).toBe(0);
  await hour('Sun 22:00').click();
  await page.getByLabel('Sun from').fill('22:30');
  await page.getByLabel('Sun until').fill('01:15');
  expect(await hour('Mon 01:00').getAttribute('aria-selected')).toBe('true');
  expect(await chosen()).toBe(46);
  await isAccessible();
  await picture('hours');
  await draft();
  expect(await chosen()).toBe(46);
  expect(await hour('Mon 02:00').getAttribute('aria-selected')).toBe('false');
  await hour('Sun 22:00').click();
  expect(await page.getByLabel('Sun from').inputValue()).toBe('23:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(({ search }) => search === '');
  // The page reads the campaign again after the change.
  const sunday = async () => {
    await edit();
    const text = await hour('Sun 22:00').getAttribute('aria-selected');
    if (text === 'true') await page.goBack();
    return text;
  };
  await expect.poll(sunday, { timeout: 60_000 }).toBe('false');
  expect(await chosen()).toBe(45);

  await begin('Every week', 'recurring');
  await days.getByLabel('Tue').check();
  await page.getByRole('textbox', { name: 'Tue' }).fill('0 at 09:00');
  await page.getByRole('button', { name: 'Review' }).click();
  await mistake('Tue').last().waitFor();
  await page.getByRole('textbox', { name: 'Tue' }).fill('50 at 09:00, 20 at 14:30');
  await draft();
  expect(await page.getByRole('textbox', { name: 'Tue' }).inputValue()).toBe('50 at 09:00, 20 at 14:30');

  await begin('As they come', 'feed');
  await page.getByLabel('Feed', { exact: true }).fill('harbor-feed');
  await page.getByLabel('Maximum per hour').fill('60');
  await draft();
  expect(await page.getByLabel('Feed', { exact: true }).inputValue()).toBe('harbor-feed');
  expect(await page.getByLabel('Maximum per hour').inputValue()).toBe('60');
  expect(visitor.complaints).toEqual([]);
});

test('a form sends what was changed alone, over what the campaign has beside it', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    const { operationName, variables } = JSON.parse(request.postData() ?? '{}');
    if (/^Update/.test(operationName ?? '')) sent.push(variables.input);
  });
  const segments = await ask(demo, '{ segments(first: 2) { nodes { id } } }');
  const [first, second] = segments.segments!.nodes as unknown as { id: string }[];
  const recurringData = {
    isActive: false,
    daysOfWeek: ['Mon', 'Tue'],
    dailyContactLimit: 2,
    weeklyContactLimit: 3,
    selectedRecurringTime: { sendAmount: 40, sendDatetime: '2031-01-01T09:00:30' },
    dailyRecurringData: {
      Mon: [
        { sendAmount: 50, sendDatetime: '09:00' },
        { sendAmount: 200, sendDatetime: '14:00' },
      ],
      Tue: [{ sendAmount: 5, sendDatetime: '10:00' }],
    },
  };
  const changed = structuredClone(recurringData) as typeof recurringData;
  changed.dailyRecurringData.Mon[0] = { sendAmount: 60, sendDatetime: '09:00' };
  const days = { Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] };
  const whole = (data: typeof recurringData) => ({
    ...data,
    dailyRecurringData: { ...data.dailyRecurringData, ...days },
  });

  for (const [kind, segmentIds, path] of [
    ['SmsCampaign', [first!.id], 'campaigns'],
    ['VoiceCampaign', [second!.id], 'voice-campaigns'],
  ] as const) {
    const input = { name: 'Kept', meta: { sendType: 'recurring', segmentIds, recurringData } };
    const make = `mutation ($input: Create${kind}Input!) { made: create${kind}(input: $input) { id } }`;
    const id = (await ask(demo, make, { input })).made!.id!;
    const saved = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(({ search }) => search === '');
      const of = kind === 'SmsCampaign' ? 'smsCampaign' : 'voiceCampaign';
      const query = `query ($id: ID!) { found: ${of}(id: $id) { name meta { segmentIds recurringData {
        isActive daysOfWeek dailyContactLimit weeklyContactLimit selectedRecurringTime { sendAmount sendDatetime }
        dailyRecurringData { ${'Mon Tue Wed Thu Fri Sat Sun'.split(' ').map((day) => `${day} { sendAmount sendDatetime }`)} } } } } }`;
      return (await ask(demo, query, { id })).found;
    };
    const edit = async () => {
      await open(`/${path}/${id}`);
      await page.getByRole('link', { name: 'Edit' }).click();
    };
    await edit();
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    expect(await saved()).toEqual({ name: 'Renamed', meta: { segmentIds, recurringData: whole(recurringData) } });
    expect(sent.splice(0)).toEqual([{ name: 'Renamed' }]);

    await edit();
    await page.getByRole('button', { name: 'When' }).click();
    await page.getByRole('textbox', { name: 'Mon' }).fill('60 at 09:00, 200 at 14:00');
    expect(await saved()).toEqual({ name: 'Renamed', meta: { segmentIds, recurringData: whole(changed) } });
    expect(sent.splice(0)).toEqual([{ meta: { recurringData: whole(changed) } }]);

    await edit();
    await choose(page, 'Segments', 'Customers in C');
    expect((await saved())!.meta).toMatchObject({ segmentIds: expect.arrayContaining([...segmentIds]) });
    expect(sent.splice(0)).toEqual([{ meta: { segmentIds: expect.arrayContaining([...segmentIds]) } }]);
  }
  expect(visitor.complaints).toEqual([]);
});

test('a voice campaign is made, changed and duplicated, and its calls are counted by outcome', async () => {
  const visitor = await visit(demo);
  const { page, open, picture, isAccessible } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/campaigns?tab=voice');
  await page.getByRole('link', { name: 'New voice campaign' }).click();
  await page.getByRole('button', { name: 'When' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.locator('.field', { hasText: 'Name' }).locator('.mistake').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Harbor calls');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Agent that speaks').selectOption({ index: 1 });
  await page.getByLabel('Number to call from').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page
    .getByRole('dialog', { name: 'Start Harbor calls?' })
    .getByRole('button', { name: /^Place \d+ calls|Start/ })
    .waitFor();
  await isAccessible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: /^Harbor calls/ }).waitFor();
  await page.getByText('No calls yet.').waitFor();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: /^Remove Everyone/ }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Harbor calls of June');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: /^Harbor calls of June/ }).waitFor();
  const first = page.url();
  await page.getByRole('button', { name: 'Actions for Harbor calls of June' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.waitForURL((url) => url.pathname.includes('/voice-campaigns/') && url.href !== first);

  await open('/campaigns?tab=voice&status=sent');
  await page.locator('td .title').first().click();
  await page.getByRole('region', { name: 'Calls by outcome' }).getByRole('link').first().waitFor();
  await isAccessible();
  await picture('voice-campaign');
  await page.getByRole('region', { name: 'Calls by outcome' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Calls' }).waitFor();
  expect(new URL(page.url()).search).toMatch(/voiceCampaignId=.+&callOutcome=/);
  expect(visitor.complaints).toEqual([]);
});

test('menus and dialogs are used by keys alone', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/campaigns');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('To the content');
  await page.getByRole('button', { name: 'Actions for Win back 210' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Start' }).count()).toBe(0);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delete Win back 210?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await open('/contacts');
  await page.getByRole('button', { name: 'New contact' }).press('Enter');
  await page.getByLabel('Number', { exact: true }).last().fill('12');
  await page.keyboard.press('Enter');
  await page.locator('.dialog [aria-invalid]').waitFor();
  expect(await page.locator('.dialog .mistake').first().textContent()).toMatch(/number/i);
});

test('what is typed right after Ctrl-K is looked for, and Escape closes it', async () => {
  const visitor = await visit(demo);
  const { page } = visitor;
  const loaded = page.waitForResponse(/finder/);
  await signIn(visitor, demo.credentials);
  await (await loaded).finished();
  const box = page.getByRole('combobox', { name: /^Find/ });
  await page.keyboard.press('Control+K');
  await page.keyboard.type('rout', { delay: 50 });
  expect(await box.inputValue()).toBe('rout');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
});

test('a person goes over to another team, which has nothing yet', async () => {
  const visitor = await visit(demo);
  const { page, open, isAccessible, picture } = visitor;
  await signIn(visitor, demo.credentials);
  const { token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('outbound-session')!) as { token: string },
  );
  const input = { name: 'Harbor Outreach', timezone: 'Europe/Berlin' };
  await ask(demo, 'mutation ($input: CreateTeamInput!) { createTeam(input: $input) { id } }', { input }, token);

  await page.getByRole('button', { name: /^Acme Outreach/ }).click();
  await page.getByRole('menuitem', { name: 'Switch team' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Harbor Outreach/ })
    .click();
  await page.getByRole('button', { name: /^Harbor Outreach/ }).waitFor();
  await page.getByText('0 of 5 done').waitFor();
  await picture('first-steps');
  for (const path of SCREENS) {
    await open(path);
    await isAccessible();
  }
  expect(visitor.complaints).toEqual([]);
});

const LIMITED = { name: 'Only offers', scopes: [{ method: 'post', endpoint: '/v1/offers' }] };

test.each(['a member', 'a limited token'])('%s sees each screen whole, or that it is not theirs', async (who) => {
  const visitor = await visit(demo);
  const { page, open, complaints } = visitor;
  if (who === 'a member') await signIn(visitor, { email: 'member@acme.example', password: demo.credentials.password });
  else await signInWithToken(visitor, await limitedToken());
  const refused: string[] = [];
  for (const path of SCREENS) {
    await open(path);
    await expect.poll(() => page.locator('main').textContent()).toMatch(/\w/);
    expect(await page.getByText('This page does not work').count()).toBe(0);
    if ((await page.getByRole('heading', { name: 'No permission' }).count()) > 0) refused.push(path);
  }
  // The design asks the API for nothing.
  const withData = SCREENS.filter((path) => path !== '/design');
  expect(refused).toEqual(who === 'a member' ? ['/activity', '/settings?tab=tokens'] : withData);
  expect(complaints).toEqual([]);
});

/** Buttons of what only admins and owners may do, on the screens that have them. */
const FOR_ADMINS = {
  '/settings': ['Save'],
  '/settings?tab=members': ['Invite', 'Role …', 'Remove …'],
  '/settings?tab=tokens': ['New token'],
  '/settings?tab=sending': ['Save'],
  '/settings?tab=providers': ['Set up …'],
  '/voice?tab=accounts': ['New voice account', 'Set up …', 'Try …'],
};
const IN_DETAILS_FOR_ADMINS = [
  ['/settings?tab=providers', 'Direct US', ['Try …', 'Remove the provider']],
  ['/voice?tab=accounts', 'Second account', ['Edit', 'Rotate the secret', 'Archive', 'Delete']],
] as const;

test.each(['a member', 'an owner'])('%s sees the buttons of what they may do, and no others', async (who) => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  const email = who === 'a member' ? 'member@acme.example' : demo.credentials.email;
  await signIn(visitor, { ...demo.credentials, email });
  for (const [path, names] of Object.entries(FOR_ADMINS)) {
    await open(path);
    for (const name of names) {
      const buttons = await page.getByRole('main').getByRole('button', { name, exact: true }).count();
      expect([path, name, buttons > 0]).toEqual([path, name, who === 'an owner']);
    }
  }
  for (const [path, record, names] of IN_DETAILS_FOR_ADMINS) {
    await open(path);
    await page.getByRole('row', { name: record }).getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('dialog');
    await details.getByText(/^(Provider|Places calls through)$/).waitFor();
    for (const name of names) {
      const buttons = await details.getByRole('button', { name, exact: true }).count();
      expect([record, name, buttons > 0]).toEqual([record, name, who === 'an owner']);
    }
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
  }
  await open('/settings');
  expect(await page.getByRole('link', { name: 'Tokens' }).count()).toBe(who === 'an owner' ? 1 : 0);
  expect(await page.getByLabel('Name').isDisabled()).toBe(who === 'a member');
});

test('a new token says that it can be read again', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/settings?tab=tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Browser');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('read it again through the API').waitFor();
  expect(await dialog.textContent()).not.toContain("won't see it again");
});

test('an inbound call comes from the contact', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  const { calls } = await ask(demo, '{ calls(first: 100) { nodes { id callSource toNumber number { number } } } }');
  type Call = { id: string; callSource: string; toNumber: string; number: { number: string } | null };
  const nodes = (calls as unknown as { nodes: Call[] }).nodes.filter(({ number }) => number);
  const sides = async ({ id }: Call) => {
    await open(`/calls/${id}`);
    const names = await page.locator('.facts dt').allTextContents();
    const values = await page.locator('.facts dd').allTextContents();
    return Object.fromEntries(names.map((name, at) => [name, values[at]]));
  };
  const inbound = nodes.find(({ callSource }) => callSource === 'inbound')!;
  expect(await sides(inbound)).toMatchObject({ From: inbound.toNumber, To: inbound.number!.number });
  const outbound = nodes.find(({ callSource }) => callSource !== 'inbound')!;
  expect(await sides(outbound)).toMatchObject({ To: outbound.toNumber, From: outbound.number!.number });
});

async function limitedToken(): Promise<string> {
  const query = 'mutation ($input: CreateTeamTokenInput!) { made: createTeamToken(input: $input) { accessToken } }';
  const { made } = await ask(demo, query, { input: LIMITED });
  return made!.accessToken!;
}

test('a conversation is read, answered live, tagged, assigned and closed; nobody is answered after they opted out', async () => {
  const visitor = await visit(demo);
  const { page, open, picture, isAccessible, complaints } = visitor;
  await signIn(visitor, demo.credentials);
  await page.getByRole('link', { name: 'Inbox' }).click();
  const unread = page.getByRole('row').filter({ hasText: 'Hello?' });
  await unread.getByText('2 unread').waitFor();
  await picture('inbox');
  await unread.getByRole('link').click();
  await page.getByRole('list', { name: 'Messages' }).getByText('Hello?').waitFor();
  await page.getByText('simulated: nobody reads the answers').waitFor();
  await page.getByLabel('Answer').fill('We open at nine.');
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByRole('listitem').filter({ hasText: 'We open at nine.' });
  await answer.getByText('Delivered').waitFor({ timeout: 60_000 });
  expect(await page.getByLabel('Answer').inputValue()).toBe('');
  await page.getByLabel('Add tags').fill('asked');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.tag', { hasText: 'Asked' }).waitFor();
  await page.getByLabel('Assigned to').selectOption('');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('h1 .badge', { hasText: 'Closed' }).waitFor();
  await isAccessible();
  await picture('conversation');

  const address = new URL(page.url()).pathname.replace('/app', '');
  await page.locator('.facts').getByRole('link').click();
  await page.getByRole('button', { name: 'Do not contact' }).click();
  await page.getByRole('button', { name: 'May be contacted again' }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await open(address);
  await page.getByText('This person asked not to be contacted.').waitFor();
  expect(await page.getByLabel('Answer').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await isAccessible();
  await open('/inbox?status=closed');
  await page.getByRole('row').filter({ hasText: 'You: We open at nine.' }).waitFor();
  await open(address);
  await page.locator('.facts').getByRole('link').first().click();
  await page.getByRole('button', { name: 'May be contacted again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Do this only when the person asked for it.').waitFor();
  await dialog.getByRole('button', { name: 'May be contacted again' }).click();
  await page.getByRole('button', { name: 'Do not contact' }).waitFor();
  expect(complaints).toEqual([]);
});
