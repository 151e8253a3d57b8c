import { type GraphQLField, type GraphQLSchema, getNamedType, getNullableType, isListType } from 'graphql';
import type { Table } from '../database/table.ts';
import type { Changes } from '../pipeline/audit/changes.ts';

export interface AuditTarget {
  /** The type of the record that a mutation changes, if it changes one. */
  targetType: string | null;
  changes: Changes;
}

const targets = new WeakMap<GraphQLField<unknown, unknown>, AuditTarget>();

/** What the audit log shows of a mutation. */
export function targetOf(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>): AuditTarget {
  const known = targets.get(field);
  if (known) return known;
  const changes = changesOf(field) ?? 'nothing';
  const isChanged = ({ extensions }: { extensions: { table?: unknown } }) =>
    typeof changes === 'object' && extensions.table === changes.table;
  const type = Object.values(schema.getTypeMap()).find(isChanged);
  const target = { targetType: type?.name ?? null, changes };
  targets.set(field, target);
  return target;
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
