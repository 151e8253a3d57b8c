import { builder } from '../../../../graphql/builder.ts';
import type { ExportLink } from '../export-link.ts';
import type { Answer, Page } from '../read-report.ts';

export const ReportEvery = builder.enumType('ReportEvery', {
  description: 'How long a bucket of time is, by the clock and calendar of its zone.',
  values: {
    hour: { description: 'From one full hour to the next.' },
    day: { description: 'From midnight to midnight.' },
    week: { description: 'From Monday to Monday.' },
    month: { description: 'From the first of a month to that of the next.' },
  },
});

const ReportSource = builder.enumType('ReportSource', {
  description: 'What a report was computed from.',
  values: {
    roll_up: { description: 'Sums that are kept for each quarter of an hour. They leave nothing out.' },
    mixed: {
      description:
        'The same, and the rows themselves of those quarters in which something has changed since they were summed up.',
    },
    raw: { description: 'The rows themselves: roll-ups do not have all that was asked for.' },
  },
});

export const ReportFreshness = builder.objectRef<Answer>('ReportFreshness').implement({
  description: 'How new the numbers are.',
  fields: (t) => ({
    source: t.field({
      type: ReportSource,
      description: 'What groups and totals were computed from; rows always come from the records themselves.',
      resolve: ({ source }) => source(),
    }),
    asOf: t.field({
      type: 'DateTime',
      description: 'Everything that was committed by then is in them.',
      resolve: ({ asOf }) => asOf,
    }),
  }),
});

export const ReportPageInfo = builder.objectRef<Page>('ReportPageInfo').implement({
  description: 'Where the page ends.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'More rows or groups follow.' }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Where the page ends; pass it as `after`. Null on an empty page.',
    }),
  }),
});

interface GroupValue {
  key: string;
  value: unknown;
  label: unknown;
}

export const ReportExport = builder.objectRef<ExportLink>('ReportExport').implement({
  description: 'Where a report can be downloaded as CSV.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'Its address, a path where `PUBLIC_URL` is not set. A download of rows that broke continues after a line with `?after=` and that line’s `row_id`.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it is good.' }),
  }),
});

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

export const ReportGroupKey = builder.objectRef<GroupValue>('ReportGroupKey').implement({
  description: 'One of the values that a group has in common.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key, e.g. `sms_campaign_id`.' }),
    value: t.string({
      nullable: true,
      description: 'Its value as text; null for the group of those without one.',
      resolve: ({ value }) => textOf(value),
    }),
    label: t.string({
      nullable: true,
      description:
        'The value in words: the name of the campaign, segment, offer, network, country, contact or agent; else the value.',
      resolve: ({ label, value }) => textOf(label ?? value),
    }),
  }),
});
