import { valuesIn } from 'sms-providers';
import { expect, it } from 'vitest';

it.each([
  ['OK {id}', 'OK 12', { id: '12' }],
  ['Success "{id}"', 'Success "a b"', { id: 'a b' }],
  ['{code}: {reason}', '0: Accepted: later', { code: '0', reason: 'Accepted: later' }],
  ['OK {id}', 'NO 12', null],
  ['"{id}"', '"12', null],
])('%j finds in %j', (template, text, found) => {
  expect(valuesIn(template, text)).toEqual(found);
});
