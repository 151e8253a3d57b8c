import smpp from 'smpp';
import { type Refusal, rejected, type SendResult } from '../provider.ts';

const { errors } = smpp;

const names = new Map(Object.entries(errors).map(([name, code]) => [code, name]));

/** Standard codes that do not blame the message; all others do. */
const KINDS = new Map<number | undefined, Refusal>([
  [errors.ESME_RTHROTTLED, 'throttled'],
  [errors.ESME_RMSGQFUL, 'throttled'],
  [errors.ESME_RSYSERR, 'retryable'],
  [errors.ESME_RX_T_APPN, 'retryable'],
  [errors.ESME_RUNKNOWNERR, 'retryable'],
  // Of a former connection that the operator still takes for open.
  [errors.ESME_RALYBND, 'retryable'],
  [errors.ESME_RINVBNDSTS, 'blocked'],
  [errors.ESME_RBINDFAIL, 'blocked'],
  [errors.ESME_RINVPASWD, 'blocked'],
  [errors.ESME_RINVSYSID, 'blocked'],
  [errors.ESME_RINVSRCADR, 'blocked'],
]);

const THROTTLED_SECONDS = 1;

export function refusal(status: number, kinds: Readonly<Record<string, Refusal>>): SendResult {
  const kind = kinds[String(status)] ?? KINDS.get(status) ?? 'permanent';
  const reason = `The operator answered ${names.get(status) ?? `error ${status}`}.`;
  return rejected(kind, reason, String(status), kind === 'throttled' ? THROTTLED_SECONDS : null);
}
