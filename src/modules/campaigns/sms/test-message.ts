import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import type { SendSmsCampaignTestInput } from '../../../generated/inputs.ts';
import type { DirectMessage } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { refuse } from '../../../records/input-rules.ts';
import { placeOf, queued, readAddressee, refuseSuppressed } from '../../audience/conversations/send.ts';
import { readValues } from '../../delivery/engine/due.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import type { Stage } from '../../delivery/engine/stage.ts';
import { holdErasures } from '../../delivery/reach/erased-numbers.ts';
import type { MergeValues } from '../../delivery/texts/merge-fields.ts';
import { chooseText, fieldsOf, RenderError, renderText, usesUrl } from '../../delivery/texts/render-message.ts';
import { required } from '../start-checks.ts';
import { SMS } from './kind.ts';

/** One of the campaign's texts, as the contact with that number would read it. Its link leads to the offer itself. */
export async function sendSmsCampaignTest(
  ctx: Context,
  { smsCampaignId, to }: SendSmsCampaignTestInput,
): Promise<{ message: DirectMessage }> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    await holdErasures(tx, team.id);
    const campaign = isUuid(smsCampaignId)
      ? await tx.prisma.smsCampaign.findFirst({ where: { id: smsCampaignId, teamId: team.id, deletedAt: null } })
      : null;
    if (!campaign) throw new NotFoundError(SMS.thing);
    const number = readAddressee(to);
    const meta = campaign as unknown as SendMeta;
    refuse(meta.smsRoutingPlanId === null ? required(['meta.routingPlanId']) : {});
    await refuseSuppressed(ctx, tx, team.id, number);
    const { stage, ...way } = await placeOf(tx, { teamId: team.id, number, campaignId: smsCampaignId, meta });
    if (stage.texts.length === 0) throw new ValidationError({ smsCampaignId: [NO_TEXTS] });
    const fields = fieldsOf(stage.texts);
    const values = way.contactId === null ? {} : await readValues(tx, team.id, way.contactId, fields);
    const text = textOf(stage, { number, ...values }, meta);
    const about = { teamId: team.id, number, smsCampaignId };
    return queued(ctx, tx, { kind: 'campaign_test', ...about, ...way, text });
  });
}

const NO_TEXTS = messages.because('smsCampaignId', 'names a campaign without texts');

function textOf({ texts, offers }: Stage, values: MergeValues, meta: SendMeta): string {
  const seed = uuidv7();
  const { text, offer } = chooseText(seed, texts, offers);
  const url = offer && usesUrl(text.text) ? offer.url : null;
  const { smartEncoding = false } = meta;
  try {
    return renderText(seed, { text, offer }, values, { url, smartEncoding }).finalText;
  } catch (error) {
    if (error instanceof RenderError) throw new ValidationError({ smsCampaignId: [error.message] });
    throw error;
  }
}
