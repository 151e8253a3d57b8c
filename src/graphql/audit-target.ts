import { type GraphQLField, type GraphQLSchema, getNamedType, getNullableType, isListType } from 'graphql';
import type { Table } from '../database/table.ts';
import type { Changes } from '../pipeline/audit/changes.ts';

export interface AuditTarget {
  changes: Changes;
  /** The type of the record that a mutation changes, by its table. */
  typeOf: (table: Table<unknown>) => string | null;
}

const types = new WeakMap<GraphQLSchema, ReadonlyMap<unknown, string>>();

/** What the audit log shows of a mutation. */
export const targetOf = (schema: GraphQLSchema, field: GraphQLField<unknown, unknown>): AuditTarget => ({
  changes: changesOf(field) ?? 'nothing',
  typeOf: (table) => typesOf(schema).get(table) ?? null,
});

function typesOf(schema: GraphQLSchema): ReadonlyMap<unknown, string> {
  const known = types.get(schema);
  if (known) return known;
  const found = new Map<unknown, string>();
  for (const { name, extensions } of Object.values(schema.getTypeMap()))
    if (extensions.table && !found.has(extensions.table)) found.set(extensions.table, name);
  types.set(schema, found);
  return found;
}

/** What a mutation declares as changed; else the record that it answers. */
export function changesOf(field: GraphQLField<unknown, unknown>): Changes | undefined {
  const { changes, access } = field.extensions;
  if (changes) return changes as Changes;
  // Without a viewer somebody is signing in, and changes what is their own.
  if (access === 'public') return 'nothing';
  if (isListType(getNullableType(field.type))) return undefined;
  const table = getNamedType(field.type).extensions.table as Table<unknown> | undefined;
  return table && { table };
}
