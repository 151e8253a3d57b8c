/// <reference path="../../packages/sms-providers/src/smpp/smpp.d.ts" />
import pg from 'pg';
import smpp, { type PDU, type Session } from 'smpp';

/** The least that a hub does: each submit is stored by a batched INSERT and answered after its commit. */
interface Waiting {
  session: Session;
  pdu: PDU;
}

const WRITERS = 4;
const MOST = 1_000;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: WRITERS });
await pool.query(
  'CREATE TABLE IF NOT EXISTS floor_messages (id bigserial PRIMARY KEY, sender text, number text, text text)',
);
const waiting: Waiting[] = [];
let writing = 0;

async function write(): Promise<void> {
  if (writing === WRITERS || waiting.length === 0) return;
  writing += 1;
  const batch = waiting.splice(0, MOST);
  const { rows } = await pool.query<{ id: string }>({
    name: 'store',
    text: 'INSERT INTO floor_messages (sender, number, text) SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) RETURNING id',
    values: [
      batch.map(({ pdu }) => pdu.source_addr),
      batch.map(({ pdu }) => pdu.destination_addr),
      batch.map(({ pdu }) => String(pdu.short_message!.message)),
    ],
  });
  for (const [at, { session, pdu }] of batch.entries()) session.send(pdu.response({ message_id: rows[at]!.id }));
  writing -= 1;
  setImmediate(write);
}

const server = smpp.createServer((session) => {
  session.on('error', () => {});
  session.on('bind_transceiver', (pdu: PDU) => session.send(pdu.response()));
  session.on('submit_sm', (pdu: PDU) => {
    // What arrives at the same moment goes together.
    if (waiting.push({ session, pdu }) === 1) setImmediate(write);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send!('ready'));
