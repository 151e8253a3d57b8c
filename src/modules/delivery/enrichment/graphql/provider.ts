import type { NumberLookupProvider } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { ofTeam, SendingSettingsType } from '../../engine/graphql/schema.ts';
import { removeNumberLookupProvider, setNumberLookupProvider } from '../team-provider.ts';

const NumberLookupProviderEnum = builder.enumType('NumberLookupProvider', {
  description: 'Who looks numbers up for the team. `providers` has the fields of each.',
  values: {
    twilio: { description: 'Twilio Lookup, line type intelligence.' },
    telnyx: { description: 'Telnyx Number Lookup.' },
    custom: { description: 'Any HTTP API that the team describes in the settings.' },
  } satisfies Record<NumberLookupProvider, { description: string }>,
});

builder.prismaObjectFields(SendingSettingsType, (t) => ({
  lookupProvider: t.expose('lookupProvider', { type: NumberLookupProviderEnum, nullable: true }),
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
