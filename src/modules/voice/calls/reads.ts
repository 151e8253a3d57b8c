import type { Context } from '../../../context.ts';
import { is, isSet, type ListArgs, listFilter, listOf, oneOf, within } from '../../../database/reads/filters.ts';
import { read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isNumber } from '../../../phone-numbers/is-number.ts';
import type { CallsOfOutcome, CallsOfStatus } from './loaders.ts';

export const callFilter = listFilter('CallFilter', {
  status: oneOf('CallStatus', 'One of these statuses.'),
  callOutcome: oneOf('CallOutcome', 'One of these outcomes.'),
  hasOutcome: isSet('callOutcome', 'Whether it is known what came of them.'),
  callSource: oneOf('CallSource', 'From one of these sources.'),
  voiceCampaignId: is('ID', 'Made by this campaign.'),
  voiceSendId: is('ID', 'Made by this send of a campaign.', 'voiceCampaignSendId'),
  contactId: is('ID', 'With this contact.'),
  numberId: is('ID', 'From or to this number of the team.'),
  agentId: is('ID', 'Given to this agent.'),
  toNumber: isNumber('With this number of a contact'),
  isAnswered: is('Boolean', 'Whether they were taken, by a person or a machine.'),
  isAnswerMachine: is('Boolean', 'Whether a machine took them.'),
  isLead: is('Boolean', 'Whether they made a lead.'),
  isSale: is('Boolean', 'Whether they made a sale.'),
  createdAt: within('When it was created.'),
});

export const outcomeLogFilter = listFilter('CallOutcomeLogFilter', {
  status: oneOf('OutcomeLogStatus', 'With one of these statuses.', { type: 'CallOutcomeLogStatus' }),
  newCallOutcome: oneOf('CallOutcome', 'To one of these outcomes.'),
  createdAt: within('When it happened.'),
});

type CallFilter = ListArgs<typeof callFilter>['filter'];

export const listCalls = listOf(tables.Call, callFilter);

export const countByOutcome = (ctx: Context, filter: CallFilter) =>
  countBy<CallsOfOutcome>(ctx, Prisma.sql`t.call_outcome AS outcome`, filter);

export const countByStatus = (ctx: Context, filter: CallFilter) =>
  countBy<CallsOfStatus>(ctx, Prisma.sql`t.status AS status`, filter);

const countBy = <Counted>(ctx: Context, column: Prisma.Sql, filter: CallFilter) =>
  read<Counted>(
    ctx.reader,
    Prisma.sql`SELECT ${column}, count(*) AS count FROM calls t
      WHERE ${Prisma.join([tables.Call.scope(ctx.teamId), ...callFilter.where(ctx.teamId, filter)], ' AND ')} GROUP BY 1 ORDER BY 1`,
  );
