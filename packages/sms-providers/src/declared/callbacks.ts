import { isObject, parseLooseJson } from 'plain-json';
import { UnreadableBodyError } from '../errors.ts';
import type { Inbound, InboundRequest, NotTaken } from '../provider.ts';
import { readReceipt, readReply } from '../read-inbound.ts';
import type { Callbacks, Declaration, ReceiptMap, ReplyMap } from './declaration.ts';
import { codeAt, type Document, holds, isOneOf, isWord, scalarAt, valueAt } from './paths.ts';
import { isFormType } from './signed-texts.ts';

const OK = { status: 200, type: 'application/json', body: '{"status":"ok"}' };

type Answered = Pick<Declaration, 'callbacks' | 'answer'>;

/** What is neither a receipt nor a reply is acknowledged. */
export function readCallbacks({ callbacks, answer }: Answered, request: InboundRequest, now: Date): Inbound {
  const document = documentOf(callbacks, request);
  const inbound = { receipts: [], replies: [], answer: callbacks.answer ?? OK };
  const refused = answer.rules.flatMap(({ outcome, code = [] }) => (outcome === 'opted_out' ? code : []));
  const optOuts = [...refused, ...(callbacks.receipts?.optOuts ?? [])];
  const { challenge } = callbacks;
  if (challenge && holds(document, challenge.when)) {
    return { ...inbound, answer: { status: 200, type: 'text/plain', body: scalarAt(document, challenge.echo) ?? '' } };
  }
  const notTaken: NotTaken[] = [];
  const read = eventsOf(callbacks, document).map((event, at) => {
    const found = readEvent(callbacks, optOuts, event, request, now);
    if (typeof found === 'string') notTaken.push({ path: `events.${at}`, reason: found });
    return typeof found === 'string' ? null : found;
  });
  return {
    ...inbound,
    receipts: read.flatMap((one) => one?.receipt ?? []),
    replies: read.flatMap((one) => one?.reply ?? []),
    notTaken,
  };
}

/** The URL that confirms the callback URL, if this request brings one. */
export function confirmationOf(callbacks: Callbacks, request: InboundRequest): string | null {
  const { confirm } = callbacks;
  if (!confirm) return null;
  const document = documentOf(callbacks, request);
  const url = holds(document, confirm.when) ? scalarAt(document, confirm.url) : null;
  const isTheirs = url !== null && URL.canParse(url) && new RegExp(`^(?:${confirm.host})$`).test(new URL(url).hostname);
  return isTheirs && new URL(url).protocol === 'https:' ? url : null;
}

function documentOf({ formats }: Callbacks, { method, query: given = '', headers, body }: InboundRequest): Document {
  const query = new URLSearchParams(given);
  const form = (parameters: URLSearchParams) => Object.fromEntries(parameters);
  if (method === 'GET') return { query, body: form(query) };
  if (formats.includes('form') && (isFormType(headers['content-type']) || !formats.includes('json'))) {
    return { query, body: form(new URLSearchParams(body)) };
  }
  if (formats.includes('query') && body === '') return { query, body: form(query) };
  const json = parseLooseJson(body);
  if (typeof json !== 'object' || json === null) throw new UnreadableBodyError();
  return { query, body: json };
}

const MOST_EVENTS = 5_000;

function eventsOf({ each, unwrap }: Callbacks, document: Document): Document[] {
  const found = each === undefined ? [document.body] : valueAt(document, each);
  const { query } = document;
  const events = Array.isArray(found) ? found : isObject(found) ? [found] : [];
  if (events.length > MOST_EVENTS) throw new UnreadableBodyError();
  return events.map((body: unknown) => {
    const inner = unwrap === undefined ? null : scalarAt({ body }, unwrap);
    return (inner === null ? { query, body } : { query, body: parseLooseJson(inner), envelope: body }) as Document;
  });
}

function readEvent(
  { receipts, replies }: Callbacks,
  optOuts: readonly string[],
  event: Document,
  request: InboundRequest,
  now: Date,
) {
  if (receipts && holds(event, receipts.when) && scalarAt(event, receipts.status) !== null) {
    const receipt = readReceipt(receiptOf(receipts, event), now);
    const isOptOut = isOneOf(optOuts, codeAt(event, receipts.code));
    return typeof receipt === 'string' ? receipt : { receipt: { ...receipt, ...(isOptOut && { isOptOut }) } };
  }
  if (!replies || !holds(event, replies.when)) return {};
  const reply = readReply(replyOf(replies, event), request.body, now);
  const isStop = replies.stop !== undefined && holds(event, replies.stop);
  return typeof reply === 'string' ? reply : { reply: { ...reply, ...(isStop && { isStop }) } };
}

/** In the documented form of receipts. */
function receiptOf(map: ReceiptMap, event: Document): Record<string, string | null> {
  const word = scalarAt(event, map.status);
  const code = codeAt(event, map.code);
  return {
    provider_id: scalarAt(event, map.id),
    message_id: scalarAt(event, map.own),
    status: wordFor(map.statuses, word) ?? word,
    code,
    reason: scalarAt(event, map.reason) ?? wordFor(map.reasons ?? {}, code),
    timestamp: scalarAt(event, map.at),
  };
}

function wordFor<Value>(words: Readonly<Record<string, Value>>, word: string | null): Value | null {
  if (word === null) return null;
  const name = Object.keys(words).find((known) => isWord(known.toLowerCase(), word.toLowerCase()));
  return name === undefined ? null : words[name]!;
}

const replyOf = (map: ReplyMap, event: Document): Record<string, string | null> => ({
  id: scalarAt(event, map.id),
  from: scalarAt(event, map.from),
  to: scalarAt(event, map.to),
  text: replyText(map, event),
  timestamp: scalarAt(event, map.at),
});

function replyText({ text, ucs2 }: ReplyMap, event: Document): string {
  const hex = ucs2 && holds(event, ucs2.when) ? scalarAt(event, ucs2.hex) : null;
  if (hex === null || !/^(?:[0-9a-f]{4})+$/i.test(hex)) return scalarAt(event, text) ?? '';
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
