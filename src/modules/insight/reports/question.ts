import { type FieldErrors, ValidationError } from '../../../errors.ts';
import type { ReportEvery } from '../../../generated/inputs.ts';
import { messages } from '../../../input/validation-messages.ts';
import { refuse } from '../../../records/input-rules.ts';
import { knownZone } from '../../../schedule/zone-offsets.ts';
import { type GivenFilters, type KeyFilter, readFilters } from './filter-model.ts';
import type { ReportKey } from './key.ts';
import type { Report } from './report.ts';
import type { Direction } from './sort.ts';

export interface Question extends GivenFilters {
  groupBy?: readonly string[] | null | undefined;
  bucket?: { key: string; every: ReportEvery; timezone?: string | null | undefined } | null | undefined;
  metrics?: readonly string[] | null | undefined;
  sort?: readonly { by: string; direction: Direction }[] | null | undefined;
}

export interface Bucket {
  readonly key: ReportKey;
  readonly every: ReportEvery;
}

export interface Sorted {
  readonly by: { readonly key: ReportKey } | { readonly metric: string } | 'bucket';
  readonly name: string;
  readonly direction: Direction;
}

export interface Plan {
  readonly report: Report;
  readonly filters: readonly KeyFilter[];
  /** Single rows when `bucket` is absent, too. */
  readonly groupBy: readonly ReportKey[];
  readonly bucket: Bucket | undefined;
  readonly zone: string;
  readonly metrics: readonly string[] | undefined;
  readonly sort: readonly Sorted[];
  readonly isGrouped: boolean;
}

const MAX_GROUP_KEYS = 5;
const MAX_SORTS = 5;

export function readQuestion(report: Report, question: Question, teamZone: string): Plan {
  const errors: FieldErrors = {};
  const groupBy = readGroupBy(report, question, errors);
  const bucket = readBucket(report, question, errors);
  const zone = readZone(question, teamZone, errors);
  const sort = readSort(report, question, errors);
  let filters: readonly KeyFilter[] = [];
  try {
    filters = readFilters(report, question, zone);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    Object.assign(errors, error.fields);
  }
  refuse(errors);
  const isGrouped = groupBy.length > 0 || bucket !== undefined;
  return { report, filters, groupBy, bucket, zone, metrics: question.metrics ?? undefined, sort, isGrouped };
}

function readGroupBy(report: Report, { groupBy }: Question, errors: FieldErrors): ReportKey[] {
  const names = groupBy ?? [];
  if (names.length > MAX_GROUP_KEYS) errors.groupBy = [messages.atMostItems('groupBy', MAX_GROUP_KEYS)];
  for (const [at, name] of names.entries()) {
    const path = `groupBy.${at}`;
    if (!report.keys.get(name)!.canGroup) errors[path] = [messages.because(path, `cannot be ${name}: no groups of it`)];
    if (names.indexOf(name) < at) errors[path] = [messages.because(path, `repeats ${name}`)];
  }
  return names.map((name) => report.keys.get(name)!);
}

function readBucket(report: Report, { bucket }: Question, errors: FieldErrors): Bucket | undefined {
  if (!bucket) return undefined;
  const key = report.keys.get(bucket.key)!;
  if (key.type !== 'date') errors['bucket.key'] = [messages.because('bucket.key', `cannot be ${bucket.key}: no date`)];
  return { key, every: bucket.every };
}

function readZone({ bucket }: Question, teamZone: string, errors: FieldErrors): string {
  const zone = knownZone(bucket?.timezone ?? teamZone);
  if (zone === null) errors['bucket.timezone'] = [messages.timezone('bucket.timezone')];
  return zone ?? 'UTC';
}

function readSort(report: Report, { sort, groupBy, bucket }: Question, errors: FieldErrors): Sorted[] {
  const isGrouped = (groupBy?.length ?? 0) > 0 || Boolean(bucket);
  const given = sort ?? [];
  if (given.length > MAX_SORTS) errors.sort = [messages.atMostItems('sort', MAX_SORTS)];
  return given.flatMap(({ by: name, direction }, at): Sorted[] => {
    const path = `sort.${at}.by`;
    const refused = (mistake: string) => {
      errors[path] = [messages.because(path, `cannot be ${name}: ${mistake}`)];
      return [];
    };
    if (given.findIndex(({ by }) => by === name) < at) return refused('it is there already');
    const key = report.keys.get(name);
    if (!isGrouped) {
      if (!key) return refused('the report is not grouped');
      return key.sortable ? [{ by: { key }, name, direction }] : refused('it has no order');
    }
    if (name === 'bucket') return bucket ? [{ by: 'bucket', name, direction }] : refused('there is no bucket');
    if (report.metrics[name]) return [{ by: { metric: name }, name, direction }];
    return key && groupBy?.includes(name) ? [{ by: { key }, name, direction }] : refused('it is not grouped by');
  });
}
