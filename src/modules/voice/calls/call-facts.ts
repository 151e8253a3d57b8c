import { isObject } from 'plain-json';
import type { Call, CallEvent, CallStatus } from '../../../generated/prisma/client.ts';
import { END_OF_CALL_REPORT, momentAt, STATUS_UPDATE, textAt, valueAt } from './call-message.ts';
import { type Analysis, callStatusOf, dataOf, impliesAnswer, isConnected, laterStatus, outcomeOf } from './rules.ts';

interface CallFact {
  status: CallStatus;
  isReport: boolean;
  occurredAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  endedReason: string | null;
  chat: string | null;
  recordingUrl: string | null;
  summary: string | null;
  cost: string | null;
  analysis: Analysis | null;
}

export type FactEvent = Pick<CallEvent, 'id' | 'type' | 'callStatus' | 'occurredAt'> & { payload: unknown };
/** Before it is stored it has no id. */
type Told = Omit<FactEvent, 'id'>;

export const FACT_TYPES = [STATUS_UPDATE, END_OF_CALL_REPORT];

export const isFact = ({ type, callStatus }: Pick<CallEvent, 'type' | 'callStatus'>) =>
  FACT_TYPES.includes(type) && callStatusOf(callStatus) !== null;

export function factOf({ type, callStatus, occurredAt, payload }: Told): CallFact {
  const text = (...paths: string[][]) => paths.map((path) => textAt(payload, ...path)).find((found) => found !== null);
  return {
    status: callStatusOf(callStatus)!,
    isReport: type === END_OF_CALL_REPORT,
    occurredAt,
    startedAt: momentAt(payload, 'startedAt') ?? momentAt(payload, 'call', 'startedAt'),
    endedAt: momentAt(payload, 'endedAt') ?? momentAt(payload, 'call', 'endedAt'),
    endedReason: text(['endedReason'], ['call', 'endedReason']) ?? null,
    chat: text(['artifact', 'transcript'], ['transcript']) ?? null,
    recordingUrl: text(['artifact', 'recordingUrl'], ['recordingUrl']) ?? null,
    summary: text(['analysis', 'summary'], ['call', 'analysis', 'summary'], ['summary']) ?? null,
    cost: costOf(text(['cost'], ['call', 'cost']) ?? null),
    analysis: analysisOf(payload),
  };
}

/** What the analysis of the call says counts before structured outputs, which come beside its transcript. */
function analysisOf(payload: unknown): Analysis | null {
  const analysis = valueAt(payload, 'analysis') ?? valueAt(payload, 'call', 'analysis');
  const outputs =
    valueAt(payload, 'artifact', 'structuredOutputs') ?? valueAt(payload, 'call', 'artifact', 'structuredOutputs');
  if (!isObject(analysis) && !isObject(outputs)) return null;
  const { structuredData, successEvaluation } = isObject(analysis) ? analysis : {};
  if (!isObject(outputs)) return { structuredData, successEvaluation };
  return {
    structuredData: { ...dataOfOutputs(outputs), ...dataOf(structuredData) },
    successEvaluation,
  };
}

