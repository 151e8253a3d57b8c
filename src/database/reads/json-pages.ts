import { Prisma } from '../../generated/prisma/client.ts';
import { identifier } from '../table.ts';
import { type JsonRow, type ObjectPart, QUOTES, writtenObject } from './json-rows.ts';
import { type ConnectionArgs, type Page, writtenCursor } from './page.ts';

/** Pages of a list that leave the database as JSON text, as json-rows.ts writes their rows. */

/** What is selected of a page. */
export type PageMember = { readonly key: string } & (
  | { readonly constant: string }
  | { readonly name: 'totalCount' }
  | { readonly name: 'nodes'; readonly row: JsonRow }
  | { readonly name: 'edges'; readonly members: readonly EdgeMember[] }
  | { readonly name: 'pageInfo'; readonly members: readonly InfoMember[] }
);

type EdgeMember = { readonly key: string } & (
  | { readonly constant: string }
  | { readonly name: 'cursor' }
  | { readonly name: 'node'; readonly row: JsonRow }
);

export const INFO = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'] as const;
type InfoMember = { readonly key: string } & ({ readonly constant: string } | { readonly name: (typeof INFO)[number] });

export interface JsonPage {
  readonly members: readonly PageMember[];
  /** The fields that its rows are made of. */
  readonly fields: readonly string[];
  /** Whether it has cursors. */
  readonly usesKeys: boolean;
  /** Pages with equal ids are written alike. */
  readonly id: string;
}

export function jsonPage(type: string, members: readonly PageMember[]): JsonPage {
  const rows = members.flatMap((member) => {
    if ('row' in member) return member.row;
    return 'members' in member ? member.members.flatMap((part) => ('row' in part ? part.row : [])) : [];
  });
  const names = members.flatMap((member) => ('members' in member ? member.members.map(nameOf) : []));
  const idOf = (member: PageMember | EdgeMember | InfoMember): unknown => {
    const below = 'row' in member ? member.row.id : 'members' in member ? member.members.map(idOf) : null;
    return [member.key, nameOf(member), below];
  };
  return {
    members,
    fields: [...new Set(rows.flatMap(({ fields }) => fields))].sort(),
    usesKeys: names.some((name) => name.toLowerCase().endsWith('cursor')),
    id: `${type} ${JSON.stringify(members.map(idOf))}`,
  };
}

const nameOf = (member: { readonly constant: string } | { readonly name: string }) =>
  'constant' in member ? '__typename' : member.name;

/** How a page is read. */
export interface JsonPageRead {
  readonly args: ConnectionArgs;
  readonly page: Page;
  /** The rows’ columns that a cursor is made of. */
  readonly keys: readonly string[];
  readonly rows: (most: number) => Prisma.Sql;
  readonly count: () => Prisma.Sql;
}

/** An expression. Its aggregates are over the rows `c`, numbered where it matters. */
export function textOfPage({ members }: JsonPage, teamId: string, read: JsonPageRead): Prisma.Sql {
  const { limit, isBackwards } = read.page;
  const isNumbered = isBackwards || members.some((member) => 'name' in member && member.name === 'pageInfo');
  const within = isNumbered ? Prisma.sql` FILTER (WHERE c.n <= ${limit}::int)` : Prisma.empty;
  const way = (isReversed: boolean) => Prisma.raw(isReversed ? 'DESC' : 'ASC');
  const cursor = writtenCursor(read.keys.map((key) => Prisma.raw(`c."${key}"`)));
  const listOf = (text: Prisma.Sql) =>
    Prisma.sql`string_agg(${text}, ','${isBackwards ? Prisma.sql` ORDER BY c.n DESC` : Prisma.empty})${within}`;
  const edgePart = (member: EdgeMember): ObjectPart => {
    if ('constant' in member) return typename(member);
    return member.name === 'cursor'
      ? { ...member, value: cursor, around: QUOTES }
      : { ...member, value: member.row.text(teamId) };
  };
  const infoPart = (member: InfoMember): ObjectPart => {
    if ('constant' in member) return typename(member);
    const { name } = member;
    if (name === 'hasNextPage' || name === 'hasPreviousPage') {
      if ((name === 'hasNextPage') !== isBackwards)
        return { ...member, value: Prisma.sql`(count(*) > ${limit}::int)::text` };
      return { ...member, constant: String(Boolean(isBackwards ? read.args.before : read.args.after)) };
    }
    const order = Prisma.sql`ORDER BY c.n ${way((name === 'endCursor') !== isBackwards)}`;
    return {
      ...member,
      value: Prisma.sql`coalesce('"' || (array_agg(${cursor} ${order})${within})[1] || '"', 'null')`,
    };
  };
  const rows = isNumbered
    ? Prisma.sql`SELECT r.*, row_number() OVER () AS n FROM (${read.rows(limit + 1)}) r`
    : read.rows(limit);
  const aggregates: Prisma.Sql[] = [];
  const isAlone = members.filter((member) => 'members' in member || 'row' in member).length === 1;
  // Several are read of one page, whose rows `c` hide those around it from a count.
  const aggregated = (aggregate: Prisma.Sql) => {
    if (isAlone) return Prisma.sql`(SELECT ${aggregate} FROM (${rows}) c)`;
    const name = identifier(`m${aggregates.length}`);
    aggregates.push(Prisma.sql`${aggregate} AS ${name}`);
    return Prisma.sql`page.${name}`;
  };
  const text = writtenObject(
    members.map((member): ObjectPart => {
      if ('constant' in member) return typename(member);
      if (member.name === 'totalCount') return { ...member, value: read.count() };
      if (member.name === 'nodes')
        return { ...member, value: aggregated(listOf(member.row.text(teamId))), around: LIST };
      if (member.name === 'edges') {
        return { ...member, value: aggregated(listOf(writtenObject(member.members.map(edgePart)))), around: LIST };
      }
      const info = member.members.map(infoPart);
      const object = writtenObject(info);
      // Without an aggregate it would be written once for each row.
      return { ...member, value: info.every((part) => 'constant' in part) ? object : aggregated(object) };
    }),
  );
  if (aggregates.length === 0) return text;
  return Prisma.sql`(SELECT ${text} FROM (SELECT ${Prisma.join(aggregates)} FROM (${rows}) c) page)`;
}

const LIST = ['[', ']'] as const;

const typename = ({ key, constant }: { key: string; constant: string }): ObjectPart => ({
  ...{ key, name: '__typename', constant: JSON.stringify(constant) },
});
