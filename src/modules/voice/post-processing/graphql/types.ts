import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { CallOutcomeLogType } from '../../calls/graphql/log-types.ts';
import { type OutcomeClassifierData, storedData, type TagContactData, type WebhookData } from '../data.ts';
import type { PostProcessingWithSecret } from '../signing-secret.ts';
import { PostProcessingKindEnum, PostProcessingStatusEnum } from './enums.ts';

const OutcomeClassifierDataType = builder.objectRef<OutcomeClassifierData>('OutcomeClassifierData').implement({
  description: 'Settings of a step that finds the call’s outcome again.',
  fields: (t) => ({
    language: t.exposeString('language', {
      nullable: true,
      description: 'Language of the transcript, a BCP 47 tag; null finds it out.',
    }),
    minimumConfidence: t.exposeFloat('minimumConfidence', {
      description: 'From which confidence on an outcome is changed, 0 to 1.',
    }),
    url: t.expose('url', {
      type: 'URL',
      nullable: true,
      description: 'A service of the team’s own that finds it; null: built-in rules.',
    }),
  }),
});

const WebhookDataType = builder.objectRef<WebhookData>('WebhookData').implement({
  description: 'Settings of a step that sends the call to an address.',
  fields: (t) => ({ url: t.expose('url', { type: 'URL', description: 'The address.' }) }),
});

const TagContactDataType = builder.objectRef<TagContactData>('TagContactData').implement({
  description: 'Settings of a step that tags the contact.',
  fields: (t) => ({
    tag: t.exposeString('tag', { description: 'The tag.' }),
    outcomes: t.expose('outcomes', {
      type: [CallOutcomeEnum],
      description: 'The outcomes after which it tags; empty for every one.',
    }),
  }),
});

export const PostProcessingType = builder.prismaObject('PostProcessing', {
  name: 'VoicePostProcessing',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'voiceCampaignId', 'name', 'position', 'isActive', 'createdAt', 'updatedAt'),
    kind: t.expose('kind', { type: PostProcessingKindEnum }),
    outcomeClassifierData: t.field({
      type: OutcomeClassifierDataType,
      nullable: true,
      select: { kind: true, config: true },
      description: 'Set for `outcome_classifier`.',
      resolve: (step) => storedData(step, 'outcome_classifier', { language: null, minimumConfidence: 0, url: null }),
    }),
    webhookData: t.field({
      type: WebhookDataType,
      nullable: true,
      select: { kind: true, config: true },
      description: 'Set for `webhook`.',
      resolve: (step) => storedData<WebhookData>(step, 'webhook', {}),
    }),
    tagContactData: t.field({
      type: TagContactDataType,
      nullable: true,
      select: { kind: true, config: true },
      description: 'Set for `tag_contact`.',
      resolve: (step) => storedData<TagContactData>(step, 'tag_contact', { outcomes: [] }),
    }),
    voiceCampaign: t.one('voiceCampaign', { access: 'viewer' }),
  }),
});

builder.prismaObjectFields(CallOutcomeLogType, (t) => ({
  callOutcomeClassifier: t.byId(PostProcessingType, 'callOutcomeClassifierId', {
    access: 'viewer',
    description: 'The post-processing step that changed it; null where none did, and once that is deleted.',
  }),
}));

export const CallPostProcessingType = builder.prismaObject('CallPostProcessing', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'callId', 'postProcessingId', 'name', 'position', 'attempts', 'dueAt', 'failureReason'),
    ...t.columns('endedAt', 'createdAt'),
    kind: t.expose('kind', { type: PostProcessingKindEnum }),
    status: t.expose('status', { type: PostProcessingStatusEnum }),
    call: t.one('call', { access: 'viewer' }),
    postProcessing: t.byId(PostProcessingType, 'postProcessingId', {
      access: 'viewer',
      description: 'The step; null once it is deleted, and for `auto_analyze`.',
    }),
  }),
});

export const PostProcessingWithSecretType = builder
  .objectRef<PostProcessingWithSecret>('RotateVoicePostProcessingSecretPayload')
  .implement({
    description: 'A post-processing step with its new signing secret, which is shown this once.',
    fields: (t) => ({
      voicePostProcessing: t.expose('postProcessing', { type: PostProcessingType, description: 'The step.' }),
      secret: t.exposeString('secret', {
        description: 'What requests to its address are signed with, as Standard Webhooks says: `whsec_…`.',
      }),
    }),
  });
