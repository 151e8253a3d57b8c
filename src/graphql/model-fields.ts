import {
  type FieldKind,
  type FieldRef,
  type InputFieldMap,
  type InputShapeFromFields,
  RootFieldBuilder,
  type SchemaTypes,
  type ShapeFromTypeParam,
} from '@pothos/core';
import {
  getModel,
  getRefFromModel,
  ObjectFieldBuilder,
  type PrismaModelTypes,
  type PrismaObjectRef,
  type prismaModelName,
} from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { loadById, type NestedList, nestedList } from '../database/reads/lists.ts';
import type { ConnectionArgs } from '../database/reads/page.ts';
import { columnName, type Table } from '../database/table.ts';
import { tables } from '../database/tables.ts';
import { model } from '../generated/model.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Access } from './access.ts';
import { connectionOf } from './connections.ts';
import { rootFilters, rootOrders } from './root-inputs.ts';
import { columns } from './selection.ts';

/**
 * A record's own fields, `t.columns('id', 'name')`, and those that lead from one record to others, by the relations of the model: `t.one('routingPlan')`, `t.list('sends')`
 * and, where a rule bounds the list, `t.all('texts')`. Each runs one statement for all records of a level (database/reads/lists.ts). Where the model
 * has no relation, pass a `NestedList`, or say `t.byId(CountryType, 'countryId')`.
 */
declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /** Columns whose type, nullability and description are the model's. Others – enums, lists, phone numbers – say their type by `t.expose`. */
      columns<Name extends Extract<keyof ModelOf<Types, ParentShape>['Shape'], string>>(
        ...names: Name[]
      ): Record<Name, FieldRef<Types, unknown>>;

      /** The record that a column names; null when there is none or it was deleted. */
      one<Name extends ToOne<ModelOf<Types, ParentShape>>>(
        relation: Name,
        options: OneOptions,
      ): FieldRef<Types, ModelOf<Types, ParentShape>['Relations'][Name]['Shape'] | null>;

      /** The same where the model has no relation: by the column, or by what the function says of the parent; 0 is none. */
      byId<Ref extends PrismaObjectRef<Types, PrismaModelTypes>>(
        type: Ref,
        by: Extract<keyof ParentShape | keyof ModelOf<Types, ParentShape>['Shape'], string> | IdOf<ParentShape>,
        options: Required<OneOptions>,
      ): FieldRef<Types, ShapeFromTypeParam<Types, Ref, true>>;

      /** A connection of the records that name this one, newest first unless ordered otherwise. */
      list<Name extends ModelOf<Types, ParentShape>['ListRelations'], Args extends InputFieldMap = NoArgs>(
        relation: Name,
        options: ListOptions<Args> &
          Conditions<Args> & { orderBy?: OrderBy<ModelOf<Types, ParentShape>['Relations'][Name]['Shape']> },
      ): FieldRef<Types, unknown>;
      list<Record, Args extends InputFieldMap = NoArgs>(
        // biome-ignore lint/suspicious/noExplicitAny: its arguments are those of `args`
        list: NestedList<Record, any>,
        options: ListOptions<Args>,
      ): FieldRef<Types, unknown>;

      /** All of them, where a rule allows no more than `size`, 100 at most. */
      all<Name extends ModelOf<Types, ParentShape>['ListRelations']>(
        relation: Name,
        options: OneOptions & {
          size: number;
          orderBy?: OrderBy<ModelOf<Types, ParentShape>['Relations'][Name]['Shape']>;
        },
      ): FieldRef<Types, ModelOf<Types, ParentShape>['Relations'][Name]['Shape']>;
    }
  }
}

type ModelOf<Types extends SchemaTypes, Shape> = Shape extends { [prismaModelName]?: infer Name }
  ? Extract<Types['PrismaTypes'][Name & keyof Types['PrismaTypes']], PrismaModelTypes>
  : never;

type ToOne<Model extends PrismaModelTypes> = Exclude<Model['RelationName'], Model['ListRelations']>;
type NoArgs = Record<never, never>;
type IdOf<Parent> = (parent: Parent) => string | null | undefined;

interface OneOptions {
  access: Access;
  /** By default the relation's text in the model. */
  description?: string;
}

interface ListOptions<Args> {
  access: Access;
  /** By default the relation's text in the model. */
  description?: string;
  /** Arguments besides those of the page. */
  args?: Args;
}

interface Conditions<Args extends InputFieldMap> {
  /** Conditions on `t` from the field's own arguments. */
  filter?: (args: InputShapeFromFields<Args>, teamId: string) => Prisma.Sql[];
}

/** In the order of its members, which are never null and have one direction. The id breaks ties. */
type OrderBy<Rows> = Rows extends (infer Record)[] ? { readonly [Field in keyof Record]?: 'asc' | 'desc' } : never;

export const ORDER = 'In which order, instead of the list’s own.';
const NEWEST_FIRST = { createdAt: 'desc' };

interface Builder {
  readonly model: Prisma.ModelName;
  readonly builder: PothosSchemaTypes.SchemaBuilder<SchemaTypes>;
  expose(column: string, options: object): unknown;
  arg(options: object): unknown;
  field(options: object): unknown;
  connection(options: object, page: unknown, edge: unknown): unknown;
}

type Parent = Readonly<Record<string, string>>;
type AnyTable = Table<{ id: string }>;
type AnyList = NestedList<{ id: string }, object>;

