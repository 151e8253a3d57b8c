import { type Context, viewerOf } from '../../../context.ts';
import { read } from '../../../database/table.ts';
import { AppError, type FieldErrors, ValidationError } from '../../../errors.ts';
import type { CreateTeamInput, UpdateTeamInput } from '../../../generated/inputs.ts';
import { Prisma, type Role, type Team } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { readZone } from '../../../schedule/read-zone.ts';
import { personOf } from '../auth/sessions.ts';
import { twoFactorOf } from '../auth/two-factor.ts';

export interface MyTeam {
  id: string;
  name: string;
  timezone: string;
  role: Role;
}

export function myTeams(ctx: Context): Promise<MyTeam[]> {
  const { user } = personOf(ctx);
  return read<MyTeam>(
    ctx.reader,
    Prisma.sql`SELECT /* across teams: a person sees all their teams */ t.id, t.name, t.timezone, m.role FROM memberships m JOIN teams t ON t.id = m.team_id
      WHERE m.user_id = ${user.id}::uuid${ctx.db.reach.within('m.team_id')} ORDER BY m.created_at, t.id`,
  );
}

export async function createTeam(ctx: Context, input: CreateTeamInput): Promise<MyTeam> {
  const { user } = personOf(ctx);
  const { name, timezone, currency } = readTeam(input);
  const team = await ctx.db.prisma.team.create({
    data: {
      name: name!,
      ...(timezone && { timezone }),
      ...(currency && { currency }),
      memberships: { create: { userId: user.id, role: 'owner' } },
    },
  });
  traceAs({ teamId: team.id, user });
  return { id: team.id, name: team.name, timezone: team.timezone, role: 'owner' };
}

export async function updateTeam(ctx: Context, input: UpdateTeamInput): Promise<Team> {
  const { team } = viewerOf(ctx);
  const { requiresTwoFactor, ...rest } = input;
  const { name, timezone, currency } = readTeam(rest);
  const isChange = requiresTwoFactor != null && (await isRequirementChanged(ctx, requiresTwoFactor));
  return ctx.db.prisma.team.update({
    where: { id: team.id },
    data: {
      ...(name !== undefined && { name }),
      ...(timezone !== undefined && { timezone }),
      ...(currency !== undefined && { currency }),
      ...(isChange && { requiresTwoFactor }),
    },
  });
}

/** A change is for owners, who sign in with two factors themselves. What is none is not written: an owner may change it meanwhile. */
async function isRequirementChanged(ctx: Context, requiresTwoFactor: boolean): Promise<boolean> {
  const { team, user, role } = viewerOf(ctx);
  const before = await ctx.db.prisma.team.findUniqueOrThrow({ where: { id: team.id } });
  if (before.requiresTwoFactor === requiresTwoFactor) return false;
  if (!user || role !== 'owner')
    throw new AppError('FORBIDDEN', 'Only an owner can change whether two-factor sign-in is required.');
  if (requiresTwoFactor && !(await twoFactorOf(ctx)).isOn) {
    throw new ValidationError({ requiresTwoFactor: ['Turn on two-factor sign-in for your own account first.'] });
  }
  return true;
}

const MAX_NAME = 255;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function readTeam(input: UpdateTeamInput): { name?: string; timezone?: string; currency?: string | null } {
  const errors: FieldErrors = {};
  const name = input.name === null ? '' : input.name?.trim();
  if (name === '') errors.name = [messages.required('name')];
  if (name !== undefined && [...name].length > MAX_NAME) errors.name = [messages.atMostCharacters('name', MAX_NAME)];
  const given = input.timezone === null ? '' : input.timezone?.trim();
  const timezone = given === undefined ? undefined : readZone(given);
  if (timezone === null) errors.timezone = [messages.timezone('timezone')];
  const currency = input.currency === null ? null : input.currency?.trim().toUpperCase();
  if (currency != null && !CURRENCIES.has(currency)) errors.currency = [messages.selected('currency')];
  refuse(errors);
  return {
    ...(name !== undefined && { name }),
    ...(timezone && { timezone }),
    ...(currency !== undefined && { currency }),
  };
}
