import { type Context, viewerOf } from '../../context.ts';
import type { CampaignStatus, Prisma, SmsCampaign } from '../../generated/prisma/client.ts';
import { statusErrors } from '../campaigns/input-rules.ts';
import { withColumns } from '../campaigns/json-column.ts';
import { dataErrors, metaOfCopy } from '../campaigns/meta-fields.ts';
import { isStart } from '../campaigns/rules.ts';
import { writeCampaign } from '../campaigns/sends.ts';
import { keepsGoing } from '../campaigns/start-rules.ts';
import { copyOffers, SMS_OFFERS, sell, tooManyOffers } from '../offers/links.ts';
import { changeRecord } from '../records/change-record.ts';
import { nameErrors, nameOfCopy, refuse } from '../records/input-rules.ts';
import { SMS } from './kind.ts';
import { linkErrors, META, metaColumns, type SmsCampaignMetaUpdate } from './meta-update.ts';
import { replaceTexts, textErrors, textsOf } from './texts.ts';

export interface NewSmsCampaign {
  name: string;
  meta?: SmsCampaignMetaUpdate | null | undefined;
  texts?: string[] | null | undefined;
  offerIds?: string[] | null | undefined;
}

/** A campaign begins as a draft. */
export function createSmsCampaign(ctx: Context, input: NewSmsCampaign): Promise<SmsCampaign> {
  const { team } = viewerOf(ctx);
  return ctx.db.$transaction(async (tx) => {
    const tooMany = tooManyOffers(input.offerIds);
    refuse({
      ...nameErrors(input.name),
      ...dataErrors(input.meta ?? {}),
      ...textErrors(input.texts),
      ...tooMany,
      ...(await linkErrors(tx, team.id, input.meta ?? {}, tooMany.offerIds ? [] : input.offerIds)),
    });
    const campaign = await tx.smsCampaign.create({
      data: { teamId: team.id, name: input.name.trim(), ...metaColumns(input.meta) },
    });
    await replaceTexts(tx, campaign, input.texts ?? []);
    await sell(tx, SMS_OFFERS, campaign, input.offerIds ?? []);
    return campaign;
  });
}

export interface SmsCampaignUpdate {
  name?: string | null | undefined;
  status?: CampaignStatus | null | undefined;
  meta?: SmsCampaignMetaUpdate | null | undefined;
  texts?: string[] | null | undefined;
}

/**
 * As E1 does for voice: what is absent is kept, null clears; `meta` merges at its first level. A status that gets the
 * campaign under way asks for what starting it asks for.
 */
export function updateSmsCampaign(ctx: Context, id: string, input: SmsCampaignUpdate): Promise<SmsCampaign> {
  return changeRecord(ctx, SMS, id, async (tx, current) => {
    const status = input.status ?? current.status;
    const columns = {
      name: input.name?.trim(),
      status,
      ...metaColumns(input.meta),
    };
    const wrongTexts = textErrors(input.texts);
    // Before what a start asks for, which counts them.
    if (input.texts !== undefined && Object.keys(wrongTexts).length === 0)
      await replaceTexts(tx, current, input.texts ?? []);
    refuse({
      ...(isStart(current.status, columns.status)
        ? await SMS.lackErrors(ctx, tx, withColumns(current, columns))
        : input.meta && keepsGoing(columns.status, withColumns(current, columns))),
      ...nameErrors(input.name),
      ...statusErrors(current.status, input.status),
      ...dataErrors(input.meta ?? {}),
      ...wrongTexts,
      ...(await linkErrors(tx, current.teamId, input.meta ?? {})),
    });
    return writeCampaign(ctx, tx, SMS, current, columns);
  });
}

/** A draft of the same meta, texts and offers; sends, logs and messages stay with the original. */
export function duplicateSmsCampaign(ctx: Context, id: string): Promise<SmsCampaign> {
  return changeRecord(ctx, SMS, id, async (tx, original) => {
    const copy = await tx.smsCampaign.create({
      data: {
        teamId: original.teamId,
        name: nameOfCopy(original.name),
        ...(metaOfCopy(original, META) as Pick<Prisma.SmsCampaignUncheckedCreateInput, (typeof META)[number]>),
      },
    });
    const order = [{ position: 'asc' as const }, { id: 'asc' as const }];
    const texts = await tx.campaignText.findMany({ where: textsOf(original), orderBy: order });
    await replaceTexts(
      tx,
      copy,
      texts.map(({ text }) => text),
    );
    await copyOffers(tx, SMS_OFFERS, original, copy.id);
    return copy;
  });
}
