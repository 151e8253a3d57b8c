import { type Context, viewerOf } from '../../../context.ts';
import { isSet, listFilter, listOf, oneOf, textWithin } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import { firstUuidOf } from '../../../database/uuid.ts';
import { AppError, type FieldErrors } from '../../../errors.ts';
import type { CreateVoiceAccountInput, UpdateVoiceAccountInput } from '../../../generated/inputs.ts';
import { Prisma, type VoiceAccount } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { Archivable } from '../../../records/archive.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { missing, nameErrors, refuse } from '../../../records/input-rules.ts';
import { overlapErrors } from '../../../records/previous-secrets.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../identity/auth/tokens.ts';
import { MAX_CALL_SECONDS } from '../engine/engine.ts';
import { resealed } from './credentials.ts';
import { NO_PREVIOUS_CREDENTIALS } from './previous-credentials.ts';
import { NO_PREVIOUS_SECRET, newWebhookSecret } from './webhook-secrets.ts';

const usedBy = (table: 'numbers' | 'agents', name: Prisma.Sql, { id, teamId }: VoiceAccount) =>
  Prisma.sql`SELECT 'The voice account is used by the ' || ${name} || '.' AS text FROM ${Prisma.raw(table)} u
    WHERE u.voice_account_id = ${id}::uuid AND u.team_id = ${teamId}::uuid`;
const byNumber = (account: VoiceAccount) => usedBy('numbers', Prisma.sql`'number ' || u.number`, account);
const byAgent = (account: VoiceAccount) => usedBy('agents', Prisma.sql`'agent "' || u.name || '"'`, account);

const UNDER_WAY = Prisma.sql`'Calls are under way over the voice account. Try again when they have ended.'`;

/**
 * Events are taken over an account in use only, and as its provider sends them: those of such a call would be lost. A call that never
 * ended is over after an hour, as its slot is.
 */
export const callsUnderWay = ({ id, teamId }: VoiceAccount) =>
  Prisma.sql`SELECT ${UNDER_WAY} AS text
    FROM call_placements p
    WHERE p.team_id = ${teamId}::uuid AND p.voice_account_id = ${id}::uuid AND p.slot_until > now()
    UNION ALL SELECT ${UNDER_WAY} FROM calls c
    WHERE c.team_id = ${teamId}::uuid AND c.id > ${firstUuidOf(new Date(Date.now() - 1_000 * MAX_CALL_SECONDS))}::uuid
      AND c.call_source = 'inbound' AND c.status <> 'ended' AND EXISTS (SELECT FROM call_events e
        WHERE e.team_id = ${teamId}::uuid AND e.call_id = c.id AND e.voice_account_id = ${id}::uuid)`;

export const VOICE_ACCOUNT: Archivable<VoiceAccount> = {
  thing: 'Voice account',
  table: tables.VoiceAccount,
  uses: (account) => [
    Prisma.sql`${byNumber(account)} AND u.archived_at IS NULL`,
    Prisma.sql`${byAgent(account)} AND u.archived_at IS NULL`,
    callsUnderWay(account),
  ],
  history: (account) => [
    byNumber(account),
    byAgent(account),
    Prisma.sql`SELECT 'The voice account has received call events. Archive it instead.' AS text FROM call_events
      WHERE voice_account_id = ${account.id}::uuid AND team_id = ${account.teamId}::uuid`,
  ],
  linkErrors: async () => ({}),
};

export const voiceAccountFilter = listFilter('VoiceAccountFilter', {
  name: textWithin('the name'),
  voiceProvider: oneOf('VoiceProvider', 'With one of these.', { field: 'provider' }),
  isArchived: isSet('archivedAt', 'Whether it was archived.'),
});

export const listVoiceAccounts = listOf(tables.VoiceAccount, voiceAccountFilter);

export interface NewWebhookSecret {
  voiceAccount: VoiceAccount;
  webhookSecret: string;
}

export function createVoiceAccount(ctx: Context, input: CreateVoiceAccountInput): Promise<NewWebhookSecret> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    refuse({ ...nameErrors(input.name), ...(await fieldErrors(tx, team.id, input)) });
    const webhookSecret = createToken(WEBHOOK_SECRET_PREFIX, team.id);
    const { name, voiceProvider: provider } = input;
    const voiceAccount = await tx.prisma.voiceAccount.create({
      data: {
        teamId: team.id,
        name: name.trim(),
        provider,
        webhookSecretHash: hashToken(webhookSecret),
        ...columnsOf(input),
      },
    });
    return { voiceAccount, webhookSecret };
  });
}

export function updateVoiceAccount(ctx: Context, id: string, input: UpdateVoiceAccountInput): Promise<VoiceAccount> {
  return changeRecord(ctx, VOICE_ACCOUNT, id, async (tx, { teamId }) => {
    refuse({
      ...nameErrors(input.name),
      ...missing(input, 'voiceProvider', 'maxConcurrentCalls'),
      ...(await fieldErrors(tx, teamId, input)),
    });
    return tx.prisma.voiceAccount.update({
      where: { teamId_id: { teamId, id } },
      data: { name: input.name?.trim(), provider: input.voiceProvider ?? undefined, ...columnsOf(input) },
    });
  });
}

// Not in the reference.
const MAX_CALLS = 1_000;

const fieldErrors = async (
  tx: Tx,
  teamId: string,
  { maxConcurrentCalls, integrationId }: UpdateVoiceAccountInput,
): Promise<FieldErrors> => ({
  ...callsErrors(maxConcurrentCalls),
  ...(await referenceErrors(tx, teamId, { integrations: one('integrationId', integrationId) })),
});

export const callsErrors = (calls: number | null | undefined): FieldErrors =>
  (calls ?? 1) > MAX_CALLS ? { maxConcurrentCalls: [messages.atMost('maxConcurrentCalls', MAX_CALLS)] } : {};

const columnsOf = ({ maxConcurrentCalls, integrationId }: UpdateVoiceAccountInput) => ({
  maxConcurrentCalls: maxConcurrentCalls ?? undefined,
  integrationId,
});

export function rotateVoiceAccountSecret(ctx: Context, id: string, overlapHours: number): Promise<NewWebhookSecret> {
  refuse(overlapErrors(overlapHours));
  return changeRecord(ctx, VOICE_ACCOUNT, id, async (tx, account) => {
    if (account.archivedAt) throw new AppError('CONFLICT', 'The voice account is archived. Restore it first.');
    const { webhookSecret, columns } = newWebhookSecret(account, overlapHours);
    const voiceAccount = await tx.prisma.voiceAccount.update({
      where: { teamId_id: { teamId: account.teamId, id } },
      data: { ...columns, ...resealed(ctx, account, webhookSecret, overlapHours) },
    });
    return { voiceAccount, webhookSecret };
  });
}

export function revokePreviousSecret(ctx: Context, id: string): Promise<VoiceAccount> {
  return changeRecord(ctx, VOICE_ACCOUNT, id, (tx, { teamId }) =>
    tx.prisma.voiceAccount.update({
      where: { teamId_id: { teamId, id } },
      data: { ...NO_PREVIOUS_SECRET, ...NO_PREVIOUS_CREDENTIALS },
    }),
  );
}
