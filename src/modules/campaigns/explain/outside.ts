import type { Tx } from '../../../database/transaction.ts';
import { THERE_BEFORE } from '../../delivery/engine/audience.ts';
import { SUPPRESSED } from '../../delivery/engine/decide.ts';
import { firstStart } from '../../delivery/engine/grow-audience.ts';
import { type Asked, type Belonging, type Facts, momentOf, openSendOf } from './facts.ts';
import type { ExplainedKind } from './kind.ts';
import { nextMoment } from './next-moment.ts';
import type { Told, Verdict } from './rules.ts';
import { atRest } from './waiting.ts';

const NOWHERE = { status: null, decidedAt: null, nextAt: null };

/** Why a contact is in no audience of the campaign's cycle. */
export async function outside<Reached>(
  tx: Tx,
  kind: ExplainedKind<Reached>,
  asked: Asked,
  facts: Facts<Reached>,
  belonging: Belonging,
): Promise<Verdict> {
  const { suppressedAt, lacksSegment, isNamed, passesFilter, contact } = belonging;
  if (contact.isSuppressed) return { ...NOWHERE, rule: 'suppressed', text: SUPPRESSED, decidedAt: suppressedAt };
  if (lacksSegment) {
    return { ...NOWHERE, rule: 'segment_deleted', text: 'A segment that the campaign names was deleted.' };
  }
  if (!isNamed) {
    const text = 'The contact is in none of the campaign’s segments, and came with none of its feeds.';
    return { ...NOWHERE, rule: 'not_in_segments', text };
  }
  if (!passesFilter) {
    const text = 'The contact is in one of the campaign’s segments, but not in its filter segment.';
    return { ...NOWHERE, rule: 'filtered_out', text };
  }
  const rest = atRest(facts);
  if (rest) return { ...NOWHERE, ...rest };
  return { ...NOWHERE, ...(await before(tx, kind, asked, facts, belonging)) };
}

/** It would be taken: the audience is not complete, or was before the contact came. */
async function before<Reached>(
  tx: Tx,
  kind: ExplainedKind<Reached>,
  asked: Asked,
  facts: Facts<Reached>,
  { contact, createdAt }: Belonging,
): Promise<Told & Partial<Verdict>> {
  const now = momentOf(facts);
  const send = openSendOf(facts);
  if (!send || (send.audienceAt && send.meta.sendType !== 'feed')) {
    const text =
      'The campaign’s last send did not take the contact: it came after the audience was fixed, or the send took others.';
    return { rule: 'not_taken' as const, text };
  }
  if (send.meta.sendType === 'feed') {
    const startedAt = await firstStart(tx, { ...asked, cycle: facts.cycle }, kind.tables);
    if (startedAt && createdAt < startedAt) return { rule: 'there_before', text: THERE_BEFORE };
  }
  const from = send.nextStepAt && send.nextStepAt > now ? send.nextStepAt : now;
  const rules = await kind.rulesOf(tx, asked, facts, send.meta);
  const { nextAt, chosen } = await nextMoment(tx, kind, asked.teamId, contact, rules, from);
  if (from > now && !send.audienceAt) {
    return { rule: 'send_waits' as const, text: 'The campaign’s send waits for its moment.', nextAt, chosen };
  }
  return { rule: 'audience_grows' as const, text: 'The send’s audience is being put together.', nextAt, chosen };
}
