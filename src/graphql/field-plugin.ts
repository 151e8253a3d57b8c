import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import { getModel } from '@pothos/plugin-prisma';
import {
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import type { Table } from '../database/table.ts';
import { tables } from '../database/tables.ts';
import type { Changes } from '../pipeline/audit/changes.ts';
import { type Access, authorizeContext } from './access.ts';
import { changesOf, targetValues } from './audit-target.ts';
import { type Ahead, mutation } from './mutation.ts';
import { refuseAll } from './refused-input.ts';

/**
 * What the fields of this schema declare:
 * - `access`: who may use it. Required on every field of Query, Mutation and Subscription and on every field that leads
 *   from one record to others; the server does not start without it.
 * - `embedded`: the field returns its row as another type, whose fields declare the columns. Every other field of a
 *   model declares the columns it needs with Pothos' own `select`.
 * - `creates`: whether repeating a mutation would create something again, or have an effect on people, providers or money
 *   again. The mutation then has an `idempotencyKey`.
 *   Required; `t.create` and `t.change` set it.
 * - `changes`: what the audit log shows of a mutation. Required unless it answers the record that it changes.
 * - `size`: how many objects it may return. Required on lists of objects without pages.
 * - `internal`: a documented REST operation needs it, and nobody else; the public schema does not have it.
 */
declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      outbound: FieldPlugin<Types>;
    }
    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** Who may use the field. */
      access?: Access;
      /** The field returns its row as another type. */
      embedded?: boolean;
      /**
       * For mutations: whether repeating it would create something again (a record, a copy, a secret) or have an effect on
       * people, providers or money again. It then has an `idempotencyKey`. `itself`: the resolver is given the key, for work that is too long for one transaction with it.
       */
      creates?: boolean | 'itself';
      /** For mutations: what they change, see {@link Changes}. */
      changes?: Changes;
      /** For mutations that do not create: work that is too long for their transaction, committed before it and done again by a repeat. */
      ahead?: Ahead;
      /** How many objects a list without pages counts as in the cost of an operation. */
      size?: number;
      /** Only REST uses it. */
      internal?: true;
    }
  }
}

const ROOTS = ['Query', 'Mutation', 'Subscription'];

export class FieldPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(typeConfig: PothosTypeConfig): PothosTypeConfig {
    const { pothosPrismaModel: model, pothosPrismaSelect: selected, hasAuditTargets } = typeConfig.extensions ?? {};
    if (hasAuditTargets && typeConfig.kind === 'Enum')
      return { ...typeConfig, values: { ...typeConfig.values, ...targetValues(this.builder) } };
    if (!model) return typeConfig;
    this.onlyKeys(typeConfig.name, model as string, selected as object | undefined);
    // A variant is part of a record, not a record.
    if ((typeConfig.pothosOptions as { variant?: string }).variant) return typeConfig;
    return { ...typeConfig, extensions: { ...typeConfig.extensions, table: tables[model as keyof typeof tables] } };
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { access, embedded, creates, changes, size, internal } = field.pothosOptions;
    // Deleted, because the plugin sends queries wherever it finds this.
    const { pothosPrismaSelect: selected, ...others } = field.extensions ?? {};
    const columns = field.kind === 'PrismaObject' ? columnsOf(field, selected as object) : undefined;
    const extensions = {
      ...others,
      access,
      columns: embedded ? 'embedded' : (columns ?? others.columns),
      creates,
      changes,
      size,
      internal,
    };
    const description = field.description ?? (field.kind === 'PrismaObject' ? USUAL[field.name] : undefined);
    return {
      ...field,
      description,
      extensions,
      ...(creates && { args: { ...field.args, idempotencyKey: keyOf(field) } }),
    };
  }

  /** Every row has its id. All other columns are read when a field asks for them. */
  private onlyKeys(type: string, name: string, selected: object = { everything: true }): void {
    const { primaryKey, fields } = getModel(name, this.builder);
    const keys = ['id', ...(primaryKey?.fields ?? fields.filter(({ isId }) => isId).map((field) => field.name))];
    const others = Object.keys(selected).filter((field) => !keys.includes(field));
    if (others.length > 0) throw new Error(`${type} selects ${others.join(', ')} of every record: its fields do.`);
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { access, creates, ahead } = field.pothosOptions;
    if (ahead && creates) throw new Error(`${field.name} works ahead of its idempotency key.`);
    if (!access) return resolver;
    if (field.kind === 'Subscription') {
      return (parent, args, context, info) => {
        // Each event is read afresh.
        (context as Context).loaders.clear();
        return resolver(parent, args, context, info);
      };
    }
    if (field.kind !== 'Mutation') {
      return (parent, args, context, info) => {
        authorizeContext(access, context as Context);
        const { refused } = context as Context;
        if (refused && field.kind === 'Query') return refuseAll(refused, () => resolver(parent, args, context, info));
        return resolver(parent, args, context, info);
      };
    }
    return mutation(resolver as never, { name: field.name, access, creates, ahead }) as typeof resolver;
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    const { access } = field.pothosOptions;
    if (!subscribe || !access) return subscribe;
    return (parent, args, context, info) => {
      authorizeContext(access, context as Context);
      return subscribe(parent, args, context, info);
    };
  }
}

