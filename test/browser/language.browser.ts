import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, settled, signIn, startDemo, visit } from './demo.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

test('the dashboard speaks the language of the browser, until the reader chooses another', async () => {
  const visitor = await visit(demo, { locale: 'de-DE' });
  const { page, open, complaints } = visitor;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const language = () => page.locator('html').getAttribute('lang');
  const languages = () => [
    ...new Set(loaded.flatMap((path) => /^\/assets\/app-(en|de)(?:-more)?-.{8}\.js$/.exec(path)?.[1] ?? [])),
  ];

  await open('');
  expect(await language()).toBe('de');
  await page.getByLabel('E-Mail').fill(demo.credentials.email);
  await page.getByLabel('Passwort', { exact: true }).fill(demo.credentials.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
  await visitor.isAccessible();
  await page.getByRole('link', { name: 'Kontakte', exact: true }).click();
  await page.getByText(/^\d\.\d{3} Kontakte$/).waitFor();
  expect(await page.title()).toBe('Kontakte · Outbound');
  expect(languages()).toEqual(['de']);
  await open('/hub');
  await page.getByRole('combobox', { name: 'Abgelehnt wegen' }).click();
  await page.getByRole('option', { name: 'Ungültige Nummer' }).waitFor();
  await open('/contacts');

  await page.getByRole('button', { name: /Acme Outreach/ }).click();
  loaded.length = 0;
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  await page.getByText(/^\d,\d{3} contacts$/).waitFor();
  expect([await language(), languages()]).toEqual(['en', ['en']]);
  await page.reload();
  await settled(page);
  expect(await language()).toBe('en');
  expect(complaints).toEqual([]);
});

test('whose language is neither reads English', async () => {
  const visitor = await visit(demo, { locale: 'fr-FR' });
  await signIn(visitor, demo.credentials);
  expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en');
});
