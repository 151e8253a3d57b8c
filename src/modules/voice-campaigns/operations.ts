import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { isUuid, loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import { type FieldErrors, NotFoundError, ValidationError } from '../../errors.ts';
import { type CampaignStatus, Prisma, type SendType, type VoiceCampaign } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { statusChangeError } from '../campaigns/rules.ts';
import { postProcessings, voiceCampaigns } from './loaders.ts';
import { metaColumns, metaErrors, type VoiceCampaignMetaUpdate } from './meta-update.ts';
import { referenceErrors } from './references.ts';

const THING = 'Voice campaign';

export interface VoiceCampaignFilter {
  status?: CampaignStatus[] | null;
  sendType?: SendType[] | null;
  name?: string | null;
  createdAt?: TimeRange | null;
}

export function listVoiceCampaigns(
  ctx: Context,
  args: ConnectionArgs & { filter?: VoiceCampaignFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, voiceCampaigns, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'campaign_status', filter?.status),
      ...oneOf(Prisma.sql`t.send_type`, 'send_type', filter?.sendType),
      ...contains(Prisma.sql`t.name`, filter?.name),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}

export async function getVoiceCampaign(
  ctx: Context,
  id: string,
  fields: readonly string[],
): Promise<Row<VoiceCampaign>> {
  const campaign = await loadById(ctx, voiceCampaigns, id, fields);
  if (!campaign) throw new NotFoundError(THING);
  return campaign;
}

export interface VoiceCampaignUpdate {
  name?: string | null | undefined;
  status?: CampaignStatus | null | undefined;
  meta?: VoiceCampaignMetaUpdate | null | undefined;
}

/** Not in the reference: how long a name may be. */
const MAX_NAME = 255;

/**
 * E1. What is absent is kept and null clears; `meta` merges at its first level. Everything is checked and written under
 * the campaign's lock: of two updates at once the second sees the status that the first left.
 */
export function updateVoiceCampaign(ctx: Context, id: string, input: VoiceCampaignUpdate): Promise<VoiceCampaign> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(THING);
  return ctx.db.$transaction(async (tx) => {
    const [current] = await tx.$queryRaw<{ status: CampaignStatus }[]>`SELECT status::text AS status
      FROM voice_campaigns WHERE id = ${id}::uuid AND team_id = ${team.id}::uuid AND deleted_at IS NULL FOR UPDATE`;
    if (!current) throw new NotFoundError(THING);
    const errors: FieldErrors = {
      ...nameErrors(input.name),
      ...statusErrors(current.status, input.status),
      ...metaErrors(input.meta ?? {}),
      ...(await referenceErrors(tx, team.id, input.meta ?? {})),
    };
    if (Object.keys(errors).length > 0) throw new ValidationError(errors);

    const status = input.status ?? current.status;
    if (status !== current.status) await recordStatus(tx, team.id, id, current.status, status);
    return tx.voiceCampaign.update({
      where: { id },
      data: { name: input.name?.trim(), status, ...metaColumns(input.meta) },
    });
  });
}

function nameErrors(name: string | null | undefined): FieldErrors {
  if (name === undefined) return {};
  const text = name?.trim() ?? '';
  if (text === '') return { name: [messages.required('name')] };
  return text.length > MAX_NAME ? { name: [messages.atMostCharacters('name', MAX_NAME)] } : {};
}

function statusErrors(from: CampaignStatus, to: CampaignStatus | null | undefined): FieldErrors {
  if (to === undefined) return {};
  const text = to === null ? messages.required('status') : statusChangeError(from, to);
  return text === null ? {} : { status: [text] };
}

/** Not in the reference: a stopped campaign's open sends stop with it, and its log tells of every change. */
async function recordStatus(
  tx: Prisma.TransactionClient,
  teamId: string,
  voiceCampaignId: string,
  from: CampaignStatus,
  to: CampaignStatus,
): Promise<void> {
  const text = `Status changed from ${from} to ${to}.`;
  await tx.log.create({ data: { teamId, callerType: 'voice_campaign', callerId: voiceCampaignId, text } });
  if (to !== 'stopped') return;
  await tx.voiceCampaignSend.updateMany({
    where: { voiceCampaignId, status: { in: ['pending', 'running'] } },
    data: { status: 'stopped' },
  });
}

export function listPostProcessings(ctx: Context, args: ConnectionArgs, fields: readonly string[]) {
  return readConnection(ctx, postProcessings, args, { fields });
}

/** E21. */
export async function deletePostProcessing(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  const { count } = isUuid(id)
    ? await ctx.db.postProcessing.deleteMany({ where: { id, teamId: team.id } })
    : { count: 0 };
  if (count === 0) throw new NotFoundError('Post-processing');
  return { id };
}
