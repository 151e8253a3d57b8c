import { sendConfirmationTask, sendPasswordResetTask } from '../modules/auth/email-secret-jobs.ts';
import { rotateKeysTask } from '../modules/auth/rotate-keys.ts';
import { applyCallEventTask } from '../modules/calls/call-event-task.ts';
import { importDataFileTask } from '../modules/data-files/import/import-task.ts';
import { neededLookupProvider } from '../modules/enrichment/configured-lookups.ts';
import { lookupTask } from '../modules/enrichment/run-lookup.ts';
import { postProcessCallTask } from '../modules/post-processing/step-job.ts';
import { applyDueProfitRulesTask } from '../modules/pricing/profit-rule-task.ts';
import { answerHelpTask } from '../modules/receipts/answer-help.ts';
import { creditStopTask } from '../modules/receipts/credit-stop.ts';
import { matchReceiptsTask } from '../modules/receipts/match-receipts.ts';
import { rollUpReportsTask } from '../modules/reports/roll-ups/take-marks.ts';
import { pruneTask } from '../modules/retention/prune.ts';
import { fireSmsTestsTask } from '../modules/routing/fire-sms-tests.ts';
import { sendSmsTestTask } from '../modules/routing/send-sms-test.ts';
import { judgeHeldTask } from '../modules/sending/judge-held.ts';
import { borrowRoute } from '../modules/sending/open-providers.ts';
import { sendInvitationTask } from '../modules/teams/invitation-job.ts';
import type { Task } from './task.ts';

export const tasks: Readonly<Record<string, Task>> = {
  answer_help: answerHelpTask(borrowRoute),
  apply_call_event: applyCallEventTask,
  apply_due_profit_rules: applyDueProfitRulesTask,
  credit_stop: creditStopTask,
  fire_sms_tests: fireSmsTestsTask,
  import_data_file: importDataFileTask,
  judge_held: judgeHeldTask,
  match_receipts: matchReceiptsTask,
  post_process_call: postProcessCallTask,
  prune: pruneTask,
  roll_up_reports: rollUpReportsTask,
  rotate_keys: rotateKeysTask,
  run_mnp_lookup: lookupTask(neededLookupProvider),
  send_confirmation: sendConfirmationTask,
  send_invitation: sendInvitationTask,
  send_password_reset: sendPasswordResetTask,
  send_sms_test: sendSmsTestTask(borrowRoute),
};
