import { columnName } from '../../../src/database/table.ts';
import { model } from '../../../src/generated/model.ts';

/** One table, as the proof of a statement needs to know it. */
export interface TableFacts {
  readonly name: string;
  /** The column that says whose a row is: `team_id`, in `teams` its `id`. Undefined: everybody's. */
  readonly teamColumn: string | undefined;
  readonly columns: ReadonlySet<string>;
}

export type Catalogue = ReadonlyMap<string, TableFacts>;

/** The tables of the model (tables.test.ts compares them with the database's). */
export const catalogue: Catalogue = new Map(
  Object.values(model).map(({ table: name, fields }) => {
    const columns = new Set(fields.map(columnName));
    const teamColumn = name === 'teams' ? 'id' : columns.has('team_id') ? 'team_id' : undefined;
    return [name, { name, teamColumn, columns }];
  }),
);
