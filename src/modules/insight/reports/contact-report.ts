import { tables } from '../../../database/tables.ts';
import { type Contact, Prisma } from '../../../generated/prisma/client.ts';
import { namesOfZone } from '../../../schedule/zone-names.ts';
import * as key from './key.ts';
import { percentOf, sum } from './metrics.ts';
import type { Report } from './report.ts';

type Documented<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Documented<Rest>}`
    : `_${Lowercase<First>}${Documented<Rest>}`
  : '';

/** Not in the reference. A new column does not compile until it is here. */
const COLUMNS: Record<Documented<keyof Omit<Contact, 'importId'>>, Parameters<typeof key.keysOf>[0][string]> = {
  number: key.bigint('Phone number.', { scalar: 'PhoneNumber', required: true }),
  country_id: key.integer('Its country: the ISO 3166-1 numeric code.', { scalar: 'ID', group: key.countryName }),
  network_id: key.integer('The network its number is in.', { scalar: 'ID', group: key.networkName }),
  custom1_int: key.bigint('Custom whole number 1.'),
  custom2_int: key.bigint('Custom whole number 2.'),
  custom3_int: key.bigint('Custom whole number 3.'),
  custom4_int: key.bigint('Custom whole number 4.'),
  custom5_int: key.bigint('Custom whole number 5.'),
  custom1_dec: key.decimal('Custom decimal 1.'),
  custom2_dec: key.decimal('Custom decimal 2.'),
  custom1_datetime: key.time('Custom moment 1.'),
  custom2_datetime: key.time('Custom moment 2.'),
  custom3_datetime: key.time('Custom moment 3.'),
  custom4_datetime: key.time('Custom moment 4.'),
  custom5_datetime: key.time('Custom moment 5.'),
  unsubscribed_at: key.time('When the person asked not to be contacted.'),
  created_at: key.time('When it was created.', { required: true }),
  updated_at: key.time('When it last changed.', { required: true }),
  id: key.uuid('Its id.', { required: true }),
  team_id: key.uuid('The team.', { required: true, group: key.teamName }),
  network_brand: key.text('Name of that network’s brand.', { group: true }),
  email: key.text('E-mail address.'),
  name: key.text('Name.'),
  foreign_id: key.text('Its id in the team’s own systems.'),
  timezone: key.text('IANA name of its time zone; equals finds its other names, too.', {
    group: true,
    namesOf: namesOfZone,
  }),
  custom1_str: key.text('Custom text 1.'),
  custom2_str: key.text('Custom text 2.'),
  custom3_str: key.text('Custom text 3.'),
  custom4_str: key.text('Custom text 4.'),
  custom5_str: key.text('Custom text 5.'),
};

export const CONTACT_REPORT: Report = {
  name: 'SmsContactReport',
  rows: 'contacts',
  table: tables.Contact,
  keys: key.keysOf(COLUMNS),
  joins: {},
  sums: {
    contacts: Prisma.raw('count(*)'),
    unsubscribed: Prisma.raw('count(*) FILTER (WHERE t.unsubscribed_at IS NOT NULL)'),
  },
  metrics: {
    contacts: sum('contacts', 'Contacts.'),
    unsubscribed: sum('unsubscribed', 'Contacts that asked not to be contacted.'),
    unsubscribed_rate: percentOf('unsubscribed', 'contacts', 'Share of contacts that asked not to be contacted'),
  },
};
