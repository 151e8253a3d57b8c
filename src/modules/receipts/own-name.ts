import { isUuid } from '../../database/reads/lists.ts';

const PREFIX = 'message ';

/** Some providers report by our id alone: it then names the message as theirs would. */
export const ownName = (messageId: string): string => `${PREFIX}${messageId}`;

/** The id that such a name stands for; none for a provider's own. */
export function ownIdOf(name: string): string[] {
  const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  return isUuid(id) ? [id] : [];
}
