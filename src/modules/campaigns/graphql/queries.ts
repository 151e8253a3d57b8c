import { builder } from '../../../graphql/builder.ts';
import { previewAudience } from '../preview-audience.ts';

builder.queryField('previewAudience', (t) =>
  t.int({
    access: 'viewer',
    description:
      'How many contacts a campaign to these segments would reach now: in one of them, in the filter segment where one is named, and not on the do-not-contact list. `VALIDATION_FAILED` when a segment is not the team’s; `BAD_REQUEST` beyond 20 audiences in one request.',
    args: {
      segmentIds: t.arg.idList({ required: true, description: 'Segments to send to; none reaches nobody.' }),
      filterSegmentId: t.arg.id({ description: 'Segment that contacts must also be in.' }),
    },
    resolve: (_root, { segmentIds, filterSegmentId }, ctx) => previewAudience(ctx, segmentIds, filterSegmentId),
  }),
);
