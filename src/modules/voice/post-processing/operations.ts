import { createSigningSecret } from 'outgoing-requests';
import { type Context, viewerOf } from '../../../context.ts';
import { is, isSet, listFilter, listOf, oneOf, textWithin } from '../../../database/reads/filters.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import type {
  CreateVoicePostProcessingInput,
  ReorderVoicePostProcessingsInput,
  UpdateVoicePostProcessingInput,
} from '../../../generated/inputs.ts';
import { type PostProcessing, Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord, type RecordKind } from '../../../records/change-record.ts';
import { nameErrors, refuse } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { encryptToken } from '../../../secrets.ts';
import { privateUrlErrors } from '../../webhooks/requests/private-hosts.ts';
import { addressOf, configOf, DATA_OF, dataErrors } from './data.ts';

export const POST_PROCESSING: RecordKind<PostProcessing> = { thing: 'Post-processing', table: tables.PostProcessing };

export const postProcessingFilter = listFilter('VoicePostProcessingFilter', {
  voiceCampaignId: is('ID', 'Run over the calls of this campaign alone.'),
  isForOneCampaign: isSet('voiceCampaignId', 'Whether they run over the calls of one campaign or of every one.'),
  kind: oneOf('PostProcessingKind', 'Of one of these kinds.', { type: 'VoicePostProcessingKind' }),
  isActive: is('Boolean', 'Whether they run.'),
  name: textWithin('the name'),
});

export const listPostProcessings = listOf(tables.PostProcessing, postProcessingFilter);

// Not in the reference: steps per campaign.
export const MAX_STEPS = 50;

export function createPostProcessing(ctx: Context, input: CreateVoicePostProcessingInput): Promise<PostProcessing> {
  const { team } = viewerOf(ctx);
  const { name, kind, isActive, voiceCampaignId = null } = input;
  const own = DATA_OF[kind];
  const lacks = kind !== 'outcome_classifier' && !input[own];
  return ctx.db.transaction(async (tx) => {
    refuse({
      ...nameErrors(name),
      ...dataErrors(kind, input),
      ...privateErrors(ctx, name, input),
      ...(lacks && { [own]: [messages.required(own)] }),
      ...(await referenceErrors(tx, team.id, { voice_campaigns: one('voiceCampaignId', voiceCampaignId) })),
    });
    const steps = await lockSteps(tx, team.id, voiceCampaignId);
    if (steps.length >= MAX_STEPS) {
      refuse({ voiceCampaignId: [`A campaign has at most ${MAX_STEPS} post-processing steps.`] });
    }
    const position = (steps.at(-1)?.position ?? -1) + 1;
    const config = configOf(kind, input);
    const signingSecret = kind === 'tag_contact' ? null : encryptToken(ctx.tokenKeys, createSigningSecret());
    return tx.prisma.postProcessing.create({
      data: { teamId: team.id, voiceCampaignId, name: name.trim(), kind, config, isActive, position, signingSecret },
    });
  });
}

/** Replaces the settings as a whole. Kind and campaign cannot change. */
export function updatePostProcessing(
  ctx: Context,
  id: string,
  input: UpdateVoicePostProcessingInput,
): Promise<PostProcessing> {
  return changeRecord(ctx, POST_PROCESSING, id, async (tx, { kind, teamId, name }) => {
    refuse({
      ...nameErrors(input.name),
      ...dataErrors(kind, input),
      ...privateErrors(ctx, input.name ?? name, input),
      ...(input.isActive === null && { isActive: [messages.required('isActive')] }),
    });
    const config = input[DATA_OF[kind]] ? configOf(kind, input) : undefined;
    return tx.prisma.postProcessing.update({
      where: { teamId_id: { teamId, id } },
      data: { name: input.name?.trim(), isActive: input.isActive ?? undefined, config },
    });
  });
}

function privateErrors(ctx: Context, name: string, input: UpdateVoicePostProcessingInput) {
  const { path, url } = addressOf(input);
  return privateUrlErrors(ctx, url, { path, of: `Post-processing "${name}"` });
}

/** Needs all steps of one campaign, or all that run for every campaign. */
export function reorderPostProcessings(
  ctx: Context,
  { ids }: ReorderVoicePostProcessingsInput,
): Promise<PostProcessing[]> {
  const { team } = viewerOf(ctx);
  refuse({
    ...(ids.length === 0 && { ids: [messages.atLeastItems('ids', 1)] }),
    ...(ids.length > MAX_STEPS && { ids: [messages.atMostItems('ids', MAX_STEPS)] }),
  });
  const order = ids.map((id) => id.toLowerCase());
  return ctx.db.transaction(async (tx) => {
    const named = await tx.prisma.postProcessing.findMany({
      where: { teamId: team.id, id: { in: order.filter(isUuid) } },
    });
    const known = new Map(named.map((step) => [step.id, step]));
    const unknown = order.flatMap((id, at) => (known.has(id) ? [] : [`ids.${at}`]));
    refuse(Object.fromEntries(unknown.map((path) => [path, [messages.selected(path)]])));

    const { voiceCampaignId } = known.get(order[0]!)!;
    const steps = await lockSteps(tx, team.id, voiceCampaignId);
    const isAll = known.size === order.length && steps.length === order.length;
    if (!isAll || !steps.every(({ id }) => known.has(id))) {
      refuse({ ids: ['The ids field must name every step of one campaign once.'] });
    }
    for (const [position, id] of order.entries())
      await tx.prisma.postProcessing.updateMany({ where: { id, teamId: team.id }, data: { position } });
    return findSteps(tx, team.id, voiceCampaignId);
  });
}

async function lockSteps(tx: Tx, teamId: string, voiceCampaignId: string | null): Promise<PostProcessing[]> {
  const owner =
    voiceCampaignId === null
      ? Prisma.sql`teams WHERE id = ${teamId}::uuid`
      : Prisma.sql`voice_campaigns WHERE id = ${voiceCampaignId}::uuid AND team_id = ${teamId}::uuid`;
  await tx.rows`SELECT 1 FROM ${owner} FOR NO KEY UPDATE`;
  return findSteps(tx, teamId, voiceCampaignId);
}

const findSteps = (tx: Tx, teamId: string, voiceCampaignId: string | null) =>
  tx.prisma.postProcessing.findMany({
    where: { teamId, voiceCampaignId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });

/** E21. */
export async function deletePostProcessing(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  const { count } = isUuid(id)
    ? await ctx.db.prisma.postProcessing.deleteMany({ where: { id, teamId: team.id } })
    : { count: 0 };
  if (count === 0) throw new NotFoundError(POST_PROCESSING.thing);
  return { id };
}
