import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ContactsQuery } from '../gql/graphql.ts';
import { useData } from '../lib/client.ts';
import { capital, type Named, type Options, plural } from '../lib/format.ts';
import { useSearch } from '../lib/router.tsx';
import { general, type Noun, nouns, ui as t } from '../texts/first.ts';
import { Choose } from './choose.tsx';
import { Button } from './dialog.tsx';
import { type Column, Grid, type Picked } from './grid.tsx';
import { Answer, Empty } from './parts.tsx';

interface SelectProps {
  label: string;
  value: string;
  of: Options;
  named?: Named | undefined;
  onChange: (value: string) => void;
  /** What choosing nothing is called; without it something is always chosen. */
  none?: string | undefined;
}

export function Select({ label, ...choice }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Choose id={id} {...choice} />
    </div>
  );
}

export interface FilterOf {
  /** In the address and in the API's filter. */
  name: string;
  label: string;
  hint?: string;
  kind?: 'search' | 'date';
  of?: Options;
  named?: Named;
  none?: string;
  /** How the API's filter takes it, where that is not as text; null: it does not, the address alone has it. */
  read?: ((text: string) => unknown) | null;
}

/** A filter, kept in the address under its name; one that changes begins with the first page. */
export function Filter({ name, label, hint, kind = 'search', of, named, none = general.any }: FilterOf) {
  const [search, change] = useSearch();
  const value = search.get(name) ?? '';
  const id = useId();
  const set = (next: string) => change({ [name]: next, after: null, before: null }, true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => set(next), 250);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const input = useRef<HTMLInputElement>(null);
  // A link or a step back changes the address alone.
  useEffect(() => {
    const box = input.current;
    if (box && box.value !== value && box !== document.activeElement) box.value = value;
  }, [value]);
  if (of) return <Select label={label} value={value} of={of} named={named} none={none} onChange={set} />;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={input}
        type={kind}
        placeholder={hint}
        defaultValue={value}
        onChange={({ target }) => later(target.value)}
      />
    </div>
  );
}

/** Keyset paging, kept in the address: `?after=…` or `?before=…` is where a page begins or ends. */
export function usePage(size: number) {
  const [search] = useSearch();
  const before = search.get('before');
  return before === null
    ? { first: size, after: search.get('after'), last: null, before: null }
    : { first: null, after: null, last: size, before };
}

type PageInfo = ContactsQuery['list']['pageInfo'];

interface PagesProps {
  info: PageInfo;
  total: number;
  noun: Noun;
  names?: readonly [before: string, after: string];
}

export function Pages({ info, total, noun, names = [t.previous, general.next] }: PagesProps) {
  const [, change] = useSearch();
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = info;
  return (
    <nav className="pages" aria-label={general.pages}>
      <span>{plural(total, noun)}</span>
      <Button text={names[0]} disabled={!hasPreviousPage} act={() => change({ before: startCursor, after: null })} />
      <Button text={names[1]} disabled={!hasNextPage} act={() => change({ after: endCursor, before: null })} />
    </nav>
  );
}

type Connection<Node> = { list: { nodes: readonly Node[]; totalCount: number; pageInfo: PageInfo } };
export interface ListProps<Node, Row> {
  // biome-ignore lint/suspicious/noExplicitAny: of any variables
  document: TypedDocumentNode<Connection<Node>, any>;
  /** A node as its row, where a fragment hides it. */
  rowOf?: (node: Node) => Row;
  columns: readonly Column<NoInfer<Row>>[];
  picked?: Picked;
  noun: Noun;
  filters?: readonly FilterOf[];
  /** `filter`: what holds whatever is chosen. */
  variables?: { readonly filter?: object; readonly [name: string]: unknown };
  size?: number;
  /** When it changes, the list is asked for again. */
  live?: unknown;
  /** A button that makes another. */
  make?: ReactNode;
  /** What to do when there is none at all. */
  children?: ReactNode;
}

/** The connection that a query calls `list` as a table, with filters above and pages below it. */
export function List<Node extends { id: string }, Row extends { id: string } = Node>(props: ListProps<Node, Row>) {
  const { document, rowOf = (node) => node as never, noun, filters = [], variables, size = 50, live, children } = props;
  const [search] = useSearch();
  const filter: Record<string, unknown> = { ...variables?.filter };
  for (const { name, read = String } of filters) {
    if (read) filter[name] = search.has(name) ? read(search.get(name)!) : null;
  }
  const answer = useData(document, { ...usePage(size), ...variables, filter });
  const again = useRef(answer.again);
  again.current = answer.again;
  useEffect(() => {
    if (live) again.current();
  }, [live]);
  const isFiltered = [...filters.map(({ name }) => name), 'after', 'before'].some((name) => search.has(name));
  return (
    <>
      {(filters.length > 0 || props.make) && (
        <search className="filters">
          {filters.map((one) => (
            <Filter key={one.name} {...one} />
          ))}
          {props.make && <span className="make">{props.make}</span>}
        </search>
      )}
      <Answer of={answer}>
        {({ list: { nodes, totalCount, pageInfo } }) =>
          totalCount === 0 && !isFiltered && children ? (
            <Empty title={t.noneYet(nouns[noun][1])}>{children}</Empty>
          ) : (
            <>
              <Grid
                label={capital(nouns[noun][1])}
                columns={props.columns}
                rows={nodes.map(rowOf)}
                empty={isFiltered ? t.noMatchThese(nouns[noun][1]) : t.noneAtAll(nouns[noun])}
                picked={props.picked}
              />
              <Pages info={pageInfo} total={totalCount} noun={noun} />
            </>
          )
        }
      </Answer>
    </>
  );
}
