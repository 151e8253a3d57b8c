import { type CustomSettings, type Given, MESSAGE_PLACES, MIN_KEY_BYTES, placesIn, textsIn } from 'sms-providers';
import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';

/** What no shape can tell: places without a value, and a batch that is no list. */
export function customErrors(given: CustomSettings, credentials: Given): FieldErrors {
  const errors: FieldErrors = {};
  const known = new Set([...MESSAGE_PLACES, ...Object.keys(credentials)]);
  for (const part of ['send', 'check'] as const) {
    const unknown = textsIn(given[part])
      .flatMap(placesIn)
      .find((name) => !known.has(name));
    if (unknown !== undefined) {
      errors[`settings.${part}`] = [
        `The request uses {${unknown}}, which is neither a value of the message nor one of the credentials.`,
      ];
    }
  }
  const { signature } = given.callbacks;
  if ('content' in signature) {
    const unknown = placesIn(signature.content).find((name) => !SIGNED.includes(name));
    const at = 'settings.callbacks.signature.content';
    if (unknown !== undefined)
      errors[at] = [`The signed content uses {${unknown}}, which is none of ${SIGNED.join(', ')}.`];
  }
  if (signature.scheme !== 'none') {
    const key = Object.hasOwn(credentials, signature.key) ? String(credentials[signature.key] ?? '') : '';
    const at = `credentials.${signature.key}`;
    if (key === '') errors[at] = [messages.required(at)];
    else if (isShort(signature, key))
      errors[at] = [`The key of the signature must have at least ${MIN_KEY_BYTES} bytes.`];
  }
  const isList = given.answer.each !== undefined && JSON.stringify(given.send.body ?? null).includes('"$each"');
  if (given.batchSize > 1 && !isList) {
    errors['settings.batchSize'] = ['A batch needs {"$each": …} in the body and "each" in the answer.'];
  }
  return errors;
}

/** What is no hex or base64 is decoded to nothing. */
const isShort = (signature: CustomSettings['callbacks']['signature'], key: string) =>
  signature.scheme === 'hmac' && Buffer.from(key, signature.keyEncoding ?? 'utf8').length < MIN_KEY_BYTES;

const SIGNED = ['url', 'path', 'timestamp', 'nonce', 'body', 'bodySha256'];
