import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twilio } from '../../packages/sms-providers/test/declared/twilio.ts';
import { report, startFake } from '../support/declared-fake.ts';
import { PATIENCE } from '../support/patience.ts';
import { type Place, startEmpty, type Visitor, visit } from './demo.ts';

const OWNER = { email: 'ann@harbor.example', password: 'correct horse battery' };
const SENDER = '14155552345';

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
const serverOf = ({ app }: Place) => ({
  app: {
    fetch(request: Request) {
      const { pathname, search } = new URL(request.url);
      return fetch(new URL(pathname + search, app), request);
    },
  },
});

/** How a person works a page. */
interface Hand {
  /** From the top of a page that was loaded to its content. */
  skip(): Promise<void>;
  press(what: Locator): Promise<void>;
  write(where: Locator, text: string): Promise<void>;
  upload(where: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  goTo(screen: string): Promise<void>;
}

const withPointer = (page: Page): Hand => ({
  skip: async () => {},
  press: (what) => what.click(),
  write: (where, text) => where.fill(text),
  upload: (where, file) => where.setInputFiles(file),
  goTo: (screen) => page.getByRole('link', { name: screen, exact: true }).first().click(),
});

/** More than this to one thing, and nobody would work by keys. */
const MOST_TABS = 20;

/** Nothing is clicked: Tab goes to it, Enter or Space presses it, Ctrl-K changes the screen. */
function withKeys(page: Page): Hand {
  const isThere = (what: Locator) => what.evaluate((element) => element === document.activeElement);
  async function reach(what: Locator) {
    await what.waitFor();
    for (let presses = 0; !(await isThere(what)); presses += 1) {
      expect(presses, `presses of Tab on the way to ${what}`).toBeLessThan(MOST_TABS);
      await page.keyboard.press('Tab');
    }
  }
  return {
    async skip() {
      await reach(page.getByRole('link', { name: 'To the content' }));
      await page.keyboard.press('Enter');
    },
    async press(what) {
      await reach(what);
      await page.keyboard.press((await what.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
    },
    async write(where, text) {
      await reach(where);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    async upload(where, file) {
      await reach(where);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
    async goTo(screen) {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: /^Find/ }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(screen);
      await page.getByRole('option', { selected: true }).filter({ hasText: screen }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: screen }).waitFor();
    },
  };
}

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

/** From an empty server to the report of a first campaign, by what a person reads: roles and their names. */
describe.each(['a pointer', 'keys alone'])('With %s', (how) => {
  let place: Place & { setupUrl: string };
  let fake: Awaited<ReturnType<typeof startFake>>;
  let visitor: Visitor;
  beforeAll(async () => {
    place = await startEmpty();
    fake = await startFake(twilio);
    visitor = await visit(place);
  });
  afterAll(async () => {
    await fake?.close();
    await place?.close();
  });

  test('an empty team sends its first message over Twilio, answers the reply and reads the report', async () => {
    const { page, complaints } = visitor;
    const { skip, press, write, upload, goTo } = how === 'keys alone' ? withKeys(page) : withPointer(page);
    const isAccessible = () => (how === 'keys alone' ? undefined : visitor.isAccessible());
    await page.goto(place.setupUrl);
    await isAccessible();
    await write(page.getByLabel('E-mail'), OWNER.email);
    await write(page.getByLabel('Your name'), 'Ann');
    await write(page.getByLabel('Team'), 'Harbor Outreach');
    await write(page.getByLabel('Password'), OWNER.password);
    await press(page.getByRole('button', { name: 'Make the account' }));
    await press(page.getByRole('link', { name: 'Sign in' }));
    await write(page.getByLabel('E-mail'), OWNER.email);
    await write(page.getByLabel('Password'), OWNER.password);
    await press(page.getByRole('button', { name: 'Sign in' }));
    await done(page, 0);
    await isAccessible();

    await skip();
    await press(page.getByRole('link', { name: 'Choose a provider' }));
    const dialog = page.getByRole('dialog');
    await press(page.getByRole('button', { name: 'New route' }));
    await write(dialog.getByLabel('Name'), 'Twilio');
    await press(dialog.getByRole('button', { name: 'Create' }));
    await press(page.getByRole('row', { name: 'Twilio' }).getByRole('button', { name: 'Set up' }));
    await press(dialog.getByRole('button', { name: 'Twilio', exact: true }));
    await write(dialog.getByLabel('Account SID'), String(twilio.settings.accountSid));
    await write(dialog.getByLabel('Auth token'), String(twilio.credentials.authToken));
    await write(dialog.getByLabel('API address'), fake.url);
    await isAccessible();
    await press(dialog.getByRole('button', { name: 'Save' }));
    const callback = dialog.getByText('/hooks/sms/');
    await callback.waitFor();
    const callbackUrl = (await callback.textContent())!;
    await press(dialog.getByRole('button', { name: 'Close' }));

    await goTo('Overview');
    await done(page, 1);
    await press(page.getByRole('button', { name: 'Set the sender' }));
    await write(dialog.getByLabel('Sender'), SENDER);
    await press(dialog.getByRole('button', { name: 'Save' }));
    await done(page, 2);

    await press(page.getByRole('link', { name: 'Import contacts' }));
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list()) };
    await upload(page.getByLabel('File', { exact: true }), file);
    await isAccessible();
    await press(page.getByRole('button', { name: 'Import', exact: true }));
    await page.getByText('3 read').waitFor();
    await page.getByRole('link', { name: 'Make a segment' }).waitFor();

    await goTo('Contacts');
    await write(page.getByLabel('Name, number or e-mail'), '1234 5672');
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Ben Roth' }).waitFor();
    await isAccessible();

    await goTo('Overview');
    await done(page, 3);
    await press(page.getByRole('button', { name: 'New offer' }));
    await write(dialog.getByLabel('Name'), 'Harbor tour');
    await write(dialog.getByLabel('Address'), 'https://harbor.example/tour');
    await write(dialog.getByLabel('Profit per sale'), '4.50');
    await press(dialog.getByRole('button', { name: 'Create' }));
    await done(page, 4);

    await press(step(page, 'Send a campaign').getByRole('link', { name: 'New campaign' }));
    await write(page.getByLabel('Name', { exact: true }), 'First words');
    await page.getByText('3 contacts', { exact: true }).waitFor();
    const next = page.getByRole('button', { name: 'Next' });
    await press(next);
    // A team with one offer sells that.
    await page.getByRole('checkbox', { name: 'Harbor tour', checked: true }).waitFor();
    await write(page.getByLabel('Text', { exact: true }), 'Hello {{ name }}, come and see the harbor: {{ url }}');
    await isAccessible();
    await press(next);
    await isAccessible();
    await press(page.getByRole('button', { name: 'Review' }));
    const review = page.getByRole('dialog', { name: 'Start First words?' });
    await review.getByText('Real messages to real people').waitFor();
    await isAccessible();
    await press(review.getByRole('button', { name: 'Send 3 messages' }));

    await expect.poll(() => fake.taken.length, PATIENCE).toBe(3);
    expect(fake.taken.map(({ places }) => String(places.text).replace(/http\S+/, '…')).sort()).toEqual([
      'Hello Ada Stein, come and see the harbor: …',
      'Hello Ben Roth, come and see the harbor: …',
      'Hello Cora Vogt, come and see the harbor: …',
    ]);
    for (const { providerId, places } of fake.taken) {
      const told = { ...places, to: String(places.to).replace('+', ''), providerId };
      const { status } = await report(
        serverOf(place),
        twilio,
        String(places.callbackTo),
        twilio.mirror.delivered,
        told,
      );
      expect(status).toBe(200);
    }
    await expect.poll(() => figure(page, 'Delivered'), PATIENCE).toBe('3');

    await goTo('Inbox');
    await page.getByText('Replies to your messages appear here.').waitFor();
    const ada = fake.taken.find(({ places }) => String(places.text).includes('Ada'))!;
    const reply = { providerId: ada.providerId, to: '491512345671', from: SENDER, text: 'When do you open?' };
    expect((await report(serverOf(place), twilio, callbackUrl, twilio.mirror.reply, reply)).status).toBe(200);
    await page.getByRole('row').filter({ hasText: 'When do you open?' }).getByText('1 unread').waitFor();
    await isAccessible();
    await press(page.getByRole('link', { name: 'Ada Stein' }));
    await write(page.getByLabel('Answer'), 'At nine.');
    await press(page.getByRole('button', { name: 'Send', exact: true }));
    await expect.poll(() => fake.taken.length, PATIENCE).toBe(4);
    expect(fake.taken[3]!.places.text).toBe('At nine.');
    await isAccessible();

    await goTo('Reports');
    await expect.poll(() => figure(page, 'Sent'), PATIENCE).toBe('3');
    expect(await figure(page, 'Delivered')).toBe('3');
    expect(await figure(page, 'Replied')).toBe('1');
    await isAccessible();
    expect(complaints).toEqual([]);
  });

  test.runIf(how === 'a pointer')(
    'a campaign is written and sent by keys alone, with at most 20 presses of Tab',
    async () => {
      const { page, open, complaints } = visitor;
      await open('/new-campaign');
      await page.getByLabel('Name', { exact: true }).waitFor();
      let tabs = 0;
      /** To what has the name. */
      const tabTo = async (name: string | RegExp) => {
        const at = page
          .locator(':focus')
          .and(page.getByRole('textbox', { name }).or(page.getByRole('button', { name })));
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
      await page.getByRole('checkbox', { name: 'Harbor tour', checked: true }).and(page.locator(':focus')).waitFor();
      await tabTo('Text');
      await page.keyboard.type('Hello {{ name }}, the harbor again: {{ url }}');
      await press('Control+Enter');
      await page.getByLabel('When', { exact: true }).and(page.locator(':focus')).waitFor();
      await press('Control+Enter');
      const send = page
        .getByRole('dialog', { name: 'Start By keys?' })
        .getByRole('button', { name: 'Send 3 messages' });
      await send.waitFor();
      await tabTo('Send 3 messages');
      const before = fake.taken.length;
      await press('Enter');
      await expect.poll(() => fake.taken.length, PATIENCE).toBe(before + 3);
      expect(complaints).toEqual([]);
      process.stdout.write(`${tabs} presses of Tab to a campaign that is sent.\n`);
    },
  );
});
