import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { PostProcessing } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { CallOutcomeEnum } from '../calls/enums.ts';
import { CallOutcomeLogType } from '../calls/log-types.ts';
import { voiceCampaigns } from '../voice-campaigns/loaders.ts';
import { VoiceCampaignType } from '../voice-campaigns/types.ts';
import { type OutcomeClassifierData, storedData, type TagContactData, type WebhookData } from './data.ts';
import { PostProcessingKindEnum } from './enums.ts';
import { postProcessings, postProcessingsOfVoiceCampaign } from './loaders.ts';

const OutcomeClassifierDataType = builder.objectRef<OutcomeClassifierData>('OutcomeClassifierData').implement({
  description: 'Settings of a step that finds the call’s outcome anew.',
  fields: (t) => ({
    language: t.exposeString('language', {
      nullable: true,
      description: 'Language of the transcript, a BCP 47 tag; null finds it out.',
    }),
    minimumConfidence: t.exposeFloat('minimumConfidence', {
      description: 'From which confidence on an outcome is changed, 0 to 1.',
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

export const PostProcessingType = builder.objectRef<Row<PostProcessing>>('PostProcessing').implement({
  description:
    'What is to be done with a voice campaign’s finished calls (E21 deletes it). Steps are kept, in their order, for whoever processes the calls: nothing here runs them.',
  table: postProcessings,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    voiceCampaignId: t.exposeID('voiceCampaignId', {
      nullable: true,
      description: 'The campaign whose calls it is for; null means those of every campaign.',
    }),
    name: t.exposeString('name', { description: 'Name.' }),
    kind: t.expose('kind', { type: PostProcessingKindEnum, description: 'What it does.' }),
    outcomeClassifierData: t.field({
      type: OutcomeClassifierDataType,
      nullable: true,
      columns: ['kind', 'config'],
      description: 'Set for `outcome_classifier`.',
      resolve: (step) => storedData(step, 'outcome_classifier', { language: null, minimumConfidence: 0 }),
    }),
    webhookData: t.field({
      type: WebhookDataType,
      nullable: true,
      columns: ['kind', 'config'],
      description: 'Set for `webhook`.',
      resolve: (step) => storedData<WebhookData>(step, 'webhook', {}),
    }),
    tagContactData: t.field({
      type: TagContactDataType,
      nullable: true,
      columns: ['kind', 'config'],
      description: 'Set for `tag_contact`.',
      resolve: (step) => storedData<TagContactData>(step, 'tag_contact', { outcomes: [] }),
    }),
    position: t.exposeInt('position', {
      description: 'Its place among the campaign’s steps, from 0; a step that was deleted leaves a gap.',
    }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether it is to run; one that is not is kept with its place.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    voiceCampaign: t.field({
      type: VoiceCampaignType,
      nullable: true,
      access: 'viewer',
      columns: ['voiceCampaignId'],
      description: 'The campaign whose calls it is for; null for every one, and once that is deleted.',
      resolve: (step, _args, ctx, info) => loadById(ctx, voiceCampaigns, step.voiceCampaignId, columns(info)),
    }),
  }),
});

builder.objectFields(VoiceCampaignType, (t) => ({
  postProcessings: t.field({
    type: [PostProcessingType],
    access: 'viewer',
    args: pageArgs,
    description: 'The steps that are meant for its finished calls, in order.',
    ...nested(postProcessingsOfVoiceCampaign),
  }),
  postProcessingsCount: t.int({
    columns: ['id'],
    description: 'How many such steps it has.',
    resolve: (campaign, _args, ctx) => postProcessingsOfVoiceCampaign.count(ctx, campaign.id, {}),
  }),
}));

builder.objectFields(CallOutcomeLogType, (t) => ({
  callOutcomeClassifier: t.field({
    type: PostProcessingType,
    nullable: true,
    access: 'viewer',
    columns: ['callOutcomeClassifierId'],
    description: 'The post-processing step that changed it; null where none did, and once that is deleted.',
    resolve: (log, _args, ctx, info) => loadById(ctx, postProcessings, log.callOutcomeClassifierId, columns(info)),
  }),
}));
