import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { NestedList, Page } from '../database/lists.ts';
import { builder, OrderDirection } from './builder.ts';
import { columns } from './selection.ts';

/** Arguments of every list below a record. */
export const pageArgs = builder.args((t) => ({
  first: t.int({ defaultValue: 20, description: 'How many, 0 to 100.' }),
  offset: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'How many to leave out at the front.' }),
}));

/** A field's columns and resolver when it is a list below the record: `...nested(logsOfSmsSend)`. */
export const nested = <Model, Args extends object>(list: NestedList<Model, Args>) => ({
  columns: ['id'] as const,
  // For graphql/json-lists.ts, which may have the database write the list.
  extensions: { list },
  resolve: (parent: { id: string }, args: Args & Page, ctx: Context, info: GraphQLResolveInfo) =>
    list.load(ctx, parent.id, args, columns(info)),
});

/** `SmsCampaignOrder { field, direction }` over the fields that an index leads to. */
export function orderInput<Field extends string>(name: string, fields: Record<Field, string>) {
  const field = builder.enumType(`${name}OrderField`, {
    description: 'What the list can be ordered by.',
    values: Object.fromEntries(
      Object.entries<string>(fields).map(([value, description]) => [value, { description }]),
    ) as Record<Field, { description: string }>,
  });
  return builder.inputType(`${name}Order`, {
    description: 'Order of the list; the id breaks ties.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to order by.' }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'desc',
        description: 'Which end comes first.',
      }),
    }),
  });
}

export const DateTimeRange = builder.inputType('DateTimeRange', {
  description: 'A span of time.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Not before this moment.' }),
    to: t.field({ type: 'DateTime', description: 'Before this moment.' }),
  }),
});

/** The answer of every delete. */
export const DeletedRecord = builder.objectRef<{ id: string }>('DeletedRecord').implement({
  description: 'What was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the deleted record.' }) }),
});
