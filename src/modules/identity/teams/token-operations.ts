import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { AppError, type FieldErrors, NotFoundError, ValidationError } from '../../../errors.ts';
import type { CreateTeamTokenInput } from '../../../generated/inputs.ts';
import type { Prisma, TeamToken } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { refuse, tooLong } from '../../../records/input-rules.ts';
import { encryptToken } from '../../../secrets.ts';
import { isWithin, rolesWithin, type TokenScope } from '../../../viewer.ts';
import { createToken, hashToken, TEAM_TOKEN_PREFIX } from '../auth/tokens.ts';
import { documentedScope } from './endpoints.ts';
import { actsNow } from './members.ts';
import { MAY } from './rules.ts';

const MAX_NAME = 255;
const MAX_REASON = 255;
/** More than there are documented endpoints. */
const MAX_SCOPES = 50;

export function createTeamToken(ctx: Context, input: CreateTeamTokenInput): Promise<TeamToken> {
  const { team, role } = viewerOf(ctx);
  if (!isWithin(role, input.role)) throw new AppError('FORBIDDEN', MAY.createTeamToken.refusal);
  const name = input.name.trim();
  if (input.scopes.length > MAX_SCOPES)
    throw new ValidationError({ scopes: [messages.atMostItems('scopes', MAX_SCOPES)] });
  const scopes = input.scopes.map(documentedScope);
  const errors: FieldErrors = {};
  if (name === '') errors.name = [messages.required('name')];
  if ([...name].length > MAX_NAME) errors.name = [messages.atMostCharacters('name', MAX_NAME)];
  for (const [at, scope] of scopes.entries()) {
    if (!scope) errors[`scopes.${at}.endpoint`] = [messages.selected(`scopes.${at}.endpoint`)];
    Object.assign(errors, tooLong(`scopes.${at}.reason`, scope?.reason, MAX_REASON));
  }
  if (input.expiresAt && input.expiresAt <= new Date()) errors.expiresAt = [messages.afterNow('expiresAt')];
  refuse(errors);
  const token = createToken(TEAM_TOKEN_PREFIX, team.id);
  return ctx.db.transaction(async (tx) => {
    const now = await actsNow(tx, ctx, MAY.createTeamToken);
    if (!isWithin(now.role, input.role)) throw new AppError('FORBIDDEN', MAY.createTeamToken.refusal);
    return tx.prisma.teamToken.create({
      data: {
        teamId: team.id,
        createdById: now.userId,
        name,
        role: input.role,
        scopes: once(scopes) as unknown as Prisma.InputJsonArray,
        expiresAt: input.expiresAt ?? null,
        tokenHash: hashToken(token),
        tokenCiphertext: encryptToken(ctx.tokenKeys, token),
      },
    });
  });
}

/** Of one endpoint the first. */
const once = (scopes: readonly (TokenScope | null)[]) =>
  scopes.filter(
    (scope, at) => scopes.findIndex((one) => one?.method === scope?.method && one?.endpoint === scope?.endpoint) === at,
  );

/** A token with more rights than the viewer's is not found (E13). */
export async function revokeTeamToken(ctx: Context, id: string): Promise<{ id: string }> {
  const { team, role } = viewerOf(ctx);
  const { count } = isUuid(id)
    ? await ctx.db.prisma.teamToken.updateMany({
        where: { id, teamId: team.id, revokedAt: null, role: { in: rolesWithin(role) } },
        data: { revokedAt: new Date() },
      })
    : { count: 0 };
  if (count === 0) throw new NotFoundError('Team token');
  return { id };
}
