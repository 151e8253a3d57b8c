import { builder, OrderDirection } from './builder.ts';

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

/** A filter for a text within another, e.g. `t.string(textWithin('the name'))`: it reads all of a team's rows. */
export const textWithin = (what: string) => ({
  description: `Text within ${what}; case does not matter.`,
  extensions: { isTextWithin: true },
});

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
