import { useState } from 'react';
import { labelOf, useSearch, words } from '../lib/index.ts';
import { general, reports as t } from '../texts/first.ts';
import { Button, type FieldOf, Form, Opens } from '../ui/controls.ts';
import type { Key } from './reports.tsx';

interface Condition {
  key: string;
  type: string;
  value?: string | number | null;
  to?: string | number | null;
}

export function readConditions(text: string | null | undefined): Condition[] {
  try {
    return JSON.parse(text ?? '[]') as Condition[];
  } catch {
    return [];
  }
}

/** AG-Grid's filter model, which reports take: an entry for each key. */
export const modelOf = (conditions: Condition[], keys: readonly Key[]): Record<string, unknown> =>
  Object.fromEntries(
    conditions.map(({ key, type, value, to }) => {
      const kind = keys.find((entry) => entry.key === key)?.type;
      if (kind === 'date') return [key, { type, dateFrom: value ?? null, dateTo: to ?? null }];
      if (WITHOUT_VALUE.includes(type)) return [key, { type }];
      return [key, { type, filter: value ?? '', ...(type === 'inRange' && { filterTo: to }) }];
    }),
  );

export const RANGES = [
  ['1', t.today],
  ['7', t.last7Days],
  ['30', t.last30Days],
  ['90', t.last90Days],
  ['month', t.thisMonth],
  ['all', t.allTime],
  ['own', t.fromUntilMore],
] as const;
/** First and last day, both included. */
export type Range = readonly [from: string, to: string];

const DAY_MS = 86_400_000;
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const EARLIEST = '1970-01-01';

/** The days that the address asks for, in the team's zone, and as many before them. */
export function rangeOf(search: URLSearchParams, timeZone: string): { now: Range | null; before: Range | null } {
  const range = search.get('range') ?? '30';
  const own = search.get('from');
  const until = search.get('to');
  if (range === 'all' || (range === 'own' && !own))
    return { now: range === 'own' && until ? [EARLIEST, until] : null, before: null };
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());
  const to = (range === 'own' && until) || today;
  const from = range === 'own' ? own! : range === 'month' ? `${today.slice(0, 8)}01` : plus(today, 1 - Number(range));
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { now: [from, to], before: [plus(from, -days), plus(from, -1)] };
}

const INPUTS: Record<string, FieldOf['kind']> = { date: 'date', number: 'number' };
const WITHOUT_VALUE = ['blank', 'notBlank'];

export function Filters({ keys }: { keys: readonly Key[] }) {
  const [search, change] = useSearch();
  const conditions = readConditions(search.get('f'));
  const keep = (next: Condition[]) => change({ f: next.length > 0 ? JSON.stringify(next) : null, after: null });
  const nameOf = (name: string) => labelOf(keys.find(({ key }) => key === name) ?? { key: name, label: name });
  return (
    <>
      {conditions.map(({ key, type, value, to }) => (
        <Button
          key={key}
          text={`${nameOf(key)} ${words(type).toLowerCase()} ${value ?? ''}${to ? ` – ${to}` : ''} ×`}
          act={() => keep(conditions.filter((condition) => condition.key !== key))}
        />
      ))}
      <Opens text={t.addAFilter} title={t.addFilter}>
        {(close) => (
          <ConditionForm
            keys={keys}
            onDone={(added) => {
              keep([...conditions.filter(({ key }) => key !== added.key), added]);
              close();
            }}
          />
        )}
      </Opens>
    </>
  );
}

function ConditionForm({ keys, onDone }: { keys: readonly Key[]; onDone: (condition: Condition) => void }) {
  const [key, setKey] = useState(keys[0]!.key);
  const [type, setType] = useState<string>();
  const { operators, type: kind } = keys.find((entry) => entry.key === key)!;
  const how = type && operators.some((one) => one === type) ? type : operators[0]!;
  const value: FieldOf = { name: 'value', label: general.value, kind: INPUTS[kind] };
  return (
    <Form
      change={{ busy: false, fields: {} }}
      button={t.filter}
      onSend={onDone}
      fields={[
        {
          name: 'key',
          label: general.what,
          value: key,
          options: keys.map((of) => [of.key, labelOf(of)]),
          onChange: setKey,
        },
        { name: 'type', label: t.how, value: how, options: operators, onChange: setType },
        ...(WITHOUT_VALUE.includes(how) ? [] : [value]),
        ...(how === 'inRange' ? [{ ...value, name: 'to', label: t.to }] : []),
      ]}
    />
  );
}
