import { tables } from '../../../../database/tables.ts';
import type { PostProcessing } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE, REFUSED } from '../../../../graphql/lists.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import {
  createPostProcessing,
  deletePostProcessing,
  reorderPostProcessings,
  updatePostProcessing,
} from '../operations.ts';
import { replayCallPostProcessing } from '../results.ts';
import { rotateSigningSecret } from '../signing-secret.ts';
import {
  CreateVoicePostProcessingInput,
  ReorderVoicePostProcessingsInput,
  UpdateVoicePostProcessingInput,
} from './inputs.ts';
import { CallPostProcessingType, PostProcessingType, PostProcessingWithSecretType } from './types.ts';

const INVALID =
  '`VALIDATION_FAILED` lists fields that are out of range, name a record your team does not have, or hold data of another kind';

const ReorderVoicePostProcessingsPayload = builder
  .objectRef<{ postProcessings: PostProcessing[] }>('ReorderVoicePostProcessingsPayload')
  .implement({
    description: 'Reordered post-processing steps.',
    fields: (t) => ({
      voicePostProcessings: t.expose('postProcessings', {
        type: [PostProcessingType],
        access: 'viewer',
        size: 50,
        description: 'The steps in their new order.',
      }),
    }),
  });

builder.mutationFields((t) => ({
  createVoicePostProcessing: t.create({
    type: PostProcessingType,
    access: 'viewer',
    description: `Adds a post-processing step to a voice campaign, or to all of them. ${INVALID}.`,
    input: CreateVoicePostProcessingInput,
    run: createPostProcessing,
  }),
  updateVoicePostProcessing: t.change({
    type: PostProcessingType,
    access: 'viewer',
    description: `Changes a post-processing step; its kind and campaign stay. ${NONE}, ${INVALID}.`,
    input: UpdateVoicePostProcessingInput,
    run: updatePostProcessing,
  }),
  reorderVoicePostProcessings: t.field({
    type: ReorderVoicePostProcessingsPayload,
    access: 'viewer',
    creates: false,
    changes: 'many',
    description:
      'Puts the post-processing steps of a voice campaign, or those of every campaign, in a new order. `VALIDATION_FAILED` under `ids.N` for a step that is not the team’s, under `ids` when they are not all steps of one campaign.',
    args: { input: t.arg({ type: ReorderVoicePostProcessingsInput, required: true, description: 'The order.' }) },
    resolve: async (_root, { input }, ctx) => ({ postProcessings: await reorderPostProcessings(ctx, input) }),
  }),
  rotateVoicePostProcessingSecret: t.change({
    type: PostProcessingWithSecretType,
    access: MAY.rotatePostProcessingSecret,
    creates: true,
    changes: { table: tables.PostProcessing },
    description: `Gives a post-processing step a new secret, shown this once, that its requests are signed with from the next one on. ${REFUSED}, ${NONE}, \`VALIDATION_FAILED\` for a step that sends none.`,
    run: rotateSigningSecret,
  }),
  replayCallPostProcessing: t.change({
    type: CallPostProcessingType,
    access: MAY.replayPostProcessing,
    creates: true,
    description: `Has a step that failed on a call tried again: a worker tries it at once, and as often as a new one. A step that waits is tried at once, too; what was done or skipped is left alone. ${REFUSED}, ${NONE}.`,
    run: replayCallPostProcessing,
  }),
  deleteVoicePostProcessing: t.change({
    type: DeletedRecord,
    access: 'DELETE /v1/voice/post-processing/{postProcessing}',
    changes: { table: tables.PostProcessing },
    description: 'Deletes a post-processing step (E21). `NOT_FOUND` when the team has none of this id.',
    run: deletePostProcessing,
  }),
}));
