import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { CALL_POST_PROCESSING, callPostProcessingFilter, listCallPostProcessings } from '../results.ts';
import { CallPostProcessingType } from './types.ts';

const CallPostProcessingFilter = filterInput(callPostProcessingFilter);

builder.queryFields((t) => ({
  callPostProcessings: t.page({
    type: CallPostProcessingType,
    access: 'viewer',
    description:
      'What post-processing steps did with the team’s finished calls, newest first. Those with the status `failed` were given up: among them are the webhooks that nobody took; see `replayCallPostProcessing`.',
    filter: CallPostProcessingFilter,
    list: listCallPostProcessings,
    texts: {
      filter: 'Which of them.',
    },
  }),
  callPostProcessing: t.record({
    type: CallPostProcessingType,
    of: CALL_POST_PROCESSING,
    access: 'viewer',
    description: 'What one step did with one call.',
  }),
}));
