import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, orderInput } from '../../graphql/lists.ts';
import { CampaignStatusEnum, SendTypeEnum } from '../campaigns/enums.ts';
import { FeedDataInput, HlrSettingsInput, ManualDataInput, RecurringDataInput } from '../campaigns/inputs.ts';

export const VoiceCampaignFilter = builder.inputType('VoiceCampaignFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    status: t.field({ type: [CampaignStatusEnum], description: 'One of these statuses.' }),
    sendType: t.field({ type: [SendTypeEnum], description: 'One of these send types.' }),
    name: t.string({ description: 'Text within the name; case does not matter.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was created.' }),
  }),
});

export const VoiceCampaignOrder = orderInput('VoiceCampaign', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  name: 'Its name.',
  status: 'Its status, in the order of the enumeration.',
});

const VoiceCampaignMetaInput = builder.inputType('VoiceCampaignMetaInput', {
  description:
    'How, from what number and whom a voice campaign calls. What is absent is kept, null clears; nested data is replaced as a whole.',
  fields: (t) => ({
    sendType: t.field({ type: SendTypeEnum, description: 'How it decides when to call.' }),
    segmentIds: t.field({
      type: ['JSONObject'],
      description: 'Segments to call, each `{id, …}` kept as given; an id must be the team’s. Null empties the list.',
    }),
    filterSegmentId: t.id({ description: 'Segment of the team that contacts must also be in.' }),
    agentId: t.id({ description: 'Agent of the team that speaks.' }),
    numberId: t.id({ description: 'Number of the team to call from.' }),
    agentIds: t.idList({ description: 'Agents of the team, where several share the calls.' }),
    numberIds: t.idList({ description: 'Numbers of the team, where several share the calls.' }),
    manualData: t.field({ type: ManualDataInput, description: 'For `manual`.' }),
    recurringData: t.field({ type: RecurringDataInput, description: 'For `recurring`.' }),
    feedData: t.field({ type: FeedDataInput, description: 'For `feed`.' }),
    stoppedReason: t.string({ description: 'Why it was stopped, in words.' }),
    hlrSettings: t.field({ type: HlrSettingsInput, description: 'Number look-up before calling.' }),
  }),
});

export const CreateVoiceCampaignInput = builder.inputType('CreateVoiceCampaignInput', {
  description: 'A new voice campaign. It begins as a draft.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    meta: t.field({ type: VoiceCampaignMetaInput, description: 'How, from what number and whom it calls.' }),
  }),
});

export const UpdateVoiceCampaignInput = builder.inputType('UpdateVoiceCampaignInput', {
  description: 'Changes of a voice campaign (E1). What is absent is kept, null clears.',
  fields: (t) => ({
    name: t.string({ description: 'Name, 1 to 255 characters; it cannot be cleared.' }),
    status: t.field({
      type: CampaignStatusEnum,
      description:
        'Where it shall stand; it cannot be cleared. From draft: pending, running. From pending: draft, running, stopped, failed. From running: in_progress, sent, failed, stopped. From in_progress: running, sent, failed, stopped. From stopped: draft, pending, running. From failed: draft, pending. From sent: none.',
    }),
    meta: t.field({ type: VoiceCampaignMetaInput, description: 'Merged at its first level; null clears all of it.' }),
  }),
});
