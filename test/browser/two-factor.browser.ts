import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBase32, hotp } from '../../src/modules/identity/auth/totp.ts';
import { type Place, startEmpty, visit } from './demo.ts';

const OWNER = { email: 'ann@factor.example', password: 'correct horse battery' };

let place: Place & { setupUrl: string };
beforeAll(async () => {
  place = await startEmpty();
});
afterAll(() => place?.close());

/** Of the app's clock: a step ahead is still good, and later than the one before. */
const codeOf = (secret: string, ahead = 0) => hotp(fromBase32(secret), Math.floor(Date.now() / 30_000) + ahead);

test('a person sets up two factors on a phone’s width, signs in with a code, and once with a recovery code', async () => {
  const visitor = await visit(place, { viewport: { width: 390, height: 844 }, acceptDownloads: true });
  const { page, complaints, isAccessible } = visitor;
  await page.goto(place.setupUrl);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Team').fill('Acme');
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();

  const submitPerson = async () => {
    await visitor.open('');
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await submitPerson();
  await page.getByRole('button', { name: 'Menu' }).waitFor();
  await visitor.open('/settings?tab=account');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  await isAccessible();
  const secret = (await dialog.locator('pre').textContent())!;
  expect(await dialog.getByLabel('Code', { exact: true }).getAttribute('autocomplete')).toBe('one-time-code');
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  await isAccessible();
  const recoveryCodes = (await dialog.locator('pre').textContent())!.split('\n');
  expect(recoveryCodes).toHaveLength(10);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Recovery codes left').waitFor();
  await isAccessible();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

  const signOut = () => page.evaluate('localStorage.clear()');
  await signOut();
  await submitPerson();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await isAccessible();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Menu' }).waitFor();

  await signOut();
  await submitPerson();
  await page.getByLabel('Code', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('"Code" is wrong or was already used.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Menu' }).waitFor();
  await visitor.open('/settings');
  await page.getByLabel('Two-factor sign-in').selectOption('Required');
  await page.locator('form', { hasText: 'Two-factor sign-in' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  expect(complaints).toEqual([]);
});
