import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue, TableFacts } from '../../support/isolation/catalogue.ts';
import { prove } from '../../support/isolation/proof.ts';

const table = (name: string, columns: string[]): [string, TableFacts] => {
  const teamColumn = name === 'teams' ? 'id' : columns.find((column) => column === 'team_id');
  return [name, { name, teamColumn, columns: new Set(columns) }];
};

/** Campaigns and offers of teams, what campaigns sell, and steps of campaigns. */
const catalogue: Catalogue = new Map([
  table('teams', ['id', 'name']),
  table('campaigns', ['id', 'team_id', 'name', 'status']),
  table('offers', ['id', 'team_id', 'name', 'profit']),
  table('links', ['team_id', 'campaign_id', 'offer_id', 'position']),
  table('steps', ['team_id', 'id', 'campaign_id', 'position']),
  table('countries', ['id', 'name']),
]);

beforeAll(() => loadModule());

const proof = (sql: string) => prove(sql, catalogue);

describe('A statement is one team’s when', () => {
  test.each<[sql: string, parameters: number[]]>([
    ['SELECT * FROM countries', []],
    ['SELECT name FROM campaigns WHERE team_id IN (NULL)', []],
    ['SELECT name FROM campaigns WHERE (team_id, id) IN ((NULL, NULL))', []],
    ['SELECT name FROM campaigns WHERE id = $1 AND team_id = $2::uuid', [2]],
    ['SELECT name FROM campaigns WHERE $2::uuid = team_id AND (id = $1 OR name = $3)', [2]],
    ['SELECT "public"."offers"."id" FROM "public"."offers" WHERE ("public"."offers"."team_id" = $1 AND 1=1)', [1]],
    ['SELECT id FROM offers WHERE team_id IN ($1)', [1]],
    ['SELECT name FROM teams WHERE id = $1', [1]],
    ['SELECT o.* FROM links l JOIN offers o ON o.team_id = l.team_id AND o.id = l.offer_id WHERE o.team_id = $1', [1]],
    [
      'SELECT l.* FROM links l, campaigns c WHERE c.team_id = l.team_id AND c.id = l.campaign_id AND c.team_id = $1',
      [1],
    ],
    [
      'SELECT s.* FROM steps s WHERE EXISTS (SELECT 1 FROM campaigns c WHERE c.team_id = s.team_id AND c.id = s.campaign_id AND c.team_id = $1)',
      [1],
    ],
    ['SELECT * FROM steps WHERE (team_id, campaign_id) IN (SELECT team_id, id FROM campaigns WHERE team_id = $1)', [1]],
    ['SELECT * FROM steps WHERE team_id = (SELECT team_id FROM campaigns WHERE team_id = $1 LIMIT 1)', [1]],
    [
      'SELECT s.id FROM steps s LEFT JOIN campaigns c ON c.team_id = s.team_id AND c.id = s.campaign_id WHERE c.team_id = $1 AND c.id IS NOT NULL',
      [1],
    ],
    [
      'SELECT c.id, s.id FROM campaigns c LEFT JOIN steps s ON s.team_id = c.team_id AND s.campaign_id = c.id WHERE c.team_id = $1',
      [1],
    ],
    [
      'SELECT p.n, r.* FROM unnest($1::uuid[]) WITH ORDINALITY p(id, n) CROSS JOIN LATERAL (SELECT t.id FROM steps t JOIN campaigns c ON c.team_id = t.team_id WHERE t.campaign_id = p.id AND c.team_id = $2) r',
      [2],
    ],
    [
      'SELECT (SELECT count(*) FROM steps s WHERE s.team_id = c.team_id AND s.campaign_id = c.id) FROM campaigns c WHERE c.team_id = $1',
      [1],
    ],
    ['SELECT name FROM campaigns WHERE team_id = $1 UNION ALL SELECT name FROM offers WHERE team_id = $2', [1, 2]],
    ['SELECT COUNT(*) FROM (SELECT id FROM offers WHERE team_id = $1 OFFSET $2) AS sub', [1]],
    [
      'WITH mine AS (SELECT team_id, id FROM campaigns WHERE team_id = $1) UPDATE steps SET position = 0 FROM mine WHERE steps.team_id = mine.team_id',
      [1],
    ],
    ['UPDATE campaigns SET name = $1 WHERE id = $2 AND team_id = $3 RETURNING id', [3]],
    [
      'UPDATE steps SET position = 0 WHERE team_id = ANY(ARRAY(SELECT s.team_id FROM steps s JOIN campaigns c ON c.team_id = s.team_id AND c.id = s.campaign_id WHERE c.team_id = $1))',
      [1],
    ],
    ['DELETE FROM links l USING offers o WHERE o.team_id = l.team_id AND o.team_id = $1', [1]],
    ['INSERT INTO offers (id, team_id, name) VALUES ($1, $2, $3), ($4, $5, $6)', [2, 5]],
    ['INSERT INTO offers (id, team_id, name) SELECT $1, $2::uuid, name FROM countries', [2]],
    ['INSERT INTO offers (id, team_id) SELECT $1, c.team_id FROM campaigns c WHERE c.team_id = $2', [2]],
    [
      'INSERT INTO offers (id, team_id, name) VALUES ($1, $2, $3) ON CONFLICT (team_id, name) DO UPDATE SET name = $3',
      [2],
    ],
    ['SELECT * FROM offers WHERE (team_id, id) IN (($1, $2), ($3, $4))', [1, 3]],
    ['SELECT * FROM offers WHERE (team_id, id) = ($1, $2)', [1]],
    ['SELECT o.id FROM offers o, links l WHERE (o.team_id, o.id) = (l.team_id, l.offer_id) AND l.team_id = $1', [1]],
    ['BEGIN', []],
  ])('%s', (sql, parameters) => {
    expect(proof(sql)).toEqual({ parameters, unbound: [] });
  });
});

