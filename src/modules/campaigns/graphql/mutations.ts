import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../graphql/lists.ts';
import { createCampaign, duplicateCampaign, updateCampaign } from '../changes.ts';
import { SMS } from '../sms/kind.ts';
import { stopSmsCampaignPlanner } from '../sms/planner.ts';
import { deleteCampaign } from '../start-and-stop.ts';
import { REST_VOICE, VOICE } from '../voice/kind.ts';
import { setVoiceCampaignRetries } from '../voice/retries.ts';
import {
  CreateSmsCampaignInput,
  CreateVoiceCampaignInput,
  PutVoiceCampaignInput,
  SetVoiceCampaignRetriesInput,
  UpdateSmsCampaignInput,
  UpdateVoiceCampaignInput,
} from './inputs.ts';
import { SmsCampaignType } from './sms-types.ts';
import { VoiceCampaignType } from './voice-types.ts';

const INVALID = '`VALIDATION_FAILED` lists fields that are out of range or name a record your team does not have';
const REFUSED = `${INVALID}, and what a campaign that is under way must not lose. A send that waits for its time takes the changes over`;
builder.mutationFields((t) => ({
  createSmsCampaign: t.create({
    type: SmsCampaignType,
    access: 'viewer',
    description: `Creates an SMS campaign, a draft. ${INVALID}.`,
    input: CreateSmsCampaignInput,
    run: (ctx, input) => createCampaign(ctx, SMS, input),
  }),
  createVoiceCampaign: t.create({
    type: VoiceCampaignType,
    access: 'viewer',
    description: `Creates a voice campaign, a draft. ${INVALID}.`,
    input: CreateVoiceCampaignInput,
    run: (ctx, input) => createCampaign(ctx, VOICE, input),
  }),
  updateSmsCampaign: t.change({
    type: SmsCampaignType,
    access: 'viewer',
    description: `Changes an SMS campaign. ${NONE}; ${REFUSED}.`,
    input: UpdateSmsCampaignInput,
    run: (ctx, id, input) => updateCampaign(ctx, SMS, id, input),
  }),
  updateVoiceCampaign: t.change({
    type: VoiceCampaignType,
    access: 'PUT /v1/voice/campaigns/{campaign}',
    description: `Changes a voice campaign. ${NONE}; ${REFUSED}.`,
    input: UpdateVoiceCampaignInput,
    run: (ctx, id, input) => updateCampaign(ctx, VOICE, id, input),
  }),
  putVoiceCampaign: t.change({
    type: VoiceCampaignType,
    internal: true,
    access: 'PUT /v1/voice/campaigns/{campaign}',
    description: `Changes a voice campaign (E1). ${NONE}; ${INVALID}, or a status that cannot follow the current one. A status that gets it under way opens a send, and \`VALIDATION_FAILED\` names what starting it would name; a send that waits for its time takes the changes over.`,
    input: PutVoiceCampaignInput,
    run: (ctx, id, input) => updateCampaign(ctx, REST_VOICE, id, input),
  }),
  duplicateSmsCampaign: t.change({
    type: SmsCampaignType,
    access: 'viewer',
    creates: true,
    description: `Creates a draft with the meta, texts and offers of an SMS campaign; its name ends in \`(copy)\`. ${NONE}.`,
    run: (ctx, id) => duplicateCampaign(ctx, SMS, id),
  }),
  duplicateVoiceCampaign: t.change({
    type: VoiceCampaignType,
    access: 'viewer',
    creates: true,
    description: `Creates a draft with the meta, offers and post-processing steps of a voice campaign; its name ends in \`(copy)\`. ${NONE}.`,
    run: (ctx, id) => duplicateCampaign(ctx, VOICE, id),
  }),
  deleteSmsCampaign: t.change({
    type: DeletedRecord,
    access: 'DELETE /v1/sms/campaigns/{campaign}',
    changes: SMS,
    description: `Deletes an SMS campaign (E22). ${NONE}, \`CONFLICT\` while it is sending.`,
    run: (ctx, id) => deleteCampaign(ctx, SMS, id),
  }),
  deleteVoiceCampaign: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: VOICE,
    description: `Deletes a voice campaign. ${NONE}, \`CONFLICT\` while it is calling.`,
    run: (ctx, id) => deleteCampaign(ctx, VOICE, id),
  }),
  stopSmsCampaignPlanner: t.change({
    type: SmsCampaignType,
    internal: true,
    access: 'POST /v1/sms/campaigns/{campaign}/planner/stop',
    description: `Stops a campaign’s planner (E19). ${NONE}, \`VALIDATION_FAILED\` when it has no planner.`,
    run: stopSmsCampaignPlanner,
  }),
  setVoiceCampaignRetries: t.change({
    type: VoiceCampaignType,
    access: 'viewer',
    description: `Says how often and when a contact is called again that was busy or did not answer, from the next call’s end on. ${NONE}; \`VALIDATION_FAILED\` lists fields that are out of range.`,
    input: SetVoiceCampaignRetriesInput,
    run: setVoiceCampaignRetries,
  }),
}));
