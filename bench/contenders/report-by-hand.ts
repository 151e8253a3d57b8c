import { createServer } from 'node:http';
import pg from 'pg';
import { rowQuestions } from '../src/report-questions.ts';
import { databaseUrl, poolSize, port, teamId } from './environment.ts';

/**
 * Questions of a report by hand: one prepared statement each, its rows as JSON over node:http. No GraphQL, no authentication,
 * no limits. Its connections have the settings that the product gives its own.
 */
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: poolSize,
  options: '-c TimeZone=UTC -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off',
});
const questions = rowQuestions(teamId, process.env.BENCH_CONTACT_ID!);

createServer(async ({ url }, response) => {
  const question = questions[Number(url!.slice(1))];
  if (!question) return void response.writeHead(404).end();
  const { name, sql: text, values } = question;
  const { rows } = await pool.query({ name, text, values });
  const body = JSON.stringify({ data: rows });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(port, '127.0.0.1');
