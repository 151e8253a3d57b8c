import { everyForm } from 'phone-numbers';
import type { Logger } from 'pino';
import type { Inbound, Reply } from 'sms-providers';
import { all, COLLISION_OR_LOCKED, type Db, FOREIGN_KEY, type Tx } from '../../../database/transaction.ts';
import { announceConversation, announceMessages, announceReply } from '../../../live/announce.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { closeGate } from '../engine/call-gate.ts';
import type { Route } from '../engine/engine.ts';
import { holdErasures } from '../reach/erased-numbers.ts';
import { returnReply } from '../relay/return-reply.ts';

import { noteReply, queueCredit } from './credit-stop.ts';
import { answerByItself, doKeyword } from './do-keyword.ts';
import { joinPart } from './join-parts.ts';
import { keepReceipts } from './keep-receipts.ts';
import { type KeptReply, keepReply } from './keep-reply.ts';
import { optIn, optOut } from './opt-out.ts';
import { optOutReported } from './opt-out-reported.ts';

/** Repeats, early reports and late ones do no harm: see {@link keepReceipts}. */
export async function receiveInbound(
  db: Db,
  route: Pick<Route, 'teamId' | 'id'>,
  { receipts, replies }: Inbound,
  now: Date,
  logger?: Pick<Logger, 'warn'>,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      // The gate is closed before rows are locked, and a reply may be a STOP. It also makes a team's replies
      // come one after the other, so none is counted twice.
      const optOuts = receipts.filter(({ isOptOut }) => isOptOut);
      if (replies.length + optOuts.length > 0) await tx.rows(closeGate(route.teamId));
      await all([holdErasures(tx, route.teamId), keepReceipts(tx, route, receipts, now)]);
      if (optOuts.length > 0) await optOutReported(tx, route, optOuts);
      for (const reply of replies)
        for (const whole of await joined(tx, route, reply, now)) await takeReply(tx, route, whole, now, logger);
    },
    { again: [...COLLISION_OR_LOCKED, FOREIGN_KEY] },
  );
}

const joined = (tx: Tx, route: Pick<Route, 'teamId' | 'id'>, { part, ...reply }: Reply, now: Date) =>
  part ? joinPart(tx, route, { ...reply, part }, now) : [reply];

export async function takeReply(
  tx: Tx,
  route: Pick<Route, 'teamId' | 'id'>,
  given: Reply,
  now: Date,
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<void> {
  const kept = await keepReply(tx, route, given, now);
  const reply = { ...given, at: kept.at };
  const { teamId } = route;
  if (kept.isRepeat) return stopAgain(tx, teamId, kept, reply);
  const { id: replyId, kind } = kept;
  await announceReply(tx, { id: replyId, teamId });
  await recordEvents(tx, teamId, records.reply, factsOf('message_replied', [replyId]), reply.at);
  if (kept.conversationId === null) {
    const about = { route: route.id, reply: replyId, kind };
    logger?.warn(about, 'a reply’s sender is a national number of an unknown country');
    if (kind === 'stop') await stopAll(tx, teamId, kept.writers, reply);
    return returnReply(tx, teamId, kept, reply.text, now);
  }
  await announceConversation(tx, kept.conversationId);
  if (kept.newest?.isSending) await queueCredit(tx, { teamId, replyId });
  await act(tx, teamId, kept, reply, now);
  await returnReply(tx, teamId, kept, reply.text, now);
}

/** What may be a repeat may also be a STOP of somebody whom a member allowed again, and nobody who asked not to be contacted may be. */
async function stopAgain(tx: Tx, teamId: string, { kind, writers }: KeptReply, reply: Reply): Promise<void> {
  if (kind !== 'stop' || !reply.hasDerivedId) return;
  for (const number of writers) {
    const listed = await tx.row`SELECT FROM suppressed_numbers
      WHERE team_id = ${teamId}::uuid AND number = ANY(${everyForm(number)}::bigint[]) LIMIT 1`;
    if (!listed) await stopAll(tx, teamId, [number], reply);
  }
}

/** One of them wrote it, and nobody who asked not to be contacted may be. */
async function stopAll(tx: Tx, teamId: string, numbers: readonly string[], { text, at }: Reply): Promise<void> {
  for (const number of numbers)
    await optOut(tx, { teamId, number, method: 'reply', evidence: text, messageId: null, now: at });
}

/** STOP, START and HELP come before the team's own keywords: see {@link keepReply}. */
async function act(tx: Tx, teamId: string, kept: KeptReply, { text, at }: Reply, now: Date): Promise<void> {
  const { kind, number, newest, helpText } = kept;
  const messageId = newest && !newest.isSending ? newest.id : null;
  const consent = { teamId, number, method: 'reply', evidence: text, messageId, now: at } as const;
  if (kind === 'stop') await optOut(tx, consent);
  else if (messageId !== null)
    await noteReply(tx, { teamId, messageId, campaignId: newest!.campaignId, receivedAt: at });
  if (kind === 'stop' && messageId !== null) await announceMessages(tx, newest!.campaignId, [messageId]);
  if (kind === 'start') await optIn(tx, consent);
  // Behind its question, which is as old as the provider's report: that may be read after `now`.
  const answered = new Date(Math.max(now.getTime(), at.getTime() + 1));
  if (kind === 'help' && helpText !== null) await answerByItself(tx, teamId, kept, helpText, answered);
  if (kind === 'keyword') await doKeyword(tx, teamId, kept, answered);
}
