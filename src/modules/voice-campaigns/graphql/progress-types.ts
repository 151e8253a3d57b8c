import { builder } from '../../../graphql/builder.ts';
import { type CallProgress, progressOf } from '../progress.ts';
import { VoiceCampaignSendType, VoiceCampaignType } from './types.ts';

const ProgressType = builder.objectRef<CallProgress>('VoiceCampaignProgress').implement({
  description:
    'How far a campaign is in its present cycle, as it is counted at this moment. Every contact of the audience counts in `total` and is queued, held, skipped, or called; one that is called again has several calls.',
  fields: (t) => ({
    total: t.exposeInt('total', {
      description: 'Contacts in the audience so far; it grows while the audience is put together.',
    }),
    queued: t.exposeInt('queued', { description: 'Contacts whose turn has not come.' }),
    held: t.exposeInt('held', { description: 'Contacts that wait for a moment, an answer or their next call.' }),
    skipped: t.exposeInt('skipped', { description: 'Contacts that are not called.' }),
    calling: t.exposeInt('calling', { description: 'Calls that are being placed or go on.' }),
    unknown: t.exposeInt('unknown', { description: 'Calls of which nobody knows whether they were placed.' }),
    ended: t.exposeInt('ended', { description: 'Calls that are over.' }),
    answered: t.exposeInt('answered', { description: 'Calls that were taken, by a person or a machine.' }),
    leads: t.exposeInt('leads', { description: 'Calls that made a lead.' }),
    sales: t.exposeInt('sales', { description: 'Calls that made a sale.' }),
    perMinute: t.exposeInt('perMinute', { description: 'Calls placed in the last 60 seconds.' }),
  }),
});

builder.prismaObjectFields(VoiceCampaignType, (t) => ({
  cycle: t.exposeInt('cycle'),
  progress: t.field({
    type: ProgressType,
    access: 'viewer',
    select: { id: true },
    description: 'How far it is, at this moment.',
    resolve: ({ id }, _args, ctx) => progressOf(ctx, id),
  }),
}));

builder.prismaObjectFields(VoiceCampaignSendType, (t) => ({
  cycle: t.exposeInt('cycle'),
  amount: t.exposeInt('amount', { nullable: true }),
  slot: t.exposeString('slot', { nullable: true }),
  statusReason: t.exposeString('statusReason', { nullable: true }),
  audienceSize: t.exposeInt('audienceSize'),
  startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
  endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
  calls: t.list('calls', { access: 'viewer', description: 'Its calls, newest first.' }),
  callsCount: t.count('calls', { description: 'How many calls it has.' }),
}));
