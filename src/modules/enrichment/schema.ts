import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, orderInput } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { getMnpLookup, listMnpLookups } from './operations.ts';
import { E16, LookupStatusEnum, MnpLookupType } from './types.ts';

const MnpLookupFilter = builder.inputType('MnpLookupFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    status: t.field({ type: [LookupStatusEnum], description: 'One of these statuses.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was asked for.' }),
  }),
});

const MnpLookupOrder = orderInput('MnpLookup', {
  createdAt: 'When it was asked for.',
  amount: 'How many numbers it covers.',
  cost: 'What it costs.',
});

builder.queryField('mnpLookups', (t) =>
  t.connection(
    {
      type: MnpLookupType,
      access: E16,
      description: 'The team’s number-portability checks, newest first unless ordered otherwise (E16).',
      args: {
        filter: t.arg({ type: MnpLookupFilter, description: 'Which lookups.' }),
        orderBy: t.arg({ type: MnpLookupOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listMnpLookups(ctx, args, columns(info)),
    },
    { description: 'A page of number-portability checks.' },
    { description: 'A number-portability check in a list.' },
  ),
);

builder.queryField('mnpLookup', (t) =>
  t.field({
    type: MnpLookupType,
    access: E16,
    description: 'One number-portability check. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getMnpLookup(ctx, id, columns(info)),
  }),
);
