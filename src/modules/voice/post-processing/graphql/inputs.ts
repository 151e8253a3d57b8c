import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { postProcessingFilter } from '../operations.ts';
import { PostProcessingKindEnum } from './enums.ts';

export const VoicePostProcessingFilter = filterInput(postProcessingFilter);

export const VoicePostProcessingOrder = orderInput('VoicePostProcessing', {
  createdAt: 'When it was created.',
  position: 'Its place among its campaign’s steps.',
});

const OutcomeClassifierDataInput = builder.inputType('OutcomeClassifierDataInput', {
  description: 'Settings of a step that finds the call’s outcome again.',
  fields: (t) => ({
    language: t.string({ description: 'Language of the transcript, a BCP 47 tag; null finds it out.' }),
    minimumConfidence: t.float({
      required: true,
      defaultValue: 0,
      description: 'From which confidence on an outcome is changed, 0 to 1.',
    }),
    url: t.field({
      type: 'URL',
      description:
        'A service of the team’s own that finds it, at most 2,000 characters, without a name or password; null: built-in rules.',
    }),
  }),
});

const WebhookDataInput = builder.inputType('WebhookDataInput', {
  description: 'Settings of a step that sends the call to an address.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description: 'The address, at most 2,000 characters, without a name or password.',
    }),
  }),
});

const TagContactDataInput = builder.inputType('TagContactDataInput', {
  description: 'Settings of a step that tags the contact.',
  fields: (t) => ({
    tag: t.string({
      required: true,
      description: 'The tag, 1 to 255 characters; made when the team does not have it.',
    }),
    outcomes: t.field({
      type: [CallOutcomeEnum],
      required: true,
      defaultValue: [],
      description: 'The outcomes after which it tags; empty for every one.',
    }),
  }),
});

export const [CreateVoicePostProcessingInput, UpdateVoicePostProcessingInput] = inputPair('VoicePostProcessing', {
  create: 'A new post-processing step, behind those that are there.',
  update: 'Fields to change. Omitted fields stay as they are. The data of its kind is replaced as a whole.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name, 1 to 255 characters.',
      onUpdate: 'Name, 1 to 255 characters; it cannot be cleared.',
    }),
    isActive: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether it is to run.',
      onUpdate: 'Whether it is to run; it cannot be cleared.',
    }),
    outcomeClassifierData: t.field({ type: OutcomeClassifierDataInput, description: 'For `outcome_classifier`.' }),
    webhookData: t.field({ type: WebhookDataInput, description: 'For `webhook`, which needs it.' }),
    tagContactData: t.field({ type: TagContactDataInput, description: 'For `tag_contact`, which needs it.' }),
  }),
  onlyCreate: (t) => ({
    voiceCampaignId: t.id({
      description: 'Campaign of the team whose finished calls it is for, at most 50 steps each; null for every one.',
    }),
    kind: t.field({ type: PostProcessingKindEnum, required: true, description: 'What it does.' }),
  }),
});

export const ReorderVoicePostProcessingsInput = builder.inputType('ReorderVoicePostProcessingsInput', {
  description: 'A new order of steps.',
  fields: (t) => ({
    ids: t.idList({
      required: true,
      description: 'All steps of one voice campaign, or all that run for every one, each once, in their new order.',
    }),
  }),
});
