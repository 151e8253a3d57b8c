import { builder } from '../../graphql/builder.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'What a member may do in a team.',
  values: {
    owner: { description: 'Everything an admin may, also with owners and their tokens.' },
    admin: {
      description:
        'Everything a member may, and besides: members, invitations and tokens of their own role or below, the team’s settings, integrations and their top-ups, voice accounts and their secrets, new credentials of sellers.',
    },
    member: {
      description:
        'Work with campaigns, contacts, offers, calls, numbers, the hub, lookups and reports, and charge integrations.',
    },
  },
});
