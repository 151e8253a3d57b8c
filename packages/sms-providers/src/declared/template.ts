import { createHash } from 'node:crypto';
import { isObject } from 'plain-json';
import { encodingOf } from 'sms-text';
import type { OutgoingSms } from '../provider.ts';
import type { Template, Values } from './declaration.ts';

export type Places = Readonly<Record<string, string | null | undefined>>;

const PLACE = /\{([A-Za-z][A-Za-z0-9_]*)\}/g;

/** Null when a place has no value. Values are put in once, so that braces in them stay as they are. */
export function fill(text: string, places: Places, encode: (value: string, name: string) => string = (value) => value) {
  let isWhole = true;
  const filled = text.replaceAll(PLACE, (_all, name: string) => {
    const value = Object.hasOwn(places, name) ? places[name] : null;
    if (value === null || value === undefined || value === '') isWhole = false;
    return encode(value ?? '', name);
  });
  return isWhole ? filled : null;
}

export const placesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name]) => name!);

/** Of a template, as deep as it is. */
export function textsIn(given: unknown): string[] {
  if (typeof given === 'string') return [given];
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(textsIn) : [];
}

/** Undefined: the entry is left out. */
export function render(template: Template, places: Places, messages: readonly Places[]): unknown {
  if (template === null) return undefined;
  if (typeof template === 'string') return fill(template, places) ?? undefined;
  if (Array.isArray(template)) {
    return template.map((one: Template) => render(one, places, messages)).filter((one) => one !== undefined);
  }
  if (!isObject(template)) return template;
  const { $each, $choose, of } = template as Record<string, Template>;
  if ($each !== undefined) return messages.map((message) => render($each, { ...places, ...message }, messages));
  if (typeof $choose === 'string') {
    const word = (Object.hasOwn(places, $choose) && places[$choose]) || '';
    const chosen = Object.hasOwn(of as object, word) ? (of as Record<string, Template>)[word] : undefined;
    return chosen === undefined ? undefined : render(chosen, places, messages);
  }
  const entries = Object.entries(template as Record<string, Template>).flatMap(([name, one]) => {
    const value = render(one, places, messages);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The places of the messages that are in one request. Of the whole request, those of its first message. */
export function placesOf(batch: readonly OutgoingSms[], values: Values, callback: string) {
  const messages = batch.map(messagePlaces);
  const places: Places = { ...values, ...messages[0], callback, batch: batchKeyOf(batch) };
  return { places, messages };
}

const messagePlaces = ({ id, to, from, text }: OutgoingSms): Places => ({
  ...{ id, to, from, text },
  fromPlus: from !== null && /^\d{7,15}$/.test(from) ? `+${from}` : from,
  textHex: Buffer.from(text, 'utf16le').swap16().toString('hex'),
  encoding: encodingOf(text) === 'GSM-7' ? 'gsm' : 'unicode',
});

export const MESSAGE_PLACES = ['id', 'to', 'from', 'text', 'fromPlus', 'textHex', 'encoding', 'callback', 'batch'];

const batchKeyOf = (batch: readonly OutgoingSms[]): string =>
  `msg_${createHash('sha256')
    .update(batch.map(({ id }) => id).join())
    .digest('base64url')}`;