/** `{"<id>": {"name": "Call outcome", "result": "interested"}}`; a result may also be an object of several values. */
function dataOfOutputs(outputs: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.values(outputs).flatMap((output): [string, unknown][] => {
    const name = textAt(output, 'name');
    const result = valueAt(output, 'result');
    if (isObject(result)) return Object.entries(result);
    return name === null ? [] : [[name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'), result]];
  });
  return Object.fromEntries(entries.filter(([name]) => name !== '__proto__'));
}

/** No call costs more: a mistake must not use up a balance. */
const MAX_COST = 1_000_000;

/** Left out when it is no amount, or a mistake. */
function costOf(text: string | null): string | null {
  const cost = Number(text ?? Number.NaN);
  return cost >= 0 && cost <= MAX_COST ? cost.toFixed(6) : null;
}

export function asksNotToBeCalled(event: Told): boolean {
  if (!isFact(event)) return false;
  const { endedReason, analysis } = factOf(event);
  return [endedReason, 'hangup'].some((reason) => outcomeOf(reason, analysis) === 'do_not_call');
}

type Known = Pick<
  Call,
  | 'status'
  | 'isAnswered'
  | 'isAnswerMachine'
  | 'isPickedUp'
  | 'isProcessed'
  | 'chat'
  | 'recordingUrl'
  | 'summary'
  | 'endedReason'
  | 'callOutcome'
  | 'outcomeDecidedAt'
  | 'outcomeClassifiedAt'
  | 'agentId'
  | 'callAgentId'
  | 'startedAt'
  | 'endedAt'
  | 'lastEventAt'
  | 'isLead'
  | 'isSale'
  | 'callBackAt'
>;

/** Whatever the order of arrival: a report beats a status update, a newer event an older one. */
export function foldFacts(call: Known, events: readonly FactEvent[]) {
  const facts = [...events].sort(inOrder).map(factOf);
  const newest = <Key extends keyof CallFact>(key: Key) => facts.findLast((fact) => fact[key] !== null)?.[key] ?? null;
  const status = facts.reduce((furthest, fact) => laterStatus(furthest, fact.status), call.status);
  const endedReason = newest('endedReason') ?? call.endedReason;
  const isAnswered = call.isAnswered || facts.some(showsAnswer);
  const outcome = status === 'ended' ? outcomeOf(endedReason, telling(facts)) : null;
  // A classifier does not override a do-not-call request.
  const isClassified = call.outcomeClassifiedAt !== null && outcome !== 'do_not_call';
  const isOpen = call.outcomeDecidedAt === null && !isClassified && outcome !== null;
  const cost = newest('cost');
  return {
    status,
    endedReason,
    chat: newest('chat') ?? call.chat,
    recordingUrl: newest('recordingUrl') ?? call.recordingUrl,
    summary: newest('summary') ?? call.summary,
    ...(cost !== null && { cost }),
    isAnswered,
    isPickedUp: call.isPickedUp || isAnswered,
    isAnswerMachine:
      outcome === null ? call.isAnswerMachine : [outcome, outcomeOf(endedReason, null)].includes('voice_mail'),
    isProcessed: call.isProcessed || facts.some((fact) => fact.isReport),
    callAgentId: call.callAgentId ?? (isAnswered ? call.agentId : null),
    // Not in the reference: an outcome set by a person (E6) or a post-processing step stays.
    callOutcome: isOpen ? outcome : call.callOutcome,
    startedAt: reportedStart(facts) ?? earliest([call.startedAt, ...facts.map(startOf)]),
    endedAt: earliest(facts.map(endOf)) ?? call.endedAt,
    isLead: call.isLead || facts.some(({ analysis }) => says(analysis, 'is_lead', 'isLead')),
    isSale: call.isSale || facts.some(({ analysis }) => says(analysis, 'is_sale', 'isSale')),
    callBackAt: callBackOf(newest('analysis')) ?? call.callBackAt,
    lastEventAt: latest([call.lastEventAt, ...facts.map((fact) => fact.occurredAt)]),
  };
}

/** The newest that names an outcome, else the newest with a verdict. */
function telling(facts: CallFact[]): Analysis | null {
  const newest = (reason: string | null) => facts.findLast(({ analysis }) => outcomeOf(reason, analysis) !== null);
  return (newest(null) ?? newest('hangup'))?.analysis ?? null;
}

/** Not in the reference. */
const says = (analysis: Analysis | null, ...names: string[]) =>
  names.some((name) => dataOf(analysis?.structuredData)[name] === true);

/** Not in the reference: ISO 8601 with its offset. */
function callBackOf(analysis: Analysis | null): Date | null {
  const data = dataOf(analysis?.structuredData);
  const name = ['call_back_at', 'callBackAt', 'callback_at'].find((key) => typeof data[key] === 'string');
  return name !== undefined && /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(textAt(data, name) ?? '') ? momentAt(data, name) : null;
}

/** Of two of one time the one counts that came later. */
function inOrder(one: FactEvent, other: FactEvent): number {
  return (
    Number(one.type === END_OF_CALL_REPORT) - Number(other.type === END_OF_CALL_REPORT) ||
    one.occurredAt.getTime() - other.occurredAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  );
}

/** Any of them may be the first; others may be late or lost. */
const showsAnswer = ({ status, chat, endedReason }: CallFact) =>
  isConnected(status) || chat !== null || (endedReason !== null && impliesAnswer(endedReason));

/** Status updates only tell when they were sent. */
const reportedStart = (facts: CallFact[]) =>
  facts.findLast(({ isReport, startedAt }) => isReport && startedAt !== null)?.startedAt ?? null;

const startOf = ({ status, startedAt, occurredAt }: CallFact) =>
  startedAt ?? (status === 'ringing' || isConnected(status) ? occurredAt : null);

const endOf = ({ status, endedAt, occurredAt }: CallFact) => (status === 'ended' ? (endedAt ?? occurredAt) : null);

const earliest = (moments: (Date | null)[]) => sorted(moments).at(0) ?? null;
const latest = (moments: (Date | null)[]) => sorted(moments).at(-1) ?? null;
const sorted = (moments: (Date | null)[]) =>
  moments.filter((moment) => moment !== null).sort((one, other) => one.getTime() - other.getTime());
