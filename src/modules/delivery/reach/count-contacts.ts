import { NIL_UUID } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { type Condition, type Look, type Related, relatedTo } from './look.ts';
import { stretchOf } from './stretch.ts';

/** Contacts that one statement goes through: a fraction of a second, on the embedded database, too. */
const STRETCH = 10_000;
/** PostgreSQL takes 1,664, those of contacts among them. */
const MOST_COLUMNS = 1_500;

type Run = <Row>(sql: Prisma.Sql) => Promise<Row[]>;

/**
 * How many contacts of a team fulfill each of the conditions. It goes through them once, in the order of their ids, one statement
 * for each stretch. What other tables say of a stretch's contacts is read once per stretch and kept in hash tables, which stay
 * small. `isEnough` may end it early.
 */
export async function countContacts(
  run: Run,
  teamId: string,
  conditions: readonly Condition[],
  isEnough: (counts: readonly number[]) => boolean = () => false,
): Promise<number[]> {
  const counts = conditions.map(() => 0);
  for (let after: string | null = NIL_UUID; after !== null && !isEnough(counts); ) {
    const [row]: ({ upTo: string | null } & Record<string, number>)[] = await run(
      countStretch(teamId, conditions, after),
    );
    for (const at of counts.keys()) counts[at]! += row![`count${at}`]!;
    after = row!.upTo;
  }
  return counts;
}

/** One row: `count0`, …, and `upTo`, the stretch's last contact, or null when no other follows. */
function countStretch(teamId: string, conditions: readonly Condition[], begin: string): Prisma.Sql {
  const { end, after, within, contacts } = stretchOf(teamId, begin, STRETCH);
  const columns = new Columns((rows) => {
    const found = Prisma.sql`SELECT * ${relatedTo(rows, after)} AND x.contact_id ${within} OFFSET 0`;
    // No more than the stretch has, which the planner cannot know: it hashes only what it takes to be few.
    return Prisma.sql`t.id IN (SELECT DISTINCT x.contact_id FROM (${found}) x WHERE ${rows.where ?? Prisma.sql`TRUE`}
      LIMIT ${Prisma.raw(String(STRETCH))})`;
  });
  const counts = conditions.map(
    (condition, at) => Prisma.sql`(count(*) FILTER (WHERE ${condition(columns)}))::int AS ${Prisma.raw(`count${at}`)}`,
  );
  return Prisma.sql`WITH ${end} SELECT ${Prisma.join(counts)}, (SELECT up_to FROM stretch) AS "upTo"
    FROM ${contacts(columns.selected)} t`;
}

/** Each thing that conditions ask is a column, however many ask it. What does not fit is asked where it is needed. */
class Columns implements Look {
  readonly #names = new Map<string, Prisma.Sql>();
  readonly #columns: Prisma.Sql[] = [];
  readonly #isIn: (rows: Related) => Prisma.Sql;

  constructor(isIn: (rows: Related) => Prisma.Sql) {
    this.#isIn = isIn;
  }

  any(rows: Related): Prisma.Sql {
    return this.once(this.#isIn(rows));
  }

  once(condition: Prisma.Sql): Prisma.Sql {
    const key = `${condition.text} ${JSON.stringify(condition.values)}`;
    const known = this.#names.get(key);
    if (known) return known;
    if (this.#columns.length === MOST_COLUMNS) return condition;
    const name = `fact${this.#columns.length}`;
    this.#columns.push(Prisma.sql`, ${condition} AS ${Prisma.raw(name)}`);
    const column = Prisma.raw(`t.${name}`);
    this.#names.set(key, column);
    return column;
  }

  get selected(): Prisma.Sql {
    return this.#columns.length === 0 ? Prisma.empty : Prisma.join(this.#columns, '');
  }
}
