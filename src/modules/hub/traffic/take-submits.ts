import type { Services } from '../../../context.ts';
import { all, COLLISION_OR_LOCKED, FOREIGN_KEY, type Tx } from '../../../database/transaction.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { countryIds } from '../../delivery/networks/country-ids.ts';
import { holdErasures } from '../../delivery/reach/erased-numbers.ts';
import { recordFinals } from '../../delivery/relay/finals.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { chargesOf, holdBalances, makeMovement, NotCoveredError } from './charge.ts';
import { type Decision, decide, NO_ENDPOINT, NOT_COVERED, type Reached, type Terms } from './decide.ts';
import { destinationNumber } from './destination.ts';
import { refuseParts } from './part-receipts.ts';
import { readNumbers, readTerms } from './read-terms.ts';
import {
  forgetReferences,
  keepReferences,
  markParts,
  readAnswers,
  readParts,
  readReferences,
  referencesOf,
} from './repeats.ts';
import type { Submission, Submitted } from './submission.ts';
import { type Decided, wakeQueues, writeMessages } from './write.ts';

export interface Submit {
  /** Its id if it is none of a repeat. */
  id: string;
  submission: Submission;
  /** The network that was just found out, null where nobody knows it; absent: nobody has been asked. */
  network?: number | null;
}

/** `look up`: nothing was stored; its network is to be found out first. */
export type Taken = Submitted | 'look up';

/** An endpoint was deleted while its messages were stored. */

/**
 * Decides about submits of a team, stores and charges them in one transaction. Its statements do not depend on how many there are.
 * Where a balance does not cover all, everything is done again with the balances locked first: the commits of a company would
 * otherwise always wait for each other. `short`: integrations whose balance did not cover a commit; they are locked first until it
 * covers one.
 */
export async function takeSubmits(
  { db, tokenKeys }: Pick<Services, 'db' | 'tokenKeys'>,
  teamId: string,
  submits: readonly Submit[],
  now: Date,
  short = new Set<string>(),
): Promise<Map<Submit, Taken>> {
  const taking = (holdsBalances: boolean) =>
    db.transaction((tx) => take(tx, tokenKeys, teamId, submits, now, { holdsBalances, short }), {
      again: [...COLLISION_OR_LOCKED, FOREIGN_KEY],
    });
  try {
    return await taking(false);
  } catch (error) {
    if (!(error instanceof NotCoveredError)) throw error;
    return taking(true);
  }
}

interface Holding {
  holdsBalances: boolean;
  /** After a rollback it may be wrong, which costs time alone. */
  short: Set<string>;
}

async function take(
  tx: Tx,
  keys: TokenKeys,
  teamId: string,
  submits: readonly Submit[],
  now: Date,
  holding: Holding,
): Promise<Map<Submit, Taken>> {
  const twins = twinsOf(submits, ({ partIds }) => partIds);
  const singles = submits.filter((one) => !twins.has(one));
  const { endpoints, terms, reached, firsts } = await readAll(tx, keys, teamId, singles, now);
  const judged = singles.flatMap((submit) => {
    if (firsts.has(submit)) return [];
    const { endpointId } = submit.submission;
    const decision = decideOne(submit, reached.get(submit)!, terms.get(endpointId), now);
    return [{ submit, decision, endpoint: endpoints.get(endpointId) }];
  });
  const accepted = submitsOf(judged.filter(isAccepted));
  for (const [twin, first] of twinsOf(accepted, referencesOf)) twins.set(twin, first);
  const others = accepted.filter((one) => !twins.has(one));
  const kept = await keepReferences(tx, teamId, others, now);
  for (const [submit, first] of kept) firsts.set(submit, first);
  const decided = judged.flatMap(({ submit, decision, endpoint }): Decided[] => {
    if (decision.kind === 'look up' || firsts.has(submit) || twins.has(submit)) return [];
    const { clientCompanyId = null, payerId = null, username = '' } = endpoint ?? {};
    const { id, submission } = submit;
    return [{ id, submission, reached: reached.get(submit)!, clientCompanyId, payerId, username, decision }];
  });
  const { paid, movements } = await pay(tx, teamId, decided, now, holding);
  const answers = answersOf(paid);
  const [repeated] = await all([
    readAnswers(tx, teamId, [...new Set(firsts.values())]),
    writeMessages(tx, teamId, paid, now),
    forgetReferences(
      tx,
      teamId,
      paid.filter(({ decision }) => decision === NOT_COVERED),
    ),
    tellOf(tx, teamId, paid, now),
    ...movements.map((movement) => makeMovement(tx, teamId, movement)),
  ]);
  const answerOf = (submit: Submit): Taken =>
    answers.get(submit.id) ?? repeated.get(firsts.get(submit) ?? '') ?? 'look up';
  const taken = new Map(
    submits.map((submit) => [submit, asRepeat(answerOf(twins.get(submit) ?? submit), twins.has(submit))]),
  );
  await markParts(tx, teamId, taken);
  await refuseParts(tx, teamId, paid, now);
  wakeQueues(tx, teamId, paid);
  return taken;
}

