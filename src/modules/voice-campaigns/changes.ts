import { type Context, viewerOf } from '../../context.ts';
import type { CampaignStatus, Prisma, VoiceCampaign } from '../../generated/prisma/client.ts';
import { statusErrors } from '../campaigns/input-rules.ts';
import { withColumns } from '../campaigns/json-column.ts';
import { dataErrors, metaOfCopy } from '../campaigns/meta-fields.ts';
import { isStart } from '../campaigns/rules.ts';
import { writeCampaign } from '../campaigns/sends.ts';
import { keepsGoing } from '../campaigns/start-rules.ts';
import { copyOffers, sell, tooManyOffers, VOICE_OFFERS } from '../offers/links.ts';
import { changeRecord } from '../records/change-record.ts';
import { nameErrors, nameOfCopy, refuse } from '../records/input-rules.ts';
import { VOICE } from './kind.ts';
import { COPIED, metaColumns, type VoiceCampaignMetaUpdate } from './meta-update.ts';
import { linkErrors } from './references.ts';

export interface NewVoiceCampaign {
  name: string;
  meta?: VoiceCampaignMetaUpdate | null | undefined;
  offerIds?: string[] | null | undefined;
}

/** A campaign begins as a draft. */
export function createVoiceCampaign(ctx: Context, input: NewVoiceCampaign): Promise<VoiceCampaign> {
  const { team } = viewerOf(ctx);
  return ctx.db.$transaction(async (tx) => {
    const tooMany = tooManyOffers(input.offerIds);
    refuse({
      ...nameErrors(input.name),
      ...dataErrors(input.meta ?? {}),
      ...tooMany,
      ...(await linkErrors(tx, team.id, input.meta ?? {}, tooMany.offerIds ? [] : input.offerIds)),
    });
    const campaign = await tx.voiceCampaign.create({
      data: { teamId: team.id, name: input.name.trim(), ...metaColumns(input.meta) },
    });
    await sell(tx, VOICE_OFFERS, campaign, input.offerIds ?? []);
    return campaign;
  });
}

export interface VoiceCampaignUpdate {
  /** Not looked at. */
  id?: string | null | undefined;
  name?: string | null | undefined;
  status?: CampaignStatus | null | undefined;
  meta?: VoiceCampaignMetaUpdate | null | undefined;
}

/**
 * E1. What is absent is kept and null clears; `meta` merges at its first level. A status that gets the campaign under way
 * opens a send, and asks for what starting it asks for.
 */
export function updateVoiceCampaign(ctx: Context, id: string, input: VoiceCampaignUpdate): Promise<VoiceCampaign> {
  return changeRecord(ctx, VOICE, id, async (tx, current) => {
    const columns = {
      name: input.name?.trim(),
      status: input.status ?? current.status,
      ...metaColumns(input.meta),
    };
    refuse({
      ...(isStart(current.status, columns.status)
        ? await VOICE.lackErrors(ctx, tx, withColumns(current, columns))
        : input.meta && keepsGoing(columns.status, withColumns(current, columns))),
      ...nameErrors(input.name),
      ...statusErrors(current.status, input.status),
      ...dataErrors(input.meta ?? {}),
      ...(await linkErrors(tx, current.teamId, input.meta ?? {})),
    });
    return writeCampaign(ctx, tx, VOICE, current, columns);
  });
}

/** A draft of the same meta, offers and post-processing steps; sends, logs and calls stay with the original. */
export function duplicateVoiceCampaign(ctx: Context, id: string): Promise<VoiceCampaign> {
  return changeRecord(ctx, VOICE, id, async (tx, original) => {
    const copy = await tx.voiceCampaign.create({
      data: {
        teamId: original.teamId,
        name: nameOfCopy(original.name),
        ...(metaOfCopy(original, COPIED) as Pick<Prisma.VoiceCampaignUncheckedCreateInput, (typeof COPIED)[number]>),
      },
    });
    const owner = { teamId: original.teamId, voiceCampaignId: id };
    const steps = await tx.postProcessing.findMany({ where: owner, orderBy: { position: 'asc' } });
    await tx.postProcessing.createMany({
      data: steps.map(({ name, kind, config, position, isActive, signingSecret }) => ({
        teamId: copy.teamId,
        voiceCampaignId: copy.id,
        name,
        kind,
        config: config as Prisma.InputJsonValue,
        position,
        isActive,
        signingSecret,
      })),
    });
    await copyOffers(tx, VOICE_OFFERS, original, copy.id);
    return copy;
  });
}
