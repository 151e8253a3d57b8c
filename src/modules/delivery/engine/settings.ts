import { createSigningSecret } from 'outgoing-requests';
import { type Context, viewerOf } from '../../../context.ts';
import { columnList, read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { RotatePostbackSecretInput, UpdateSendingSettingsInput } from '../../../generated/inputs.ts';
import { Prisma, type SendingSettings } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { refuse, textOf, tooLong } from '../../../records/input-rules.ts';
import { addPrevious, overlapErrors } from '../../../records/previous-secrets.ts';
import { decrypted, encryptToken } from '../../../secrets.ts';
import { createPostbackSecret } from '../links/postback-secret.ts';

type Kept = Pick<
  SendingSettings,
  | 'teamId'
  | 'contactFrom'
  | 'contactUntil'
  | 'stopWords'
  | 'helpText'
  | 'previousPostbackSecretExpiresAt'
  | 'lookupProvider'
  | 'lookupSettings'
>;

/** Until a team says otherwise. */
const usual = (teamId: string): Kept => ({
  teamId,
  contactFrom: '08:00',
  contactUntil: '21:00',
  stopWords: [],
  helpText: null,
  previousPostbackSecretExpiresAt: null,
  lookupProvider: null,
  lookupSettings: null,
});

export async function getSendingSettings(ctx: Context): Promise<Kept> {
  const { team } = viewerOf(ctx);
  const columns = columnList(tables.SendingSettings, Object.keys(usual('')));
  const [row] = await read<Kept>(
    ctx.reader,
    Prisma.sql`SELECT ${columns} FROM sending_settings t WHERE t.team_id = ${team.id}::uuid`,
  );
  return row ?? usual(team.id);
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const MAX_WORDS = 50;
const MAX_WORD = 40;
const MAX_HELP = 480;

export function updateSendingSettings(ctx: Context, input: UpdateSendingSettingsInput): Promise<SendingSettings> {
  const { team } = viewerOf(ctx);
  const teamId = team.id;
  return ctx.db.transaction(async (tx) => {
    const current = (await tx.prisma.sendingSettings.findUnique({ where: { teamId } })) ?? usual(teamId);
    const { contactFrom = current.contactFrom, contactUntil = current.contactUntil } = input;
    refuse({ ...hoursErrors({ contactFrom, contactUntil }), ...wordErrors(input.stopWords), ...helpErrors(input) });
    const stopWords = input.stopWords === undefined ? undefined : wordsOf(input.stopWords ?? []);
    const data = { contactFrom, contactUntil, stopWords, helpText: textOf(input.helpText) };
    return tx.prisma.sendingSettings.upsert({ where: { teamId }, create: { teamId, ...data }, update: data });
  });
}

/** Both or neither must be given. Equal times would leave no hour at all. */
function hoursErrors(hours: { contactFrom: string | null; contactUntil: string | null }): FieldErrors {
  const { contactFrom, contactUntil } = hours;
  if (contactFrom === null && contactUntil === null) return {};
  const wrong = (['contactFrom', 'contactUntil'] as const).filter((name) => !TIME_OF_DAY.test(hours[name] ?? ''));
  if (wrong.length > 0) return Object.fromEntries(wrong.map((name) => [name, [messages.timeOfDay(name)]]));
  if (contactFrom !== contactUntil) return {};
  return { contactUntil: ['The contact until field must be another time than contact from.'] };
}

const wordsOf = (words: string[]) => [...new Set(words.map((word) => word.trim()))];

function wordErrors(words: string[] | null | undefined): FieldErrors {
  if (!words) return {};
  if (words.length > MAX_WORDS) return { stopWords: [messages.atMostItems('stopWords', MAX_WORDS)] };
  return Object.fromEntries(
    words.flatMap((word, at) => {
      const path = `stopWords.${at}`;
      if (!/[\p{L}\p{N}]/u.test(word)) return [[path, [messages.required(path)]]];
      return Object.entries(tooLong(path, word.trim(), MAX_WORD));
    }),
  );
}

const helpErrors = ({ helpText }: UpdateSendingSettingsInput) => tooLong('helpText', textOf(helpText), MAX_HELP);

/** Signs the requests of pre-checks from now on. */
export async function rotatePreCheckSecret(ctx: Context): Promise<{ secret: string }> {
  const secret = createSigningSecret();
  await keepSecret(ctx, { preCheckSecret: encryptToken(ctx.tokenKeys, secret) });
  return { secret };
}

export async function hasPreCheckSecret(ctx: Context): Promise<boolean> {
  const row = await ctx.db.row`SELECT FROM sending_settings
    WHERE team_id = ${viewerOf(ctx).team.id}::uuid AND pre_check_secret IS NOT NULL`;
  return row !== undefined;
}

/** Merchants change over to it within the overlap. */
export function rotatePostbackSecret(
  ctx: Context,
  { overlapHours }: RotatePostbackSecretInput,
): Promise<{ secret: string }> {
  refuse(overlapErrors(overlapHours));
  const { db, tokenKeys } = ctx;
  const where = { teamId: viewerOf(ctx).team.id };
  const secret = createPostbackSecret();
  return db.transaction(async (tx) => {
    const postbackSecret = encryptToken(tokenKeys, secret);
    await tx.prisma.sendingSettings.upsert({ where, create: where, update: {} });
    await tx.rows`SELECT 1 FROM sending_settings WHERE team_id = ${where.teamId}::uuid FOR NO KEY UPDATE`;
    const before = await tx.prisma.sendingSettings.findUniqueOrThrow({ where });
    const replaced = before.postbackSecret && decrypted(tokenKeys, before.postbackSecret);
    const previous = {
      previousSecret: before.previousPostbackSecret,
      previousSecretExpiresAt: before.previousPostbackSecretExpiresAt,
    };
    const now = addPrevious(tokenKeys, previous, replaced, overlapHours);
    const data = {
      postbackSecret,
      previousPostbackSecret: now.previousSecret,
      previousPostbackSecretExpiresAt: now.previousSecretExpiresAt,
    };
    await tx.prisma.sendingSettings.update({ where, data });
    return { secret };
  });
}

function keepSecret(ctx: Context, secret: Pick<Prisma.SendingSettingsUncheckedCreateInput, 'preCheckSecret'>) {
  const where = { teamId: viewerOf(ctx).team.id };
  return ctx.db.prisma.sendingSettings.upsert({ where, create: { ...where, ...secret }, update: secret });
}