const methods = ObjectFieldBuilder.prototype as unknown as Record<
  string,
  (this: Builder, to: string & AnyList, options: Record<string, unknown>) => unknown
>;

for (const name of ['prismaField', 'prismaConnection', 'prismaFieldWithInput']) {
  Object.assign(RootFieldBuilder.prototype, {
    [name]: () => {
      throw new Error(`${name} would query by itself: resolve it with an operation.`);
    },
  });
}

const SCALARS = ['String', 'Int', 'Float', 'Boolean', 'DateTime', 'Decimal'];

Object.assign(ObjectFieldBuilder.prototype, {
  columns(this: Builder, ...names: string[]) {
    const { fields } = getModel(this.model, this.builder);
    return Object.fromEntries(
      names.map((name) => {
        const { kind, type, isList, isRequired } = fields.find((field) => field.name === name)!;
        if (kind !== 'scalar' || isList || !SCALARS.includes(type)) {
          throw new Error(`${this.model}.${name} needs a type of the schema: use t.expose.`);
        }
        const isUuid = tables[this.model].written[name] === 'word';
        return [name, this.expose(name, { type: isUuid ? 'ID' : type, nullable: !isRequired })];
      }),
    );
  },
});

methods.one = function (relation, options) {
  const { model: target, key } = relationOf(this.model, relation) as { model: Prisma.ModelName; key: string };
  return this.field({
    nullable: true,
    description: descriptionOf(this, relation),
    ...options,
    type: getRefFromModel(target, this.builder),
    select: { [key]: true },
    // For json-lists.ts.
    extensions: { one: { table: tables[target], by: key } },
    resolve: (parent: Parent, _args: object, ctx: Context, info: GraphQLResolveInfo) =>
      loadById(ctx, tables[target] as AnyTable, parent[key], columns(info)),
  });
};

Object.assign(RootFieldBuilder.prototype, {
  byId(
    this: Builder,
    type: PrismaObjectRef<SchemaTypes, PrismaModelTypes>,
    by: string | IdOf<unknown>,
    options: Required<OneOptions>,
  ) {
    const table = tables[type.modelName as Prisma.ModelName] as AnyTable;
    const idOf = typeof by === 'string' ? (parent: Parent) => parent[by] : by;
    return this.field({
      ...options,
      type,
      nullable: true,
      ...(this.model !== undefined && { select: { [by as string]: true } }),
      resolve: (parent: Parent, _args: object, ctx: Context, info: GraphQLResolveInfo) =>
        loadById(ctx, table, idOf(parent) || null, columns(info)),
    });
  },
});

methods.list = function (to, { orderBy, filter, ...options }) {
  const given = typeof to === 'string' ? listOf(this.model, to, { orderBy, filter }) : to;
  const type = getRefFromModel(given.table.model, this.builder);
  const root = options.args ? undefined : rootFilters.get(`${type.name}Filter`);
  const order = options.args ? undefined : rootOrders.get(`${type.name}Order`);
  const list = root ? given.filtered(({ filter }: { filter?: object }, teamId) => root.where(teamId, filter)) : given;
  return this.connection(
    {
      description: typeof to === 'string' ? descriptionOf(this, to) : undefined,
      args: {
        ...(root && { filter: this.arg({ type: root.input, description: 'Which of them.' }) }),
        ...(order !== undefined && { orderBy: this.arg({ type: order, description: ORDER }) }),
      },
      ...options,
      type,
      select: { id: true },
      // For json-lists.ts: the database may write the list.
      extensions: { list },
      resolve: (parent: Parent, args: ConnectionArgs, ctx: Context, info: GraphQLResolveInfo) =>
        list.load(ctx, parent.id!, args, columns(info)),
    },
    ...connectionOf(this.builder, type),
  );
};

methods.all = function (to, { orderBy, ...options }) {
  const list = listOf(this.model, to, { orderBy });
  return this.field({
    description: descriptionOf(this, to),
    ...options,
    type: [getRefFromModel(list.table.model, this.builder)],
    select: { id: true },
    // For json-lists.ts: the database may write the list.
    extensions: { all: list },
    resolve: (parent: Parent, _args: object, ctx: Context, info: GraphQLResolveInfo) =>
      list.loadAll(ctx, parent.id!, columns(info)),
  });
};

function listOf(name: Prisma.ModelName, relation: string, { orderBy, filter }: Record<string, unknown>): AnyList {
  const { model: target, foreignKey } = relationOf(name, relation) as { model: Prisma.ModelName; foreignKey: string };
  const members = Object.entries((orderBy ?? NEWEST_FIRST) as Record<string, 'asc' | 'desc'>);
  const fields = [...members.map(([field]) => field), ...(tables[target].fields.has('id') ? ['id'] : [])];
  return nestedList(tables[target] as AnyTable, {
    parent: column(foreignKey),
    order: fields.map(column),
    direction: members[0]![1],
    ...(filter ? { filter: filter as (args: object) => Prisma.Sql[] } : {}),
  });
}

const column = (field: string) => Prisma.raw(`t.${columnName(field)}`);

const relationOf = (name: Prisma.ModelName, relation: string) =>
  (model[name].relations as Record<string, { model: Prisma.ModelName; key?: string; foreignKey?: string }>)[relation]!;

const descriptionOf = ({ model: name, builder }: Builder, field: string) =>
  getModel(name, builder).fields.find((known) => known.name === field)?.documentation;
