import type { Context } from '../../context.ts';
import type { SmsCampaign } from '../../generated/prisma/client.ts';
import { statusErrors } from '../campaigns/input-rules.ts';
import { writeCampaign } from '../campaigns/sends.ts';
import { startCampaign } from '../campaigns/start-and-stop.ts';
import { changeRecord } from '../records/change-record.ts';
import { refuse } from '../records/input-rules.ts';
import { SMS } from './kind.ts';

export const startSmsCampaign = (ctx: Context, id: string): Promise<SmsCampaign> => startCampaign(ctx, SMS, id);

/** Stopping a campaign that is stopped changes nothing. */
export function stopSmsCampaign(ctx: Context, id: string): Promise<SmsCampaign> {
  return changeRecord(ctx, SMS, id, async (tx, current) => {
    if (current.status === 'stopped') return current;
    refuse(statusErrors(current.status, 'stopped'));
    return writeCampaign(ctx, tx, SMS, current, { status: 'stopped' });
  });
}
