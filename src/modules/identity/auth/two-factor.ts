import { randomBytes } from 'node:crypto';
import { type Context, type Services, viewerOf } from '../../../context.ts';
import { unavailable } from '../../../database/failures.ts';
import { acrossTeams } from '../../../database/teams.ts';
import type { Tx } from '../../../database/transaction.ts';
import { AppError, ValidationError } from '../../../errors.ts';
import type {
  ConfirmTwoFactorInput,
  DisableTwoFactorInput,
  LoginWithCodeInput,
  NewRecoveryCodesInput,
  StartTwoFactorInput,
} from '../../../generated/inputs.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { decryptToken, encryptToken } from '../../../secrets.ts';
import { checkGuess, checkPassword, keepPlace } from './check-password.ts';
import { addSecurityNotice } from './security-notice.ts';
import { type AccessToken, isStillTheirs, openSession, personOf } from './sessions.ts';
import { CHALLENGE_PREFIX, createSecret, hashToken } from './tokens.ts';
import { base32, createTotpSecret, otpauthUri, stepOf } from './totp.ts';

export const CHALLENGE_MINUTES = 5;
export const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const ISSUER = 'Outbound';

const WRONG_CODE = 'The code is wrong or was already used.';
const wrongCode = () => new ValidationError({ code: [WRONG_CODE] });

export interface TwoFactorSetup {
  secret: string;
  uri: string;
}

/** Nothing asks for codes until one of this secret is confirmed. A repeat replaces the secret. */
export async function startTwoFactor(ctx: Context, { currentPassword }: StartTwoFactorInput): Promise<TwoFactorSetup> {
  const person = await signedIn(ctx);
  if (person.twoFactorAt) throw new AppError('CONFLICT', 'Two-factor sign-in is already on. Turn it off first.');
  await requirePassword(ctx, person, currentPassword);
  const secret = createTotpSecret();
  const { count } = await ctx.db.prisma.user.updateMany({
    where: { id: person.id, twoFactorAt: null },
    data: { twoFactorSecret: encryptToken(ctx.tokenKeys, secret), twoFactorStep: null },
  });
  if (count === 0) throw new AppError('CONFLICT', 'Two-factor sign-in is already on. Turn it off first.');
  return { secret, uri: otpauthUri(secret, ISSUER, person.email) };
}

/** Turns it on. The person's other sessions stay. */
export async function confirmTwoFactor(ctx: Context, { code }: ConfirmTwoFactorInput): Promise<string[]> {
  const person = await signedIn(ctx);
  const { twoFactorSecret: sealed } = person;
  if (person.twoFactorAt || !sealed) throw new AppError('CONFLICT', 'There is no set-up to confirm. Start it first.');
  const match = await matchCode(ctx, person, code);
  return ctx.db.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    // Only with the secret that the code is of: another set-up may have begun meanwhile.
    const { count } = await tx.prisma.user.updateMany({
      where: { id: person.id, twoFactorAt: null, twoFactorSecret: sealed },
      data: { twoFactorAt: new Date(), twoFactorStep: match.step! },
    });
    if (count === 0) throw new AppError('CONFLICT', 'There is no set-up to confirm. Start it first.');
    await addSecurityNotice(ctx, tx, person.email, 'two_factor_on');
    return replaceRecoveryCodes(tx, person.id);
  });
}

export async function disableTwoFactor(ctx: Context, input: DisableTwoFactorInput): Promise<{ id: string }> {
  const { person, match } = await proven(ctx, input);
  await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    await useUp(tx, person.id, match);
    await forgetTwoFactor(tx, person.id);
    await addSecurityNotice(ctx, tx, person.email, 'two_factor_off');
  });
  return { id: person.id };
}

export async function newRecoveryCodes(ctx: Context, input: NewRecoveryCodesInput): Promise<string[]> {
  const { person, match } = await proven(ctx, input);
  return ctx.db.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    await useUp(tx, person.id, match);
    await addSecurityNotice(ctx, tx, person.email, 'recovery_codes');
    return replaceRecoveryCodes(tx, person.id);
  });
}

