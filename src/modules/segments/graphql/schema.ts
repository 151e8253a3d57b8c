import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import {
  createSegment,
  deleteSegment,
  getSegment,
  listSegments,
  previewSegment,
  updateSegment,
} from '../operations.ts';
import {
  CreateSegmentInput,
  SegmentFilterInput,
  SegmentListFilter,
  SegmentOrder,
  UpdateSegmentInput,
} from './inputs.ts';
import { SegmentPreviewType, SegmentType } from './types.ts';

builder.queryField('segments', (t) =>
  t.connection(
    {
      type: SegmentType,
      access: 'viewer',
      description: 'The team’s segments, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: SegmentListFilter, description: 'Which segments.' }),
        orderBy: t.arg({ type: SegmentOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listSegments(ctx, args, columns(info)),
    },
    { description: 'A page of segments.' },
    { description: 'A segment in a list.' },
  ),
);

builder.queryField('segment', (t) =>
  t.field({
    type: SegmentType,
    access: 'viewer',
    description: 'One segment. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getSegment(ctx, id, columns(info)),
  }),
);

builder.queryField('previewSegment', (t) =>
  t.field({
    type: SegmentPreviewType,
    access: 'viewer',
    description:
      'How many contacts a filter holds before a segment is made of it. `VALIDATION_FAILED` names what is out of bounds, as `createSegment` does.',
    args: { filter: t.arg({ type: SegmentFilterInput, required: true, description: 'Which contacts.' }) },
    resolve: (_root, { filter }) => previewSegment(filter),
  }),
);

builder.mutationField('createSegment', (t) =>
  t.create({
    type: SegmentType,
    access: 'viewer',
    description: 'Creates a segment. `VALIDATION_FAILED` names what is out of bounds.',
    input: CreateSegmentInput,
    run: createSegment,
  }),
);

builder.mutationField('updateSegment', (t) =>
  t.change({
    type: SegmentType,
    access: 'viewer',
    description:
      'Changes a segment; campaigns that use it reach whom it then holds. `NOT_FOUND` when the team has none of this id, `VALIDATION_FAILED` names what is out of bounds.',
    input: UpdateSegmentInput,
    run: updateSegment,
  }),
);

builder.mutationField('deleteSegment', (t) =>
  t.change({
    type: DeletedRecord,
    access: 'viewer',
    description:
      'Deletes a segment; its contacts stay. `NOT_FOUND` when the team has none of this id, `CONFLICT` while a campaign uses it.',
    run: deleteSegment,
  }),
);
