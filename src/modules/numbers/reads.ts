import type { Context } from '../../context.ts';
import { readConnection } from '../../database/connection.ts';
import { is, isSet, type ListArgs, listFilter, oneOf, within } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';

export const numberFilter = listFilter('NumberFilter', {
  number: is('SafeInt', 'This number: E.164 digits without the plus sign.'),
  voiceProvider: oneOf('VoiceProvider', 'Connected by one of these providers.'),
  voiceAccountId: is('UUID', 'Run by this account.'),
  inboundAgentId: is('UUID', 'Whose calls this agent takes.'),
  isArchived: isSet('archivedAt', 'Whether it was archived.'),
  createdAt: within('When it was created.'),
});

export function listNumbers(ctx: Context, args: ListArgs<typeof numberFilter>, fields: readonly string[]) {
  return readConnection(ctx, tables.Number, args, {
    fields,
    orderBy: args.orderBy,
    filter: numberFilter.where(args.filter),
  });
}
