import { tables } from '../../../../database/tables.ts';
import './member-types.ts';
import './mutations.ts';
import '../../auth/graphql/mutations.ts';
import '../../auth/graphql/email-mutations.ts';
import '../../auth/graphql/session-types.ts';
import '../../auth/graphql/two-factor-types.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, filterInput, orderInput } from '../../../../graphql/lists.ts';
import { columns } from '../../../../graphql/selection.ts';
import {
  deleteTeamInvitation,
  getTeam,
  getTeamToken,
  invitationFilter,
  listTeamTokens,
  memberFilter,
  teamTokenFilter,
  updateTeamOnboarding,
  usableTeamTokens,
} from '../operations.ts';
import { MAY } from '../rules.ts';
import { E13, TeamTokenType, TeamType } from './types.ts';

builder.queryField('team', (t) =>
  t.field({
    type: TeamType,
    access: 'viewer',
    description: 'The team that the request acts in.',
    resolve: (_root, _args, ctx, info) => getTeam(ctx, columns(info)),
  }),
);

const UpdateTeamOnboardingInput = builder.inputType('UpdateTeamOnboardingInput', {
  description: 'Onboarding data of a team (E11).',
  fields: (t) => ({
    onboardingData: t.stringList({ required: true, description: 'Texts that replace the stored ones; may be empty.' }),
  }),
});

const REVOKE_INVITATION = {
  endpoint: 'DELETE /v1/teams/{team}/invitations/{invitation}',
  ...MAY.deleteInvitation,
} as const;

builder.mutationField('updateTeamOnboarding', (t) =>
  t.field({
    type: TeamType,
    access: 'PUT /v1/teams/{team}/onboarding',
    creates: false,
    // The person's other teams are none of this team's business.
    changes: {
      table: tables.Team,
      field: 'id',
      key: ({ id }, { team }) => (String(id).toLowerCase() === team.id ? id : null),
    },
    description:
      'Replaces a team’s onboarding data (E11). `FORBIDDEN` (`Not a member of this team`) when the viewer is not in the team, there is none of this id, or it requires two-factor sign-in that the person has not set up.',
    args: {
      id: t.arg.id({ required: true, description: 'The team’s id.' }),
      input: t.arg({ type: UpdateTeamOnboardingInput, required: true, description: 'The data.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateTeamOnboarding(ctx, id, input.onboardingData),
  }),
);

builder.mutationField('deleteTeamInvitation', (t) =>
  t.field({
    type: DeletedRecord,
    internal: true,
    access: REVOKE_INVITATION,
    creates: false,
    changes: { table: tables.Invitation },
    description:
      'Deletes an invitation to the team (E20); its link stops working. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, and when it is to a role above theirs, `NOT_FOUND` when the viewer’s team has none of this id.',
    args: {
      teamId: t.arg.id({ required: true, description: 'The team’s id.' }),
      id: t.arg.id({ required: true, description: 'The invitation’s id.' }),
    },
    resolve: (_root, { teamId, id }, ctx) => deleteTeamInvitation(ctx, teamId, id),
  }),
);

const RevokeInvitationPayload = builder.objectRef<{ id: string }>('RevokeInvitationPayload').implement({
  description: 'A revoked invitation.',
  fields: (t) => ({ invitationId: t.exposeID('id', { description: 'Id of the invitation.' }) }),
});

builder.mutationField('revokeInvitation', (t) =>
  t.change({
    type: RevokeInvitationPayload,
    access: REVOKE_INVITATION,
    changes: { table: tables.Invitation },
    description:
      'Revokes an invitation to the team; its link stops working. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, and when it is to a role above theirs, `NOT_FOUND` when the team has none of this id.',
    run: (ctx, id) => deleteTeamInvitation(ctx, ctx.teamId, id),
  }),
);

const TeamTokenFilter = filterInput(teamTokenFilter);
const TeamTokenOrder = orderInput('TeamToken', { createdAt: 'When it was created.', name: 'Its name.' });
filterInput(memberFilter);
filterInput(invitationFilter);

const WHICH = 'Owners and admins only; admins do not see tokens of owners.';

builder.queryField('teamTokens', (t) =>
  t.page({
    type: TeamTokenType,
    access: E13,
    description: `The team’s tokens that are not revoked, newest first unless ordered otherwise (E13). ${WHICH}`,
    filter: TeamTokenFilter,
    orderBy: TeamTokenOrder,
    list: listTeamTokens,
    texts: { filter: 'Which tokens.' },
  }),
);

builder.queryField('teamToken', (t) =>
  t.field({
    type: TeamTokenType,
    nullable: true,
    access: E13,
    description: `One team token. ${WHICH} Null with \`NOT_FOUND\` when the team has none of this id.`,
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getTeamToken(ctx, id, columns(info)),
  }),
);

builder.queryField('usableTeamTokens', (t) =>
  t.field({
    type: [TeamTokenType],
    internal: true,
    access: E13,
    size: 100,
    description: `Every token that works now, newest first: what the REST list (E13) is made of. ${WHICH}`,
    resolve: (_root, _args, ctx, info) => usableTeamTokens(ctx, columns(info)),
  }),
);
