import type { Known, Value } from './world.ts';

/** What a filter means, said without a database. Dates are days of Asia/Kolkata, which is five and a half hours ahead. */
export interface Model {
  filterType: string;
  type: string;
  filter?: string | number;
  filterTo?: number;
  dateFrom?: string;
  dateTo?: string;
}

const DAY = 86_400_000;
const AHEAD = 5.5 * 3_600_000;
const dayOf = (moment: number) => Math.floor((moment + AHEAD) / DAY);
const dayNamed = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY;

export function holds(value: Value, model: Model): boolean {
  const isBlank = value === null || (typeof value === 'string' && value.trim() === '');
  if (model.type === 'blank') return isBlank;
  if (model.type === 'notBlank') return !isBlank;
  if (model.type === 'notEqual') return !holds(value, { ...model, type: 'equals' });
  if (model.type === 'notContains') return !holds(value, { ...model, type: 'contains' });
  if (value === null) return false;
  if (typeof value === 'string') return textHolds(value.toLowerCase(), model.type, String(model.filter).toLowerCase());
  if (value instanceof Date) {
    return numberHolds(
      dayOf(value.getTime()),
      model.type,
      dayNamed(model.dateFrom!),
      dayNamed(model.dateTo ?? '2000-01-01'),
    );
  }
  return numberHolds(value, model.type, Number(model.filter), Number(model.filterTo));
}

function textHolds(value: string, type: string, text: string): boolean {
  if (type === 'contains') return value.includes(text);
  if (type === 'startsWith') return value.startsWith(text);
  if (type === 'endsWith') return value.endsWith(text);
  if (type === 'equals') return value === text;
  throw new Error(type);
}

function numberHolds(value: number, type: string, from: number, to: number): boolean {
  if (type === 'equals') return value === from;
  if (type === 'lessThan') return value < from;
  if (type === 'lessThanOrEqual') return value <= from;
  if (type === 'greaterThan') return value > from;
  if (type === 'greaterThanOrEqual') return value >= from;
  if (type === 'inRange') return value >= from && value <= to;
  throw new Error(type);
}

function comparable(value: Value) {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? null : value.toLowerCase();
}

/** What is blank is the largest; then newest first, the larger id first. */
export function inOrder(rows: readonly Known[], key: string, direction: 'asc' | 'desc'): string[] {
  const compare = (a: Value, b: Value) => {
    const [left, right] = [comparable(a), comparable(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -1 : 1;
  };
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows]
    .sort(
      (a, b) =>
        sign * compare(a.values[key]!, b.values[key]!) ||
        b.createdAt.getTime() - a.createdAt.getTime() ||
        (a.id < b.id ? 1 : -1),
    )
    .map(({ id }) => id);
}

/** Models of an operator with values that the rows have, parts of them, and some that they have not. */
export function modelsOf(type: string, operator: string, values: readonly Value[]): Model[] {
  const base = { filterType: type, type: operator };
  if (operator === 'blank' || operator === 'notBlank') return [base];
  const there = values.filter((value) => value !== null && value !== '');
  if (type === 'text') {
    const [first = 'Alpha', second = '100% off'] = there as string[];
    return [first, second.slice(0, 4), second.slice(-3), '%', '_CASE', '\\'].map((filter) => ({ ...base, filter }));
  }
  if (type === 'number') {
    const [first = 3, second = 1] = there as number[];
    const [filter, filterTo] = [Math.min(first, second), Math.max(first, second)];
    if (operator === 'inRange')
      return [
        { ...base, filter, filterTo },
        { ...base, filter: filterTo, filterTo: filter - 1 },
      ];
    return [filter, filterTo, 0.5, -1e20].map((value) => ({ ...base, filter: value }));
  }
  const days = (there as Date[]).slice(0, 2).map((date) => new Date(date.getTime() + AHEAD).toISOString().slice(0, 10));
  const [first = '2026-03-05', second = '2026-03-09'] = days;
  const [dateFrom, dateTo] = [first, second].sort() as [string, string];
  if (operator === 'inRange') return [{ ...base, dateFrom: `${dateFrom} 00:00:00`, dateTo: `${dateTo} 00:00:00` }];
  return [
    { ...base, dateFrom: `${dateFrom} 00:00:00` },
    { ...base, dateFrom: dateTo },
  ];
}