/**
 * The columns that a field of a model needs. Anything else in its `select` – a relation, its count, a `variant` – would
 * make Pothos' plugin send a query for each record.
 */
function columnsOf<Types extends SchemaTypes>(field: PothosOutputFieldConfig<Types>, selected: object = {}): string[] {
  const needed = Object.entries(selected);
  if (typeof selected === 'function' || needed.some(([name, value]) => value !== true || name === '_count')) {
    throw new Error(`${field.parentType}.${field.name} would query by itself: use t.one, t.list or t.all.`);
  }
  return needed.map(([name]) => name);
}

/** Texts for fields that most models have. A text in the Prisma schema comes first. */
const USUAL: Readonly<Record<string, string>> = {
  id: 'Id, a UUID.',
  teamId: 'The team it belongs to.',
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
};

/** The argument of every mutation that creates or has an effect outside. */
const keyOf = <Types extends SchemaTypes>(field: PothosOutputFieldConfig<Types>) =>
  ({
    kind: 'Arg',
    graphqlKind: 'Arg',
    name: 'idempotencyKey',
    parentType: field.parentType,
    parentField: field.name,
    type: { kind: 'Scalar', ref: 'String', required: false },
    pothosOptions: { type: 'String' },
    description:
      'Names the request, in 1 to 200 visible ASCII characters of the caller’s choice: for 24 hours a repeat with the same input, however it is written, gets the same answer and changes nothing. `CONFLICT` with another input or role, and while the first is in progress; errors are not kept.',
  }) as PothosInputFieldConfig<Types>;

SchemaBuilder.registerPlugin('outbound', FieldPlugin);

/** Names every field that breaks the rules above. */
export function schemaRuleViolations(schema: GraphQLSchema): string[] {
  const violations: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const table = type.extensions.table as Table<unknown> | undefined;
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`;
      const target = getNamedType(field.type);
      const leadsToRecords =
        isObjectType(target) && (target.extensions.table !== undefined || isConnection(target.name));
      const isRoot = ROOTS.includes(type.name);
      if (!field.extensions.access && (isRoot || (table !== undefined && leadsToRecords))) {
        violations.push(`${name} says nothing about access`);
      }
      const { creates } = field.extensions;
      if (type.name === 'Mutation' && creates === undefined) {
        violations.push(`${name} does not say whether it creates`);
      }
      if (type.name === 'Mutation' && changesOf(field) === undefined) {
        violations.push(`${name} does not say what it changes`);
      }
      if (creates && (type.name !== 'Mutation' || field.extensions.access === 'public')) {
        violations.push(`${name} creates, but is no mutation of a team`);
      }
      const isPaged = isConnection(type.name) || field.args.some(({ name: arg }) => arg === 'first');
      if (isObjectType(target) && isListType(getNullableType(field.type)) && !isPaged && !field.extensions.size) {
        violations.push(`${name} says nothing about its size`);
      }
    }
  }
  return violations;
}

const isConnection = (name: string) => name.endsWith('Connection');
