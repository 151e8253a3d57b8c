import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { columnList, type Reader, type Row, read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { AppError } from '../../../errors.ts';
import { Prisma, type VoiceAccount } from '../../../generated/prisma/client.ts';
import { endAhead } from '../../../records/end-ahead.ts';
import { createToken, hashToken, teamOfToken, WEBHOOK_SECRET_PREFIX } from '../../identity/auth/tokens.ts';

export const NO_PREVIOUS_SECRET = {
  previousSecretHash: null,
  previousSecretExpiresAt: null,
  previousSecretLastUsedAt: null,
};

/** A rotation that is repeated before its secret was used keeps the secret before, which the provider still uses. */
export function newWebhookSecret(account: VoiceAccount, overlapHours: number) {
  const webhookSecret = createToken(WEBHOOK_SECRET_PREFIX, account.teamId);
  const now = new Date();
  const isUnused = account.secretLastUsedAt === null && endAhead(account.previousSecretExpiresAt) !== null;
  const former = isUnused
    ? {}
    : { previousSecretHash: account.webhookSecretHash, previousSecretLastUsedAt: account.secretLastUsedAt };
  const previousSecretExpiresAt = new Date(now.getTime() + overlapHours * 3_600_000);
  const columns = {
    webhookSecretHash: hashToken(webhookSecret),
    secretLastUsedAt: null,
    secretRotatedAt: now,
    ...(overlapHours === 0 ? NO_PREVIOUS_SECRET : { ...former, previousSecretExpiresAt }),
  };
  return { webhookSecret, columns };
}

/** Both hashes are compared in constant time, whichever was found. `formerOf`: the account that accepts it as an earlier one. */
export async function accountOfSecret(
  ctx: Pick<Context, 'db' | 'reader'>,
  secret: string,
  formerOf: string | null = null,
): Promise<SecretAccount> {
  const hash = hashToken(secret);
  const teamId = teamOfToken(secret);
  const account = teamId === null ? undefined : await accountWith(ctx.reader, teamId, hash, formerOf);
  const isCurrent = isSame(account?.webhookSecretHash, hash);
  const isPrevious = isSame(account?.previousSecretHash, hash);
  const isFormer = formerOf !== null && account?.id === formerOf;
  const isAccepted = isCurrent || isFormer || (isPrevious && endAhead(account!.previousSecretExpiresAt) !== null);
  if (!account || !isAccepted) throw new AppError('UNAUTHENTICATED', 'Invalid secret');
  await noteUse(ctx, account, isCurrent ? 'secretLastUsedAt' : 'previousSecretLastUsedAt');
  return account;
}

type SecretAccount = Row<Pick<VoiceAccount, (typeof FIELDS)[number]>>;

const FIELDS = [
  'id',
  'teamId',
  'webhookSecretHash',
  'secretLastUsedAt',
  'previousSecretHash',
  'previousSecretExpiresAt',
  'previousSecretLastUsedAt',
  'updatedAt',
] as const;

async function accountWith(
  { pool, embedded, count }: Reader,
  teamId: string,
  hash: Uint8Array,
  formerOf: string | null,
) {
  const orFormer = formerOf === null ? Prisma.empty : Prisma.sql`OR t.id = ${formerOf}::uuid`;
  const [account] = await read<SecretAccount>(
    count ? { pool, embedded, count } : { pool, embedded },
    Prisma.sql`SELECT ${columnList(tables.VoiceAccount, FIELDS)} FROM voice_accounts t
      WHERE t.team_id = ${teamId}::uuid AND t.archived_at IS NULL
        AND (t.webhook_secret_hash = ${hash} OR t.previous_secret_hash = ${hash} ${orFormer})`,
  );
  return account;
}

const NOTHING = new Uint8Array(32);

const isSame = (known: Uint8Array | null | undefined, hash: Uint8Array) => timingSafeEqual(known ?? NOTHING, hash);

const MINUTE = 60_000;

/** Once a minute: each event would wait for the account's row. */
async function noteUse(
  { db }: Pick<Context, 'db'>,
  account: SecretAccount,
  column: 'secretLastUsedAt' | 'previousSecretLastUsedAt',
): Promise<void> {
  const now = new Date();
  const noted = account[column];
  if (noted !== null && now.getTime() - new Date(noted).getTime() < MINUTE) return;
  const hash = column === 'secretLastUsedAt' ? 'webhookSecretHash' : 'previousSecretHash';
  // Unless it was rotated meanwhile: then it is in the other column.
  const { id, teamId } = account;
  const where = { id, teamId, [hash]: account[hash], OR: [{ [column]: null }, { [column]: noted }] };
  const data = { [column]: now, updatedAt: account.updatedAt };
  await db.prisma.voiceAccount.updateMany({ where, data });
}
