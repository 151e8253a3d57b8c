import { builder } from '../../../graphql/builder.ts';
import { filterInput } from '../../../graphql/lists.ts';
import { CampaignStatusEnum, SendTypeEnum } from '../../campaigns/graphql/enums.ts';
import { campaignOrder, NAME, NEW_NAME, NEW_STATUS } from '../../campaigns/graphql/list-inputs.ts';
import { FeedData, HlrSettings, ManualData, RecurringData } from '../../campaigns/graphql/meta.ts';
import { voiceCampaignFilter } from '../../campaigns/reads.ts';

export const VoiceCampaignFilter = filterInput(voiceCampaignFilter);

export const VoiceCampaignOrder = campaignOrder('VoiceCampaign');

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
    manualData: t.field({ type: ManualData.input, description: 'For `manual`.' }),
    recurringData: t.field({ type: RecurringData.input, description: 'For `recurring`.' }),
    feedData: t.field({ type: FeedData.input, description: 'For `feed`.' }),
    stoppedReason: t.string({ description: 'Why it was stopped, in words.' }),
    hlrSettings: t.field({ type: HlrSettings.input, description: 'Number look-up before calling.' }),
  }),
});

export const CreateVoiceCampaignInput = builder.inputType('CreateVoiceCampaignInput', {
  description: 'A new voice campaign. It begins as a draft.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    meta: t.field({ type: VoiceCampaignMetaInput, description: 'How, from what number and whom it calls.' }),
    offerIds: t.idList({ description: 'Offers of the team that it sells, at most 100; repeats count once.' }),
  }),
});

export const UpdateVoiceCampaignInput = builder.inputType('UpdateVoiceCampaignInput', {
  description: 'Changes of a voice campaign (E1). What is absent is kept, null clears.',
  fields: (t) => ({
    id: t.string({
      description: 'May be repeated from an answer (E1) and changes nothing.',
    }),
    name: t.string({ description: NEW_NAME }),
    status: t.field({ type: CampaignStatusEnum, description: NEW_STATUS }),
    meta: t.field({ type: VoiceCampaignMetaInput, description: 'Merged at its first level; null clears all of it.' }),
  }),
});

export const SetVoiceCampaignRetriesInput = builder.inputType('SetVoiceCampaignRetriesInput', {
  description: 'How busy lines and unanswered calls are tried again; what is absent stays.',
  fields: (t) => ({
    maxAttempts: t.field({
      type: 'PositiveInt',
      description: 'Calls to a contact at most in a cycle, 1 to 20; 3 unless changed. It cannot be cleared.',
    }),
    retryDelay: t.field({
      type: 'PositiveInt',
      description: 'Minutes from a call’s end until the next, 1 to 10,080; 60 unless changed. It cannot be cleared.',
    }),
  }),
});
