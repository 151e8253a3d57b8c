import { isUuid } from '../../../database/reads/lists.ts';

const PREFIX = 'message ';

/** Stands in for the provider's id where it reports by ours alone. */
export const ownName = (messageId: string): string => `${PREFIX}${messageId}`;

export function ownIdOf(name: string): string[] {
  const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  return isUuid(id) ? [id] : [];
}
