import type { Context } from '../../context.ts';
import { readConnection } from '../../database/connection.ts';
import { type ListArgs, listFilter, oneOf, textWithin, within } from '../../database/filters.ts';
import type { Table } from '../../database/table.ts';

const conditions = {
  status: oneOf('CampaignStatus', 'One of these statuses.'),
  sendType: oneOf('SendType', 'One of these send types.'),
  name: textWithin('the name'),
  createdAt: within('When it was created.'),
};

export const smsCampaignFilter = listFilter('SmsCampaignFilter', conditions);
export const voiceCampaignFilter = listFilter('VoiceCampaignFilter', conditions);

export const listCampaigns = <Of>(
  ctx: Context,
  { table }: { table: Table<Of> },
  args: ListArgs<typeof smsCampaignFilter | typeof voiceCampaignFilter>,
  fields: readonly string[],
) => readConnection(ctx, table, args, { fields, orderBy: args.orderBy, filter: smsCampaignFilter.where(args.filter) });
