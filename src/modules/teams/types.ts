import type { TokenScope } from '../../context.ts';
import type { Row } from '../../database/table.ts';
import type { Team, TeamToken } from '../../generated/prisma/client.ts';
import type { Access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { TokenScopeType } from '../auth/schema.ts';
import { RoleEnum } from './enums.ts';
import { teams, teamTokens } from './loaders.ts';
import { accessTokenOf } from './operations.ts';
import { MAY } from './rules.ts';

/** Not in the reference: tokens are secrets, so members do not see them. */
export const E13 = {
  endpoint: 'GET /v1/platform/team/tokens',
  role: MAY.readTeamTokens.role,
} as const satisfies Access;

export const TeamType = builder.objectRef<Row<Team>>('Team').implement({
  description: 'A team: the people and tokens that work on the same campaigns, contacts and reports.',
  table: teams,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    timezone: t.exposeString('timezone', {
      description:
        'IANA name, e.g. `Europe/Berlin`; sending windows and caps of contacts without a time zone count in it.',
    }),
    onboardingData: t.exposeStringList('onboardingData', {
      description: 'What the team has told about itself while it was set up (E11).',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

export const TeamTokenType = builder.objectRef<Row<TeamToken>>('TeamToken').implement({
  description: 'An access token of the team’s own, for integrations (E13).',
  table: teamTokens,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it acts in.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What it may do in the team.' }),
    accessToken: t.string({
      access: E13,
      columns: ['tokenCiphertext'],
      description: 'The secret that goes into `Authorization: Bearer …`. Owners and admins only.',
      resolve: (token, _args, ctx) => accessTokenOf(ctx, token),
    }),
    scopes: t.field({
      type: [TokenScopeType],
      columns: ['scopes'],
      size: 50,
      description: 'Endpoints it is limited to; empty when it may use every endpoint of the team.',
      resolve: (token) => token.scopes as unknown as TokenScope[],
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null when never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used; null when never.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});
