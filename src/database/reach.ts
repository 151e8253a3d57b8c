import { Prisma } from '../generated/prisma/client.ts';
import { isNodeAway, unavailable } from './failures.ts';

/** How often nodes that are away are asked again. */
const LOOK_MS = 2_000;

/** A Citus node: `host:port`. */
type Node = string;

type Ask = (sql: string) => Promise<{ rows: { node: Node; isUp: boolean; teams: string | null }[] }>;

/** Every team that can be read now, and none that a node which is away holds. */
interface Found {
  readonly away: readonly Node[];
  readonly teams: readonly string[];
}

/**
 * Which teams statements across teams can read. That is all of them, and costs nothing, until a statement fails because a node of the
 * Citus cluster is away. From then on they are bounded to the teams on nodes that answer, until all nodes answer again.
 */
export class Reach {
  readonly #ask: Ask;
  readonly #onChange: (away: readonly Node[]) => void;
  #found: Found | null = null;
  #ids: ReadonlySet<string> = new Set();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(ask: Ask, onChange: (away: readonly Node[]) => void = () => {}) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** Nodes that do not answer. Always empty without Citus. */
  get away(): readonly Node[] {
    return this.#found?.away ?? [];
  }

  get isWhole(): boolean {
    return this.#found === null;
  }

  has(teamId: string): boolean {
    return this.#found === null || this.#ids.has(teamId);
  }

  /**
   * ` AND s.team_id = ANY(…)` for each of the columns, nothing while all nodes answer. Citus leaves out shards by the conditions of each
   * table, not by those of tables that it is joined with: name the column of every table.
   */
  within(...columns: readonly string[]): Prisma.Sql {
    const found = this.#found;
    if (found === null) return Prisma.empty;
    return Prisma.join(
      columns.map((column) => Prisma.sql` AND ${Prisma.raw(column)} = ANY(${found.teams}::uuid[])`),
      '',
    );
  }

  /** The same for Prisma: what `acrossTeams` gives. */
  teams(all: { notIn: string[] }): { notIn: string[]; in?: string[] } {
    if (this.#found === null) return all;
    return { ...all, in: [...this.#found.teams] };
  }

  /** One of all teams' rows. Throws `UNAVAILABLE` where none is found and a node is away that may have it. */
  find<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.onceMore(async () => {
      const { isWhole } = this;
      const found = await read();
      if (found === undefined && !isWhole) throw unavailable();
      return found;
    });
  }

  /** Runs `work`, and once more where it was the first to find that a node is away. */
  async onceMore<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#found;
    try {
      return await work();
    } catch (error) {
      await this.#looking;
      if (this.#found === before) throw error;
      return work();
    }
  }

  /** Of every error that PostgreSQL sends. */
  heard(error: unknown): void {
    if (this.isWhole && isNodeAway(error)) void this.look();
  }

  /** Asks every node whether it answers, and which teams it has. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const before = this.away.join();
    try {
      this.#found = await this.#findTeams();
      this.#ids = new Set(this.#found?.teams);
    } catch {
      // The coordinator does not answer either: what was known remains.
    }
    if (this.away.join() !== before) this.#onChange(this.away);
    if (this.isWhole || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.look(), LOOK_MS);
    this.#timer.unref();
  }

  /** Null when all nodes answer. */
  async #findTeams(): Promise<Found | null> {
    const { rows } = await this.#ask(TEAMS_BY_NODE);
    const away = rows.flatMap(({ node, isUp }) => (isUp ? [] : [node]));
    if (away.length === 0) return null;
    return { away, teams: rows.flatMap(({ isUp, teams }) => (isUp ? (JSON.parse(teams ?? '[]') as string[]) : [])) };
  }
}

/** Of a database that is no cluster. */
export const WHOLE = new Reach(() => Promise.resolve({ rows: [] }));

/** One connection to each node, which is asked for the teams of all of its shards. Nodes are asked at once. */
const TEAMS_BY_NODE = `
  WITH shards AS MATERIALIZED (
    SELECT n.nodename, n.nodeport, string_agg(format('SELECT id FROM %s', shard_name(s.logicalrelid, s.shardid)), ' UNION ALL ') AS ids
    FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n USING (groupid)
    WHERE s.logicalrelid = to_regclass('teams') AND n.noderole = 'primary' GROUP BY n.nodename, n.nodeport),
  nodes AS MATERIALIZED (
    SELECT array_agg(nodename) AS names, array_agg(nodeport) AS ports,
      array_agg(format('SELECT json_agg(id) FROM (%s) t', ids)) AS commands FROM shards)
  SELECT /* across teams: the teams of each node */ r.node_name || ':' || r.node_port AS node, r.success AS "isUp", CASE WHEN r.success THEN r.result END AS teams
  FROM nodes CROSS JOIN LATERAL master_run_on_worker(names, ports, commands, true) r`;
