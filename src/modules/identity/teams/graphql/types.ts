import type { Access } from '../../../../graphql/access.ts';
import { builder } from '../../../../graphql/builder.ts';
import type { TokenScope } from '../../../../viewer.ts';
import { TokenScopeType } from '../../auth/graphql/schema.ts';
import { accessTokenOf } from '../operations.ts';
import { MAY } from '../rules.ts';
import { RoleEnum } from './enums.ts';

/** Not in the reference: members do not see tokens. */
export const E13 = {
  endpoint: 'GET /v1/platform/team/tokens',
  role: MAY.readTeamTokens.role,
} as const satisfies Access;

export const TeamType = builder.prismaObject('Team', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'timezone', 'currency', 'requiresTwoFactor', 'createdAt', 'updatedAt'),
    onboardingData: t.exposeStringList('onboardingData'),
  }),
});

export const TeamTokenType = builder.prismaObject('TeamToken', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'name', 'expiresAt', 'lastUsedAt', 'createdAt', 'updatedAt'),
    role: t.expose('role', { type: RoleEnum }),
    accessToken: t.string({
      access: E13,
      select: { tokenCiphertext: true, scopes: true },
      nullable: true,
      description:
        'The secret that goes into `Authorization: Bearer …`; null when the server’s TOKEN_KEY is not the one that it was stored under, and for a viewer whose token is limited to fewer endpoints. Owners and admins only.',
      resolve: (token, _args, ctx) => accessTokenOf(ctx, token),
    }),
    scopes: t.field({
      type: [TokenScopeType],
      select: { scopes: true },
      size: 50,
      description: 'Endpoints it is limited to; empty when it may use every endpoint of the team.',
      resolve: (token) => token.scopes as unknown as TokenScope[],
    }),
  }),
});
