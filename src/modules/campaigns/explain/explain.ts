import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { inTransaction, type Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import { type Asked, type Belonging, type Facts, metaOf, readBelonging, readFacts } from './facts.ts';
import { ofMessage } from './of-message.ts';
import { outside } from './outside.ts';
import type { ChosenRoute, Verdict } from './rules.ts';
import { waiting } from './waiting.ts';

export interface Explanation extends Verdict {
  smsCampaignId: string;
  contactId: string;
  cycle: number;
  smsSendId: string | null;
  step: number | null;
  messageId: string | null;
  lastReachedAt: Date | null;
  chosen: ChosenRoute | null;
}

/** Reads alone, on one connection: it takes one turn of the team's share. */
export async function explainRecipient(ctx: Context, campaignId: string, contactId: string): Promise<Explanation> {
  const { team } = viewerOf(ctx);
  if (!isUuid(campaignId)) throw new NotFoundError('SMS campaign');
  if (!isUuid(contactId)) throw new NotFoundError('Contact');
  const asked: Asked = { teamId: team.id, campaignId: campaignId.toLowerCase(), contactId: contactId.toLowerCase() };
  return inTransaction(ctx, ({ db }) => explain(db, asked));
}

async function explain(tx: Tx, asked: Asked): Promise<Explanation> {
  const facts = await readFacts(tx, asked);
  if (!facts) throw new NotFoundError('SMS campaign');
  const belonging = await readBelonging(tx, asked, facts, metaOf(facts));
  if (!belonging) throw new NotFoundError('Contact');
  const { recipient, message } = facts;
  const { chosen = null, ...verdict } = await verdictOf(tx, asked, facts, belonging);
  return {
    ...verdict,
    chosen: message?.routeId ? { routeId: message.routeId, choice: message.choice } : chosen,
    smsCampaignId: asked.campaignId,
    contactId: asked.contactId,
    cycle: facts.cycle,
    smsSendId: recipient?.sendId ?? null,
    step: recipient?.step ?? null,
    messageId: message?.id ?? null,
    lastReachedAt: facts.lastReachedAt,
  };
}

async function verdictOf(tx: Tx, asked: Asked, facts: Facts, belonging: Belonging): Promise<Verdict> {
  const { recipient } = facts;
  if (!recipient) return outside(tx, asked, facts, belonging);
  if (recipient.status === 'handed') return ofMessage(facts);
  if (recipient.status !== 'skipped') return waiting(tx, asked, facts, belonging);
  const { rule, reason, decidedAt } = recipient;
  return { rule: rule ?? 'left_audience', text: reason ?? '', status: 'skipped', decidedAt, nextAt: null };
}
