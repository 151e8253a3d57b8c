import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { TeamType } from '../../../identity/teams/graphql/types.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { CustomFieldEnum } from '../../segments/graphql/enums.ts';
import { type CustomFieldName, MAX_NAMES, setCustomFieldNames } from '../operations/custom-field-names.ts';

const CustomFieldNameType = builder.objectRef<CustomFieldName>('CustomFieldName').implement({
  description: 'What a team calls a custom field of its contacts.',
  fields: (t) => ({
    field: t.expose('field', { type: CustomFieldEnum, description: 'Which field.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
});

builder.prismaObjectFields(TeamType, (t) => ({
  customFieldNames: t.field({
    type: [CustomFieldNameType],
    select: { customFieldNames: true },
    size: MAX_NAMES,
    description: 'What the team calls the custom fields of its contacts; those without a name are left out.',
    resolve: (team) => team.customFieldNames as unknown as CustomFieldName[],
  }),
}));

const CustomFieldNameInput = builder.inputType('CustomFieldNameInput', {
  description: 'What a custom field is called.',
  fields: (t) => ({
    field: t.field({ type: CustomFieldEnum, required: true, description: 'Which field, once.' }),
    name: t.string({
      required: true,
      description:
        'Its name, 1 to 50 characters, without blanks around it. No other field has it; case does not matter.',
    }),
  }),
});

const SetCustomFieldNamesInput = builder.inputType('SetCustomFieldNamesInput', {
  description: 'The names of custom fields.',
  fields: (t) => ({
    names: t.field({
      type: [CustomFieldNameInput],
      required: true,
      description: `All of them, at most ${MAX_NAMES}. A field that is left out has no name.`,
    }),
  }),
});

builder.mutationField('setCustomFieldNames', (t) =>
  t.field({
    type: TeamType,
    access: MAY.updateTeam,
    creates: false,
    changes: { table: tables.Team, key: (_args, { team }) => team.id },
    description:
      'Replaces the names that the team gives to the custom fields of its contacts. They are for people: imports, merge fields and segments keep the fields’ own names. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin; `VALIDATION_FAILED` names what is empty, too long or given twice.',
    args: { input: t.arg({ type: SetCustomFieldNamesInput, required: true, description: 'The names.' }) },
    resolve: (_root, { input }, ctx) => setCustomFieldNames(ctx, input),
  }),
);
