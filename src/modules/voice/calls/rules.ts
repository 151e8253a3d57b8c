import { isObject, parseJson } from 'plain-json';
import { CallOutcome, type CallStatus } from '../../../generated/prisma/client.ts';
import { readEndedReason } from './ended-reasons.ts';

const ORDER: CallStatus[] = ['scheduled', 'queued', 'ringing', 'in_progress', 'forwarding', 'ended'];

export function callStatusOf(text: string | null): CallStatus | null {
  const status = text?.toLowerCase().replaceAll('-', '_') as CallStatus | undefined;
  return status && ORDER.includes(status) ? status : null;
}

/** A late event never moves a call back. */
export const laterStatus = (one: CallStatus, other: CallStatus): CallStatus =>
  ORDER.indexOf(one) >= ORDER.indexOf(other) ? one : other;

export const isConnected = (status: CallStatus) => status === 'in_progress' || status === 'forwarding';

export const isInFlight = (status: CallStatus) => status !== 'scheduled' && status !== 'ended';

export interface Analysis {
  successEvaluation: unknown;
  structuredData: unknown;
}

/** An outcome that the analysis names wins. Null without a reason, or when someone hung up and the analysis says nothing. */
export function outcomeOf(endedReason: string | null, analysis: Analysis | null): CallOutcome | null {
  const named = analysis && outcomeNamed(analysis);
  if (named || endedReason === null) return named;
  return readEndedReason(endedReason).outcome ?? (analysis && outcomeOfVerdict(analysis));
}

const AFTER_AN_ANSWER: readonly (CallOutcome | null)[] = [null, 'voice_mail', 'no_user_response'];

export const impliesAnswer = (endedReason: string) => AFTER_AN_ANSWER.includes(readEndedReason(endedReason).outcome);

/** Not in the reference: an outcome in the structured data, or the flag `do_not_call`. */
function outcomeNamed({ structuredData }: Analysis): CallOutcome | null {
  const data = dataOf(structuredData);
  return isNotToBeCalled(data, DEEPEST) ? 'do_not_call' : (outcomesIn(data)[0] ?? null);
}

/** How deep objects in the data are looked through for it. */
const DEEPEST = 2;

const isNotToBeCalled = (data: Record<string, unknown>, deeper: number): boolean =>
  outcomesIn(data).includes('do_not_call') ||
  Object.entries(data).some(
    ([name, value]) =>
      (asOutcome(name) === 'do_not_call' && isYes(meant(value))) ||
      (deeper > 0 && isObject(value) && isNotToBeCalled(value, deeper - 1)),
  );

const outcomesIn = (data: Record<string, unknown>): CallOutcome[] =>
  OUTCOME_NAMES.flatMap((name) => Object.entries(data).filter(([given]) => lettersOf(given) === name))
    .flatMap(([, value]) => [meant(value)].flat())
    .flatMap(saidOutcomes);

/** Some write a value together with how they came to it. */
const meant = (value: unknown): unknown => (isObject(value) ? (value.value ?? value.result) : value);

/** Some services send the values as JSON text. */
export function dataOf(given: unknown): Record<string, unknown> {
  const data = typeof given === 'string' ? jsonIn(given) : given;
  return isObject(data) ? data : {};
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

const OUTCOME_NAMES = ['calloutcome', 'outcome', 'calldisposition', 'disposition'];

/** Not in the reference: a success is `interested` and a failure `not_interested`. */
function outcomeOfVerdict({ successEvaluation }: Analysis): CallOutcome | null {
  const verdict = ['string', 'boolean'].includes(typeof successEvaluation) && String(successEvaluation).toLowerCase();
  if (!verdict) return null;
  if (['true', 'pass', 'success'].includes(verdict)) return 'interested';
  if (['false', 'fail', 'failure'].includes(verdict)) return 'not_interested';
  return null;
}

const isYes = (value: unknown) =>
  value === true || value === 1 || (typeof value === 'string' && /^\W*(?:true|yes|y|1)(?![\w/|])/i.test(value));

const OUTCOMES = new Map<string, CallOutcome>([
  ...Object.values(CallOutcome).map((outcome): [string, CallOutcome] => [lettersOf(outcome), outcome]),
  ...[
    ...['dnc', 'donotcall', 'dontcall', 'nevercall', 'stopcalling', 'donotcontact', 'optout', 'unsubscribe'],
    ...['optedout', 'unsubscribed', 'removefromlist', 'donotcallagain', 'dontcallagain', 'nevercallagain'],
    ...['donotcalllist', 'dnclist', 'donotcallme', 'dontcallme', 'donotcontactagain', 'optoutrequest'],
    ...['dncrequest', 'dncrequested', 'donotcallrequest', 'donotcallrequested', 'optoutrequested'],
  ].map((word): [string, CallOutcome] => [word, 'do_not_call']),
]);

/** `Do not call`, `do-not-call` and `doNotCall` are `do_not_call`. */
const asOutcome = (text: string): CallOutcome | null => OUTCOMES.get(lettersOf(text)) ?? null;

/** The outcome at the beginning of a text, to which a language model may have added words. `do_not_call` counts in each of its parts. */
function saidOutcomes(value: unknown): CallOutcome[] {
  if (typeof value !== 'string') return [];
  const parts = value.split(PARTS).map(asOutcome);
  const said = parts.includes('do_not_call') ? 'do_not_call' : (asOutcome(value) ?? parts[0]);
  return said ? [said] : [];
}

const PARTS = /[.,;()]|\s[-\u2013\u2014]\s|:(?!\s*(?:no|none|false|0)\b)/i;

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}
