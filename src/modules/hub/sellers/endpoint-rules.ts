import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FieldErrors } from '../../../errors.ts';
import type { CreateSellerEndpointInput, UpdateSellerEndpointInput } from '../../../generated/inputs.ts';
import { messages } from '../../../input/validation-messages.ts';
import { isNegative } from '../../../records/input-rules.ts';

// Not in the reference.
export const USERNAME = { least: 3, most: 64, format: /^[\x21-\x39\x3b-\x7e]+$/ };
export const PASSWORD = { least: 8, most: 128 };
const MAX_NAME = 255;
const MAX_ITEMS = 100;
const MAX_WINDOW = 1_000;
const MAX_PER_SECOND = 10_000;

type Credentials = Pick<CreateSellerEndpointInput, 'username' | 'password'>;

export function credentialErrors({ username, password }: Credentials): FieldErrors {
  return errorsOf([
    ['username', usernameError(username)],
    ['password', passwordError(password)],
  ]);
}

export function settingErrors(settings: UpdateSellerEndpointInput): FieldErrors {
  const { name, allowedIps, tags, maxPrice, isMaxPriceEnabled, minMargin, window, perSecond } = settings;
  const found: [string, string | null][] = [
    ['name', (name?.length ?? 0) > MAX_NAME ? messages.atMostCharacters('name', MAX_NAME) : null],
    ...listErrors('allowedIps', allowedIps, (path, item) => (isAddressOrRange(item) ? null : messages.ip(path))),
    ...listErrors('tags', tags, tagError),
    ['maxPrice', isNegative(maxPrice) ? messages.atLeast('maxPrice', 0) : null],
    ['window', outside('window', window, MAX_WINDOW)],
    ['perSecond', outside('perSecond', perSecond, MAX_PER_SECOND)],
    ['minMargin', isNegative(minMargin) ? messages.atLeast('minMargin', 0) : null],
  ];
  // Not in the reference: an enabled limit needs its amount.
  if (isMaxPriceEnabled && (maxPrice === null || maxPrice === undefined)) {
    found.push(['maxPrice', messages.required('maxPrice')]);
  }
  return errorsOf(found);
}

function outside(path: string, value: number | null | undefined, most: number): string | null {
  if (value == null) return null;
  if (value < 1) return messages.atLeast(path, 1);
  return value > most ? messages.atMost(path, most) : null;
}

const errorsOf = (found: [string, string | null][]): FieldErrors =>
  Object.fromEntries(found.flatMap(([path, text]) => (text === null ? [] : [[path, [text]]])));

/** E4. */
export function isForbiddenPair(username: string, password: string): boolean {
  return password.toLowerCase().includes(username.toLowerCase());
}

/** Of eight characters: SMPP 3.4 has room for no more, and clients cut longer ones. */
export function newPassword(username: string): string {
  const password = randomBytes(6).toString('base64url');
  return isForbiddenPair(username, password) ? newPassword(username) : password;
}

export const FORBIDDEN_PAIR: FieldErrors = {
  username: ['Forbidden username/password combination.'],
  password: ['Forbidden username/password combination.'],
};

function isAddressOrRange(text: string): boolean {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix ?? 0) <= (version === 4 ? 32 : 128);
}

function usernameError(username: string): string | null {
  if (username.trim() === '') return messages.required('username');
  // A colon ends the name in HTTP basic credentials; a blank may get lost in settings.
  if (!USERNAME.format.test(username)) return messages.format('username');
  if (username.length < USERNAME.least) return messages.atLeastCharacters('username', USERNAME.least);
  return username.length > USERNAME.most ? messages.atMostCharacters('username', USERNAME.most) : null;
}

function passwordError(password: string): string | null {
  if (password.trim() === '') return messages.required('password');
  if (password.length < PASSWORD.least) return messages.atLeastCharacters('password', PASSWORD.least);
  return password.length > PASSWORD.most ? messages.atMostCharacters('password', PASSWORD.most) : null;
}

function tagError(path: string, tag: string): string | null {
  if (tag.trim() === '') return messages.required(path);
  return tag.length > MAX_NAME ? messages.atMostCharacters(path, MAX_NAME) : null;
}

type ItemRule = (path: string, item: string) => string | null;

function listErrors(path: string, items: readonly string[] | null | undefined, rule: ItemRule) {
  if ((items?.length ?? 0) > MAX_ITEMS) return [[path, messages.atMostItems(path, MAX_ITEMS)] as [string, string]];
  return (items ?? []).map((item, at): [string, string | null] => [`${path}.${at}`, rule(`${path}.${at}`, item)]);
}
