import type { Context, Services } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import type { CreateFirstOwnerInput } from '../../../generated/inputs.ts';
import { messages } from '../../../input/validation-messages.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { readZone } from '../../../schedule/read-zone.ts';
import { accountErrors } from '../auth/account-rules.ts';
import { hashPassword } from '../auth/passwords.ts';
import { type AccessToken, openSession } from '../auth/sessions.ts';
import { createSecret, hashToken, SETUP_PREFIX } from '../auth/tokens.ts';

const ADVISORY_LOCK = 7_266_003;

type Owner = Omit<CreateFirstOwnerInput, 'token'>;

export async function createOwner({ db }: Pick<Services, 'db'>, input: Owner): Promise<void> {
  const account = await readOwner(input);
  await db.transaction((tx) => makeOwner(tx, account));
}

/** By the link in the log of the first start, which works until there is an account. */
export async function createFirstOwner(ctx: Context, { token, ...input }: CreateFirstOwnerInput): Promise<AccessToken> {
  const secretHash = hashToken(token);
  if ((await ctx.db.prisma.setupSecret.count({ where: { secretHash } })) === 0) throw new NotFoundError('Setup link');
  const account = await readOwner(input);
  return ctx.db.transaction(async (tx) => {
    await tx.change`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK}::bigint)`;
    const isGood = (await tx.prisma.setupSecret.count({ where: { secretHash } })) > 0 && !(await hasAccounts(tx));
    if (!isGood) throw new NotFoundError('Setup link');
    const { userId, teamId, email } = await makeOwner(tx, account);
    traceAs({ teamId, user: { id: userId, email } });
    return openSession(ctx, tx, userId, teamId);
  });
}

/** Null once there is an account. Earlier links stay valid but cannot be shown again: only hashes are stored. */
export async function setupLink({ db }: Pick<Services, 'db'>, base: string): Promise<string | null> {
  if (await hasAccounts(db)) return null;
  const secret = createSecret(SETUP_PREFIX);
  await db.prisma.setupSecret.create({ data: { secretHash: hashToken(secret) } });
  return `${base}/setup#${secret}`;
}

const hasAccounts = async (db: Tx) => (await db.prisma.user.count({ take: 1 })) > 0;

async function readOwner({ email, name, password, teamName, timezone }: Owner) {
  const errors = accountErrors({ name, teamName }, password);
  const zone = readZone(timezone?.trim() || 'UTC');
  if (zone === null) errors.timezone = [messages.timezone('timezone')];
  refuse(errors);
  return {
    user: { email: email.trim().toLowerCase(), name: name.trim(), passwordHash: await hashPassword(password) },
    team: { name: teamName.trim(), timezone: zone! },
  };
}

async function makeOwner(tx: Tx, { user, team }: Awaited<ReturnType<typeof readOwner>>) {
  const [made] = await tx.prisma.user.createManyAndReturn({ data: [user], skipDuplicates: true });
  if (!made) throw new ValidationError({ email: [messages.taken('email')] });
  const memberships = { create: { userId: made.id, role: 'owner' } } as const;
  const { id: teamId } = await tx.prisma.team.create({ data: { ...team, memberships } });
  await tx.prisma.setupSecret.deleteMany();
  return { userId: made.id, teamId, email: made.email };
}
