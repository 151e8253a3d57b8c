import { builder } from '../../../graphql/builder.ts';
import { inputPair } from '../../../graphql/input-pair.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { campaignFilter } from '../either.ts';
import { campaignLogFilter, sendFilter, smsCampaignFilter, voiceCampaignFilter } from '../reads.ts';
import { STATUS_CHANGES } from '../rules.ts';
import { sendStepFilter } from '../sms/messages.ts';
import { CampaignStatusEnum } from './enums.ts';
import { RestVoiceCampaignMeta, SmsCampaignMeta, VoiceCampaignMeta } from './meta.ts';

export const SmsCampaignFilter = filterInput(smsCampaignFilter);
builder.enumType('CampaignKind', {
  description: 'What a campaign sends.',
  values: { sms: { description: 'Messages.' }, voice: { description: 'Calls.' } },
});
export const CampaignFilter = filterInput(campaignFilter);
export const VoiceCampaignFilter = filterInput(voiceCampaignFilter);
export const SendFilter = filterInput(sendFilter);
export const CampaignLogFilter = filterInput(campaignLogFilter);
filterInput(sendStepFilter);

const ORDERS = {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  name: 'Its name.',
  status: 'Its status, in the order of the enumeration.',
};
export const CampaignOrder = orderInput('Campaign', ORDERS);
export const SmsCampaignOrder = orderInput('SmsCampaign', ORDERS);
export const VoiceCampaignOrder = orderInput('VoiceCampaign', ORDERS);

const NAME = 'Name, 1 to 255 characters.';
const NEW_NAME = 'Name, 1 to 255 characters; it cannot be cleared.';
const changes = Object.entries(STATUS_CHANGES).map(([from, to]) => `From ${from}: ${to.join(', ') || 'none'}.`);
const NEW_STATUS = `The new status. Cannot be null. ${changes.join(' ')} Getting it under way needs what starting it needs.`;
const META = 'Merged at its first level; null clears all of it.';
const OFFERS = 'Offers of the team that it sells, at most 100; repeats count once.';
const MERGED =
  'Merge fields are Liquid: `{{ name | default: "there" }}` writes a column of the contact under its documented name, `{{ url }}` the short link; `if`, `unless`, `case` and `assign` are allowed. `{Hi|Hello}` writes one of its alternatives, another one in each message; `\\{` stands for a brace.';

export const [CreateSmsCampaignInput, UpdateSmsCampaignInput] = inputPair('SmsCampaign', {
  create: 'A new SMS campaign. It begins as a draft.',
  update: 'Changes of an SMS campaign. What is absent is kept, null clears.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME, onUpdate: NEW_NAME }),
    meta: t.field({ type: SmsCampaignMeta.input, description: 'How and to whom it sends.', onUpdate: META }),
    texts: t.stringList({
      description: `Texts that its messages are written from, at most 100 of 1 to 1,600 characters each. ${MERGED}`,
      onUpdate: `All its texts, at most 100 of 1 to 1,600 characters each; null and an empty list remove them. ${MERGED}`,
    }),
  }),
  onlyCreate: (t) => ({ offerIds: t.idList({ description: OFFERS }) }),
});

export const [CreateVoiceCampaignInput, UpdateVoiceCampaignInput] = inputPair('VoiceCampaign', {
  create: 'A new voice campaign. It begins as a draft.',
  update: 'Changes of a voice campaign. What is absent is kept, null clears.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME, onUpdate: NEW_NAME }),
    meta: t.field({
      type: VoiceCampaignMeta.input,
      description: 'How, from what number and whom it calls.',
      onUpdate: META,
    }),
  }),
  onlyCreate: (t) => ({ offerIds: t.idList({ description: OFFERS }) }),
});

export const PutVoiceCampaignInput = builder.inputType('PutVoiceCampaignInput', {
  description: 'Changes of a voice campaign (E1). What is absent is kept, null clears.',
  fields: (t) => ({
    id: t.string({ description: 'May be repeated from an answer (E1) and changes nothing.' }),
    name: t.string({ description: NEW_NAME }),
    meta: t.field({ type: RestVoiceCampaignMeta.input, description: META }),
    status: t.field({ type: CampaignStatusEnum, description: NEW_STATUS }),
  }),
});

export const SetVoiceCampaignRetriesInput = builder.inputType('SetVoiceCampaignRetriesInput', {
  description:
    'How busy lines, unanswered calls and contacts who asked to be called later are called again. Omitted fields stay as they are.',
  fields: (t) => ({
    maxAttempts: t.field({
      type: 'PositiveInt',
      description:
        'Calls to a contact at most in a cycle, 1 to 20; 3 unless changed. Calls that the contact asked for count, too. It cannot be cleared.',
    }),
    retryDelay: t.field({
      type: 'PositiveInt',
      description:
        'Minutes from the end of a busy or unanswered call until the next, 1 to 10,080; 60 unless changed. It cannot be cleared.',
    }),
  }),
});
