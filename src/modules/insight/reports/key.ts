import { Prisma } from '../../../generated/prisma/client.ts';
import type { FilterType } from '../../../input/operators.ts';
import { readableName } from '../../../input/validation-messages.ts';

/** Filters compare an id as text, a flag as 0 or 1. */
export type Kind = 'text' | 'uuid' | 'enum' | 'integer' | 'bigint' | 'decimal' | 'percent' | 'flag' | 'time';

const TYPES: Record<Kind, FilterType> = {
  text: 'text',
  uuid: 'text',
  enum: 'text',
  integer: 'number',
  bigint: 'number',
  decimal: 'number',
  percent: 'number',
  flag: 'number',
  time: 'date',
};

export type Label = (value: Prisma.Sql, teamId: string) => Prisma.Sql;

/** E15, the GraphQL types, the filters and the SQL come from it. */
export interface ReportKey {
  readonly key: string;
  readonly type: FilterType;
  readonly kind: Kind;
  /** Its type in the schema where that is not its kind's. */
  readonly scalar: 'ID' | 'PhoneNumber' | undefined;
  readonly description: string;
  /** On the row `t`. */
  readonly sql: Prisma.Sql;
  readonly join: string | undefined;
  readonly isRequired: boolean;
  readonly sortable: boolean;
  readonly canGroup: boolean;
  readonly groupLabel: Label | undefined;
  /** Other names of a value; asking for one finds all. */
  readonly namesOf: ((value: string) => readonly string[]) | undefined;
}

export interface KeyOptions {
  scalar?: 'ID' | 'PhoneNumber';
  sql?: string;
  join?: string;
  required?: boolean;
  sortable?: boolean;
  group?: Label | true;
  namesOf?: (value: string) => readonly string[];
}

type KeyMaker = (key: string) => ReportKey;

const ofKind =
  (kind: Kind) =>
  (description: string, { scalar, sql, join, required, sortable = true, group, namesOf }: KeyOptions = {}): KeyMaker =>
  (key) => ({
    key,
    type: TYPES[kind],
    kind,
    scalar,
    description,
    sql: Prisma.raw(kind === 'flag' ? `t.${key}::int` : (sql ?? `t.${key}`)),
    join,
    isRequired: required === true,
    sortable,
    canGroup: group !== undefined,
    groupLabel: typeof group === 'function' ? group : undefined,
    namesOf,
  });

export const text = ofKind('text');
export const uuid = ofKind('uuid');
export const choice = ofKind('enum');
export const integer = ofKind('integer');
export const bigint = ofKind('bigint');
export const decimal = ofKind('decimal');
export const percent = ofKind('percent');
export const flag = ofKind('flag');
export const time = ofKind('time');

export const keysOf = (makers: Readonly<Record<string, KeyMaker>>): ReadonlyMap<string, ReportKey> =>
  new Map(Object.entries(makers).map(([key, make]) => [key, make(key)]));

export const nameIn =
  (table: string, name = 'n.name'): Label =>
  (value, teamId) =>
    Prisma.sql`(SELECT ${Prisma.raw(name)} FROM ${Prisma.raw(table)} n WHERE n.team_id = ${teamId}::uuid AND n.id = ${value})`;

export const teamName: Label = (_value, teamId) =>
  Prisma.sql`(SELECT n.name FROM teams n WHERE n.id = ${teamId}::uuid)`;

export const countryName: Label = (value) => Prisma.sql`(SELECT n.name FROM countries n WHERE n.id = ${value})`;

export const networkName: Label = (value) =>
  Prisma.sql`(SELECT COALESCE(n.operator, b.name) FROM networks n JOIN network_brands b ON b.id = n.brand_id WHERE n.id = ${value})`;

/** Where {@link labelOf} would give two keys the same label. */
const LABELS: Readonly<Record<string, string>> = { sender_id_id: 'Sender ID record' };

/** Not in the reference: `network_id` → `Network ID`. */
export function labelOf(key: string): string {
  const words = readableName(key).replace(/\b(id|ctr|dlr|sms|url)\b/g, (word) => word.toUpperCase());
  return LABELS[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** `smsCampaignId` of `sms_campaign_id`. */
export const fieldName = (key: string) => key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
