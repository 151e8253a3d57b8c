import type { Role } from '../../src/generated/prisma/client.ts';
import type { Ids, Kind } from './records.ts';

/** One REST request, `path` as documented. */
export interface Call {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Roles are people's sessions, the others team tokens. */
export type Who = Role | 'team' | 'rival' | 'nobody';

export interface Answer {
  status: number;
  body: unknown;
}

export interface Case {
  name: string;
  /** `team` unless said otherwise. */
  as?: Who;
  /** What differs from the operation's accepted call. */
  call?: (ids: Ids) => Partial<Call>;
  status: number;
  body: object | string | ((ids: Ids) => unknown);
}

/** A documented name, and the rule that its value breaks; null when it breaks none. */
export type FieldCase = [field: string, value: unknown, rule: string | null];

/** Why an operation has no case of a kind. */
export type Reason = string;

/** Everything that one documented operation promises. Whatever is left out needs a reason. */
export interface Contract {
  /** As its row has it. */
  operation: string;
  /** `secret`: who calls is told by a header of its own. */
  access?: 'public' | 'secret';
  /** The record that a success uses up: every accepted call gets another one. */
  consumes?: Kind;
  path: (ids: Ids) => string;
  /** Accepted, and with every documented field. */
  body?: (ids: Ids) => object;
  headers?: (ids: Ids) => Record<string, string>;
  success: Case[];
  failure: Case[] | Reason;
  /** What another team's ids in the path answer, and equally a missing one and one that is none. */
  missing: Answer | Reason;
  /** Another team's ids in the body. */
  references: [field: string, kind: Kind, answer: Answer | 'selected'][] | Reason;
  /** Every field with a value of a wrong type. */
  types: FieldCase[] | Reason;
  /** Every bound, just outside and just inside. */
  bounds: FieldCase[] | Reason;
}

export const rows = <Row>(cases: Row[] | Reason): Row[] => (typeof cases === 'string' ? [] : cases);

/** As Laravel words it, so that no text of the product is compared with itself. */
export function textOf(field: string, rule: string): string {
  const name = field.replaceAll('_', ' ');
  return rule === 'selected' ? `The selected ${name} is invalid.` : `The ${name} field ${rule}.`;
}

export const invalid = (field: string, rule: string): Answer => {
  const text = textOf(field, rule);
  return { status: 422, body: { message: text, errors: { [field]: [text] } } };
};

/** The same field of several objects, or several fields with the same rule. */
export const each = (fields: string[], value: unknown, rule: string | null): FieldCase[] =>
  fields.map((field) => [field, value, rule]);

/** Both sides of bounds. */
export const between = (
  fields: string[],
  [outside, rule]: [value: unknown, rule: string],
  inside: unknown,
): FieldCase[] => [...each(fields, outside, rule), ...each(fields, inside, null)];

/** The call with one documented field set: of its body, else of its query. */
export function withField(call: Call, field: string, value: unknown): Call {
  if (call.body === undefined) {
    const url = new URL(call.path, 'http://localhost');
    const [name = field] = field.split('.');
    url.searchParams.delete(name);
    for (const item of [value].flat()) url.searchParams.append(Array.isArray(value) ? `${name}[]` : name, String(item));
    return { ...call, path: url.pathname + url.search };
  }
  // Not a structured clone: what two fields share must become two.
  const body = JSON.parse(JSON.stringify(call.body)) as Record<string, unknown>;
  const steps = field.split('.');
  const last = steps.pop()!;
  const parent = steps.reduce((object, step) => object[step] as Record<string, unknown>, body);
  parent[last] = value;
  return { ...call, body };
}
