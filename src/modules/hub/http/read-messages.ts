import { flawOf, isObject, isRealDay } from 'plain-json';
import { type FieldErrors, ValidationError } from '../../../errors.ts';
import { HubReceiptWish } from '../../../generated/prisma/client.ts';
import { isStorableMoment } from '../../../input/moments.ts';
import { messages as texts } from '../../../input/validation-messages.ts';
import type { EndpointKey, Submission } from '../traffic/submission.ts';

const MOST_MESSAGES = 100;
const MOST_CHARACTERS = { to: 64, from: 64, text: 10_000, reference: 255, validUntil: 64, scheduledAt: 64 };
/** A time of day needs its zone. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** One message, or those of `messages`. What the pipeline judges, such as numbers and times in the past, is not judged here. */
export function readMessages({ teamId, endpointId }: EndpointKey, body: unknown, key: string | null): Submission[] {
  if (flawOf(body) !== null) throw new ValidationError({ body: [texts.text('body')] });
  const isMany = isObject(body) && Object.hasOwn(body, 'messages');
  const given = isMany ? body.messages : [body];
  if (!Array.isArray(given) || given.length === 0)
    throw new ValidationError({ messages: [texts.required('messages')] });
  if (given.length > MOST_MESSAGES) {
    throw new ValidationError({ messages: [texts.atMostItems('messages', MOST_MESSAGES)] });
  }
  const errors: FieldErrors = {};
  const owns = new Set(given.map((message) => (isObject(message) ? message.reference : null)));
  const submissions = given.map((message, at) => {
    const read = reader(isObject(message) ? message : {}, isMany ? `messages.${at}.` : '', errors);
    // An empty one names no message.
    const own = read.text('reference') || null;
    const reference = key === null ? own : `${key} ${own ?? at}`;
    // Of two messages with one reference the second is a repeat, and is not sent.
    if (key !== null && own === null && owns.has(String(at))) read.refuse('reference', texts.taken);
    if ((reference?.length ?? 0) > MOST_CHARACTERS.reference) {
      read.refuse('reference', (path) => texts.atMostCharacters(path, MOST_CHARACTERS.reference));
    }
    return {
      ...{ teamId, endpointId, protocol: 'http' as const, isInternational: true, partIds: [], reference },
      ...{ destination: read.needed('to'), sender: read.text('from') ?? '', text: read.needed('text') },
      ...{ receipts: read.receipts(), validUntil: read.moment('validUntil'), scheduledAt: read.moment('scheduledAt') },
    };
  });
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return submissions;
}

type Field = keyof typeof MOST_CHARACTERS;

function reader(message: Record<string, unknown>, prefix: string, errors: FieldErrors) {
  const refuse = (name: string, words: (path: string) => string) => {
    errors[prefix + name] ??= [words(prefix + name)];
    return null;
  };
  const text = (name: Field): string | null => {
    const value = Object.hasOwn(message, name) ? (message[name] ?? null) : null;
    if (value === null) return null;
    if (typeof value !== 'string') return refuse(name, texts.string);
    const most = MOST_CHARACTERS[name];
    return value.length > most ? refuse(name, (path) => texts.atMostCharacters(path, most)) : value;
  };
  return {
    refuse,
    text,
    needed: (name: Field) => text(name) || (refuse(name, texts.required) ?? ''),
    moment(name: Field): Date | null {
      const value = text(name);
      if (value === null) return null;
      const moment = new Date(MOMENT.test(value) && isRealDay(value) ? value : Number.NaN);
      return isStorableMoment(moment) ? moment : refuse(name, texts.format);
    },
    receipts() {
      const wish = Object.values(HubReceiptWish).find((one) => one === (message.receipts ?? 'all'));
      return wish ?? refuse('receipts', texts.selected) ?? 'all';
    },
  };
}
