import { builder } from '../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { CALL_POST_PROCESSING, callPostProcessingFilter, listCallPostProcessings } from '../results.ts';
import { CallPostProcessingType } from './types.ts';

const CallPostProcessingFilter = filterInput(callPostProcessingFilter);

const CallPostProcessingOrder = orderInput('CallPostProcessing', { createdAt: 'When the call ended.' });

builder.queryField('callPostProcessings', (t) =>
  t.connection(
    {
      type: CallPostProcessingType,
      access: 'viewer',
      description:
        'What post-processing steps did with the team’s finished calls, newest first unless ordered otherwise. Those with the status `failed` were given up: among them are the webhooks that nobody took; see `replayCallPostProcessing`.',
      args: {
        filter: t.arg({ type: CallPostProcessingFilter, description: 'Which of them.' }),
        orderBy: t.arg({ type: CallPostProcessingOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listCallPostProcessings(ctx, args, columns(info)),
    },
    { description: 'A page of what steps did with calls.' },
    { description: 'What a step did with a call, in a list.' },
  ),
);

builder.queryField('callPostProcessing', (t) =>
  t.field({
    type: CallPostProcessingType,
    access: 'viewer',
    description: 'What one step did with one call. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, CALL_POST_PROCESSING, id, columns(info)),
  }),
);
