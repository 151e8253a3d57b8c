import type { PothosEnumTypeConfig, PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import { type GraphQLField, type GraphQLSchema, getNamedType, getNullableType, isListType } from 'graphql';
import { columnName, type Table } from '../database/table.ts';
import { tables } from '../database/tables.ts';
import type { Changes } from '../pipeline/audit/changes.ts';
import type { Access } from './access.ts';

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
  const table = isListType(getNullableType(field.type)) ? undefined : getNamedType(field.type).extensions.table;
  return declared(field.extensions, table as Table<unknown> | undefined);
}

function declared({ changes, access }: Declared, answered: Table<unknown> | undefined): Changes | undefined {
  if (changes) return changes;
  // Without a viewer somebody is signing in, and changes what is their own.
  if (access === 'public') return 'nothing';
  return answered && { table: answered };
}

interface Declared {
  readonly changes?: Changes;
  readonly access?: Access;
}

/** The types of all records that mutations change, as values of an enum. They are known once all fields are. */
export function targetValues<Types extends SchemaTypes>({
  configStore,
}: PothosSchemaTypes.SchemaBuilder<Types>): PothosEnumTypeConfig['values'] {
  const modelOf = (extensions: object | null | undefined) =>
    (extensions as { pothosPrismaModel?: keyof typeof tables } | null | undefined)?.pothosPrismaModel;
  const answeredBy = ({ type }: PothosOutputFieldConfig<Types>) => {
    const model = type.kind === 'Object' ? modelOf(configStore.getTypeConfig(type.ref).extensions) : undefined;
    return model && (tables[model] as Table<unknown>);
  };
  const changed = new Set<unknown>();
  for (const field of configStore.getFields('Mutation').values()) {
    const changes = declared(field.pothosOptions as Declared, answeredBy(field as PothosOutputFieldConfig<Types>));
    if (typeof changes === 'object') for (const { table } of [changes].flat()) changed.add(table);
  }
  const names = [...configStore.typeConfigs.values()].flatMap(({ name, extensions, pothosOptions }) => {
    const model = (pothosOptions as { variant?: string }).variant ? undefined : modelOf(extensions);
    return model && changed.has(tables[model]) ? [name] : [];
  });
  return Object.fromEntries(
    names.map((name) => [columnName(name).slice(1), { value: name, description: `Of type \`${name}\`.` }]),
  ) as PothosEnumTypeConfig['values'];
}
