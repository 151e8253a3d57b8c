import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { general, ui as t } from '../texts/first.ts';
import { Button } from './dialog.tsx';

export interface Column<Row> {
  /** Without one it holds actions. */
  header?: string;
  /** Where the header alone would not tell it from others. */
  id?: string;
  /** A dash stands for none. */
  cell: (row: Row) => ReactNode;
  /** Numbers stand right. */
  isNumber?: boolean;
  /** What a click on the header does, and how the column is sorted now. */
  sort?: { direction: 'ascending' | 'descending' | undefined; change: () => void };
}

/** Ids of rows chosen for something that is done to all of them. */
export interface Picked {
  ids: ReadonlySet<string>;
  change: (ids: ReadonlySet<string>) => void;
}

export interface GridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Where a row has no `id`. */
  idOf?: (row: Row) => string;
  /** Said below the header when there are no rows. */
  empty?: ReactNode;
  picked?: Picked | undefined;
}

/** A row is one line: pointed at, a cell that is cut off says all of it. */
function showWhole({ currentTarget: cell }: MouseEvent<HTMLElement>) {
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText;
}

/** Rows are cards on a phone, and on a tablet where the table would scroll sideways. */
function fitIn(grid: HTMLElement): void {
  grid.removeAttribute('data-cards');
  const isTooWide = matchMedia('(max-width: 56rem)').matches && grid.scrollWidth > grid.clientWidth;
  grid.toggleAttribute('data-cards', isTooWide || matchMedia('(max-width: 40rem)').matches);
}

/** Fewer are all in the page. */
const MANY = 100;

/** A table. Of many rows only those in sight are in the page: below and above them stands one row as high as the others. */
export function Grid<Row extends object>({ label, columns, rows, empty, picked, ...props }: GridProps<Row>) {
  const { idOf = (row) => (row as { id: string }).id } = props;
  const scroller = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const isLong = rows.length > MANY;
  useEffect(() => {
    if (isLong) setTop(Math.round(scroller.current!.getBoundingClientRect().top + scrollY));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and columns are of another width
  useLayoutEffect(() => {
    const grid = scroller.current!;
    fitIn(grid);
    let width = grid.clientWidth;
    const observer = new ResizeObserver(() => {
      if (grid.clientWidth !== width) fitIn(grid);
      width = grid.clientWidth;
    });
    observer.observe(grid);
    return () => observer.disconnect();
  }, [rows, columns]);
  const virtual = useWindowVirtualizer({
    count: isLong ? rows.length : 0,
    estimateSize: () => 40,
    scrollMargin: top,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const above = (items[0]?.start ?? top) - top;
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? top) + top : 0;
  const shown = isLong ? items.map(({ index }) => index) : rows.map((_, index) => index);
  const classOf = ({ isNumber }: Column<Row>) => (isNumber ? 'number' : undefined);
  const all = rows.map(idOf);
  const pick = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(picked!.ids);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    picked!.change(next);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
    <section className="grid" ref={scroller} tabIndex={0} aria-label={label}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {picked && (
              <th scope="col" className="pick">
                <Tick
                  label={general.all}
                  isOn={all.every((id) => picked.ids.has(id))}
                  act={(isOn) => pick(all, isOn)}
                />
              </th>
            )}
            {columns.map((column) => {
              const { sort, header, id = header } = column;
              const text = header ?? <span className="hidden">{t.actions}</span>;
              return (
                <th key={id ?? ''} scope="col" className={classOf(column)} aria-sort={sort?.direction}>
                  {sort ? <Button text={text} className="sort" act={sort.change} /> : text}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + (picked ? 1 : 0)}>{empty ?? t.nothingHereYet}</td>
            </tr>
          )}
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {shown.map((index) => {
            const row = rows[index]!;
            const id = all[index]!;
            return (
              <tr
                key={id}
                data-index={index}
                aria-rowindex={index + 2}
                ref={isLong ? virtual.measureElement : undefined}
              >
                {picked && (
                  <td className="pick" data-label={t.chosen}>
                    <Tick label={general.choose} isOn={picked.ids.has(id)} act={(isOn) => pick([id], isOn)} />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.id ?? column.header ?? ''}
                    className={classOf(column)}
                    data-label={column.header ?? ''}
                    onMouseEnter={showWhole}
                  >
                    {column.cell(row) ?? '–'}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}

const Tick = ({ label, isOn, act }: { label: string; isOn: boolean; act: (isOn: boolean) => void }) => (
  <input type="checkbox" aria-label={label} checked={isOn} onChange={({ target }) => act(target.checked)} />
);
