import './queries.ts';
import { builder } from '../../../../graphql/builder.ts';
import { FilterOperatorEnum } from '../../../../graphql/filter-operator.ts';
import { type AnalyticsFilter, analyticsFilters, callReportFilters } from '../catalogs.ts';

const AnalyticsCatalog = builder.enumType('AnalyticsCatalog', {
  description: 'The reports that have a catalog of filters: the documented `type` of E15.',
  values: {
    sms_contacts: { description: 'Contacts, a row each.' },
    sms_reports: { description: 'Text messages, a row each.' },
    route_company: {
      description: 'Messages that sellers submitted, by company and route, a row each: the keys of `hubReport`.',
    },
    connected_routes: {
      description: 'The same messages by what is known of their routes: some of the keys of `hubReport`.',
    },
  },
});

const AnalyticsFilterTypeEnum = builder.enumType('AnalyticsFilterType', {
  description: 'What a filter compares.',
  values: {
    text: { description: 'Text, among it ids.' },
    number: { description: 'A number; flags are 0 and 1.' },
    date: { description: 'A moment.' },
  },
});

const AnalyticsFilterType = builder.objectRef<AnalyticsFilter>('AnalyticsFilter').implement({
  description: 'One column that a report can be filtered by (E15).',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The key in words, e.g. `Network ID`.' }),
    key: t.exposeString('key', { description: 'What the column is called in a report, e.g. `network_id`.' }),
    type: t.expose('type', { type: AnalyticsFilterTypeEnum, description: 'What it compares.' }),
    isSortable: t.exposeBoolean('sortable', { description: 'Whether a report can be ordered by it.' }),
    canGroup: t.exposeBoolean('canGroup', { description: 'Whether a report can be summed up by it.' }),
    operators: t.field({
      type: [FilterOperatorEnum],
      description: 'How it compares.',
      resolve: ({ operators }) => [...operators],
    }),
  }),
});

builder.queryField('analyticsFilters', (t) =>
  t.field({
    type: [AnalyticsFilterType],
    access: 'GET /v1/analytics/filters',
    size: 40,
    description: 'The filters of a report (E15). The same for every team.',
    args: { type: t.arg({ type: AnalyticsCatalog, required: true, description: 'Which report.' }) },
    resolve: (_root, { type }) => analyticsFilters(type),
  }),
);

builder.queryField('callReportFilters', (t) =>
  t.field({
    type: [AnalyticsFilterType],
    access: 'viewer',
    size: 40,
    description: 'The keys of `callReport`, in the form of E15. The same for every team.',
    resolve: callReportFilters,
  }),
);
