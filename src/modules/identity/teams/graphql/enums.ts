import { builder } from '../../../../graphql/builder.ts';

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

export const DeliveryEnum = builder.enumType('InvitationDelivery', {
  description: 'How far the e-mail of an invitation has come.',
  values: {
    waiting: { description: 'It is to be sent, at once or once the mail server takes it.' },
    sent: { description: 'The mail server has it.' },
    failed: { description: 'The mail server did not take it for more than an hour: invite the person again.' },
  },
});