/** What is rejected has come to its end. */
async function tellOf(tx: Tx, teamId: string, written: readonly Decided[], now: Date): Promise<void> {
  const rejected = written.filter(({ decision }) => decision.kind === 'refuse');
  await all([markHubMessages(tx, teamId, idsOf(written)), recordFinals(tx, teamId, idsOf(rejected), now)]);
}

const idsOf = (messages: readonly Decided[]) => messages.map(({ id }) => id);

interface Judged {
  submit: Submit;
  decision: Decision;
}

const isAccepted = ({ decision }: Judged) => decision.kind === 'accept';
const submitsOf = (judged: readonly Judged[]) => judged.map(({ submit }) => submit);

/** Submits that repeat an earlier one of the same commit, with that one. */
function twinsOf(submits: readonly Submit[], namesOf: (of: Submission) => readonly string[]): Map<Submit, Submit> {
  const firsts = new Map<string, Submit>();
  const twins = new Map<Submit, Submit>();
  for (const submit of submits) {
    const names = namesOf(submit.submission);
    const first = names.map((name) => firsts.get(name)).find((one) => one !== undefined);
    if (first) twins.set(submit, first);
    else for (const name of names) firsts.set(name, submit);
  }
  return twins;
}

async function readAll(tx: Tx, keys: TokenKeys, teamId: string, submits: readonly Submit[], now: Date) {
  const numbers = new Map(submits.map((submit) => [submit, destinationNumber(submit.submission)]));
  const found = [...numbers.values()].filter((one) => one !== null);
  const lookedUp = new Map(
    submits.flatMap((submit) => {
      const number = numbers.get(submit);
      return number && submit.network !== undefined ? [[number.digits, submit.network] as const] : [];
    }),
  );
  const [, { endpoints, terms }, references, parts, countries, known] = await all([
    holdErasures(tx, teamId),
    readTerms(tx, teamId, [...new Set(submits.map(({ submission }) => submission.endpointId))]),
    readReferences(tx, teamId, submits, now),
    readParts(tx, teamId, submits),
    countryIds(
      tx,
      found.flatMap(({ country }) => country ?? []),
    ),
    readNumbers(tx, keys, teamId, [...new Set(found.map(({ digits }) => digits))], lookedUp),
  ]);
  const reached = new Map(
    submits.map((submit): [Submit, Reached] => {
      const number = numbers.get(submit) ?? null;
      const { networkId = null, networkBrandId = null, whySuppressed = null } = known.get(number?.digits ?? '') ?? {};
      const mustLookUp =
        networkId === null &&
        submit.network === undefined &&
        (endpoints.get(submit.submission.endpointId)?.isLookupEnabled ?? false);
      const countryId = countries.get(number?.country ?? '') ?? null;
      return [
        submit,
        { number: number?.digits ?? null, countryId, networkId, networkBrandId, whySuppressed, mustLookUp },
      ];
    }),
  );
  return { endpoints, terms, reached, firsts: new Map([...references, ...parts]) };
}

/** Its draws follow from its id, which the row keeps. */
function decideOne({ id, submission }: Submit, reached: Reached, terms: Terms | undefined, now: Date): Decision {
  return terms ? decide(submission, reached, terms, id, now) : NO_ENDPOINT;
}

/** Refuses what the balances do not cover. */
async function pay(tx: Tx, teamId: string, decided: readonly Decided[], now: Date, { holdsBalances, short }: Holding) {
  const payable = decided.flatMap(({ id, decision, payerId, username, submission: { endpointId } }) =>
    decision.kind === 'accept' && payerId !== null && decision.price > 0n
      ? [{ id, price: decision.price, payerId, username, endpointId }]
      : [],
  );
  const isHeld = holdsBalances || payable.some(({ payerId }) => short.has(payerId));
  const balances = isHeld ? await holdBalances(tx, teamId, payable) : null;
  const { paid, free, movements } = chargesOf(payable, balances, now);
  const notCovered = payable.filter((one) => !paid.has(one) && !free.has(one));
  const missing = new Set(notCovered.map(({ id }) => id));
  for (const { payerId } of isHeld ? payable : []) short.delete(payerId);
  for (const { payerId } of notCovered) short.add(payerId);
  const unpaid = new Set([...free].map(({ id }) => id));
  const charged = decided.map((one): Decided => {
    if (missing.has(one.id)) return { ...one, decision: NOT_COVERED };
    return unpaid.has(one.id) ? { ...one, payerId: null } : one;
  });
  return { paid: charged, movements };
}

const answersOf = (messages: readonly Decided[]) =>
  new Map(
    messages.map(({ id, decision }): [string, Submitted] =>
      decision.kind === 'accept'
        ? [id, { id, refusal: null, isRepeat: false }]
        : [id, { id, refusal: decision.refusal, reason: decision.reason }],
    ),
  );

const asRepeat = (answer: Taken, isTwin: boolean): Taken =>
  isTwin && answer !== 'look up' && answer.refusal === null ? { ...answer, isRepeat: true } : answer;
