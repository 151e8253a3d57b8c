import { type Posted, retryAfterOf } from 'outgoing-requests';
import { parseLooseJson } from 'plain-json';
import { type OutgoingSms, rejected, type SendResult, unanswered, unknown, unreachable } from '../provider.ts';
import { refusalOf, textOf } from '../service-answer.ts';
import type { Answers, Outcome, Rule } from './declaration.ts';
import { codeAt, type Document, holds, isOneOf, scalarAt, valueAt } from './paths.ts';

/** One result for each message of the request. */
export function resultsOf(answers: Answers, batch: readonly OutgoingSms[], posted: Posted): SendResult[] {
  const document = documentOf(answers, posted);
  const { each } = answers;
  const elements = each ? valueAt(document, each.at) : [document.body];
  if (!Array.isArray(elements) || (each && !isSuccess(posted))) {
    const one = resultOf(answers, document, posted, '');
    const whole = one.status === 'accepted' ? unknown(NOT_DOCUMENTED) : unread(one);
    return batch.map(() => whole);
  }
  const documents = elements.map((body: unknown) => ({ body }));
  const named = new Map<string | undefined, Document>();
  // The first of a name counts.
  if (each?.own) for (const one of documents.toReversed()) named.set(scalarAt(one, each.own)?.toLowerCase(), one);
  return batch.map(({ id }, at) => {
    const inOrder = documents.length === batch.length ? documents[at] : undefined;
    const found = each?.own ? named.get(id.toLowerCase()) : inOrder;
    return found ? resultOf(answers, found, posted, id) : unknown('The provider’s answer leaves the message out.');
  });
}

const NOT_DOCUMENTED = 'The provider’s answer is not of the documented shape.';

const isSuccess = ({ status }: Posted) => status >= 200 && status < 300;

export function documentOf({ format }: Pick<Answers, 'format'>, { body }: Posted): Document {
  if (format === 'json') return { body: parseLooseJson(body) };
  if ('pattern' in format) return { body: { ...new RegExp(format.pattern, 's').exec(body)?.groups, text: body } };
  const found = format.templates.map((one) => valuesIn(one, body.trim())).find((one) => one !== null);
  return { body: { ...found, text: body } };
}

/** The values in the places of a template. Each ends where the next literal text begins, so this takes linear time. */
export function valuesIn(template: string, text: string): Record<string, string> | null {
  const [start = '', ...parts] = template.split(/\{([A-Za-z][A-Za-z0-9_]*)\}/);
  if (!text.startsWith(start)) return null;
  const values: Record<string, string> = {};
  let at = start.length;
  for (let part = 0; part < parts.length; part += 2) {
    const literal = parts[part + 1]!;
    const end = literal === '' ? text.length : text.indexOf(literal, at);
    if (end === -1) return null;
    values[parts[part]!] = text.slice(at, end).trim();
    at = end + literal.length;
  }
  return values;
}

export const ruleFor = ({ rules, code }: Answers, document: Document, { status }: Posted): Rule | undefined => {
  const given = codeAt(document, code);
  return rules.find(
    (rule) =>
      (!rule.status || rule.status.includes(status)) &&
      (!rule.code || isOneOf(rule.code, given)) &&
      holds(document, rule.when),
  );
};

function resultOf(answers: Answers, document: Document, posted: Posted, ownId: string): SendResult {
  const providerId = answers.id === null ? ownId : textOf(scalarAt(document, answers.id), 200);
  if (isSuccess(posted) && providerId !== '' && holds(document, answers.accepted)) {
    return { status: 'accepted', providerId };
  }
  const rule = ruleFor(answers, document, posted);
  const code = textOf(codeAt(document, answers.code), 50) || String(posted.status);
  const reason = reasonOf(answers, document, posted);
  const after = retryAfterOf(scalarAt(document, answers.retryAfter)) ?? posted.retryAfter;
  if (rule) return outcome(rule.outcome, reason, code, after);
  if (isSuccess(posted)) return unknown(NOT_DOCUMENTED);
  if (PERMANENT(posted.status)) return rejected('permanent', reason, code);
  const usual = posted.status === 503 ? unanswered(reason) : refusalOf(posted)!;
  return usual.status === 'rejected' ? unread({ ...usual, reason, code }) : usual;
}

/** Of one message; others say something of the account or the address. */
const PERMANENT = (status: number) =>
  status >= 400 && status < 500 && ![401, 402, 403, 404, 405, 408, 429].includes(status);

export function reasonOf(answers: Answers, document: Document, { status }: Posted): string {
  return textOf(scalarAt(document, answers.reason), 500) || `The provider answered ${status}.`;
}

function outcome(kind: Outcome, reason: string, code: string, after: number | null): SendResult {
  if (kind === 'unreachable') return unreachable(reason, after);
  if (kind === 'unknown') return unanswered(reason);
  const result = rejected(kind, reason, code, after);
  return kind === 'permanent' || kind === 'opted_out' ? result : unread(result);
}

/** It refuses the request, which says nothing of an earlier one for the same message. */
const unread = (result: SendResult): SendResult =>
  result.status === 'rejected' ? { ...result, isUnread: true } : result;
