import { type Context, viewerOf } from '../../context.ts';
import type { FieldErrors } from '../../errors.ts';
import type {
  CreateSmsCampaignInput,
  CreateVoiceCampaignInput,
  PutVoiceCampaignInput,
  UpdateSmsCampaignInput,
  UpdateVoiceCampaignInput,
} from '../../generated/inputs.ts';
import { changeRecord } from '../../records/change-record.ts';
import { nameErrors, nameOfCopy, refuse } from '../../records/input-rules.ts';
import { linkErrors, metaColumns, metaOfCopy, withColumns } from '../delivery/meta/meta.ts';
import { privateUrlErrors } from '../webhooks/requests/private-hosts.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { copyOffers, sell, tooManyOffers } from './offers/links.ts';
import { isStart, statusErrors, UNDER_WAY } from './rules.ts';
import { writeCampaign } from './sends.ts';
import { replaceTexts, textErrors } from './sms/texts.ts';
import { statusBefore } from './start-again.ts';
import { keepsGoing } from './start-checks.ts';

type WithoutTexts = { texts?: undefined };
type WithoutStatus = { status?: undefined };

/** A campaign begins as a draft. */
export function createCampaign<Of extends Campaign>(
  ctx: Context,
  kind: CampaignKind<Of>,
  { name, meta, texts, offerIds }: CreateSmsCampaignInput | (CreateVoiceCampaignInput & WithoutTexts),
): Promise<Of> {
  const teamId = viewerOf(ctx).team.id;
  return ctx.db.transaction(async (tx) => {
    const tooMany = tooManyOffers(offerIds);
    refuse({
      ...nameErrors(name),
      ...metaErrors(ctx, kind, meta),
      ...textErrors(texts),
      ...tooMany,
      ...(await linkErrors(tx, teamId, kind.meta, meta ?? {}, tooMany.offerIds ? [] : offerIds)),
    });
    const campaign = await kind.create(tx, { teamId, name: name.trim(), ...metaColumns(kind.meta, meta) });
    if (texts) await replaceTexts(tx, campaign, texts);
    await sell(tx, kind.offers, campaign, offerIds ?? []);
    return campaign;
  });
}

/**
 * Absent fields are kept and null clears; `meta` merges at its first level. Only E1 has a status: one that starts the campaign
 * opens a send, and needs everything that starting needs.
 */
export function updateCampaign<Of extends Campaign>(
  ctx: Context,
  kind: CampaignKind<Of>,
  id: string,
  {
    name,
    status,
    meta,
    texts,
  }:
    | (UpdateSmsCampaignInput & WithoutStatus)
    | (((UpdateVoiceCampaignInput & WithoutStatus) | PutVoiceCampaignInput) & WithoutTexts),
): Promise<Of> {
  return changeRecord(ctx, kind, id, async (tx, current) => {
    const columns = { name: name?.trim(), status: status ?? current.status, ...metaColumns(kind.meta, meta) };
    const wrongTexts = textErrors(texts);
    // Before the checks of a start, which count the texts.
    if (texts !== undefined && Object.keys(wrongTexts).length === 0) await replaceTexts(tx, current, texts ?? []);
    refuse({
      ...(isStart(current.status, columns.status)
        ? await kind.lackErrors(ctx, tx, withColumns(current, columns))
        : {
            ...(meta && keepsGoing(columns.status, withColumns(current, columns))),
            ...(texts !== undefined && UNDER_WAY.includes(columns.status) && (await kind.partErrors(tx, current))),
          }),
      ...nameErrors(name),
      ...statusErrors(await statusBefore(tx, kind, current, status), status),
      ...metaErrors(ctx, kind, meta),
      ...wrongTexts,
      ...(await linkErrors(tx, current.teamId, kind.meta, meta ?? {})),
    });
    return writeCampaign(ctx, tx, kind, current, columns);
  });
}

function metaErrors<Of extends Campaign>(
  ctx: Context,
  kind: CampaignKind<Of>,
  meta: { preCheckUrl?: string | null } | null | undefined,
): FieldErrors {
  return {
    ...privateUrlErrors(ctx, meta?.preCheckUrl, { path: 'meta.preCheckUrl', of: 'The pre-check' }),
    ...kind.meta.errors(meta ?? {}, 'meta'),
  };
}

/** Makes a draft with the same meta, parts and offers. Sends, logs, messages and calls stay with the original. */
export function duplicateCampaign<Of extends Campaign>(ctx: Context, kind: CampaignKind<Of>, id: string): Promise<Of> {
  return changeRecord(ctx, kind, id, async (tx, original) => {
    const name = nameOfCopy(original.name);
    const columns = { ...metaOfCopy(kind.meta, original), ...kind.copied(original) };
    const copy = await kind.create(tx, { teamId: original.teamId, name, ...columns });
    await kind.copyParts(tx, original, copy);
    await copyOffers(tx, kind.offers, original, copy.id);
    return copy;
  });
}
