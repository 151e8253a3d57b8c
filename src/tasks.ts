import type { Task } from './jobs/task.ts';
import { importDataFileTask } from './modules/audience/data-files/import/import-task.ts';
import { eraseAgainTask } from './modules/audience/person/operations.ts';
import { sendDirectMessageTask } from './modules/delivery/direct/send.ts';
import { judgeHeldTask } from './modules/delivery/engine/judge-held.ts';
import { borrowRoute } from './modules/delivery/engine/open-providers.ts';
import { SMS_CARRIED } from './modules/delivery/engine/sms.ts';
import { neededLookups } from './modules/delivery/enrichment/configured-lookups.ts';
import { lookupTask } from './modules/delivery/enrichment/run-lookup.ts';
import { creditStopTask } from './modules/delivery/receipts/credit-stop.ts';
import { endReplyPartsTask } from './modules/delivery/receipts/end-reply-parts.ts';
import { notifyOfKeywordTask, sendKeywordNoticeTask } from './modules/delivery/receipts/keyword-notice.ts';
import { matchReceiptsTask } from './modules/delivery/receipts/match-receipts.ts';
import { optOutReportedTask } from './modules/delivery/receipts/opt-out-reported.ts';
import { fireSmsTestsTask } from './modules/delivery/routing/fire-sms-tests.ts';
import { sendSmsTestTask } from './modules/delivery/routing/send-sms-test.ts';
import { sendPriceListTask } from './modules/hub/pricing/price-list-job.ts';
import { applyDueProfitRulesTask } from './modules/hub/pricing/profit-rules.ts';
import { sendConfirmationTask, sendPasswordResetTask } from './modules/identity/auth/email-secret-jobs.ts';
import { rotateKeysTask } from './modules/identity/auth/rotate-keys.ts';
import { sendSecurityNoticeTask } from './modules/identity/auth/security-notice.ts';
import { sendInvitationTask } from './modules/identity/teams/invitation-job.ts';
import { rollUpReportsTask } from './modules/insight/reports/roll-ups/take-marks.ts';
import { pruneTask } from './modules/insight/retention/prune.ts';
import { applyCallEventTask } from './modules/voice/calls/call-event-task.ts';
import { endInboundCallsTask } from './modules/voice/engine/end-inbound-calls.ts';
import { placeTestCallTask } from './modules/voice/engine/place-test-call.ts';
import { CALLS_CARRIED } from './modules/voice/engine/voice.ts';
import { postProcessCallTask } from './modules/voice/post-processing/step-job.ts';
import { sendWebhookDisabledTask } from './modules/webhooks/delivery/disabled-job.ts';

/** Every task by the name of its jobs. Each is declared in its module. */
export const tasks: Readonly<Record<string, Task>> = {
  apply_call_event: applyCallEventTask,
  apply_due_profit_rules: applyDueProfitRulesTask,
  credit_stop: creditStopTask,
  end_inbound_calls: endInboundCallsTask,
  end_reply_parts: endReplyPartsTask,
  erase_again: eraseAgainTask,
  fire_sms_tests: fireSmsTestsTask,
  import_data_file: importDataFileTask,
  judge_held: judgeHeldTask([SMS_CARRIED, CALLS_CARRIED]),
  match_receipts: matchReceiptsTask,
  notify_of_keyword: notifyOfKeywordTask,
  opt_out_reported: optOutReportedTask,
  place_test_call: placeTestCallTask,
  post_process_call: postProcessCallTask,
  prune: pruneTask,
  roll_up_reports: rollUpReportsTask,
  rotate_keys: rotateKeysTask,
  run_mnp_lookup: lookupTask(neededLookups),
  send_confirmation: sendConfirmationTask,
  send_direct_message: sendDirectMessageTask(borrowRoute),
  send_invitation: sendInvitationTask,
  send_keyword_notice: sendKeywordNoticeTask,
  send_password_reset: sendPasswordResetTask,
  send_price_list: sendPriceListTask,
  send_security_notice: sendSecurityNoticeTask,
  send_sms_test: sendSmsTestTask(borrowRoute),
  send_webhook_disabled: sendWebhookDisabledTask,
};
