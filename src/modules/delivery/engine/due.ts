import { identifier } from '../../../database/table.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma, type RecipientRule } from '../../../generated/prisma/client.ts';
import { isSuppressed } from '../reach/is-suppressed.ts';
import { type ConsentNeeded, lacksConsent } from '../reach/lacks-consent.ts';
import { isNumeric, withNumbers } from '../texts/exact-number.ts';
import type { ContactField, MergeValue } from '../texts/merge-fields.ts';
import type { SendKey } from './engine.ts';

/** Kinds of refusals after which another candidate takes a message. */
export type RefusedKind = 'retryable' | 'blocked' | 'balance';

/** A contact that waits and is due, with everything that decides about it. */
export interface DueContact {
  contactId: string;
  lookups: number;
  tries: number;
  lookedUpAt: Date | null;
  /** Times the pre-check was asked for its next message or call. */
  checks: number;
  /** When the pre-check said that it is eligible. */
  checkedAt: Date | null;
  /** Candidates of its rule that refused its message in this try, with the kind of refusal, by route. */
  refusals: Record<string, RefusedKind> | null;
  /** Asked not to be contacted. */
  isSuppressed: boolean;
  /** Has not consented to what the campaign requires. */
  lacksConsent: boolean;
  /** E.164 digits. */
  number: string;
  countryId: number | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  networkId: number | null;
  networkBrand: string | null;
  timezone: string | null;
  foreignId: string | null;
}

export interface LockedContact extends DueContact {
  /** The merge fields that texts of the send name, by name. */
  values: Record<string, MergeValue>;
  /** The physical place of its recipient row, which does not change while the row is locked. */
  place: string;
  dueAt: Date;
  /** Why it is held; only of meaning when it is due later. */
  rule: RecipientRule | null;
  reason: string | null;
}

/** What decides about a contact: columns of `contacts c` and its country `n`. */
export const contactColumns = (
  teamId: string,
  needed: ConsentNeeded | null,
) => Prisma.sql`c.id AS "contactId", c.number::text AS number, c.country_id AS "countryId",
  n.iso2 AS country, c.network_id AS "networkId", c.network_brand AS "networkBrand", c.timezone, c.foreign_id AS "foreignId",
  ${isSuppressed(teamId, 'c')} AS "isSuppressed", ${lacksConsent(teamId, 'c', needed)} AS "lacksConsent"`;

/**
 * The contact `c` of `recipients r`, found by its key for each of them. A join in which both name the team reads, without
 * statistics, all contacts of the team for each recipient.
 */
export const contactOfRecipient = (teamId: string) => Prisma.sql`LATERAL (
  SELECT * FROM contacts x WHERE x.team_id = ${teamId}::uuid AND x.id = r.contact_id OFFSET 0) c`;

/** Merge fields, each as text, so that decimals and 64-bit integers stay exact. */
const valuesOf = (fields: readonly ContactField[]) =>
  Prisma.join(
    [
      Prisma.empty,
      ...fields.map((field) => Prisma.sql`${Prisma.raw(VALUES[field])} AS ${identifier(columnOf(field))}`),
    ],
    ', ',
  );

const columnOf = (field: ContactField) => `value of ${field}`;

const VALUES: Record<ContactField, string> = {
  number: 'c.number::text',
  country: 'n.iso2',
  email: 'c.email',
  name: 'c.name',
  timezone: 'c.timezone',
  foreign_id: 'c.foreign_id',
  network_brand: 'c.network_brand',
  custom1_str: 'c.custom1_str',
  custom2_str: 'c.custom2_str',
  custom3_str: 'c.custom3_str',
  custom4_str: 'c.custom4_str',
  custom5_str: 'c.custom5_str',
  custom1_int: 'c.custom1_int::text',
  custom2_int: 'c.custom2_int::text',
  custom3_int: 'c.custom3_int::text',
  custom4_int: 'c.custom4_int::text',
  custom5_int: 'c.custom5_int::text',
  custom1_dec: 'trim_scale(c.custom1_dec)::text',
  custom2_dec: 'trim_scale(c.custom2_dec)::text',
  custom1_datetime: "to_json(c.custom1_datetime) #>> '{}'",
  custom2_datetime: "to_json(c.custom2_datetime) #>> '{}'",
  custom3_datetime: "to_json(c.custom3_datetime) #>> '{}'",
  custom4_datetime: "to_json(c.custom4_datetime) #>> '{}'",
  custom5_datetime: "to_json(c.custom5_datetime) #>> '{}'",
};

/** All merge fields of the contact `c` and its country `n` as one JSON object. */
export const mergeValues = Prisma.raw(
  `jsonb_build_object(${Object.entries(VALUES)
    .map(([field, value]) => `'${field}', ${value}`)
    .join(', ')})`,
);
/** What a contact's texts are filled with. */
export async function readValues(
  tx: Tx,
  teamId: string,
  contactId: string,
  fields: readonly ContactField[],
): Promise<Record<string, MergeValue>> {
  const row = await tx.row<Record<string, string | null>>`SELECT c.id${valuesOf(fields)} FROM contacts c
    LEFT JOIN countries n ON n.id = c.country_id WHERE c.team_id = ${teamId}::uuid AND c.id = ${contactId}::uuid`;
  const values = Object.fromEntries(fields.map((field) => [field, row?.[columnOf(field)] ?? null]));
  withNumbers(values, fields.filter(isNumeric));
  return values;
}

/** The next contacts that wait and fulfil a condition on `sms_recipients r`, locked until the transaction ends. */
export async function readDue(
  tx: Tx,
  { teamId, sendId }: SendKey,
  fields: readonly ContactField[],
  needed: ConsentNeeded | null,
  which: Prisma.Sql,
  limit: number,
): Promise<LockedContact[]> {
  const rows = await tx.rows<
    LockedContact & Record<string, string | null>
  >`SELECT r.ctid AS place, r.due_at AS "dueAt", r.rule, r.reason, r.lookups, r.tries, r.looked_up_at AS "lookedUpAt",
        r.checks, r.checked_at AS "checkedAt", r.refusals, ${contactColumns(teamId, needed)}${valuesOf(fields)}
      FROM sms_recipients r
      CROSS JOIN ${contactOfRecipient(teamId)}
      LEFT JOIN countries n ON n.id = c.country_id
      WHERE r.team_id = ${teamId}::uuid AND r.sms_send_id = ${sendId}::uuid AND r.status = 'waiting'
        AND ${which}
      ORDER BY r.due_at, r.contact_id LIMIT ${limit}::int
      FOR UPDATE OF r`;
  const names = fields.map((field) => [field, columnOf(field)] as const);
  const numeric = fields.filter(isNumeric);
  for (const row of rows) {
    row.values = {};
    for (const [field, name] of names) row.values[field] = row[name]!;
    withNumbers(row.values, numeric);
  }
  return rows;
}
