import type { Conditions, Filtered, ListFilter } from '../database/reads/filters.ts';
import { builder, OrderDirection } from './builder.ts';
import { rootFilters, rootOrders } from './root-inputs.ts';

/** What most mutations of a record say of their errors. */
export const NONE = '`NOT_FOUND` when the team has none of this id';
export const REFUSED = '`FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin';

/** Searching for text within text reads all rows of a team: it costs as much as this many objects. */
const TEXT_WITHIN = 2_000;

/** `SmsCampaignOrder { field, direction }`, over the fields that have an index. */
export function orderInput<Field extends string>(name: string, fields: Record<Field, string>) {
  const field = builder.enumType(`${name}OrderField`, {
    description: 'What the list can be ordered by.',
    values: Object.fromEntries(
      Object.entries<string>(fields).map(([value, description]) => [value, { description }]),
    ) as Record<Field, { description: string }>,
  });
  const order = builder.inputType(`${name}Order`, {
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
  rootOrders.set(order.name, order);
  return order;
}

/** The input type of a list's filter. */
export function filterInput<Of extends Conditions>({ name, conditions, where }: ListFilter<Of>) {
  const input = builder.inputRef<Filtered<Of>>(name);
  rootFilters.set(name, { input, where: where as ListFilter<Conditions>['where'] });
  return input.implement({
    description: 'Every condition given must hold.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(conditions).map(([key, { type, isList, description, isTextWithin }]) => [
          key,
          // The name of a type in the schema. Pothos looks it up when it builds.
          t.field({
            type: (isList ? [type] : type) as never,
            description,
            extensions: { price: isTextWithin ? TEXT_WITHIN : 0 },
          }),
        ]),
      ) as never,
  });
}

export const DateTimeRange = builder.inputType('DateTimeRange', {
  description: 'A span of time.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Not before this moment.' }),
    to: t.field({ type: 'DateTime', description: 'Before this moment.' }),
  }),
});

/** What every delete answers. */
export const DeletedRecord = builder.objectRef<{ id: string }>('DeletedRecord').implement({
  description: 'What was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the deleted record.' }) }),
});
