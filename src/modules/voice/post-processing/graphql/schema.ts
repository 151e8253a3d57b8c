import './mutations.ts';
import './queries.ts';
import { builder } from '../../../../graphql/builder.ts';
import { listPostProcessings, POST_PROCESSING } from '../operations.ts';
import { VoicePostProcessingFilter, VoicePostProcessingOrder } from './inputs.ts';
import { PostProcessingType } from './types.ts';

builder.queryFields((t) => ({
  voicePostProcessings: t.page({
    type: PostProcessingType,
    access: 'viewer',
    description:
      'The team’s post-processing steps, newest first unless ordered otherwise, those of no campaign in particular among them.',
    filter: VoicePostProcessingFilter,
    orderBy: VoicePostProcessingOrder,
    list: listPostProcessings,
    texts: {
      filter: 'Which steps.',
    },
  }),
  voicePostProcessing: t.record({
    type: PostProcessingType,
    of: POST_PROCESSING,
    access: 'viewer',
    description: 'One post-processing step.',
  }),
}));
