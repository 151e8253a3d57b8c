import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, orderInput } from '../../graphql/lists.ts';
import { CampaignStatusEnum, SendTypeEnum } from '../campaigns/enums.ts';
import { FeedDataInput, HlrSettingsInput, ManualDataInput, RecurringDataInput } from '../campaigns/inputs.ts';
import { MultistepDataInput, PlannerDataInput } from '../campaigns/step-inputs.ts';

export const SmsCampaignFilter = builder.inputType('SmsCampaignFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    status: t.field({ type: [CampaignStatusEnum], description: 'One of these statuses.' }),
    sendType: t.field({ type: [SendTypeEnum], description: 'One of these send types.' }),
    name: t.string({ description: 'Text within the name; case does not matter.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was created.' }),
  }),
});

export const SmsCampaignOrder = orderInput('SmsCampaign', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  name: 'Its name.',
  status: 'Its status, in the order of the enumeration.',
});

const SmsCampaignMetaInput = builder.inputType('SmsCampaignMetaInput', {
  description:
    'How and to whom an SMS campaign sends. What is absent is kept, null clears; nested data is replaced as a whole.',
  fields: (t) => ({
    sendType: t.field({ type: SendTypeEnum, description: 'How it decides when to send.' }),
    segmentIds: t.idList({
      description: 'Segments of the team to send to; repeats count once. Null empties the list.',
    }),
    smsRoutingPlanId: t.id({ description: 'Routing plan of the team that its messages take.' }),
    filterSegmentId: t.id({ description: 'Segment of the team that recipients must also be in.' }),
    domainPlanId: t.id({ description: 'Domain plan of the team under which its links are shortened.' }),
    useDedicatedDomains: t.boolean({ description: 'Whether the domains serve this campaign alone; null is false.' }),
    manualData: t.field({ type: ManualDataInput, description: 'For `manual`.' }),
    multistepData: t.field({ type: MultistepDataInput, description: 'For `multistep`.' }),
    plannerData: t.field({ type: PlannerDataInput, description: 'For `planner`.' }),
    recurringData: t.field({ type: RecurringDataInput, description: 'For `recurring`.' }),
    feedData: t.field({ type: FeedDataInput, description: 'For `feed`.' }),
    hlrSettings: t.field({ type: HlrSettingsInput, description: 'Number look-up before sending.' }),
  }),
});

export const CreateSmsCampaignInput = builder.inputType('CreateSmsCampaignInput', {
  description: 'A new SMS campaign. It begins as a draft.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    meta: t.field({ type: SmsCampaignMetaInput, description: 'How and to whom it sends.' }),
    texts: t.stringList({
      description: 'Texts that its messages are written from, at most 100 of 1 to 1,600 characters each.',
    }),
    offerIds: t.idList({ description: 'Offers of the team that it sells, at most 100; repeats count once.' }),
  }),
});

export const UpdateSmsCampaignInput = builder.inputType('UpdateSmsCampaignInput', {
  description: 'Changes of an SMS campaign. What is absent is kept, null clears.',
  fields: (t) => ({
    name: t.string({ description: 'Name, 1 to 255 characters; it cannot be cleared.' }),
    status: t.field({
      type: CampaignStatusEnum,
      description:
        'Where it shall stand; it cannot be cleared. From draft: pending, running. From pending: draft, running, stopped, failed. From running: in_progress, sent, failed, stopped. From in_progress: running, sent, failed, stopped. From stopped: draft, pending, running. From failed: draft, pending. From sent: none. Getting it under way needs what `startSmsCampaign` needs.',
    }),
    meta: t.field({ type: SmsCampaignMetaInput, description: 'Merged at its first level; null clears all of it.' }),
    texts: t.stringList({
      description: 'All its texts, at most 100 of 1 to 1,600 characters each; null and an empty list remove them.',
    }),
  }),
});
