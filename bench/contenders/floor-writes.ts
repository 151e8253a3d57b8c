import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { createPool, port, teamId } from './environment.ts';

/** The floor of writes: one call of a hand-written SQL function. No GraphQL, no authentication, no rules. */
const pool = createPool();

const STATEMENTS: Record<string, string> = {
  e7: 'SELECT bench_charge($1, $2, $3, $4, $5)',
  e10: 'SELECT bench_offer($1, $2, $3, $4)',
  e12: 'SELECT bench_event($1, $2, $3)',
  contact: 'SELECT bench_contact($1, $2, $3)',
};

createServer(async (request, response) => {
  const name = request.url!.slice(1);
  const text = STATEMENTS[name];
  if (!text) return void response.writeHead(404).end();
  const values = (await json(request)) as unknown[];
  const { rows } = await pool.query<string[]>({ name, text, values: [teamId, ...values], rowMode: 'array' });
  const body = JSON.stringify({ data: rows[0]![0] });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(port, '127.0.0.1');
