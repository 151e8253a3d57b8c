import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE } from '../support/patience.ts';
import { type Demo, signIn, startDemo, type Visitor, visit } from './demo.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const refusal = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { errors: [{ message, extensions: { code } }] } });

type Failure = [what: string, answer: (route: Route) => Promise<void>, english: string, german: string];
const UNREACHABLE = [
  'The server cannot be reached. Try again.',
  'Der Server ist nicht erreichbar. Versuchen Sie es noch einmal.',
] as const;
const FAILURES: Failure[] = [
  [
    ...(['500', refusal(500, 'INTERNAL_SERVER_ERROR', 'Unexpected error.')] as const),
    'Something went wrong on the server. Try again.',
    'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
  ],
  ['503 of a proxy', (route) => route.fulfill({ status: 503, body: '<html>' }), ...UNREACHABLE],
  ['no network', (route) => route.abort('internetdisconnected'), ...UNREACHABLE],
  [
    ...(['429', refusal(429, 'RATE_LIMITED', 'Too Many Attempts.')] as const),
    'Too many requests. Wait a minute and try again.',
    'Zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es noch einmal.',
  ],
  [
    ...(['409', refusal(409, 'CONFLICT', 'The import is running.')] as const),
    'The import is running.',
    'The import is running.',
  ],
];
const ANYTHING = '**/graphql';

test.each(['en-GB', 'de-DE'])(
  'what is typed outlives an API that fails, and the end of the session, in %s',
  async (locale) => {
    const visitor = await visit(demo, { locale });
    const { page, open, complaints } = visitor;
    await signIn(visitor, demo.credentials);
    await open('/contacts');
    await page.locator('td .title').first().click();
    await page.getByRole('button', { name: /^(Edit|Bearbeiten)$/ }).click();
    const form = page.getByRole('dialog').first();
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    const typed = `Typed in ${locale}`;
    await name.fill(typed);
    const save = form.getByRole('button', { name: /^(Save|Speichern)$/ });
    for (const [what, answer, english, german] of FAILURES) {
      await page.route(ANYTHING, answer);
      await save.click();
      await form
        .getByRole('alert')
        .getByText(locale === 'de-DE' ? german : english, { exact: true })
        .waitFor();
      expect([what, await name.inputValue()]).toEqual([what, typed]);
      await page.unroute(ANYTHING);
    }

    await page.route(ANYTHING, refusal(401, 'UNAUTHENTICATED', 'Unauthenticated.'));
    await save.click();
    const again = page.getByRole('dialog', { name: /^(Your session has ended|Ihre Sitzung ist beendet)$/ });
    await again.getByLabel(/^E-mail$/i).fill(demo.credentials.email);
    await page.unroute(ANYTHING);
    await again.getByLabel(/^(Password|Passwort)$/).fill('wrong');
    const signInAgain = again.getByRole('button', { name: /^(Sign in|Anmelden)$/ });
    await signInAgain.click();
    await again
      .getByText(/^(These credentials do not match our records\.|E-Mail oder Passwort stimmt nicht\.)$/)
      .waitFor();
    await visitor.isAccessible();
    await again.getByLabel(/^(Password|Passwort)$/).fill(demo.credentials.password);
    await signInAgain.click();
    await again.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe(typed);
    await save.click();
    await page.getByRole('heading', { level: 1, name: typed }).waitFor();
    expect(complaints).toEqual([]);
  },
);

test('a page whose question fails says so, and is there when it is asked again', async () => {
  const visitor = await visit(demo);
  const { page, complaints } = visitor;
  await signIn(visitor, demo.credentials);
  await page.route(ANYTHING, (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Offers', exact: true }).click();
  await page.getByRole('alert').getByText('The server cannot be reached. Try again.').waitFor();
  await page.unroute(ANYTHING);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator('tbody tr').count(), PATIENCE).toBeGreaterThan(2);
  expect(complaints).toEqual([]);
});

test('a session that is over when the page is opened leads to the sign-in', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('outbound-session')!);
    localStorage.setItem('outbound-session', JSON.stringify({ ...session, token: 'obs_none' }));
  });
  await open('/offers');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

/** Somebody else's change. */
async function change(query: string, variables: object): Promise<void> {
  const headers = { authorization: `Bearer ${demo.credentials.token}`, 'content-type': 'application/json' };
  const address = demo.app.replace(/app$/, 'graphql');
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  expect(await answer.json()).not.toHaveProperty('errors');
}

/** The operations that a page has sent of those that change something. */
const changesOf = (visitor: Visitor) => visitor.operations().filter((name) => /^(Create|Send|Update)/.test(name));

/** Lets no request through before what it returns is called. */
async function holding(page: Page): Promise<() => void> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(ANYTHING, (route) => answered.then(() => route.continue()));
  return answer;
}

test('a form is sent once, though its keys are held down or pressed again', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/inbox?status=open');
  await page.locator('td .title').first().click();
  await page.getByLabel('Answer').fill('Once alone.');
  visitor.operations();
  const answer = await holding(page);
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  answer();
  await expect.poll(() => page.getByLabel('Answer').inputValue(), PATIENCE).toBe('');
  await page.getByRole('listitem').filter({ hasText: 'Once alone.' }).first().waitFor();
  expect(changesOf(visitor)).toEqual(['SendReply']);
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'Once alone.' }).first().waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'Once alone.' }).count()).toBe(1);
});

