import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, signIn, startDemo, visit } from './demo.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

test('a route shows its delivery by network and is given senders for a country', async () => {
  const visitor = await visit(demo);
  const { page } = visitor;
  await signIn(visitor, demo.credentials);
  await visitor.open('/settings?tab=providers');
  const row = page.getByRole('region', { name: 'Routes' }).getByRole('row', { name: /Direct US/ });
  await row.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Route "Direct US"' });
  await details
    .getByRole('row', { name: /T-Mobile US/ })
    .getByText('Healthy')
    .waitFor();
  await visitor.isAccessible();
  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Change route "Direct US"' });
  await edit.getByLabel('Price per part (USD)').waitFor();
  await edit.getByLabel('Sender 1').fill('Acme');
  await edit.getByLabel('Country 1').fill('German');
  await page.getByRole('option', { name: 'Germany' }).click();
  await visitor.isAccessible();
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'detached' });
  await details.getByText('Acme').waitFor();
  expect(await details.getByRole('listitem').allTextContents()).toEqual([
    'Acme Germany',
    '12025550176 United States of America',
  ]);
  expect(visitor.complaints).toEqual([]);
});

test('a voice account is given a new secret, the former one is refused, and it is not archived while a number uses it', async () => {
  const visitor = await visit(demo);
  const { page } = visitor;
  await signIn(visitor, demo.credentials);
  await visitor.open('/voice?tab=accounts');
  const row = page.getByRole('region', { name: 'Voice accounts' }).getByRole('row', { name: /Second account/ });
  await row.getByRole('button', { name: 'Details' }).click();
  const account = page.getByRole('dialog', { name: 'Voice account "Second account"' });
  await account.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByText('Copy the secret now').waitFor();
  await page.keyboard.press('Escape');
  await account.getByRole('button', { name: 'Refuse the former secret' }).click();
  await page.getByRole('button', { name: 'Refuse it' }).click();
  await account.getByRole('button', { name: 'Refuse the former secret' }).waitFor({ state: 'detached' });
  await account.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Archive' }).click();
  await page.getByText('The voice account is used by the number 15715550101.').waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('a route is given a new secret, and shows until when the former one works', async () => {
  const visitor = await visit(demo);
  const { page } = visitor;
  await signIn(visitor, demo.credentials);
  await visitor.open('/settings?tab=providers');
  const row = page.getByRole('region', { name: 'Routes' }).getByRole('row', { name: /Direct US/ });
  await row.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Provider for route "Direct US"' });
  await setUp.getByText('Replace the secret').click();
  await setUp.getByLabel('Make a new secret').selectOption('true');
  await setUp.getByLabel('Hours in which the former secret works, too').fill('2');
  await visitor.isAccessible();
  await setUp.getByRole('button', { name: 'Save' }).click();
  await setUp.getByText('Copy the secret now').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Route "Direct US"' });
  await details.getByText('Former secret works until').waitFor();
  expect(visitor.complaints).toEqual([]);
});
