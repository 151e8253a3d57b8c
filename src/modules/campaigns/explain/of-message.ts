import { type Facts, openSendOf } from './facts.ts';
import type { Verdict } from './rules.ts';

/** A contact that has a message: what the provider and its receipts said. */
export function ofMessage(facts: Facts): Verdict {
  const { message, recipient } = facts;
  if (!message) return { ...NEXT, rule: 'unknown', text: 'Its message is gone.', status: 'unknown', decidedAt: null };
  const { status, failReason, route, ruleData, passedNames, claimedAt, sentAt, settledAt } = message;
  const chosen = ruleData === null ? 'the routing plan’s default' : `a rule of the routing plan (${ruleData || 'any'})`;
  const passed = passedNames ? `, not over ${passedNames.join(', ')}` : '';
  const how = `Step ${recipient?.step ?? 1} reached it over route ${route ?? 'that is gone'}${passed}, ${chosen}`;
  const why = failReason ? `: ${failReason}` : '.';
  switch (status) {
    case 'sending':
      return { ...NEXT, rule: 'sending', text: 'Its message is being handed over.', status, decidedAt: claimedAt };
    case 'unknown':
      return {
        ...NEXT,
        rule: 'unknown',
        text: `Nobody knows whether its message went out${why} A person decides: count it as sent, or send it again.`,
        status,
        decidedAt: claimedAt,
      };
    case 'failed':
    case 'expired':
      return { ...NEXT, rule: status, text: `Its message ${ENDED[status]}${why}`, status, decidedAt: settledAt };
    default: {
      const open = openSendOf(facts);
      const text = `${how}; ${status === 'delivered' ? 'it was delivered.' : 'the provider took it.'}`;
      if (!open || open.id === recipient?.sendId) return { ...NEXT, rule: 'reached', text, status, decidedAt: sentAt };
      const more = 'An earlier send of this cycle did: the present one leaves it out.';
      return { ...NEXT, rule: 'reached_in_cycle', text: `${text} ${more}`, status, decidedAt: sentAt };
    }
  }
}

const NEXT = { nextAt: null };
const ENDED = { failed: 'failed', expired: 'could not be delivered in time' };