test('half a date, and what is no number, are not sent as none', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/new-campaign');
  await page.getByLabel('Name', { exact: true }).fill('To five people');
  await page.getByRole('button', { name: 'When', exact: true }).click();
  const step = page.getByRole('region', { name: 'Step 3' });
  await step.getByLabel('Maximum contacts').pressSequentially('5-');
  await step.getByLabel('Not before').click();
  await page.keyboard.type('2412');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText('Please look at the marked fields.').waitFor();
  expect(await step.locator('.field > .mistake').allTextContents()).toEqual([
    'This is incomplete, or not a number.',
    'This is incomplete, or not a number.',
  ]);
  expect(changesOf(visitor)).toEqual([]);
});

test('two clicks make one campaign, though a segment is made before it', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/new-campaign');
  await page.getByLabel('Name', { exact: true }).fill('Clicked twice');
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('Hello there');
  await page.getByRole('button', { name: 'When', exact: true }).click();
  const answer = await holding(page);
  await page.getByRole('button', { name: 'Review', exact: true }).dblclick();
  answer();
  await page.waitForURL(/review=1/);
  expect(changesOf(visitor)).toEqual(['CreateSegment', 'CreateCampaign']);

  await page.goto(page.url().replace('review=1', 'tab=edit&step=1'));
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Not saved yet');
  await page.getByRole('button', { name: 'Send me a test' }).last().click();
  await page.getByLabel('Your phone number').fill('+49 1512 3450099');
  visitor.operations();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(changesOf(visitor)).toEqual(['SendTest']);
  expect(await text.inputValue()).toBe('Not saved yet');
});

test('a long form is left by a step back or for another tab only when the reader says so', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  const asked: string[] = [];
  let isLeft = false;
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void (isLeft ? dialog.accept() : dialog.dismiss());
  });
  await signIn(visitor, demo.credentials);
  await open('/campaigns?status=draft');
  await page.locator('td .title').first().click();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Edit' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half a change');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Dry run' }).click();
  await page.goBack();
  expect([asked, await name.inputValue()]).toEqual([['confirm', 'confirm'], 'Half a change']);
  expect(page.url()).toContain('tab=edit');
  isLeft = true;
  await page.goBack();
  await expect.poll(() => name.count(), PATIENCE).toBe(0);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Offers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
  expect(asked).toEqual(['confirm', 'confirm', 'confirm']);
});

test('what changed while a stream was cut is shown when it is back', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  const title = page.locator('td .title').first();
  let streams = 0;
  await page.route(ANYTHING, async (route) => {
    if (!route.request().postData()?.includes('ReplyLive')) return route.continue();
    streams += 1;
    // The server closes.
    if (streams === 1) return route.fulfill({ contentType: 'text/event-stream', body: 'event: complete\ndata:\n\n' });
    const input = { conversationId: (await title.getAttribute('href'))!.split('/').at(-1), text: 'Written meanwhile.' };
    await change('mutation ($input: SendReplyInput!) { sendReply(input: $input) { directMessage { id } } }', { input });
    return route.continue();
  });
  await open('/inbox?status=open');
  await page.getByRole('cell', { name: 'You: Written meanwhile.' }).waitFor();
});

test('a dialog sends what was changed in it alone, and is not closed over what was typed without asking', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  const asked: string[] = [];
  let isLeft = false;
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (isLeft ? dialog.accept() : dialog.dismiss());
  });
  await signIn(visitor, demo.credentials);
  await open('/contacts');
  await page.locator('td .title').nth(1).click();
  await page.waitForURL(/contacts\/./);
  const id = page.url().split('/').at(-1)!;
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed here');
  await page.keyboard.press('Escape');
  expect([asked, await name.inputValue()]).toEqual([['Close without saving? What you typed is lost.'], 'Typed here']);

  await change('mutation ($id: ID!, $input: UpdateContactInput!) { updateContact(id: $id, input: $input) { id } }', {
    ...{ id, input: { email: 'changed@elsewhere.example' } },
  });
  const sent = page.waitForRequest((request) => /UpdateContact/.test(request.postData() ?? ''));
  await form.getByRole('button', { name: 'Save' }).click();
  expect(JSON.parse((await sent).postData()!).variables.input).toEqual({ name: 'Typed here' });
  await form.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit' }).click();
  await name.fill('Not kept');
  isLeft = true;
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  expect(asked).toHaveLength(2);
});

test('Enter in the finder means what was typed last', async () => {
  const visitor = await visit(demo);
  const { page } = visitor;
  await signIn(visitor, demo.credentials);
  await page.goto(`${demo.app}/contacts`);
  const names = page.locator('td .title');
  const [first, second] = [(await names.nth(0).textContent())!, (await names.nth(2).textContent())!];
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.fill(first);
  await page.getByRole('option', { name: first }).first().waitFor();
  await box.fill(second);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: second }).waitFor();
});

test('a filter shows what the address has after a link has changed it', async () => {
  const visitor = await visit(demo);
  const { page, open } = visitor;
  await signIn(visitor, demo.credentials);
  await open('/contacts?search=nobody');
  const box = page.getByLabel('Name, number or e-mail');
  expect(await box.inputValue()).toBe('nobody');
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Contacts' }).click();
  await expect.poll(() => page.locator('td .title').count(), PATIENCE).toBe(50);
  expect(await box.inputValue()).toBe('');
});
