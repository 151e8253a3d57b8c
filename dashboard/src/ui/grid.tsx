import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
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

const features = tableFeatures({});

interface GridProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  /** Where a row has no `id`. */
  idOf?: (row: Row) => string;
  /** Cells may be of several lines. */
  wraps?: boolean | undefined;
  /** Said below the header when there are no rows. */
  empty?: ReactNode;
}

/** A table of which only the rows in sight are in the page: below and above them stands one row as high as the others. */
export function Grid<Row extends object>({ label, columns, rows, wraps, empty, ...props }: GridProps<Row>) {
  const { idOf = (row) => (row as { id: string }).id } = props;
  const definitions = useMemo(
    () => columns.map(({ header = '', id = header }): ColumnDef<typeof features, Row> => ({ id, header })),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: rows as Row[], getRowId: idOf });
  const body = table.getRowModel().rows;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (wraps ? 76 : 40),
    getItemKey: (index) => body[index]!.id,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const classOf = ({ isNumber }: Column<Row>) => (isNumber ? 'number' : undefined);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
    <section className={wraps ? 'grid wraps' : 'grid'} ref={scroller} tabIndex={0} aria-label={label}>
      <table aria-rowcount={body.length + 1}>
        <thead>
          <tr>
            {columns.map((column, at) => {
              const { sort } = column;
              const text = column.header ?? <span className="hidden">Actions</span>;
              return (
                <th key={definitions[at]!.id} scope="col" className={classOf(column)} aria-sort={sort?.direction}>
                  {sort ? <Button text={text} className="sort" act={sort.change} /> : text}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {body.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{empty ?? 'Nothing here yet.'}</td>
            </tr>
          )}
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {items.map(({ index, key }) => (
            <tr key={key} data-index={index} aria-rowindex={index + 2} ref={virtual.measureElement}>
              {columns.map((column, at) => (
                <td key={definitions[at]!.id} className={classOf(column)}>
                  {column.cell(body[index]!.original) ?? '–'}
                </td>
              ))}
            </tr>
          ))}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}