/** Before anything else of theirs: changes to one person run one after the other. */
export const lockPerson = (tx: Tx, userId: string) =>
  tx.rows`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;

/** Also ends sign-ins that wait for a code. */
async function forgetTwoFactor(tx: Tx, userId: string): Promise<void> {
  await tx.prisma.user.update({
    where: { id: userId },
    data: { twoFactorSecret: null, twoFactorAt: null, twoFactorStep: null },
  });
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
  await endChallenges(tx, userId);
}

/** By the operator's command; noted in the audit log of each of the person's teams. False: it was off. */
export function disableByOperator({ db, config }: Pick<Services, 'db' | 'config'>, userId: string): Promise<boolean> {
  const everywhere = acrossTeams('A person is in any number of teams.');
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    const { email, twoFactorAt } = await tx.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    if (!twoFactorAt) return false;
    await forgetTwoFactor(tx, userId);
    await addSecurityNotice({ config, address: null }, tx, email, 'two_factor_off');
    const memberships = await tx.prisma.membership.findMany({ where: { teamId: everywhere, userId } });
    for (const { teamId } of memberships) {
      const about = { action: 'disableTwoFactor', targetType: 'Person', targetId: userId, input: {} };
      const by = { address: 'npm run reset-password', traceId: randomBytes(16).toString('hex') };
      await tx.prisma.auditEntry.create({ data: { teamId, ...about, ...by } });
    }
    return true;
  });
}

export const endChallenges = (tx: Tx, userId: string) => tx.prisma.loginChallenge.deleteMany({ where: { userId } });

/** After a right password. Throws `TWO_FACTOR_REQUIRED` with a challenge when a code must follow. False: the password was changed meanwhile. */
export async function askForCode(
  { db }: Context,
  person: Pick<User, 'id' | 'twoFactorAt' | 'passwordHash'>,
): Promise<boolean> {
  if (!person.twoFactorAt) return true;
  const challenge = createSecret(CHALLENGE_PREFIX);
  const secretHash = hashToken(challenge);
  const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000);
  await db.prisma.loginChallenge.create({ data: { secretHash, userId: person.id, expiresAt } });
  if (!(await isStillTheirs(db, person))) {
    await db.prisma.loginChallenge.deleteMany({ where: { secretHash } });
    return false;
  }
  throw new AppError('TWO_FACTOR_REQUIRED', 'Enter a code from your authenticator app.', { challenge });
}

/** A wrong code leaves the challenge good, so that the person can try again. */
export async function loginWithCode(ctx: Context, { challenge, code }: LoginWithCodeInput): Promise<AccessToken> {
  const open = { secretHash: hashToken(challenge), expiresAt: { gt: new Date() } };
  const found = await ctx.db.prisma.loginChallenge.findFirst({ where: open, include: { user: true } });
  if (!found) throw expired();
  const { user } = found;
  const match = await matchCode(ctx, user, code);
  const all = acrossTeams('A person signs in to the team they joined first.');
  const opened = await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, user.id);
    const { count } = await tx.prisma.loginChallenge.deleteMany({ where: open });
    if (count === 0) throw expired();
    await useUp(tx, user.id, match);
    const { isWhole } = tx.reach;
    const membership = await tx.prisma.membership.findFirst({
      where: { teamId: tx.reach.teams(all), userId: user.id },
      orderBy: [{ createdAt: 'asc' }, { teamId: 'asc' }],
    });
    if (!membership) throw isWhole ? expired() : unavailable();
    traceAs({ teamId: membership.teamId, user });
    return openSession(ctx, tx, user.id, membership.teamId);
  });
  await keepPlace(ctx, user.email);
  return opened;
}

const expired = () => new AppError('UNAUTHENTICATED', 'This sign-in has expired. Enter your password again.');

export async function twoFactorOf(ctx: Context): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const { user } = viewerOf(ctx);
  if (!user) return { isOn: false, recoveryCodesLeft: 0 };
  const row = await ctx.db.row<{ isOn: boolean; recoveryCodesLeft: number }>`
    SELECT u.two_factor_at IS NOT NULL AS "isOn",
      (SELECT count(*) FROM recovery_codes c WHERE c.user_id = u.id)::int AS "recoveryCodesLeft"
    FROM users u WHERE u.id = ${user.id}::uuid`;
  return row ?? { isOn: false, recoveryCodesLeft: 0 };
}

/** What a code is: of a step of time, or a recovery code by its hash. */
interface Match {
  step: number | null;
  hash: Uint8Array<ArrayBuffer>;
}

type Person = Pick<User, 'id' | 'email' | 'twoFactorSecret' | 'twoFactorAt' | 'twoFactorStep'>;

/**
 * The only way to check a code; it counts attempts by account and caller, and wrong ones by account from everywhere.
 * Throws `RATE_LIMITED`, and `VALIDATION_FAILED` for a wrong code. {@link useUp} then makes it good for no more.
 */
export async function matchCode(ctx: Context, person: Person, given: string): Promise<Match> {
  const code = given.replace(/[\s-]/g, '').toUpperCase();
  const match: Match = { step: null, hash: hashToken(code) };
  const isRight = async () => {
    if (!/^\d{6}$/.test(code)) {
      const where = { userId: person.id, codeHash: match.hash };
      return (await ctx.db.prisma.recoveryCode.count({ where })) > 0;
    }
    match.step = stepOf(opened(ctx, person), code, Date.now(), person.twoFactorStep);
    return match.step !== null;
  };
  const guess = { name: `code of ${person.id}`, isStranger: async () => true };
  if (!(await checkGuess(ctx, guess, isRight))) throw wrongCode();
  return match;
}

/** Of requests with the same code only one gets here. */
export async function useUp(tx: Tx, userId: string, { step, hash }: Match): Promise<void> {
  const { count } =
    step === null
      ? await tx.prisma.recoveryCode.deleteMany({ where: { userId, codeHash: hash } })
      : await tx.prisma.user.updateMany({
          where: {
            id: userId,
            twoFactorAt: { not: null },
            OR: [{ twoFactorStep: null }, { twoFactorStep: { lt: step } }],
          },
          data: { twoFactorStep: step },
        });
  if (count === 0) throw wrongCode();
}

function opened({ tokenKeys, logger }: Pick<Services, 'tokenKeys' | 'logger'>, { id, twoFactorSecret }: Person) {
  try {
    return decryptToken(tokenKeys, twoFactorSecret!);
  } catch {
    logger.error(
      { userId: id },
      'TOKEN_KEY is not the key that the secret of this two-factor sign-in is encrypted under: its codes are refused, recovery codes work',
    );
    // No code is of it.
    return createTotpSecret();
  }
}

const signedIn = (ctx: Context) => ctx.db.prisma.user.findUniqueOrThrow({ where: { id: personOf(ctx).user.id } });

async function requirePassword(ctx: Context, { email, passwordHash }: User, password: string): Promise<void> {
  if (await checkPassword(ctx, email, passwordHash, password)) return;
  throw new ValidationError({ currentPassword: ['The password is incorrect.'] });
}

async function proven(ctx: Context, { currentPassword, code }: DisableTwoFactorInput) {
  const person = await signedIn(ctx);
  if (!person.twoFactorAt) throw new AppError('CONFLICT', 'Two-factor sign-in is off.');
  await requirePassword(ctx, person, currentPassword);
  return { person, match: await matchCode(ctx, person, code) };
}

/** Eighty random bits each, so that their hashes give nothing away. */
async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
  await tx.prisma.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashToken(code) })) });
  return codes.map((code) => code.toLowerCase().match(/.{4}/g)!.join('-'));
}
