import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type pg from 'pg';
import { FOREIGN_KEYS } from '../demo/dump.ts';
import type { Tables } from './every-table.ts';

type Field = GraphQLField<unknown, unknown>;

const isRecord = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.extensions.table !== undefined;

/** Types whose objects are rows. */
export const recordTypes = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap()).filter(isRecord);

/** The type of the records that a field leads to, and how they are selected under it. */
function target(field: Field): { type: GraphQLObjectType; select: (selection: string) => string } | null {
  const type = getNamedType(field.type);
  if (isRecord(type)) return { type, select: (selection) => selection };
  if (!isObjectType(type) || !type.name.endsWith('Connection')) return null;
  const node = getNamedType(type.getFields().nodes!.type) as GraphQLObjectType;
  return { type: node, select: (selection) => `{ nodes ${selection} }` };
}

/** Fields of a type that lead to records. */
export const recordFields = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter((field) => target(field) !== null);

/** Which records a field leads to: their ids, or whatever else names one that has none of its own. */
export function idsUnder(field: Field): string {
  const { type, select } = target(field)!;
  const names = Object.keys(type.getFields());
  const ids = names.includes('id') ? ['id'] : names.filter((name) => name.endsWith('Id'));
  return `${field.name} ${select(`{ ${['__typename', ...ids].join(' ')} }`)}`;
}

/** Asks for everything where a list has a page size. */
const ask = (field: Field) => `${field.name}${field.args.some(({ name }) => name === 'first') ? '(first: 50)' : ''}`;

/** Of every type that fields lead to, an operation that selects something of its records; by lists alone, where lists lead there. */
export function pathsToRecords(schema: GraphQLSchema): Map<GraphQLObjectType, (selection: string) => string> {
  const paths = new Map<GraphQLObjectType, (selection: string) => string>();
  const goOn = (from: GraphQLObjectType, around: (selection: string) => string, onlyLists: boolean) =>
    Object.values(from.getFields()).flatMap((field) => {
      const next = target(field);
      if (!next || paths.has(next.type) || field.args.some(isRequiredArgument)) return [];
      if (onlyLists && isRecord(getNamedType(field.type))) return [];
      paths.set(next.type, (selection) => around(`{ ${ask(field)} ${next.select(selection)} }`));
      return [next.type];
    });
  for (const onlyLists of [true, false]) {
    let found = [...paths.keys(), ...goOn(schema.getQueryType()!, (selection) => selection, onlyLists)];
    while (found.length > 0) found = found.flatMap((type) => goOn(type, paths.get(type)!, onlyLists));
  }
  return paths;
}

/**
 * Turns foreign keys across teams, as a bug in some write would: every other row of ours comes to point to a record of
 * theirs, every other one of theirs to a record of ours.
 */
export async function linkAcrossTeams(pool: pg.Pool, tables: Tables, mine: string, theirs: string): Promise<void> {
  const { rows } = await pool.query<{ child: string; parent: string; column: string }>(FOREIGN_KEYS);
  const client = await pool.connect();
  // The keys would refuse every one of them.
  await client.query("SET session_replication_role = 'replica'");
  for (const { child, parent, column } of rows) {
    const isOwn = tables.get(parent);
    if (!isOwn || parent === 'teams' || parent === 'users') continue;
    for (const [from, to] of [
      [mine, theirs],
      [theirs, mine],
    ]) {
      const turn = (limit: string) =>
        client.query(
          `UPDATE ${child} SET ${column} = (SELECT t.id FROM ${parent} t WHERE ${isOwn} ORDER BY t.id DESC LIMIT 1)
           WHERE ctid = ANY(ARRAY(SELECT ctid FROM (
             SELECT c.ctid, row_number() OVER (ORDER BY c.ctid DESC) AS n FROM ${child} c
             JOIN ${parent} p ON p.id = c.${column} WHERE p.team_id = $2) s WHERE ${limit}))`,
          [to, from],
        );
      // Where a record may be pointed to once only, by one of them; where even that is taken, by none.
      await turn('n % 2 = 1').catch(() => turn('n = 1').catch(() => {}));
    }
  }
  await client.query("SET session_replication_role = 'origin'");
  client.release();
}
