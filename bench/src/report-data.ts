import type pg from 'pg';

const DAY_MS = 86_400_000;
const CONTACTS = 50_000;

/** Of the month that is asked for: it ends where November began. */
export const DAYS = 30;
export const FIRST_DAY = Date.UTC(2026, 9, 2);

/** Every day of that month, and every eleventh of the year before it: half of the messages each. */
const SENDING_DAYS = [
  ...Array.from({ length: DAYS }, (_, at) => FIRST_DAY - (DAYS - at) * 11 * DAY_MS),
  ...Array.from({ length: DAYS }, (_, at) => FIRST_DAY + at * DAY_MS),
];

/**
 * Messages of all campaigns of the team over a year, in partitions of a month: each campaign sends for an hour of a day, to ten
 * networks and two countries. One in a thousand has a text of its own. Without foreign keys' checks, with every index.
 */
export async function createMessages(client: pg.Client, teamId: string, rows: number): Promise<void> {
  await partitionYear(client);
  await client.query(
    `INSERT INTO contacts (id, team_id, number, name, country_id, updated_at)
     SELECT gen_random_uuid(), $1, 4915200000000 + n, 'Reader ' || n, 276, now() FROM generate_series(1, $2::int) n`,
    [teamId, CONTACTS],
  );
  await client.query(
    `CREATE TEMPORARY TABLE sent_by AS SELECT row_number() OVER (ORDER BY c.id) - 1 AS n, c.id AS campaign,
       (SELECT s.id FROM sms_sends s WHERE s.team_id = $1 AND s.sms_campaign_id = c.id LIMIT 1) AS send,
       (SELECT o.offer_id FROM sms_campaign_offers o WHERE o.team_id = $1 AND o.sms_campaign_id = c.id LIMIT 1) AS offer
     FROM sms_campaigns c WHERE c.team_id = $1`,
    [teamId],
  );
  await client.query(
    `CREATE TEMPORARY TABLE reached AS SELECT row_number() OVER () - 1 AS n, id, number::text AS phone FROM contacts
     WHERE team_id = $1`,
    [teamId],
  );
  await client.query(
    'CREATE TEMPORARY TABLE over AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM networks LIMIT 10',
  );
  await client.query('ANALYZE sent_by; ANALYZE reached; SET session_replication_role = replica');
  for (const [day, startsAt] of SENDING_DAYS.entries()) {
    await client.query(
      `INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, step, status, contact_id, phone_normalized, country_id,
         network_id, offer_id, final_text, sms_parts, is_sent, is_clicked, is_sale, revenue, cost, sent_at, settled_at, created_at,
         updated_at)
       SELECT $1, (lpad(to_hex(x.ms), 12, '0') || '7' || lpad(to_hex(x.n % 4096), 3, '0') || '8'
           || lpad(to_hex($2::bigint * 1000000 + x.n), 15, '0'))::uuid,
         x.campaign, x.send, 1, (CASE WHEN x.n % 20 = 0 THEN 'failed' ELSE 'delivered' END)::message_status, x.contact, x.phone,
         CASE WHEN x.n % 3 = 0 THEN 840 ELSE 276 END, x.network, x.offer,
         CASE WHEN x.n % 1000 = 0 THEN 'Lighthouse tours' ELSE 'The harbor is awake: come and see what is new today' END,
         1 + (x.n % 7 = 0)::int, x.n % 20 > 0, x.n % 9 = 0, x.n % 90 = 0, CASE WHEN x.n % 90 = 0 THEN 2.5 END, 0.01,
         CASE WHEN x.n % 20 > 0 THEN x.at + interval '1 second' END, x.at + interval '3 seconds', x.at, x.at
       FROM (SELECT n.n, s.campaign, s.send, s.offer, r.id AS contact, r.phone, o.id AS network, m.ms,
           to_timestamp(m.ms / 1000.0) AS at
         FROM generate_series(0, $3::bigint - 1) n(n)
         JOIN sent_by s ON s.n = n.n % (SELECT count(*) FROM sent_by)
         JOIN reached r ON r.n = n.n % (SELECT count(*) FROM reached)
         JOIN over o ON o.n = n.n / 7 % 10
         CROSS JOIN LATERAL (SELECT $4::bigint + s.n % 12 * 3600000 + n.n * 3600000 / $3::bigint AS ms) m) x`,
      [teamId, day, Math.ceil(rows / SENDING_DAYS.length), startsAt],
    );
  }
  await client.query('SET session_replication_role = DEFAULT');
  await client.query(
    `INSERT INTO report_marks (team_id, kind, slot)
     SELECT DISTINCT $1::uuid, 'sms'::mark_kind, (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 900000)::int
     FROM sms_messages WHERE team_id = $1`,
    [teamId],
  );
  await client.query('VACUUM ANALYZE sms_messages');
}

/** As if the installation had made them month by month: what is empty yet is one partition for all that has been. */
async function partitionYear(client: pg.Client): Promise<void> {
  await client.query('ALTER TABLE sms_messages DETACH PARTITION partitions.sms_messages_first');
  await client.query('DROP TABLE partitions.sms_messages_first');
  const lastMonth = new Date();
  for (const month = new Date(SENDING_DAYS[0]!); month <= lastMonth; month.setUTCMonth(month.getUTCMonth() + 1, 1)) {
    const [from, to] = [0, 1].map((later) => Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + later, 1));
    await client.query(
      `CREATE TABLE partitions.sms_messages_${month.toISOString().slice(0, 7).replace('-', '_')}
         PARTITION OF sms_messages FOR VALUES FROM ('${idAt(from!)}') TO ('${idAt(to!)}')`,
    );
  }
}

const idAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
