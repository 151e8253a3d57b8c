import { createHash } from 'node:crypto';
import { flawOf, isMoment, isObject, parsedInUtc, parseLooseJson, storableJson, withoutProto } from 'plain-json';
import { ValidationError } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';

export interface CallMessage {
  type: string;
  externalCallId: string | null;
  callStatus: string | null;
  occurredAt: Date;
  /** SHA-256; the same for a repeat. */
  fingerprint: Uint8Array<ArrayBuffer>;
  payload: Record<string, unknown>;
}

export const STATUS_UPDATE = 'status-update';
export const END_OF_CALL_REPORT = 'end-of-call-report';
export const TOOL_CALLS = 'tool-calls';

const MAX_NAME = 255;

const refused = (text: string) => new ValidationError({ message: [text] });

/** E12. Characters that cannot be stored are dropped: an event must not be lost for a flaw in its transcript. */
export function readCallMessage(message: unknown): CallMessage {
  if (message === null || message === undefined || message === '') throw refused(messages.required('message'));
  const value = storableJson(typeof message === 'string' ? parse(message) : message);
  const flaw = flawOf(value);
  if (flaw) throw refused(messages[flaw]('message'));
  const payload = withoutProto(value);
  if (!isObject(payload)) throw refused('The message field must be an event: a JSON object with a type.');

  const type = textAt(payload, 'type');
  if (type === null) throw refused('The message field must have a type.');
  const externalCallId = textAt(payload, 'call', 'id');
  if (type.length > MAX_NAME) throw refused(messages.atMostCharacters('message.type', MAX_NAME));
  if ((externalCallId ?? '').length > MAX_NAME) throw refused(messages.atMostCharacters('message.call.id', MAX_NAME));

  const status = textAt(payload, 'status') ?? textAt(payload, 'call', 'status');
  const callStatus = type === END_OF_CALL_REPORT ? 'ended' : type === STATUS_UPDATE ? status : null;
  const timestamp = momentAt(payload, 'timestamp');
  // Not in the reference: an event without a time happened when it arrived. Two reports of one time may say different things.
  const isKnownByTime = timestamp !== null && type !== END_OF_CALL_REPORT;
  const identity = [externalCallId, type, callStatus, isKnownByTime ? timestamp.getTime() : payload];
  return {
    type,
    externalCallId,
    callStatus,
    occurredAt: timestamp ?? new Date(),
    fingerprint: new Uint8Array(createHash('sha256').update(JSON.stringify(identity)).digest()),
    payload,
  };
}

function parse(text: string): unknown {
  const value = parseLooseJson(text);
  if (value === undefined) throw refused('The message field must be a valid JSON string.');
  return value;
}

export function valueAt(payload: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    payload,
  );
}

export function textAt(payload: unknown, ...path: string[]): string | null {
  const value = valueAt(payload, ...path);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

export function momentAt(payload: unknown, ...path: string[]): Date | null {
  const text = textAt(payload, ...path);
  if (text === null) return null;
  const milliseconds = Math.trunc(/^\d+(\.\d+)?$/.test(text) ? sinceEpoch(Number(text)) : parsedInUtc(text));
  return isMoment(milliseconds) ? new Date(milliseconds) : null;
}

/** Services count seconds, milliseconds or microseconds. */
const sinceEpoch = (count: number) => count * (count < 1e11 ? 1_000 : count < 1e14 ? 1 : 1e-3);
