import './mutations.ts';
import './queries.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { listPostProcessings, POST_PROCESSING } from '../operations.ts';
import { PostProcessingFilter, PostProcessingOrder } from './inputs.ts';
import { PostProcessingType } from './types.ts';

builder.queryField('voicePostProcessings', (t) =>
  t.connection(
    {
      type: PostProcessingType,
      access: 'viewer',
      description:
        'The team’s post-processing steps, newest first unless ordered otherwise, those of no campaign in particular among them.',
      args: {
        filter: t.arg({ type: PostProcessingFilter, description: 'Which steps.' }),
        orderBy: t.arg({ type: PostProcessingOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listPostProcessings(ctx, args, columns(info)),
    },
    { description: 'A page of post-processing steps.' },
    { description: 'A post-processing step in a list.' },
  ),
);

builder.queryField('voicePostProcessing', (t) =>
  t.field({
    type: PostProcessingType,
    access: 'viewer',
    description: 'One post-processing step. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, POST_PROCESSING, id, columns(info)),
  }),
);
