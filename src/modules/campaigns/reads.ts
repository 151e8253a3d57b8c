import type { Context } from '../../context.ts';
import { listFilter, listOf, oneOf, textWithin, within } from '../../database/reads/filters.ts';
import { MAX_PAGE, nestedList } from '../../database/reads/lists.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { ValidationError } from '../../errors.ts';
import type { SmsCampaignKind } from '../../generated/inputs.ts';
import {
  type LogCallerType,
  Prisma,
  type SmsCampaign,
  type SmsSend,
  type VoiceCampaignSend,
} from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import type { RecordKind } from '../../records/change-record.ts';

export const campaignConditions = {
  status: oneOf('CampaignStatus', 'One of these statuses.'),
  sendType: oneOf('SendType', 'One of these send types.'),
  name: textWithin('the name'),
  createdAt: within('When it was created.'),
};

export const smsCampaignFilter = listFilter('SmsCampaignFilter', campaignConditions);
export const voiceCampaignFilter = listFilter('VoiceCampaignFilter', campaignConditions);

/** Of sends of either kind. */
export const sendFilter = listFilter('SendFilter', {
  status: oneOf('SendStatus', 'One of these statuses.'),
  createdAt: within('When it was opened.'),
});

export const SMS_SEND: RecordKind<SmsSend> = { thing: 'Send', table: tables.SmsSend };
export const VOICE_SEND: RecordKind<VoiceCampaignSend> = { thing: 'Send', table: tables.VoiceCampaignSend };

export const listSmsCampaigns = listOf(tables.SmsCampaign, smsCampaignFilter);
export const listVoiceCampaigns = listOf(tables.VoiceCampaign, voiceCampaignFilter);

export const campaignLogFilter = listFilter('CampaignLogFilter', {
  text: textWithin('the text'),
  createdAt: within('When it happened.'),
});

/** Logs name what they are about by type and id. */
export const logsOf = (callerType: LogCallerType) =>
  nestedList(tables.Log, {
    parent: Prisma.sql`t.caller_id`,
    where: Prisma.sql`t.caller_type = ${Prisma.raw(`'${callerType}'`)}`,
    order: [Prisma.sql`t.created_at`, Prisma.sql`t.id`],
    direction: 'desc',
  });

export interface SmsCampaignPage {
  items: Row<SmsCampaign>[];
  page: number;
  perPage: number;
  total: number;
}

/** E14: numbered pages, newest first, as the documented REST list needs them. */
export async function pageSmsCampaigns(
  ctx: Context,
  args: { type?: SmsCampaignKind | null; page: number; perPage: number },
  fields: readonly string[],
): Promise<SmsCampaignPage> {
  const { page, perPage, type } = args;
  if (perPage > MAX_PAGE) throw new ValidationError({ perPage: [messages.atMost('perPage', MAX_PAGE)] });
  const planned = Prisma.sql`t.send_type = 'planner'`;
  const kind = !type ? Prisma.sql`TRUE` : type === 'planned' ? planned : Prisma.sql`${planned} IS NOT TRUE`;
  const source = Prisma.sql`FROM sms_campaigns t WHERE ${tables.SmsCampaign.scope(ctx.teamId)} AND ${kind}`;
  const [items, [counted]] = await Promise.all([
    read<Row<SmsCampaign>>(
      ctx.reader,
      Prisma.sql`SELECT ${columnList(tables.SmsCampaign, fields)} ${source} ORDER BY t.created_at DESC, t.id DESC
        LIMIT ${perPage}::bigint OFFSET ${(page - 1) * perPage}::bigint`,
    ),
    read<{ count: number }>(ctx.reader, Prisma.sql`SELECT count(*) AS count ${source}`),
  ]);
  return { items, page, perPage, total: counted!.count };
}
