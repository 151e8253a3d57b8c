import { useState } from 'react';
import type { Named, Options } from '../lib/format.ts';
import { general, ui as t } from '../texts/first.ts';
import { Choose } from './choose.tsx';

/** A value of each row. `long`: of several lines. */
export interface Column {
  name: string;
  label: string;
  type?: 'number' | 'password' | 'long';
  options?: Options;
  named?: Named;
  /** What choosing none of them is called. */
  none?: string;
  /** Of a new row. */
  value?: string | number;
}

type Row = Readonly<Record<string, string | number>>;

interface RowsProps {
  name: string;
  labelledBy: string;
  columns: readonly Column[];
  /** JSON of the rows shown at first. */
  first: string;
  onChange: () => void;
}

/** Rows that are added and removed, as JSON: a list of objects. One whose first value is empty does not count. */
export default function Rows({ name, labelledBy, columns, first, onChange }: RowsProps) {
  const [rows, setRows] = useState<readonly Row[]>(() => JSON.parse(first || '[]'));
  const change = (next: readonly Row[]) => {
    setRows(next);
    onChange();
  };
  const filled = rows.filter((row) => String(row[columns[0]!.name] ?? '').trim() !== '');
  const fresh = Object.fromEntries(columns.map((column) => [column.name, column.value ?? '']));
  const cell = (row: Row, at: number, { name: key, label, type, options, named, none = label }: Column) => {
    const set = (value: string) =>
      change(rows.with(at, { ...row, [key]: type === 'number' && value !== '' ? Number(value) : value }));
    const onType = ({ target }: { target: { value: string } }) => set(target.value);
    const common = { 'aria-label': `${label} ${at + 1}`, value: row[key] ?? '', onChange: onType };
    if (options) {
      return (
        <Choose
          key={key}
          aria-label={`${label} ${at + 1}`}
          value={String(row[key] ?? '')}
          of={options}
          named={named}
          none={none}
          onChange={(value) => set(value)}
        />
      );
    }
    return type === 'long' ? (
      <textarea {...common} key={key} rows={2} placeholder={label} />
    ) : (
      <input {...common} key={key} type={type ?? 'text'} placeholder={label} autoComplete="new-password" step="any" />
    );
  };
  return (
    <>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else, and keeps its place
        <span key={at} className="span">
          {columns.map((column) => cell(row, at, column))}
          <button
            type="button"
            className="quiet"
            aria-label={t.removeRow(at + 1)}
            onClick={() => change(rows.toSpliced(at, 1))}
          >
            ×
          </button>
        </span>
      ))}
      <button type="button" className="quiet" aria-describedby={labelledBy} onClick={() => change([...rows, fresh])}>
        {general.add}
      </button>
      <input type="hidden" name={name} value={filled.length > 0 || first ? JSON.stringify(filled) : ''} />
    </>
  );
}
