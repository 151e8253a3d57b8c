import { readFileSync } from 'node:fs';
import { DECLARATIONS } from 'sms-providers';
import { expect, test } from 'vitest';
import { DECLARED } from '../../../../src/modules/voice/providers/declared/declarations.ts';

const names = [...Object.entries(DECLARATIONS), ...Object.entries(DECLARED)].flatMap(([name, one]) =>
  one && name !== 'custom' ? [name] : [],
);

test.each(names)(
  '%s has a page with five steps to the first message or call, and says what was never tried',
  (name) => {
    const page = readFileSync(new URL(`../../../../docs/providers/${name}.md`, import.meta.url), 'utf8');
    const steps = [...page.matchAll(/^(\d)\. \*\*[^*]+\*\*/gm)].map(([, step]) => Number(step));
    expect(steps).toEqual([1, 2, 3, 4, 5]);
    expect(page).toMatch(/not tried against the live service|Nobody has tried it with the live service/i);
  },
);

test('every provider says where its own documentation is', () => {
  const addresses = [...Object.values(DECLARATIONS), ...Object.values(DECLARED)].map((one) => one?.reference ?? null);
  expect(addresses.filter((address) => address === null)).toHaveLength(1);
  for (const address of addresses) if (address !== null) expect(address).toMatch(/^https:\/\/[^ ]+$/);
});
