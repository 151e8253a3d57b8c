import { is, isSet, listFilter, listOf, oneOf, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import { digitsWithin, isNumber } from '../../../phone-numbers/is-number.ts';

export const numberFilter = listFilter('VoiceNumberFilter', {
  search: digitsWithin,
  number: isNumber('This number'),
  voiceProvider: oneOf('VoiceProvider', 'Connected by one of these providers.'),
  voiceAccountId: is('ID', 'Run by this account.'),
  inboundAgentId: is('ID', 'Whose calls this agent takes.'),
  isArchived: isSet('archivedAt', 'Whether it was archived.'),
  createdAt: within('When it was created.'),
});

export const listNumbers = listOf(tables.Number, numberFilter);
