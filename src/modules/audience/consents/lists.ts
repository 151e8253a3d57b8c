import { is, listFilter, listOf, oneOf, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import type { Consent, ConsentEvent } from '../../../generated/prisma/client.ts';
import { isNumber } from '../../../phone-numbers/is-number.ts';
import type { RecordKind } from '../../../records/change-record.ts';

export const CONSENT: RecordKind<Consent> = { thing: 'Consent', table: tables.Consent };
export const CONSENT_EVENT: RecordKind<ConsentEvent> = { thing: 'Consent event', table: tables.ConsentEvent };

export const consentFilter = listFilter('ConsentFilter', {
  number: isNumber('Of this number'),
  channel: oneOf('Channel', 'For one of these channels.'),
  purpose: oneOf('ConsentPurpose', 'For one of these purposes.'),
  state: oneOf('ConsentState', 'In one of these states.'),
  since: within('Since when they are in it.'),
});

export const listConsents = listOf(tables.Consent, consentFilter, { field: 'since', direction: 'desc' });

export const consentEventFilter = listFilter('ConsentEventFilter', {
  number: isNumber('Of this number'),
  state: oneOf('ConsentState', 'That say this.'),
  source: oneOf('ConsentSource', 'From one of these sources.'),
  dataFileId: is('ID', 'From this imported file.'),
  occurredAt: within('When they were made.'),
});

export const listConsentEvents = listOf(tables.ConsentEvent, consentEventFilter, {
  field: 'occurredAt',
  direction: 'desc',
});
