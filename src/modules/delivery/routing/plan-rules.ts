import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';

/** Not in the reference. */
export const MAX_RULES = 500;

export function placed(ids: readonly string[], id: string, position: number | null | undefined): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(position ?? others.length, 0, id);
}

export function orderErrors(ids: readonly string[], order: readonly string[]): FieldErrors {
  const wanted = new Set(order.map((id) => id.toLowerCase()));
  const unknown = order.flatMap((id, at) => (ids.includes(id.toLowerCase()) ? [] : [`ruleIds.${at}`]));
  if (unknown.length > 0) return Object.fromEntries(unknown.map((path) => [path, [messages.selected(path)]]));
  const complete = order.length === ids.length && wanted.size === ids.length;
  return complete ? {} : { ruleIds: ['The rule ids field must name every rule of the plan once.'] };
}
