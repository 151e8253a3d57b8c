import { viewerOf } from '../../../../context.ts';
import { builder } from '../../../../graphql/builder.ts';
import { RoleEnum } from '../../teams/graphql/enums.ts';
import { emailConfirmedAt } from '../email-operations.ts';
import { login } from '../operations.ts';
import type { AccessToken } from '../sessions.ts';
import { twoFactorOf } from '../two-factor.ts';

export const AccessTokenType = builder.objectRef<AccessToken>('AccessToken').implement({
  description: 'What a sign-in hands out (E2).',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'Goes into `Authorization: Bearer …` of both APIs.',
    }),
    tokenType: t.exposeString('tokenType', { description: 'Always `Bearer`.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the token stops working.' }),
  }),
});

builder.mutationField('login', (t) =>
  t.field({
    type: AccessTokenType,
    description:
      'Signs in with e-mail and password (E2). `UNAUTHENTICATED` when they do not match; `TWO_FACTOR_REQUIRED` when they do and a code is needed: `extensions.challenge` goes into `loginWithCode`; `RATE_LIMITED` after too many attempts for one e-mail from one address, and from networks where the person has not signed in within 30 days after too many wrong passwords from such.',
    access: 'public',
    creates: false,
    args: { input: t.arg({ type: LoginInput, required: true, description: 'The credentials.' }) },
    resolve: (_root, { input }, ctx) => login(ctx, input),
  }),
);

const LoginInput = builder.inputType('LoginInput', {
  description: 'Credentials of a person.',
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address; case does not matter.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
});

const Me = builder.objectRef<ReturnType<typeof viewerOf>>('Viewer').implement({
  description: 'Who the request acts as.',
  fields: (t) => ({
    id: t.id({
      nullable: true,
      description: 'Id of the signed-in person; null for a team token.',
      resolve: (viewer) => viewer.user?.id,
    }),
    email: t.string({
      nullable: true,
      description: 'E-mail of the signed-in person; null for a team token.',
      resolve: (viewer) => viewer.user?.email,
    }),
    emailConfirmedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a link sent to that address was opened; null when none was, and for a team token.',
      resolve: (_viewer, _args, ctx) => emailConfirmedAt(ctx),
    }),
    name: t.string({
      nullable: true,
      description: 'Name of the signed-in person; null for a team token.',
      resolve: (viewer) => viewer.user?.name,
    }),
    isTwoFactorOn: t.boolean({
      description: 'Whether the signed-in person signs in with two factors; false for a team token.',
      resolve: async (_viewer, _args, ctx) => (await twoFactorOf(ctx)).isOn,
    }),
    recoveryCodesLeft: t.int({
      description: 'How many of the signed-in person’s 10 recovery codes are unused; 0 without two factors.',
      resolve: async (_viewer, _args, ctx) => (await twoFactorOf(ctx)).recoveryCodesLeft,
    }),
    lacksTwoFactor: t.exposeBoolean('lacksTwoFactor', {
      description:
        'Whether the team requires two factors and the signed-in person has not set them up. Other fields then answer `TWO_FACTOR_REQUIRED`.',
    }),
    role: t.expose('role', { type: RoleEnum, description: 'What the viewer may do in the team.' }),
    teamId: t.id({ description: 'The team acted in.', resolve: (viewer) => viewer.team.id }),
    teamName: t.string({ description: 'Name of that team.', resolve: (viewer) => viewer.team.name }),
    scopes: t.field({
      type: [TokenScopeType],
      size: 50,
      description: 'Endpoints the token is limited to; empty when it is not limited.',
      resolve: (viewer) => [...viewer.token.scopes],
    }),
  }),
});

export const HttpMethodEnum = builder.enumType('HttpMethod', {
  description: 'A method of the REST API.',
  values: {
    get: { description: 'Reads.' },
    post: { description: 'Creates, or runs an action.' },
    put: { description: 'Replaces or changes.' },
    patch: { description: 'Changes.' },
    delete: { description: 'Deletes.' },
  },
});

export const TokenScopeType = builder
  .objectRef<{ method: string; endpoint: string; reason: string }>('TokenScope')
  .implement({
    description: 'One endpoint that a token may use (E13).',
    fields: (t) => ({
      method: t.field({
        type: HttpMethodEnum,
        description: 'Its HTTP method.',
        resolve: ({ method }) => method.toLowerCase() as typeof HttpMethodEnum.$inferType,
      }),
      endpoint: t.exposeString('endpoint', { description: 'Documented path, e.g. `/v1/offers`.' }),
      reason: t.exposeString('reason', { description: 'Why it was granted.' }),
    }),
  });

builder.queryField('me', (t) =>
  t.field({
    type: Me,
    description: 'The person or team token that the request acts as.',
    access: 'account',
    resolve: (_root, _args, ctx) => viewerOf(ctx),
  }),
);
