import { builder } from '../../../graphql/builder.ts';
import { filterInput } from '../../../graphql/lists.ts';
import { CampaignStatusEnum, SendTypeEnum } from '../../campaigns/graphql/enums.ts';
import { campaignOrder, NAME, NEW_NAME, NEW_STATUS } from '../../campaigns/graphql/list-inputs.ts';
import {
  FeedData,
  HlrSettings,
  ManualData,
  MultistepData,
  PlannerData,
  RecurringData,
} from '../../campaigns/graphql/meta.ts';
import { smsCampaignFilter } from '../../campaigns/reads.ts';

export const SmsCampaignFilter = filterInput(smsCampaignFilter);

export const SmsCampaignOrder = campaignOrder('SmsCampaign');

const MERGED =
  'Merge fields are Liquid: `{{ name | default: "there" }}` writes a column of the contact under its documented name, `{{ url }}` the short link; `if`, `unless`, `case` and `assign` are allowed. `{Hi|Hello}` writes one of its alternatives, another one in each message; `\\{` stands for a brace.';

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
    manualData: t.field({ type: ManualData.input, description: 'For `manual`.' }),
    multistepData: t.field({ type: MultistepData.input, description: 'For `multistep`.' }),
    plannerData: t.field({ type: PlannerData.input, description: 'For `planner`.' }),
    recurringData: t.field({ type: RecurringData.input, description: 'For `recurring`.' }),
    feedData: t.field({ type: FeedData.input, description: 'For `feed`.' }),
    hlrSettings: t.field({ type: HlrSettings.input, description: 'Number look-up before sending.' }),
  }),
});

export const CreateSmsCampaignInput = builder.inputType('CreateSmsCampaignInput', {
  description: 'A new SMS campaign. It begins as a draft.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    meta: t.field({ type: SmsCampaignMetaInput, description: 'How and to whom it sends.' }),
    texts: t.stringList({
      description: `Texts that its messages are written from, at most 100 of 1 to 1,600 characters each. ${MERGED}`,
    }),
    offerIds: t.idList({ description: 'Offers of the team that it sells, at most 100; repeats count once.' }),
  }),
});

export const UpdateSmsCampaignInput = builder.inputType('UpdateSmsCampaignInput', {
  description: 'Changes of an SMS campaign. What is absent is kept, null clears.',
  fields: (t) => ({
    name: t.string({ description: NEW_NAME }),
    status: t.field({
      type: CampaignStatusEnum,
      description: `${NEW_STATUS} Getting it under way needs what \`startSmsCampaign\` needs.`,
    }),
    meta: t.field({ type: SmsCampaignMetaInput, description: 'Merged at its first level; null clears all of it.' }),
    texts: t.stringList({
      description: `All its texts, at most 100 of 1 to 1,600 characters each; null and an empty list remove them. ${MERGED}`,
    }),
  }),
});
