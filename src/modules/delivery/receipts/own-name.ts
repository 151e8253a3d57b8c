import { isUuid } from '../../../database/reads/lists.ts';

const PREFIX = 'message ';

/** Some providers report by our id alone. This stands in for their id then. */
export const ownName = (messageId: string): string => `${PREFIX}${messageId}`;

/** Our id behind such a name, if it is one. */
export function ownIdOf(name: string): string[] {
  const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  return isUuid(id) ? [id] : [];
}
