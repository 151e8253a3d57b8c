type Query = (sql: string, values: unknown[]) => Promise<unknown>;

export const idOf = (kind: number, n: number) => `0194${kind}000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const id = (kind: number, n: string) => `('0194${kind}000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const [CONTACT, TAG, CAMPAIGN, SEND, CALL, MESSAGE, VOICE, VOICE_SEND] = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export const KINDS = { CONTACT, TAG, CAMPAIGN, SEND, CALL, MESSAGE, VOICE, VOICE_SEND };

/** Roughly. */
export const ROWS_PER_CONTACT = 10;

/**
 * Every contact has the tag "all", every second "half", one "one"; every tenth number is suppressed. Each waits in a
 * send, and has a message, a call and a log.
 */
export async function fillTeam(query: Query, teamId: string, size: number): Promise<void> {
  const statements = [
    `INSERT INTO tags (team_id, id, name)
     SELECT $1::uuid, ${id(TAG, 'n')}, (ARRAY['all', 'half', 'one'])[n] FROM generate_series(1, 3) n WHERE $2::int > 0`,
    `INSERT INTO contacts (team_id, id, number, name, email, country_id, foreign_id, custom1_int, updated_at)
     SELECT $1::uuid, ${id(CONTACT, 'n')}, 4915100000000 + n, 'Person ' || n, 'person' || n || '@example.com', 276, 'feed', n, now()
     FROM generate_series(1, $2::int) n`,
    `INSERT INTO contact_tags (team_id, contact_id, tag_id)
     SELECT $1::uuid, ${id(CONTACT, 'n')}, ${id(TAG, 'tag')} FROM generate_series(1, $2::int) n, generate_series(1, 3) tag
     WHERE tag = 1 OR (tag = 2 AND n % 2 = 0) OR (tag = 3 AND n = 1)`,
    `INSERT INTO suppressed_numbers (team_id, id, number)
     SELECT $1::uuid, gen_random_uuid(), 4915100000000 + n FROM generate_series(1, $2::int, 10) n`,
    `INSERT INTO sms_campaigns (team_id, id, name, status, send_type, use_dedicated_domains, updated_at)
     SELECT $1::uuid, ${id(CAMPAIGN, 'n')}, 'Campaign ' || n, 'stopped', 'manual', false, now() FROM generate_series(1, 2) n
     WHERE $2::int > 0`,
    `INSERT INTO sms_sends (team_id, id, sms_campaign_id, status, cycle, meta, updated_at)
     SELECT $1::uuid, ${id(SEND, 'n')}, ${id(CAMPAIGN, 'n')}, 'stopped', 1, '{"sendType": "manual"}', now()
     FROM generate_series(1, 2) n WHERE $2::int > 0`,
    `INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, due_at, status, message_id)
     SELECT $1::uuid, ${id(CAMPAIGN, 'campaign')}, 1, ${id(CONTACT, 'n')}, ${id(SEND, 'campaign')}, now(),
       (CASE campaign WHEN 1 THEN 'waiting' ELSE 'handed' END)::recipient_status,
       CASE campaign WHEN 2 THEN ${id(MESSAGE, 'n')} END
     FROM generate_series(1, $2::int) n, generate_series(1, 2) campaign`,
    `INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, contact_id, phone_normalized, final_text, status,
       is_sent, is_clicked, updated_at)
     SELECT $1::uuid, ${id(MESSAGE, 'n')}, ${id(CAMPAIGN, '2')}, ${id(SEND, '2')}, ${id(CONTACT, 'n')}, 4915100000000 + n, 'Hello',
       'delivered', true, n % 3 = 0, now() FROM generate_series(1, $2::int) n`,
    `INSERT INTO voice_campaigns (team_id, id, name, status, updated_at)
     SELECT $1::uuid, ${id(VOICE, '1')}, 'Calls', 'stopped', now() WHERE $2::int > 0`,
    `INSERT INTO voice_campaign_sends (team_id, id, voice_campaign_id, status, cycle, meta, updated_at)
     SELECT $1::uuid, ${id(VOICE_SEND, '1')}, ${id(VOICE, '1')}, 'stopped', 1, '{}', now() WHERE $2::int > 0`,
    `INSERT INTO voice_recipients (team_id, voice_campaign_id, cycle, contact_id, voice_campaign_send_id, due_at)
     SELECT $1::uuid, ${id(VOICE, '1')}, 1, ${id(CONTACT, 'n')}, ${id(VOICE_SEND, '1')}, now() FROM generate_series(1, $2::int) n`,
    `INSERT INTO calls (team_id, id, contact_id, to_number, status, is_answered, call_outcome, voice_campaign_id,
       voice_campaign_send_id, updated_at)
     SELECT $1::uuid, ${id(CALL, 'n')}, ${id(CONTACT, 'n')}, 4915100000000 + n, 'ended', n % 2 = 0,
       (CASE n % 5 WHEN 0 THEN 'interested' END)::call_outcome, ${id(VOICE, '1')}, ${id(VOICE_SEND, '1')}, now()
     FROM generate_series(1, $2::int) n`,
    `INSERT INTO logs (team_id, id, caller_type, caller_id, text)
     SELECT $1::uuid, gen_random_uuid(), 'sms_campaign_send', ${id(SEND, '1')}, 'Handed ' || n || ' messages over.'
     FROM generate_series(1, $2::int) n`,
    `INSERT INTO segments (team_id, id, name, filter, updated_at)
     SELECT $1::uuid, gen_random_uuid(), filter, filter::jsonb, now() FROM unnest($3::text[]) filter WHERE $2::int > 0`,
  ];
  for (const sql of statements) {
    await query(
      sql,
      sql.includes('$3') ? [teamId, size, FILTERS.map((filter) => JSON.stringify(filter))] : [teamId, size],
    );
  }
}

/** Each kind of condition, alone and combined. */
const FILTERS: object[] = [
  {},
  { tagsAny: ['all'] },
  { tagsAny: ['one', 'half'] },
  { tagsAll: ['all', 'half'] },
  { tagsNone: ['half'] },
  { tagsNone: ['one'], tagsAny: ['half'] },
  { countryIds: [276] },
  { customFields: [{ field: 'custom1_int', operator: 'lessThan', value: '100', valueTo: null }] },
  { hasBeenCalled: true },
  { hasBeenCalled: false, tagsAny: ['all'] },
  { hasAnswered: true },
  { callOutcomes: ['interested'] },
  { hasClicked: true },
  { hasClicked: false, hasAnswered: false },
  { unsubscribed: true },
  { unsubscribed: false },
];

/** Its rows leave their pages behind. Without checks of references, as it was filled. */
export async function emptyTeam(
  query: (sql: string) => Promise<{ rows: { name: string }[] }>,
  teamId: string,
): Promise<void> {
  const { rows } = await query(
    `SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE attname = 'team_id' AND c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace)`,
  );
  for (const { name } of rows) await query(`DELETE FROM ${name} WHERE team_id = '${teamId}'`);
}
