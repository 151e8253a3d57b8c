import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE } from '../support/patience.ts';
import { type Demo, signIn, startDemo, type Visitor, visit } from './demo.ts';
import { ask } from './screens.ts';

let demo: Demo;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  demo = await startDemo();
  visitor = await visit(demo);
  ({ page } = visitor);
  await signIn(visitor, demo.credentials);
});
afterAll(() => demo?.close());

async function choose(label: string, text: string) {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  await box.fill(text);
  await page.getByRole('option', { name: text, exact: true }).click();
}
const chosen = (label: string) => page.getByRole('combobox', { name: label, exact: true }).inputValue();

test('an agent beyond the first hundred is chosen by name, and a report names its campaign', async () => {
  for (let first = 1; first <= 101; first += 25) {
    const numbers = Array.from({ length: Math.min(25, 102 - first) }, (_, at) => first + at);
    const fields = numbers.map(
      (at) => `a${at}: createAgent(input: { name: "Speaker ${1_000 + at}", prompt: "Hello." }) { id }`,
    );
    await ask(demo, `mutation { ${fields.join(' ')} }`);
  }
  await visitor.open('/new-voice-campaign');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await choose('Agent that speaks', 'Speaker 1001');
  expect(await chosen('Agent that speaks')).toBe('Speaker 1001');

  const { smsCampaigns } = await ask(
    demo,
    '{ smsCampaigns(first: 1, filter: { name: "Renewal notice 100" }) { nodes { id } } }',
  );
  const [campaign] = (smsCampaigns as unknown as { nodes: { id: string }[] }).nodes;
  await visitor.open(`/reports?campaign=${campaign!.id}`);
  await expect.poll(() => chosen('Campaign'), PATIENCE).toBe('Renewal notice 100');
  expect(visitor.complaints).toEqual([]);
});

test('a custom field is named, and the name is read in a segment and inserted into a message', async () => {
  await visitor.open('/settings');
  const names = page.locator('.card', { hasText: 'Custom fields' });
  await names.getByRole('button', { name: 'Add' }).click();
  await choose('Field 1', 'Text 1');
  await names.getByRole('textbox', { name: 'Name 1' }).fill('Plan');
  await visitor.isAccessible();
  await names.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();

  await visitor.open('/segments');
  await page.getByRole('button', { name: 'New segment' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gold');
  await page.getByText('More conditions').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await choose('Field 1', 'Plan');
  await page.getByRole('textbox', { name: 'Value 1' }).fill('gold');
  await page.getByRole('button', { name: 'Add alternatives' }).click();
  await page.getByRole('group', { name: 'Alternative 2' }).getByLabel('Replied').first().selectOption('true');
  await page.getByRole('button', { name: 'Create' }).click();
  const conditions = page.locator('.card', { hasText: 'Conditions' });
  await conditions.getByText('Plan equals gold').waitFor();
  await conditions.getByText('Replied').waitFor();
  await visitor.isAccessible();

  await visitor.open('/new-campaign');
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('{{ custom1_str }}');
  await page.getByRole('region', { name: 'Preview' }).getByText('‹Plan›').waitFor();
});

test('a test message is sent from the message step; the campaign is a draft by then', async () => {
  await visitor.open('/new-campaign');
  await page.getByLabel('Name', { exact: true }).fill('Tried first');
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('Hello there');
  await page.getByRole('button', { name: 'Save as a draft to send me a test' }).click();
  await page.waitForURL(/\/campaigns\/[\w-]+\?tab=edit&step=1/);
  const step = page.getByRole('region', { name: 'Step 2' });
  await step.getByRole('button', { name: 'Send me a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send me a test' });
  await dialog.getByLabel('Your phone number').fill('+49 1512 3450099');
  await visitor.isAccessible();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await step.getByLabel('Text', { exact: true }).inputValue()).toBe('Hello there');
  expect(visitor.complaints).toEqual([]);
});
