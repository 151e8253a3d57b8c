import type { Tx } from '../../../database/transaction.ts';
import { uuidsv7 } from '../../../database/uuid.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { RoutingPlanCandidateInput } from '../../../generated/inputs.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { Reference } from '../../../records/references.ts';

/** Not in the reference. */
export const MAX_CANDIDATES = 10;
export const MAX_SHARE = 100;

/** What a rule's input says of its routes: one, or several candidates. */
export interface RoutesInput {
  routeId?: string | null | undefined;
  candidates?: RoutingPlanCandidateInput[] | null | undefined;
}

/** One route is one candidate. Undefined: the input names none. */
export function candidatesOf({ routeId, candidates }: RoutesInput): RoutingPlanCandidateInput[] | undefined {
  if (candidates) return candidates.toSorted((a, b) => a.priority - b.priority);
  return routeId == null ? undefined : [{ routeId, priority: 1, weight: 1 }];
}

/** `isNew`: without a route there is no rule. */
export function candidateErrors({ routeId, candidates }: RoutesInput, prefix: string, isNew: boolean): FieldErrors {
  const [one, several] = [`${prefix}routeId`, `${prefix}candidates`];
  if (!candidates) {
    const lacks = routeId === null || candidates === null || (isNew && routeId === undefined);
    return lacks && routeId == null ? { [one]: [messages.required(one)] } : {};
  }
  if (routeId != null) return { [one]: [messages.notTogether(one, several)] };
  if (candidates.length === 0) return { [several]: [messages.atLeastItems(several, 1)] };
  if (candidates.length > MAX_CANDIDATES) return { [several]: [messages.atMostItems(several, MAX_CANDIDATES)] };
  const ids = candidates.map((candidate) => candidate.routeId.toLowerCase());
  return Object.fromEntries(
    candidates.flatMap(({ priority, weight }, at) => {
      const path = (field: string) => `${several}.${at}.${field}`;
      return [
        ...(ids.indexOf(ids[at]!) < at
          ? [[path('routeId'), [messages.because(path('routeId'), 'names a route twice')]]]
          : []),
        ...(priority > MAX_SHARE ? [[path('priority'), [messages.atMost(path('priority'), MAX_SHARE)]]] : []),
        ...(weight > MAX_SHARE ? [[path('weight'), [messages.atMost(path('weight'), MAX_SHARE)]]] : []),
      ];
    }),
  );
}

export const candidateLinks = ({ routeId, candidates }: RoutesInput, prefix: string): Reference[] => [
  ...(routeId == null ? [] : [[`${prefix}routeId`, routeId] as Reference]),
  ...(candidates ?? []).map((one, at): Reference => [`${prefix}candidates.${at}.routeId`, one.routeId]),
];

/** Stores the candidates of rules, in their order. */
export async function writeCandidates(
  tx: Tx,
  teamId: string,
  rules: readonly { id: string; candidates: readonly RoutingPlanCandidateInput[] }[],
): Promise<void> {
  const candidates = rules.flatMap(({ id, candidates }) =>
    candidates.map((one) => ({ ...one, routingPlanRuleId: id })),
  );
  const ids = uuidsv7(candidates.length, Date.now()).sort();
  await tx.prisma.routingPlanCandidate.createMany({
    data: candidates.map(({ routingPlanRuleId, routeId, priority, weight }, at) => ({
      ...{ teamId, id: ids[at]!, routingPlanRuleId, routeId, priority, weight },
    })),
  });
}
