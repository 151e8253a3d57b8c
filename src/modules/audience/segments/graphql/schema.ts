import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord } from '../../../../graphql/lists.ts';
import { createSegment, deleteSegment, listSegments, previewSegment, SEGMENT, updateSegment } from '../operations.ts';
import {
  CreateSegmentInput,
  SegmentFilterInput,
  SegmentListFilter,
  SegmentOrder,
  UpdateSegmentInput,
} from './inputs.ts';
import { SegmentPreviewType, SegmentType } from './types.ts';

builder.queryFields((t) => ({
  segments: t.page({
    type: SegmentType,
    access: 'viewer',
    description: 'The team’s segments, newest first unless ordered otherwise.',
    filter: SegmentListFilter,
    orderBy: SegmentOrder,
    list: listSegments,
    texts: { filter: 'Which segments.' },
  }),
  segment: t.record({ type: SegmentType, of: SEGMENT, access: 'viewer', description: 'One segment.' }),
}));

builder.queryField('previewSegment', (t) =>
  t.field({
    type: SegmentPreviewType,
    access: 'viewer',
    description:
      'How many contacts a filter holds before a segment is made of it. `VALIDATION_FAILED` lists fields that are out of range, as `createSegment` does.',
    args: { filter: t.arg({ type: SegmentFilterInput, required: true, description: 'Which contacts.' }) },
    resolve: (_root, { filter }) => previewSegment(filter),
  }),
);

builder.mutationField('createSegment', (t) =>
  t.create({
    type: SegmentType,
    access: 'viewer',
    description: 'Creates a segment. `VALIDATION_FAILED` lists fields that are out of range.',
    input: CreateSegmentInput,
    run: createSegment,
  }),
);

builder.mutationField('updateSegment', (t) =>
  t.change({
    type: SegmentType,
    access: 'viewer',
    description:
      'Changes a segment; campaigns that use it reach whom it then holds. `NOT_FOUND` when the team has none of this id, `VALIDATION_FAILED` lists fields that are out of range.',
    input: UpdateSegmentInput,
    run: updateSegment,
  }),
);

builder.mutationField('deleteSegment', (t) =>
  t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: SEGMENT,
    description:
      'Deletes a segment; its contacts stay. `NOT_FOUND` when the team has none of this id, `CONFLICT` while a campaign uses it.',
    run: deleteSegment,
  }),
);
