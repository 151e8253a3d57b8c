type Query = (sql: string, values: unknown[]) => Promise<unknown>;

export interface Filling {
  teamId: string;
  /** Messages; of other rows there are as many or fewer. */
  messages: number;
  /** Whose rows they are: a person's number, or that of the first of as many contacts as there are tenths of messages. */
  of: { number: number; at?: number } | { numbersFrom: number };
}

const id = (kind: string, n: string) =>
  `('0194${kind.padStart(4, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const ROUTE = '01940000-0000-7000-8000-000000000001';
const ENDPOINT = '01940000-0000-7000-8000-000000000002';
/** Rows of the first person have numbers from here on. */
const PERSONS = 1_000_000_000;
const PER_PERSON = 1_000_000;

/** Rows of every kind that an export finds, without what they refer to: references must not be checked. */
export async function fillRows(query: Query, { teamId, messages, of }: Filling): Promise<void> {
  const isPerson = 'number' in of;
  const contacts = isPerson ? 1 : Math.max(1, Math.floor(messages / 10));
  const first = isPerson ? PERSONS + (of.at ?? 0) * PER_PERSON : 1;
  const who = isPerson ? '0' : `(n % ${contacts} + 1)`;
  const contact = id('1', isPerson ? `${first}` : who);
  const number = isPerson ? `${of.number}` : `(${of.numbersFrom} + ${who})`;
  const email = `'person' || ${number} || '@example.com'`;
  const nameOf = `'Person ' || ${who}`;
  const at = `now() - n % 1000 * interval '1 minute'`;
  const [message, call, hub, file] = [id('2', 'n'), id('3', 'n'), id('4', 'n'), id('5', 'n')];
  const event = `jsonb_build_object('number', ${number}::text, 'text', 'Hello')`;
  const ended = `jsonb_build_object('type', 'status-update', 'customer', jsonb_build_object('number', '+' || ${number}))`;
  const state = `jsonb_build_object('id', ${contact}, 'number', ${number}, 'email', ${email}, 'createdAt', ${at})`;

  /** One in so many of the messages. */
  const rows: [table: string, every: number, columns: Record<string, string>][] = [
    [
      'sms_messages',
      1,
      {
        id: message,
        sms_campaign_id: id('6', '1'),
        sms_send_id: id('6', '1'),
        contact_id: contact,
        phone_normalized: number,
        final_text: `'Hello ' || ${nameOf}`,
        status: `'delivered'`,
        sms_routing_route_id: `'${ROUTE}'`,
        sms_id: `'m' || n`,
        is_sent: 'true',
        updated_at: at,
      },
    ],
    [
      'sms_provider_messages',
      1,
      { route_id: `'${ROUTE}'`, provider_id: `'m' || n`, message_id: message, created_at: at },
    ],
    [
      'sms_receipts',
      2,
      {
        id: id('7', 'n'),
        route_id: `'${ROUTE}'`,
        provider_id: `'m' || n`,
        status: `'delivered'`,
        occurred_at: at,
        numbers: `ARRAY[${number}::text]`,
      },
    ],
    [
      'sms_link_events',
      5,
      {
        id: id('8', 'n'),
        message_id: message,
        kind: `'click'`,
        reference: `'r' || n`,
        user_agent: `'Browser'`,
        occurred_at: at,
      },
    ],
    [
      'sms_recipients',
      1,
      { sms_campaign_id: id('6', 'n'), cycle: '1', contact_id: contact, sms_send_id: id('6', '1'), due_at: at },
    ],
    [
      'sms_replies',
      10,
      {
        id: id('9', 'n'),
        route_id: `'${ROUTE}'`,
        provider_id: `'r' || n`,
        from_number: number,
        to_sender: `'4930'`,
        kind: `'text'`,
        text: `'Yes'`,
        contact_id: contact,
        received_at: at,
      },
    ],
    [
      'sms_reply_parts',
      10,
      {
        id: id('2a', 'n'),
        text_id: id('2a', 'n'),
        route_id: `'${ROUTE}'`,
        sender: `'+' || ${number}`,
        recipient: `'4930'`,
        reference: '7',
        total: '2',
        place: '1',
        text: `'"Yes"'`,
        created_at: at,
      },
    ],
    [
      'direct_messages',
      10,
      {
        id: id('a', 'n'),
        kind: `'reply'`,
        number,
        contact_id: contact,
        text: `'Good'`,
        sms_parts: '1',
        due_at: at,
        route_id: `'${ROUTE}'`,
        status: `'delivered'`,
        sms_id: `'d' || n`,
      },
    ],
    [
      'conversations',
      10,
      {
        id: id('b', 'n'),
        number,
        sender: `'s' || n`,
        contact_id: contact,
        last_text: `'Good'`,
        last_direction: `'outbound'`,
        last_activity_at: at,
      },
    ],
    [
      'calls',
      5,
      {
        id: call,
        to_number: number,
        contact_id: contact,
        status: `'ended'`,
        external_id: `'c' || n`,
        chat: `'Hello'`,
        updated_at: at,
      },
    ],
    [
      'call_events',
      5,
      {
        id: id('c', 'n'),
        call_id: call,
        voice_account_id: id('6', '1'),
        external_call_id: `'c' || n`,
        type: `'status-update'`,
        occurred_at: at,
        fingerprint: `decode(md5('a' || n), 'hex')`,
        payload: ended,
        status: `'processed'`,
      },
    ],
    [
      'call_events',
      10,
      {
        id: id('d', 'n'),
        voice_account_id: id('6', '1'),
        external_call_id: `'u' || n`,
        type: `'status-update'`,
        occurred_at: at,
        fingerprint: `decode(md5('b' || n), 'hex')`,
        payload: ended,
        status: `'failed'`,
      },
    ],
    ['call_outcome_logs', 10, { id: id('e', 'n'), call_id: call }],
    ['call_post_processings', 10, { id: id('f', 'n'), call_id: call, name: `'CRM'`, kind: `'webhook'`, position: '1' }],
    [
      'voice_recipients',
      5,
      {
        voice_campaign_id: id('6', 'n'),
        cycle: '1',
        contact_id: contact,
        voice_campaign_send_id: id('6', '1'),
        due_at: at,
      },
    ],
    [
      'webhook_events',
      2,
      {
        id: id('20', 'n'),
        type: `'message_delivered'`,
        record_id: message,
        sequence: 'n',
        occurred_at: at,
        data: event,
      },
    ],
    [
      'webhook_events',
      10,
      {
        id: id('21', 'n'),
        type: `'contact_unsubscribed'`,
        record_id: id('6', 'n'),
        sequence: 'n',
        occurred_at: at,
        data: event,
      },
    ],
    [
      'webhook_deliveries',
      2,
      {
        id: id('22', 'n'),
        endpoint_id: id('6', '1'),
        event_id: id('20', 'n'),
        event_type: `'message_delivered'`,
        status: `'delivered'`,
      },
    ],
    [
      'audit_entries',
      5,
      {
        id: id('23', 'n'),
        action: `'createContact'`,
        target_type: `'Contact'`,
        target_id: `${id('6', 'n')}::text`,
        address: `'192.0.2.1'`,
        trace_id: `md5('t' || n)`,
        input: `jsonb_build_object('input', ${state})`,
        after: state,
      },
    ],
    [
      'data_files',
      100,
      {
        id: file,
        name: `'list.csv'`,
        size: '1000',
        preview: `jsonb_build_array(jsonb_build_array(${number}::text, ${email}))`,
        updated_at: at,
      },
    ],
    [
      'data_file_row_errors',
      10,
      {
        id: id('24', 'n'),
        data_file_id: file,
        line: 'n',
        field: `'number'`,
        value: `${number}::text`,
        reason: `'Invalid.'`,
      },
    ],
    [
      'data_file_chunks',
      1_000,
      {
        data_file_id: file,
        position: '0',
        bytes: `convert_to((SELECT string_agg('4916' || (1000000000 + n::bigint * 1000 + line) || ',Person ' || line || ',p' || line || '@example.com' || chr(10), '') FROM generate_series(1, 1000) line) || ${number} || chr(10), 'UTF8')`,
      },
    ],
    ['mnp_lookups', 1_000, { id: id('25', 'n'), amount: '1', cost: '0.004' }],
    ['lookup_results', 5, { id: id('26', 'n'), mnp_lookup_id: id('27', 'n'), number, contact_id: contact }],
    ['consent_events', 10, { id: id('28', 'n'), number, occurred_at: at, source: `'api'`, state: `'granted'` }],
    [
      'hub_messages',
      1,
      {
        id: hub,
        seller_endpoint_id: `'${ENDPOINT}'`,
        protocol: `'http'`,
        sender: `'Acme'`,
        number,
        destination: `'+' || ${number}`,
        text: `'Hello'`,
        reference: `'h' || n`,
        route_id: `'${ROUTE}'`,
        sms_id: `'h' || n`,
        status: `'delivered'`,
        valid_until: at,
        due_at: 'NULL::timestamptz',
        updated_at: at,
      },
    ],
    [
      'hub_references',
      1,
      { seller_endpoint_id: `'${ENDPOINT}'`, reference: `'h' || n`, message_id: hub, created_at: at },
    ],
    [
      'hub_parts',
      5,
      {
        id: id('29', 'n'),
        seller_endpoint_id: `'${ENDPOINT}'`,
        sender: `'Acme'`,
        destination: `'+' || ${number}`,
        concatenation: '1',
        part: '1',
        total: '2',
        submission: `'{}'`,
        receipts: `'all'`,
        message_id: hub,
        created_at: at,
      },
    ],
    [
      'hub_returns',
      5,
      {
        id: id('2a', 'n'),
        seller_endpoint_id: `'${ENDPOINT}'`,
        kind: `'receipt'`,
        subject_id: hub,
        content: event,
        due_at: at,
        created_at: at,
      },
    ],
    [
      'hub_returns',
      10,
      {
        id: id('2c', 'n'),
        seller_endpoint_id: `'${ENDPOINT}'`,
        kind: `'receipt'`,
        subject_id: id('6', 'n'),
        content: `jsonb_build_object('destination', '+' || ${number}, 'isPart', true)`,
        due_at: at,
        created_at: at,
      },
    ],
    [
      'hub_returns',
      10,
      {
        id: id('2b', 'n'),
        seller_endpoint_id: `'${ENDPOINT}'`,
        kind: `'reply'`,
        subject_id: id('6', 'n'),
        content: `jsonb_build_object('from', ${number}::text)`,
        due_at: at,
        created_at: at,
      },
    ],
  ];
  /** One for each contact. */
  const perContact: [table: string, columns: Record<string, string>][] = [
    ['contacts', { id: contact, number, name: nameOf, email, updated_at: at }],
    ['contact_tags', { contact_id: contact, tag_id: id('6', '1') }],
    [
      'contact_limits',
      {
        contact_id: contact,
        channel: `'sms'`,
        day: `'2026-11-20'`,
        day_count: '1',
        week: `'2026-W47'`,
        week_count: '1',
      },
    ],
    ['suppressed_numbers', { id: contact, number }],
    [
      'consents',
      {
        id: contact,
        number,
        channel: `'sms'`,
        purpose: `'marketing'`,
        state: `'granted'`,
        since: at,
        event_id: contact,
      },
    ],
  ];
  const all = [
    ...rows.map(([table, every, columns]) => [table, Math.ceil(messages / every), columns] as const),
    ...perContact.map(([table, columns]) => [table, contacts, columns] as const),
  ];
  for (const [table, count, columns] of all) {
    await query(
      `INSERT INTO ${table} (team_id, ${Object.keys(columns).join(', ')})
       SELECT $1::uuid, ${Object.values(columns).join(', ')} FROM generate_series($2::int, $3::int) n`,
      [teamId, first, first + count - 1],
    );
  }
}
