import type { CallOutcome } from '../../../generated/prisma/client.ts';

export interface EndedReason {
  /** Null: somebody hung up after an answer, and the analysis decides. */
  outcome: CallOutcome | null;
  /** The contact was not to blame, nor the team's settings: the call is tried again, as after `busy`. */
  isFault?: true;
}

const BY_PARTY: EndedReason = { outcome: null };
const FAILED: EndedReason = { outcome: 'failed' };
const FAULT: EndedReason = { outcome: 'failed', isFault: true };
const AGENT: EndedReason = { outcome: 'agent_issue' };
const AGENT_FAULT: EndedReason = { outcome: 'agent_issue', isFault: true };
const NO_ANSWER: EndedReason = { outcome: 'no_answer' };

/**
 * The published reasons of Vapi (with hyphens) and Retell (with underscores), and what other services say. The first pattern
 * that matches counts. Vapi calls a failure `vapifault` or `providerfault` where neither the key nor the settings of its
 * customer caused it.
 */
const REASONS: readonly (readonly [RegExp, EndedReason])[] = [
  [/^(customer-busy|dial_busy|user_declined|vonage-rejected)/, { outcome: 'busy' }],
  [/^(customer-did-not-answer|dial_no_answer|error_user_not_joined)/, NO_ANSWER],
  [/outbound-sip-(408|480)-/, NO_ANSWER],
  [/^(voicemail|ivr_reached)/, { outcome: 'voice_mail' }],
  [/^(twilio-reported-customer-misdialed|invalid_destination)/, { outcome: 'wrong_number' }],
  [/^(silence-timed-out|inactivity$)/, { outcome: 'no_user_response' }],
  [/^customer-did-not-give-microphone-permission|^error_no_audio_received/, { outcome: 'audio_issue' }],
  [/assistant-did-not-receive-customer-audio/, { outcome: 'audio_issue' }],
  [/inbound-caller-hungup-before-call-connect/, { outcome: 'quick_hangup' }],

  [/^customer-ended-call|^assistant-(ended-call|said-|forwarded-call)|^hangup/, BY_PARTY],
  [/^assistant-request-returned-forwarding-phone-number/, BY_PARTY],
  [/^(exceeded-max-duration|max_duration_reached)/, BY_PARTY],
  [/(^vonage|twilio|sip)-completed/, BY_PARTY],
  [/^call\.forwarding\.|hook-executed-|error-transfer-failed|error-warm-transfer-/, BY_PARTY],
  [/^(user|agent)_hangup|^call_transfer|^transfer_(bridged|cancelled)|^call_take_over/, BY_PARTY],

  [/^call\.start\.error-vapifault-|^call\.start\.error-subscription-concurrency-limit-reached/, FAULT],
  [/^call\.start\.assistant-version-error|^assistant-(not-|request-)/, AGENT],
  [/^call[.-]start[.-]error-|^(scheduled-)?call-deleted|^manually-canceled|^manual_stopped/, FAILED],
  [/^worker-shutdown|error-vapifault-worker-|-transport-|connect-call|-to-connect$|^vonage-disconnected/, FAULT],
  [/providerfault-outbound-sip-|^phone-call-provider-/, FAULT],
  [/^(dial_failed|telephony_provider_unavailable|sip_routing_error|error_retell|error_unknown)/, FAULT],
  [/^(concurrency_limit_reached|no_concurrency_fallback)/, FAULT],
  [/^(no_valid_payment|scam_detected|marked_as_spam|telephony_provider_permission_denied)/, FAILED],
  [/^registered_call_timeout/, FAILED],

  [/^error_asr/, AGENT_FAULT],
  [/^error_llm_websocket_/, AGENT],
  [/-(vapifault|providerfault)-|^assistant-join-timed-out/, AGENT_FAULT],
  [/^pipeline-error-.*(-50\d|-522|-system-busy|-rate-limit|-timed-out|socket-hang-up|econnreset)/, AGENT_FAULT],
  [/^pipeline-error-|error-pipeline-|-(llm|voice)-failed/, AGENT],
];

const UNKNOWN: EndedReason = { outcome: 'unknown_error' };

/** `unknown_error` for a reason that nobody documents. */
export function readEndedReason(reason: string): EndedReason {
  const text = reason.toLowerCase();
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? UNKNOWN;
}

export type EndedClass = 'hung_up' | 'not_reached' | 'agent_issue' | 'provider_fault' | 'failed' | 'unknown';

const CLASSES: Partial<Record<CallOutcome, EndedClass>> = {
  failed: 'failed',
  agent_issue: 'agent_issue',
  unknown_error: 'unknown',
};

export function classOf(reason: string): EndedClass {
  const { outcome, isFault } = readEndedReason(reason);
  if (outcome === null) return 'hung_up';
  return isFault && outcome === 'failed' ? 'provider_fault' : (CLASSES[outcome] ?? 'not_reached');
}
