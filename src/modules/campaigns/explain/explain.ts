import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { inTransaction, type Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import { type Asked, type Belonging, type Facts, metaOf, readBelonging } from './facts.ts';
import type { ExplainedKind } from './kind.ts';
import { outside } from './outside.ts';
import { readFacts } from './read-facts.ts';
import type { ChosenRoute, Verdict } from './rules.ts';
import { waiting } from './waiting.ts';

export interface Explanation<Reached> extends Verdict {
  campaignId: string;
  contactId: string;
  cycle: number;
  sendId: string | null;
  /** Its message or call. */
  reached: Reached | null;
  lastReachedAt: Date | null;
  chosen: ChosenRoute | null;
}

/** Reads alone, on one connection: it takes one turn of the team's share. */
export async function explainRecipient<Reached>(
  ctx: Context,
  kind: ExplainedKind<Reached>,
  campaignId: string,
  contactId: string,
): Promise<Explanation<Reached>> {
  const { team } = viewerOf(ctx);
  if (!isUuid(campaignId)) throw new NotFoundError(kind.thing);
  if (!isUuid(contactId)) throw new NotFoundError('Contact');
  const asked: Asked = { teamId: team.id, campaignId: campaignId.toLowerCase(), contactId: contactId.toLowerCase() };
  return inTransaction(ctx, ({ db }) => explain(db, kind, asked));
}

async function explain<Reached>(tx: Tx, kind: ExplainedKind<Reached>, asked: Asked): Promise<Explanation<Reached>> {
  const facts = await readFacts(tx, kind, asked);
  if (!facts) throw new NotFoundError(kind.thing);
  const belonging = await readBelonging(tx, asked, facts, metaOf(facts), kind.channel);
  if (!belonging) throw new NotFoundError('Contact');
  const { cycle, recipient, reached, lastReachedAt } = facts;
  const { chosen = null, ...verdict } = await verdictOf(tx, kind, asked, facts, belonging);
  return {
    ...verdict,
    chosen,
    campaignId: asked.campaignId,
    contactId: asked.contactId,
    cycle,
    sendId: recipient?.sendId ?? null,
    reached,
    lastReachedAt,
  };
}

async function verdictOf<Reached>(
  tx: Tx,
  kind: ExplainedKind<Reached>,
  asked: Asked,
  facts: Facts<Reached>,
  belonging: Belonging,
): Promise<Verdict> {
  const { recipient } = facts;
  if (!recipient) return outside(tx, kind, asked, facts, belonging);
  if (recipient.status === 'handed') return kind.ofReached(facts);
  if (recipient.status !== 'skipped') return waiting(tx, kind, asked, facts, belonging);
  const { rule, reason, decidedAt } = recipient;
  return { rule: rule ?? 'left_audience', text: reason ?? '', status: 'skipped', decidedAt, nextAt: null };
}
