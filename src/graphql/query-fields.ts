import {
  type FieldRef,
  type InputRef,
  QueryFieldBuilder,
  type SchemaTypes,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core';
import type { PrismaObjectRef } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { Connection, ConnectionArgs, Fields } from '../database/reads/connection.ts';
import type { RecordKind } from '../records/change-record.ts';
import { getRecord } from '../records/get-record.ts';
import type { Access } from './access.ts';
import { connectionOf } from './connections.ts';
import { columns } from './selection.ts';

/**
 * The fields of Query that most records have: `t.page({ filter, orderBy, list, … })` and, by id, `t.record({ of, … })`.
 * `list` is the domain's function. A query with other arguments is a plain `t.connection` or `t.field`.
 */
declare global {
  export namespace PothosSchemaTypes {
    export interface QueryFieldBuilder<Types extends SchemaTypes, ParentShape> {
      page<Type extends TypeParam<Types>, Model extends RowOf<Types, Type>, Filter, Order = never>(
        options: Options<Type> & {
          filter: InputRef<Filter>;
          orderBy?: InputRef<Order>;
          list: (ctx: Context, args: PageArgs<Filter, Order>, fields: Fields) => Promise<Connection<Model>>;
          /** The description of the argument `filter`. */
          texts: { filter: string };
        },
      ): FieldRef<Types, unknown>;
      /** The sentence about `NOT_FOUND` is added. */
      record<Type extends TypeParam<Types>, Model extends RowOf<Types, Type>>(
        options: Options<Type> & { of: RecordKind<Model> },
      ): FieldRef<Types, ShapeFromTypeParam<Types, Type, true>>;
    }
  }
}

/** The whole row of a model. The type's shape has only the key. */
type RowOf<Types extends SchemaTypes, Type extends TypeParam<Types>> =
  Type extends PrismaObjectRef<infer _Types, infer Model, infer _Shape>
    ? Model['Shape']
    : ShapeFromTypeParam<Types, Type, false>;

interface Options<Type> {
  type: Type;
  access: Access;
  description: string;
}

interface PageArgs<Filter, Order> extends ConnectionArgs {
  filter?: Filter | null | undefined;
  orderBy?: Order | null | undefined;
}

interface Page extends Options<unknown> {
  filter: unknown;
  orderBy?: unknown;
  list: (ctx: Context, args: ConnectionArgs, fields: Fields) => unknown;
  texts: { filter: string };
}

interface Builder {
  readonly builder: object;
  arg(options: object): unknown;
  field(options: object): unknown;
  connection(options: object, page: unknown, edge: unknown): unknown;
}

const methods = QueryFieldBuilder.prototype as unknown as {
  page(this: Builder, given: Page): unknown;
  record(this: Builder, given: Options<unknown> & { of: RecordKind<unknown> }): unknown;
};

methods.page = function ({ filter, orderBy, list, texts, ...options }) {
  return this.connection(
    {
      ...options,
      args: {
        filter: this.arg({ type: filter, description: texts.filter }),
        ...(orderBy !== undefined && { orderBy: this.arg({ type: orderBy, description: 'In which order.' }) }),
      },
      resolve: (_root: object, args: ConnectionArgs, ctx: Context, info: GraphQLResolveInfo) =>
        list(ctx, args, columns(info)),
    },
    ...connectionOf(this.builder, options.type as { name: string }),
  );
};

methods.record = function ({ of, description, ...options }) {
  return this.field({
    ...options,
    nullable: true,
    description: `${description} Null with \`NOT_FOUND\` when the team has none of this id.`,
    args: { id: this.arg({ type: 'ID', required: true, description: 'Its id.' }) },
    resolve: (_root: object, { id }: { id: string }, ctx: Context, info: GraphQLResolveInfo) =>
      getRecord(ctx, of, id, columns(info)),
  });
};
