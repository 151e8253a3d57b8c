import { builder } from '../../graphql/builder.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'What a member may do in a team.',
  values: {
    owner: { description: 'Everything, including removing other owners.' },
    admin: { description: 'Everything but what concerns owners.' },
    member: { description: 'Work with campaigns, contacts and reports.' },
  },
});
