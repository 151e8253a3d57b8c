import { graphql } from '../gql/index.ts';
import { count, decimal, percent, words } from '../lib/format.ts';

const SmsCatalogue = graphql(`
  query SmsCatalogue {
    keys: analyticsFilters(type: sms_reports) { key label type canGroup sortable operators }
  }
`);
const CallCatalogue = graphql(`
  query CallCatalogue { keys: callReportFilters { key label type canGroup sortable operators } }
`);

const SmsReport = graphql(`
  query SmsReport(
    $filters: JSONObject, $groupBy: [SmsReportKey!], $bucket: SmsReportBucket, $sort: [SmsReportSort!], $first: Int!,
    $after: String, $trendBucket: SmsReportBucket!
  ) {
    trend: smsReport(filters: $filters, bucket: $trendBucket, first: 1000) {
      groups { bucket keys { key } metrics { sent delivered clicked } }
    }
    report: smsReport(filters: $filters, groupBy: $groupBy, bucket: $bucket, sort: $sort, first: $first, after: $after) {
      groups {
        keys { key value label } bucket
        metrics { messages sent delivered failed clicked ctr leads sales revenue cost profit unsubscribed }
      }
      rows {
        rowId sentAt campaignName phoneNormalized networkBrand smsParts isSent isClicked isLead isSale failReason
        finalText
      }
      totals { messages sent delivered failed clicked ctr leads sales revenue cost profit unsubscribed }
      pageInfo { hasNextPage endCursor } freshness { asOf source }
    }
  }
`);
const CallReport = graphql(`
  query CallReport(
    $filters: JSONObject, $groupBy: [CallReportKey!], $bucket: CallReportBucket, $sort: [CallReportSort!],
    $first: Int!, $after: String, $trendBucket: CallReportBucket!
  ) {
    trend: callReport(filters: $filters, bucket: $trendBucket, first: 1000) {
      groups { bucket keys { key } metrics { calls answered leads } }
    }
    report: callReport(filters: $filters, groupBy: $groupBy, bucket: $bucket, sort: $sort, first: $first, after: $after) {
      groups {
        keys { key value label } bucket metrics { calls placed answered answerRate averageDuration leads sales cost }
      }
      rows {
        rowId createdAt campaignName toNumber status callOutcome duration isAnswered isLead isSale cost endedReason
      }
      totals { calls placed answered answerRate averageDuration leads sales cost } pageInfo { hasNextPage endCursor }
      freshness { asOf source }
    }
  }
`);
const SmsExport = graphql(`
  query SmsExport(
    $filters: JSONObject, $groupBy: [SmsReportKey!], $bucket: SmsReportBucket, $sort: [SmsReportSort!]
  ) {
    link: smsReportExport(filters: $filters, groupBy: $groupBy, bucket: $bucket, sort: $sort) { url expiresAt }
  }
`);
const CallExport = graphql(`
  query CallExport(
    $filters: JSONObject, $groupBy: [CallReportKey!], $bucket: CallReportBucket, $sort: [CallReportSort!]
  ) {
    link: callReportExport(filters: $filters, groupBy: $groupBy, bucket: $bucket, sort: $sort) { url expiresAt }
  }
`);

type Metrics = Readonly<Record<string, unknown>>;
export interface Group {
  keys: readonly { key: string; value?: string | null; label?: string | null }[];
  bucket?: string | null;
  metrics: Metrics;
}
export type Row = Readonly<Record<string, unknown>> & { rowId: string };

/** One report: what is asked, and which metrics and columns of it are shown, by the catalogue's names. */
const sms = {
  id: 'sms',
  name: 'Messages',
  time: 'sent_at',
  document: SmsReport,
  export: SmsExport,
  catalogue: SmsCatalogue,
  metrics: 'messages sent delivered failed clicked ctr leads sales revenue cost profit unsubscribed'.split(' '),
  plotted: ['sent', 'delivered', 'clicked'],
  columns:
    'sent_at campaign_name phone_normalized network_brand sms_parts is_sent is_clicked is_lead is_sale fail_reason final_text'.split(
      ' ',
    ),
};
const calls = {
  id: 'calls',
  name: 'Calls',
  time: 'created_at',
  document: CallReport,
  export: CallExport,
  catalogue: CallCatalogue,
  metrics: 'calls placed answered answer_rate average_duration leads sales cost'.split(' '),
  plotted: ['calls', 'answered', 'leads'],
  columns:
    'created_at campaign_name to_number status call_outcome duration is_answered is_lead is_sale cost ended_reason'.split(
      ' ',
    ),
};

/** Both have the same shape; that of messages stands for it. */
export type ReportSource = typeof sms;
export const SOURCES: readonly ReportSource[] = [sms, calls as unknown as ReportSource];

/** The catalogue's `sent_at` is the field `sentAt`. */
export const fieldOf = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
export const titleOf = (name: string): string => (name === 'ctr' ? 'CTR' : words(name));

const MONEY = new Set(['revenue', 'cost', 'profit', 'average_duration']);
const SHARES = new Set(['ctr', 'answer_rate']);

export function metric(name: string, metrics: Metrics): string {
  const value = metrics[fieldOf(name)];
  if (MONEY.has(name)) return decimal(value as string | null);
  return SHARES.has(name) ? percent(value as number | null) : count(value as number | null);
}
