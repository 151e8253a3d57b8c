import { builder } from '../../../../graphql/builder.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { ofTeam, SendingSettingsType } from '../../engine/graphql/schema.ts';
import { isLookupProvider, LOOKUP_DECLARATIONS, type NumberLookupProvider } from '../declared/declared-lookups.ts';
import { removeNumberLookupProvider, setNumberLookupProvider } from '../team-provider.ts';

const NumberLookupProviderEnum = builder.enumType('NumberLookupProvider', {
  description: 'Who looks numbers up for the team. `providers` has the fields of each.',
  values: {
    ...Object.fromEntries(
      Object.entries(LOOKUP_DECLARATIONS).map(([name, { label }]) => [name, { description: `${label}.` }]),
    ),
    custom: { description: 'Any HTTP API that the team describes in the settings.' },
  } as Record<NumberLookupProvider, { description: string }>,
});

builder.prismaObjectFields(SendingSettingsType, (t) => ({
  lookupProvider: t.field({
    type: NumberLookupProviderEnum,
    nullable: true,
    select: { lookupProvider: true },
    description: "Who looks the team's numbers up with its own account; null: the installation's provider.",
    resolve: ({ lookupProvider }) => (isLookupProvider(lookupProvider) ? lookupProvider : null),
  }),
  lookupSettings: t.expose('lookupSettings', { type: 'JSONObject', nullable: true }),
}));

const SetNumberLookupProviderInput = builder.inputType('SetNumberLookupProviderInput', {
  description: 'Who looks numbers up for the team.',
  fields: (t) => ({
    provider: t.field({ type: NumberLookupProviderEnum, required: true, description: 'The kind of provider.' }),
    settings: t.field({
      type: 'JSONObject',
      description: 'The fields that `providers` lists, apart from secret ones. Those left out get their default.',
    }),
    credentials: t.field({
      type: 'JSONObject',
      description:
        'The secret fields that `providers` lists; for `custom` up to 20 values for places of the request. Encrypted and never returned. Those left out stay as they are and null removes one, unless the provider or its address changes.',
    }),
  }),
});

const ADMIN = '`FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin';

builder.mutationFields((t) => ({
  setNumberLookupProvider: t.field({
    type: SendingSettingsType,
    access: MAY.manageSending,
    creates: false,
    changes: ofTeam,
    description: `Looks up the team’s numbers with the team’s own provider account. The installation’s provider is then not used, and the installation charges nothing. ${ADMIN}, \`VALIDATION_FAILED\` lists fields that are out of range.`,
    args: { input: t.arg({ type: SetNumberLookupProviderInput, required: true, description: 'The provider.' }) },
    resolve: (_root, { input }, ctx) => setNumberLookupProvider(ctx, input),
  }),
  removeNumberLookupProvider: t.field({
    type: SendingSettingsType,
    access: MAY.manageSending,
    creates: false,
    changes: ofTeam,
    description: `Forgets the team’s look-up provider and its credentials: the installation’s is asked again, where there is one. ${ADMIN}.`,
    resolve: (_root, _args, ctx) => removeNumberLookupProvider(ctx),
  }),
}));
