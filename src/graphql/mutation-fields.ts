import {
  type FieldRef,
  type InputRef,
  MutationFieldBuilder,
  type SchemaTypes,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core';
import type { Context } from '../context.ts';
import type { Changes } from '../pipeline/audit/changes.ts';
import type { Access } from './access.ts';

/**
 * The fields of Mutation that most records have: `t.create({ input, … })` takes an input; `t.change({ … })` takes an id
 * and, if given, an input. `run` is the domain's function. A mutation with other arguments is a plain `t.field`.
 */
declare global {
  export namespace PothosSchemaTypes {
    export interface MutationFieldBuilder<Types extends SchemaTypes, ParentShape> {
      create<Type extends TypeParam<Types>, Input>(
        options: Options<Types, Type> & { input: InputRef<Input>; run: Create<Types, Type, Input> },
      ): FieldRef<Types, ParentShape>;
      change<Type extends TypeParam<Types>, Input>(
        options: Options<Types, Type> & { input: InputRef<Input>; run: Change<Types, Type, Input> },
      ): FieldRef<Types, ParentShape>;
      change<Type extends TypeParam<Types>>(
        options: Options<Types, Type> & { run: (ctx: Context, id: string) => Answer<Types, Type> },
      ): FieldRef<Types, ParentShape>;
    }
  }
}

type Answer<Types extends SchemaTypes, Type extends TypeParam<Types>> = Promise<ShapeFromTypeParam<Types, Type, false>>;
type Create<Types extends SchemaTypes, Type extends TypeParam<Types>, Input> = (
  ctx: Context,
  input: Input,
) => Answer<Types, Type>;
type Change<Types extends SchemaTypes, Type extends TypeParam<Types>, Input> = (
  ctx: Context,
  id: string,
  input: Input,
) => Answer<Types, Type>;

interface Options<Types extends SchemaTypes, Type extends TypeParam<Types>> {
  type: Type;
  access: Access;
  description: string;
  changes?: Changes;
  /** For `t.change`: a repeat would create something again, as a copy or a secret, or have its effect again. */
  creates?: true;
  internal?: true;
  /** For `t.change`: work that is too long for the transaction, see `field-plugin.ts`. */
  ahead?: (ctx: Context, id: string, input: never) => Promise<unknown>;
}

interface Given {
  ahead?: (ctx: Context, ...given: unknown[]) => unknown;
  type: unknown;
  input?: unknown;
  run: (ctx: Context, ...given: unknown[]) => unknown;
}

interface Builder {
  arg(options: object): unknown;
  field(options: object): unknown;
}

const methods = MutationFieldBuilder.prototype as unknown as Record<string, (this: Builder, given: Given) => unknown>;

methods.create = function ({ input: type, run, ...options }) {
  return this.field({
    ...options,
    creates: true,
    args: { input: this.arg({ type, required: true, description: 'The values of the new record.' }) },
    resolve: (_root: object, { input }: { input: unknown }, ctx: Context) => run(ctx, input),
  });
};

methods.change = function ({ input: type, run, ahead, ...options }) {
  return this.field({
    creates: false,
    ...options,
    ahead: ahead && ((ctx: Context, { id, input }: { id: string; input?: unknown }) => ahead(ctx, id, input)),
    args: {
      id: this.arg({ type: 'ID', required: true, description: 'Its id.' }),
      ...(type !== undefined && { input: this.arg({ type, required: true, description: 'What changes.' }) }),
    },
    resolve: (_root: object, { id, input }: { id: string; input?: unknown }, ctx: Context) => run(ctx, id, input),
  });
};
