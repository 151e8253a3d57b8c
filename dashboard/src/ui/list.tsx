import type { ReactNode } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { useData } from '../lib/client.ts';
import { plural, words } from '../lib/format.ts';
import { useSearch } from '../lib/router.tsx';
import { Button } from './dialog.tsx';
import { KINDS } from './form.tsx';
import { type Column, Grid } from './grid.tsx';
import { Answer, Empty } from './parts.tsx';

type Choosable = readonly (string | readonly [value: string, text: string])[];

interface SelectProps {
  label: string;
  value: string;
  of: Choosable;
  onChange: (value: string) => void;
  /** What choosing nothing is called; without it something is always chosen. */
  none?: string | undefined;
}

export const Select = ({ label, value, of, onChange, none }: SelectProps) => (
  <label>
    {label}
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {none && <option value="">{none}</option>}
      {of.map((option) => {
        const [id, text] = typeof option === 'string' ? [option, words(option)] : option;
        return (
          <option key={id} value={id}>
            {text}
          </option>
        );
      })}
    </select>
  </label>
);

export interface FilterOf {
  /** In the address and in the API's filter. */
  name: string;
  label: string;
  hint?: string;
  of?: Choosable;
  none?: string;
  /** The API's filter takes several. */
  isList?: boolean;
  isPhone?: boolean;
}

/** A filter, kept in the address under its name; one that changes begins with the first page. */
export function Filter({ name, label, hint, of, none = 'Any' }: FilterOf) {
  const [search, change] = useSearch();
  const value = search.get(name) ?? '';
  const set = (next: string) => change({ [name]: next, after: null, before: null }, true);
  if (of) return <Select label={label} value={value} of={of} none={none} onChange={set} />;
  return (
    <label>
      {label}
      <input type="search" placeholder={hint} defaultValue={value} onChange={({ target }) => set(target.value)} />
    </label>
  );
}

function useFilter(filters: readonly FilterOf[]) {
  const [search] = useSearch();
  const entries = filters.map(({ name, isList, isPhone }) => {
    const text = search.get(name);
    return [name, text === null ? null : isPhone ? KINDS.phone.read(text) : isList ? [text] : text];
  });
  return Object.fromEntries(entries) as object;
}

/** Keyset paging, kept in the address: `?after=…` or `?before=…` is where a page begins or ends. */
export function usePage(size: number) {
  const [search] = useSearch();
  const before = search.get('before');
  return before === null
    ? { first: size, after: search.get('after'), last: null, before: null }
    : { first: null, after: null, last: size, before };
}

interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor?: string | null;
  endCursor?: string | null;
}

export function Pages({ info, total, noun }: { info: PageInfo; total: number; noun: string }) {
  const [, change] = useSearch();
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = info;
  return (
    <nav className="pages" aria-label="Pages">
      <span>{plural(total, noun)}</span>
      <Button text="Previous" disabled={!hasPreviousPage} act={() => change({ before: startCursor, after: null })} />
      <Button text="Next" disabled={!hasNextPage} act={() => change({ after: endCursor, before: null })} />
    </nav>
  );
}

interface Connection<Node> {
  list: { nodes: readonly Node[]; totalCount: number; pageInfo: PageInfo };
}
interface ListProps<Node, Row> {
  // biome-ignore lint/suspicious/noExplicitAny: of any variables
  document: TypedDocumentString<Connection<Node>, any>;
  /** A node as its row, where a fragment hides it. */
  rowOf?: (node: Node) => Row;
  columns: Column<NoInfer<Row>>[];
  noun: string;
  filters?: readonly FilterOf[];
  /** Others of the address, that are no part of the API's filter. */
  more?: readonly FilterOf[];
  variables?: object;
  size?: number;
  wraps?: boolean;
  /** What to do when there is none at all. */
  children?: ReactNode;
}

/** The connection that a query calls `list` as a table, with filters above and pages below it. */
export function List<Node extends { id: string }, Row extends { id: string } = Node>(props: ListProps<Node, Row>) {
  const { document, rowOf = (node) => node as never, noun, filters = [], more = [], variables, size = 50 } = props;
  const [search] = useSearch();
  const answer = useData(document, { ...usePage(size), filter: useFilter(filters), ...variables });
  const isFiltered = [...filters, ...more, { name: 'after' }, { name: 'before' }].some(({ name }) => search.has(name));
  return (
    <>
      {filters.length > 0 && (
        <search className="filters">
          {[...filters, ...more].map((filter) => (
            <Filter key={filter.name} {...filter} />
          ))}
        </search>
      )}
      <Answer of={answer}>
        {({ list: { nodes, totalCount, pageInfo } }) =>
          totalCount === 0 && !isFiltered && props.children ? (
            <Empty title={`No ${noun}s yet`}>{props.children}</Empty>
          ) : (
            <>
              <Grid
                label={words(`${noun}s`)}
                columns={props.columns}
                rows={nodes.map(rowOf)}
                idOf={({ id }) => id}
                empty={isFiltered ? `No ${noun} is like this.` : `No ${noun} yet.`}
                wraps={props.wraps}
              />
              <Pages info={pageInfo} total={totalCount} noun={noun} />
            </>
          )
        }
      </Answer>
    </>
  );
}
