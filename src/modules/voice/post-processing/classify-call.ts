import { createHash } from 'node:crypto';
import { parseLooseJson } from 'plain-json';
import { z } from 'zod';
import type { Services } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { type Call, CallOutcome, type CallPostProcessing, type Prisma } from '../../../generated/prisma/client.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import { WebhookFailure } from '../../webhooks/requests/post-signed.ts';
import { suppressCalled } from '../engine/after-call.ts';
import { followUp } from '../engine/follow-up.ts';
import { recordCallChanges } from '../engine/record-changes.ts';
import type { OutcomeClassifierData } from './data.ts';
import { findOutcome } from './find-outcome.ts';
import { hurrySteps } from './plan-steps.ts';
import { type Done, postStep } from './post-step.ts';

type Work = Pick<CallPostProcessing, 'id' | 'postProcessingId'>;

interface Found {
  outcome: CallOutcome | null;
  confidence: number;
  isLead?: boolean | null;
  isSale?: boolean | null;
}

const answerShape = z.object({
  outcome: z.enum(CallOutcome).nullable(),
  confidence: z.number().min(0).max(1).default(1),
  is_lead: z.boolean().nullish(),
  is_sale: z.boolean().nullish(),
});

export async function classify(
  services: Services,
  work: Work,
  call: Call,
  { url, language }: OutcomeClassifierData,
  sealedSecret: Uint8Array | null,
): Promise<Found> {
  if (url === null) return findOutcome(call, language) ?? { outcome: null, confidence: 0 };
  // A transcript that comes later is no repeat of what was asked before.
  const id = `${work.id}-${createHash('sha256')
    .update(call.chat ?? '')
    .digest('hex')
    .slice(0, 16)}`;
  const request = { id, url, sealedSecret, type: 'call.classify', call, more: { language } };
  const { body } = await postStep(services, request);
  const read = answerShape.safeParse(parseLooseJson(body));
  if (!read.success) throw new WebhookFailure('The service’s answer is not of the documented shape.');
  const { is_lead: isLead, is_sale: isSale, ...found } = read.data;
  return { ...found, isLead, isSale };
}

const STANDS = 'A person decided the outcome; it stands.';

/**
 * An outcome that a person set (E6) stays. An `auto_analyze` step also keeps the provider's. A request not to be called is
 * followed all the same.
 */
export async function applyFound(
  tx: Tx,
  work: Work,
  call: Call,
  found: Found,
  { minimumConfidence }: Pick<OutcomeClassifierData, 'minimumConfidence'>,
): Promise<Done> {
  const { outcome, confidence, isLead, isSale } = found;
  await markCalls(tx, call.teamId, [call.id]);
  const where = { teamId_id: { teamId: call.teamId, id: call.id } };
  const marks = { ...(isLead && { isLead: true }), ...(isSale && { isSale: true }) };
  if (isLead || isSale) await tx.prisma.call.update({ where, data: marks });
  const lack = whatLacks(outcome, confidence, minimumConfidence);
  if (call.outcomeDecidedAt) {
    const asks = lack === null && outcome === 'do_not_call' && call.callOutcome !== 'do_not_call';
    if (asks) await suppressCalled(tx, call.teamId, call.id, new Date());
    return { status: 'skipped', reason: STANDS };
  }
  if (work.postProcessingId === null && isFoundOut(call) && outcome !== 'do_not_call') {
    return { status: 'skipped', reason: 'The provider found the outcome out.' };
  }
  if (lack !== null) {
    await logOutcome(tx, work, call, { status: 'failed', newCallOutcome: outcome, failureReason: lack });
    return { status: 'skipped', reason: lack };
  }
  const changed = await tx.prisma.call.update({
    where,
    data: { callOutcome: outcome, outcomeClassifiedAt: new Date() },
  });
  if (changed.callOutcome !== call.callOutcome) {
    await logOutcome(tx, work, call, { status: 'applied', newCallOutcome: outcome, failureReason: null });
    await recordCallChanges(tx, call.teamId, [{ before: call, after: changed }], new Date());
    await followUp(tx, call, changed, new Date());
    await hurrySteps(tx, { teamId: call.teamId, callId: call.id }, { isDecided: true }, new Date());
  }
  if (call.voiceCampaignId) await announceCampaign(tx, call.voiceCampaignId);
  return { status: 'done' };
}

const isFoundOut = ({ callOutcome }: Call) => callOutcome !== null && callOutcome !== 'unknown_error';

function whatLacks(outcome: CallOutcome | null, confidence: number, minimum: number): string | null {
  if (outcome === null) return 'No outcome was found.';
  return confidence < minimum ? `The confidence of ${confidence} is below ${minimum}.` : null;
}

export const logOutcome = (
  tx: Tx,
  work: Work,
  { teamId, id: callId, callOutcome }: Call,
  change: Pick<Prisma.CallOutcomeLogUncheckedCreateInput, 'status' | 'newCallOutcome' | 'failureReason'>,
) =>
  tx.prisma.callOutcomeLog.create({
    data: {
      teamId,
      callId,
      callOutcomeClassifierId: work.postProcessingId,
      callOutcomeClassifierRunId: work.id,
      initialCallOutcome: callOutcome,
      ...change,
    },
  });