describe('A statement is refused when', () => {
  test.each<[sql: string, unbound: string[]]>([
    ['SELECT * FROM offers', ['offers']],
    ['SELECT * FROM offers WHERE id = $1', ['offers']],
    ['SELECT * FROM offers WHERE team_id = $1 OR id = $2', ['offers']],
    ['SELECT * FROM offers WHERE NOT (team_id = $1)', ['offers']],
    ['SELECT * FROM offers WHERE team_id <> $1', ['offers']],
    ['SELECT * FROM offers WHERE team_id IN ($1, $2)', ['offers']],
    ['SELECT * FROM offers WHERE team_id = ANY($1)', ['offers']],
    ['SELECT * FROM offers WHERE team_id = team_id', ['offers']],
    ['SELECT * FROM offers WHERE team_id = coalesce($1, team_id)', ['offers']],
    ["SELECT * FROM offers WHERE team_id = '01930000-0000-7000-8000-000000000001'", ['offers']],
    ['SELECT * FROM offers WHERE (team_id = $1) IS NOT TRUE', ['offers']],
    ['SELECT * FROM offers WHERE CASE WHEN true THEN true ELSE team_id = $1 END', ['offers']],
    ['SELECT o.id FROM offers o, campaigns c WHERE c.team_id = $1', ['offers']],
    ['SELECT o.id FROM offers o JOIN campaigns c ON c.name = o.name AND c.team_id = $1', ['offers']],
    ['SELECT o.id FROM offers o LEFT JOIN campaigns c ON c.team_id = o.team_id AND c.team_id = $1', ['offers']],
    ['SELECT o.id FROM offers o LEFT JOIN campaigns c ON o.team_id = $1', ['offers', 'campaigns']],
    ['SELECT o.id FROM offers o FULL JOIN campaigns c ON o.team_id = c.team_id WHERE o.team_id = $1', ['campaigns']],
    ['SELECT s.id FROM steps s WHERE EXISTS (SELECT 1 FROM campaigns c WHERE c.team_id = $1)', ['steps']],
    [
      'SELECT s.id FROM steps s WHERE NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.team_id = s.team_id AND c.id = s.campaign_id AND c.team_id = $1)',
      ['steps'],
    ],
    [
      'SELECT s.id FROM steps s WHERE EXISTS (SELECT count(*) FROM campaigns c WHERE c.team_id = s.team_id AND c.id = s.campaign_id AND c.team_id = $1)',
      ['steps'],
    ],
    [
      'SELECT s.id FROM steps s WHERE s.id = 1 OR EXISTS (SELECT 1 FROM campaigns c WHERE c.team_id = s.team_id AND c.id = s.campaign_id AND c.team_id = $1)',
      ['steps'],
    ],
    [
      'SELECT s.id FROM steps s WHERE (s.team_id, s.campaign_id) NOT IN (SELECT team_id, id FROM campaigns WHERE team_id = $1)',
      ['steps'],
    ],
    ['SELECT s.id FROM steps s WHERE s.id IN (SELECT id FROM campaigns WHERE team_id = $1)', ['steps']],
    ['SELECT (SELECT max(profit) FROM offers) FROM campaigns WHERE team_id = $1', ['offers']],
    ['SELECT name FROM campaigns WHERE team_id = $1 ORDER BY (SELECT max(profit) FROM offers)', ['offers']],
    ['SELECT name FROM campaigns WHERE team_id = $1 UNION SELECT name FROM offers', ['offers']],
    ['SELECT * FROM (SELECT team_id FROM offers) o WHERE o.team_id = $1', ['offers']],
    ['SELECT o.n FROM (SELECT team_id, sum(profit) OVER () AS n FROM offers) o WHERE o.team_id = $1', ['offers']],
    [
      'SELECT 1 FROM campaigns c WHERE c.team_id = $1 AND c.id = (SELECT campaign_id FROM steps ORDER BY position LIMIT 1)',
      ['steps'],
    ],
    ['WITH every AS (SELECT * FROM offers) SELECT * FROM campaigns WHERE team_id = $1', ['offers']],
    ['WITH gone AS (DELETE FROM offers RETURNING id) SELECT * FROM campaigns WHERE team_id = $1', ['offers']],
    ['UPDATE offers SET name = $1', ['offers']],
    ['UPDATE offers SET team_id = $1', ['offers']],
    ['UPDATE offers SET team_id = gen_random_uuid() WHERE team_id = $1', ['offers']],
    ['UPDATE offers SET name = (SELECT name FROM campaigns LIMIT 1) WHERE team_id = $1', ['campaigns']],
    ['UPDATE offers o SET name = c.name FROM campaigns c WHERE c.team_id = $1', ['offers']],
    ['DELETE FROM offers', ['offers']],
    ['DELETE FROM offers o USING campaigns c WHERE c.team_id = $1', ['offers']],
    ['INSERT INTO offers (id, name) VALUES ($1, $2)', ['offers']],
    ['INSERT INTO offers VALUES ($1, $2)', ['offers']],
    ['INSERT INTO offers (id, team_id) SELECT $1, team_id FROM campaigns', ['campaigns', 'offers']],
    ['INSERT INTO links (campaign_id, offer_id) SELECT $1, id FROM offers', ['offers', 'links']],
    ['SELECT l.* FROM links l JOIN offers o ON o.id = l.offer_id WHERE o.team_id = $1', ['links']],
    ['SELECT * FROM offers WHERE (id, name) IN (($1, $2))', ['offers']],
    ['SELECT * FROM offers WHERE (team_id, id) IN (($1, $2), (gen_random_uuid(), $3))', ['offers']],
    ['SELECT * FROM offers WHERE (team_id, id) > ($1, $2)', ['offers']],
    ['INSERT INTO offers (id, team_id) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $3', ['offers']],
    ['SELECT o.id FROM offers o WHERE false = EXISTS (SELECT 1 WHERE o.team_id = $1)', ['offers']],
    ['SELECT o.id FROM offers o WHERE ARRAY[]::int[] = ARRAY(SELECT 1 WHERE o.team_id = $1)', ['offers']],
    ['SELECT o.id FROM offers o WHERE EXISTS (SELECT json_arrayagg(1) WHERE o.team_id = $1)', ['offers']],
    [
      'SELECT o.id FROM offers o WHERE EXISTS (SELECT 1 FROM unnest($2::uuid[]) team_id WHERE team_id = $1)',
      ['offers'],
    ],
    ['SELECT x.id FROM offers AS x(name, team_id, id) WHERE x.team_id = $1', ['offers']],
    ['SELECT id FROM offers TABLESAMPLE SYSTEM (10)', ['(RangeTableSample)']],
    ['WITH offers AS (SELECT $1 AS id) DELETE FROM offers', ['offers']],
    ['SELECT FROM WHERE', ['(syntax error at or near "WHERE")']],
    ['MERGE INTO offers o USING countries c ON o.name = c.name WHEN MATCHED THEN DELETE', ['(MergeStmt)']],
    ['TRUNCATE offers', ['(TruncateStmt)']],
    ['COPY offers TO STDOUT', ['(CopyStmt)']],
    ['CREATE TABLE copies AS SELECT * FROM offers', ['(CreateTableAsStmt)']],
    ['DO $$ BEGIN DELETE FROM offers; END $$', ['(DoStmt)']],
    ['EXPLAIN ANALYZE DELETE FROM offers', ['(ExplainStmt)']],
    ['PREPARE p AS SELECT * FROM offers', ['(PrepareStmt)']],
    ['BEGIN; DELETE FROM offers; COMMIT', ['offers']],
    ['SELECT * FROM some_view', ['some_view']],
    ['SELECT * FROM public.offers, pg_class', ['offers']],
  ])('%s', (sql, unbound) => {
    expect(proof(sql).unbound).toEqual(unbound);
  });
});
