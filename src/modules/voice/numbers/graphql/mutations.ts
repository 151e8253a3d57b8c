import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { archiveRecord, restoreRecord } from '../../../../records/archive.ts';
import { deleteRecord } from '../../../../records/delete-record.ts';
import { createVoiceNumber, NUMBER, setVoiceNumberProvider, updateVoiceNumber } from '../operations.ts';
import { CreateVoiceNumberInput, SetVoiceNumberProviderInput, UpdateVoiceNumberInput } from './inputs.ts';
import { NumberType } from './types.ts';

const INVALID =
  '`VALIDATION_FAILED` lists fields that are out of range, already taken, or name a record your team does not have';

builder.mutationFields((t) => ({
  createVoiceNumber: t.create({
    type: NumberType,
    access: 'viewer',
    description: `Records a phone number that the team has with a provider, to call from and to be called at. ${INVALID}.`,
    input: CreateVoiceNumberInput,
    run: createVoiceNumber,
  }),
  updateVoiceNumber: t.change({
    type: NumberType,
    access: 'viewer',
    description: `Changes a phone number. ${NONE}, ${INVALID}.`,
    input: UpdateVoiceNumberInput,
    run: updateVoiceNumber,
  }),
  setVoiceNumberProvider: t.field({
    type: NumberType,
    access: 'PATCH /management/numbers/{number}/voice-provider',
    creates: false,
    description:
      'Sets who connects a number’s calls (E9). Its account and the provider’s id of it stay. `NOT_FOUND` when the team has no number of this id.',
    args: {
      id: t.arg.id({ required: true, description: 'The number’s id.' }),
      input: t.arg({ type: SetVoiceNumberProviderInput, required: true, description: 'The new provider.' }),
    },
    resolve: (_root, { id, input }, ctx) => setVoiceNumberProvider(ctx, id, input.voiceProvider),
  }),
  archiveVoiceNumber: t.change({
    type: NumberType,
    access: 'viewer',
    description: `Archives a phone number, e.g. one that was given back: it stays on its calls, and no campaign can call from it any more. The provider is not told. ${NONE}, \`CONFLICT\` while a campaign that was not sent names it.`,
    run: (ctx, id) => archiveRecord(ctx, NUMBER, id),
  }),
  restoreVoiceNumber: t.change({
    type: NumberType,
    access: 'viewer',
    description: `Takes an archived phone number back into use. ${NONE}, \`VALIDATION_FAILED\` under \`voiceAccountId\` or \`inboundAgentId\` while these are archived.`,
    run: (ctx, id) => restoreRecord(ctx, NUMBER, id),
  }),
  deleteVoiceNumber: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: NUMBER,
    description: `Deletes a phone number that was never used. ${NONE}, \`CONFLICT\` when a campaign names it or it has calls.`,
    run: (ctx, id) => deleteRecord(ctx, NUMBER, id),
  }),
}));
