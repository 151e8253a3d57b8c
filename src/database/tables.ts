import { model } from '../generated/model.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Table } from './table.ts';

type Scope = (teamId: string) => Prisma.Sql;

/** Public reference data: every team reads it, none changes it. */
const everybody: Scope = () => Prisma.sql`TRUE`;

/** Which rows a team reads, where it is not all that carry its id and were not deleted. */
const SCOPES: Partial<Record<Prisma.ModelName, Scope>> = {
  Team: (teamId) => Prisma.sql`t.id = ${teamId}::uuid`,
  // People of the team.
  User: (teamId) =>
    Prisma.sql`EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = t.id AND m.team_id = ${teamId}::uuid)`,
  // Not in the reference: a revoked token is gone.
  TeamToken: (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid AND t.revoked_at IS NULL`,
  // Those that wait to be accepted, or have expired.
  Invitation: (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid AND t.accepted_at IS NULL`,
  // A file that is still arriving is nobody's yet.
  DataFile: (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid AND NOT t.is_uploading`,
  Country: everybody,
  Network: everybody,
  NetworkBrand: everybody,
};

function scopeOf(name: Prisma.ModelName): Scope {
  const fields: readonly string[] = model[name].fields;
  const alive = fields.includes('deletedAt') ? Prisma.sql`AND t.deleted_at IS NULL` : Prisma.empty;
  if (fields.includes('teamId')) return (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid ${alive}`;
  return () => {
    throw new Error(`${name} says nothing about who reads it.`);
  };
}

type Scalars<Name extends Prisma.ModelName> = Prisma.TypeMap['model'][Name]['payload']['scalars'];
type Tables = { readonly [Name in Prisma.ModelName]: Table<Scalars<Name>> };

const entries = Object.values(Prisma.ModelName).map((name) => {
  const { table, fields, labels, written } = model[name];
  const scope = SCOPES[name] ?? scopeOf(name);
  const columns = { fields: new Set<string>(fields), labels: new Set<string>(labels), written };
  return [name, { model: name, name: table, ...columns, scope, isPartly: name in SCOPES }];
});

/** Every model as lists and loaders read it. */
export const tables: Tables = Object.fromEntries(entries);
