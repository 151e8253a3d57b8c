import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, isSet, oneOf } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { Prisma, type VoiceAccount, type VoiceProvider } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../auth/tokens.ts';
import type { Archivable } from '../records/archive.ts';
import { changeRecord } from '../records/change-record.ts';
import { nameErrors, refuse } from '../records/input-rules.ts';
import { overlapEndsAt } from './webhook-secrets.ts';

const usedBy = (table: 'numbers' | 'agents', name: Prisma.Sql, { id, teamId }: VoiceAccount) =>
  Prisma.sql`SELECT 'The voice account is used by the ' || ${name} || '.' AS text FROM ${Prisma.raw(table)} u
    WHERE u.voice_account_id = ${id}::uuid AND u.team_id = ${teamId}::uuid`;
const byNumber = (account: VoiceAccount) => usedBy('numbers', Prisma.sql`'number ' || u.number`, account);
const byAgent = (account: VoiceAccount) => usedBy('agents', Prisma.sql`'agent "' || u.name || '"'`, account);

export const VOICE_ACCOUNT: Archivable<VoiceAccount> = {
  thing: 'Voice account',
  table: tables.VoiceAccount,
  uses: (account) => [
    Prisma.sql`${byNumber(account)} AND u.archived_at IS NULL`,
    Prisma.sql`${byAgent(account)} AND u.archived_at IS NULL`,
  ],
  memories: (account) => [
    byNumber(account),
    byAgent(account),
    Prisma.sql`SELECT 'The voice account has received call events. Archive it instead.' AS text FROM call_events
      WHERE voice_account_id = ${account.id}::uuid AND team_id = ${account.teamId}::uuid`,
  ],
  linkErrors: async () => ({}),
};

export interface VoiceAccountFilter {
  name?: string | null;
  provider?: VoiceProvider[] | null;
  isArchived?: boolean | null;
}

export function listVoiceAccounts(
  ctx: Context,
  { filter, ...args }: ConnectionArgs & { filter?: VoiceAccountFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.VoiceAccount, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...contains(Prisma.sql`t.name`, filter?.name),
      ...oneOf(Prisma.sql`t.provider`, 'voice_provider', filter?.provider),
      ...isSet(Prisma.sql`t.archived_at`, filter?.isArchived),
    ],
  });
}

export interface NewWebhookSecret {
  voiceAccount: VoiceAccount;
  webhookSecret: string;
}

export async function createVoiceAccount(
  ctx: Context,
  { name, provider }: { name: string; provider: VoiceProvider },
): Promise<NewWebhookSecret> {
  const { team } = viewerOf(ctx);
  refuse(nameErrors(name));
  const webhookSecret = createToken(WEBHOOK_SECRET_PREFIX, team.id);
  const voiceAccount = await ctx.db.voiceAccount.create({
    data: { teamId: team.id, name: name.trim(), provider, webhookSecretHash: hashToken(webhookSecret) },
  });
  return { voiceAccount, webhookSecret };
}

export function updateVoiceAccount(
  ctx: Context,
  id: string,
  { name, provider }: { name?: string | null; provider?: VoiceProvider | null },
): Promise<VoiceAccount> {
  return changeRecord(ctx, VOICE_ACCOUNT, id, (tx, { teamId }) => {
    refuse({ ...nameErrors(name), ...(provider === null && { provider: [messages.required('provider')] }) });
    return tx.voiceAccount.update({
      where: { teamId_id: { teamId, id } },
      data: { name: name?.trim(), provider: provider ?? undefined },
    });
  });
}

const MAX_OVERLAP_HOURS = 168;

/**
 * The former secret is accepted until the overlap ends. When a rotation is repeated before anything used its secret –
 * its answer may have been lost – the secret that the provider still uses is the one before, and that one stays.
 */
export function rotateVoiceAccountSecret(ctx: Context, id: string, overlapHours: number): Promise<NewWebhookSecret> {
  const path = 'overlapHours';
  refuse(overlapHours > MAX_OVERLAP_HOURS ? { [path]: [messages.atMost(path, MAX_OVERLAP_HOURS)] } : {});
  return changeRecord(ctx, VOICE_ACCOUNT, id, async (tx, account) => {
    const webhookSecret = createToken(WEBHOOK_SECRET_PREFIX, account.teamId);
    if (account.archivedAt) throw new AppError('CONFLICT', 'The voice account is archived. Restore it first.');
    const now = new Date();
    const isUnused = account.secretLastUsedAt === null && overlapEndsAt(account) !== null;
    const former = isUnused
      ? {}
      : { previousSecretHash: account.webhookSecretHash, previousSecretLastUsedAt: account.secretLastUsedAt };
    const previousSecretExpiresAt = new Date(now.getTime() + overlapHours * 3_600_000);
    const voiceAccount = await tx.voiceAccount.update({
      where: { teamId_id: { teamId: account.teamId, id } },
      data: {
        webhookSecretHash: hashToken(webhookSecret),
        secretLastUsedAt: null,
        secretRotatedAt: now,
        ...(overlapHours === 0 ? NO_PREVIOUS_SECRET : { ...former, previousSecretExpiresAt }),
      },
    });
    return { voiceAccount, webhookSecret };
  });
}

const NO_PREVIOUS_SECRET = { previousSecretHash: null, previousSecretExpiresAt: null, previousSecretLastUsedAt: null };

/** Ends the overlap at once. Without one nothing changes. */
export function revokePreviousSecret(ctx: Context, id: string): Promise<VoiceAccount> {
  return changeRecord(ctx, VOICE_ACCOUNT, id, (tx, { teamId }) =>
    tx.voiceAccount.update({ where: { teamId_id: { teamId, id } }, data: NO_PREVIOUS_SECRET }),
  );
}
