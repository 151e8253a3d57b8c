import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { HlrSettings } from '../../meta/graphql/data-types.ts';
import { cancelNumberLookup, LOOKUP, listMnpLookups, mnpLookupFilter } from '../operations.ts';
import { requestNumberLookup } from '../request-lookup.ts';
import './provider.ts';
import { E16, MnpLookupType } from './types.ts';

const NumberLookupFilter = filterInput(mnpLookupFilter);

const NumberLookupOrder = orderInput('NumberLookup', {
  createdAt: 'When it was asked for.',
  amount: 'How many numbers it covers.',
  cost: 'What it costs.',
});

builder.queryFields((t) => ({
  numberLookups: t.page({
    type: MnpLookupType,
    access: E16,
    description: 'The team’s number-portability checks, newest first unless ordered otherwise (E16).',
    filter: NumberLookupFilter,
    orderBy: NumberLookupOrder,
    list: listMnpLookups,
    texts: {
      filter: 'Which lookups.',
    },
  }),
  numberLookup: t.record({
    type: MnpLookupType,
    of: LOOKUP,
    access: E16,
    description: 'One number-portability check.',
  }),
}));

const RequestNumberLookupInput = builder.inputType('RequestNumberLookupInput', {
  description: 'Which contacts’ numbers are looked up: those that meet every condition given; all without any.',
  fields: (t) => ({
    contactIds: t.idList({ description: 'These contacts of the team, at most 1,000.' }),
    tags: t.stringList({ description: 'With at least one of these tags, at most 100.' }),
    countryIds: t.idList({ description: 'In one of these countries, ISO 3166-1 numeric codes, at most 100.' }),
    hlrSettings: t.field({
      type: HlrSettings.input,
      description:
        'Whether and when a number that cannot be reached is asked for again; absent: never. At most 100 retries.',
    }),
  }),
});

builder.mutationField('requestNumberLookup', (t) =>
  t.create({
    type: MnpLookupType,
    access: 'viewer',
    description:
      'Has the numbers of contacts looked up: whether they can be reached, were ported, and by which network they are served. Its amount and expected cost are those of the contacts as they are now; the results come bit by bit. `VALIDATION_FAILED` when a contact is not the team’s or more than 50,000 would be covered, `CONFLICT` while neither the team nor the installation has a look-up provider, or the team’s credentials cannot be decrypted with `TOKEN_KEY`. With the simulator as provider the results are invented, the cost is 0 and the notes say so.',
    input: RequestNumberLookupInput,
    run: requestNumberLookup,
  }),
);

builder.mutationField('cancelNumberLookup', (t) =>
  t.change({
    type: MnpLookupType,
    access: 'viewer',
    description:
      'Calls off a lookup that has not begun; it costs nothing then. One that is called off stays so. `NOT_FOUND` when the team has none of this id, `CONFLICT` once it has begun.',
    run: cancelNumberLookup,
  }),
);
