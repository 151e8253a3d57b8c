import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { HlrSettings } from '../../meta/graphql/data-types.ts';
import { cancelMnpLookup, LOOKUP, listMnpLookups, mnpLookupFilter } from '../operations.ts';
import { requestMnpLookup } from '../request-lookup.ts';
import { E16, MnpLookupType } from './types.ts';

const MnpLookupFilter = filterInput(mnpLookupFilter);

const MnpLookupOrder = orderInput('MnpLookup', {
  createdAt: 'When it was asked for.',
  amount: 'How many numbers it covers.',
  cost: 'What it costs.',
});

builder.queryFields((t) => ({
  mnpLookups: t.page({
    type: MnpLookupType,
    access: E16,
    description: 'The team’s number-portability checks, newest first unless ordered otherwise (E16).',
    filter: MnpLookupFilter,
    orderBy: MnpLookupOrder,
    list: listMnpLookups,
    texts: {
      filter: 'Which lookups.',
      page: 'A page of number-portability checks.',
      edge: 'A number-portability check in a list.',
    },
  }),
  mnpLookup: t.record({ type: MnpLookupType, of: LOOKUP, access: E16, description: 'One number-portability check.' }),
}));

const RequestMnpLookupInput = builder.inputType('RequestMnpLookupInput', {
  description: 'Which contacts’ numbers are looked up: those that meet every condition given; all without any.',
  fields: (t) => ({
    contactIds: t.idList({ description: 'These contacts of the team, at most 1,000.' }),
    tags: t.stringList({ description: 'With at least one of these tags, at most 100.' }),
    countryIds: t.intList({ description: 'In one of these countries, ISO 3166-1 numeric codes, at most 100.' }),
    hlrSettings: t.field({
      type: HlrSettings.input,
      description:
        'Whether and when a number that cannot be reached is asked for again; absent: never. At most 100 retries.',
    }),
  }),
});

builder.mutationField('requestMnpLookup', (t) =>
  t.create({
    type: MnpLookupType,
    access: 'viewer',
    description:
      'Has the numbers of contacts looked up: whether they can be reached, were ported, and by which network they are served. Its amount and cost are those of the contacts as they are now; the results come bit by bit. `VALIDATION_FAILED` when a contact is not the team’s or more than 50,000 would be covered, `CONFLICT` while the installation has no look-up provider. With the simulator as provider the results are invented, the cost is 0 and the notes say so.',
    input: RequestMnpLookupInput,
    run: requestMnpLookup,
  }),
);

builder.mutationField('cancelMnpLookup', (t) =>
  t.change({
    type: MnpLookupType,
    access: 'viewer',
    description:
      'Calls off a lookup that has not begun; it costs nothing then. One that is called off stays so. `NOT_FOUND` when the team has none of this id, `CONFLICT` once it has begun.',
    run: cancelMnpLookup,
  }),
);
