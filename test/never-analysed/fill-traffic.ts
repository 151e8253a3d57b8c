import { idOf, KINDS } from '../support/full-team.ts';

/** Whose traffic it is. */
export interface Traffic {
  teamId: string;
  routeId: string;
  /** Its default is that route. */
  planId: string;
  /** It takes receipts and replies over SMPP. */
  endpointId: string;
  /** It has a callback URL. */
  callbackId: string;
  /** It is sent events. */
  webhookId: string;
}

/** A minute ago. */
const AT = (Date.now() - 60_000).toString(16).padStart(12, '0');

const id = (kind: number, n: string) =>
  `('${AT}7${kind.toString(16).padStart(3, '0')}8000' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const [SUBMITTED, RETURN, PART, RECEIPT, REPLY, CONVERSATION, DIRECT, EVENT, MESSAGE] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** What is stored of as many messages of sellers, replies, one-off messages and events, each with its number from `fillTeam`. */
export async function fillTraffic(query: (sql: string) => Promise<unknown>, of: Traffic, size: number): Promise<void> {
  const { teamId, routeId, endpointId, callbackId, webhookId } = of;
  const number = '4915100000000 + n';
  const contact = `('0194${KINDS.CONTACT}000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const statements = [
    `INSERT INTO hub_messages (team_id, id, seller_endpoint_id, protocol, sender, destination, number, text, status, route_id,
       sms_id, reference, valid_until, due_at, updated_at)
     SELECT '${teamId}'::uuid, ${id(SUBMITTED, 'n')}, (ARRAY['${endpointId}', '${callbackId}'])[n % 2 + 1]::uuid, 'smpp', 'Acme', (${number})::text, ${number}, 'Hello', 'delivered', '${routeId}'::uuid,
       'h' || n, 'r' || n, now() + interval '1 day', NULL, now() FROM generate_series(1, ${size}) n`,
    `INSERT INTO hub_returns (team_id, id, seller_endpoint_id, kind, subject_id, content, due_at, created_at)
     SELECT '${teamId}'::uuid, ${id(RETURN, 'n')}, (ARRAY['${endpointId}', '${callbackId}'])[n % 2 + 1]::uuid, 'receipt', ${id(SUBMITTED, 'n')}, '{"destination": "+4915100000001"}', now(), now()
     FROM generate_series(1, ${size}) n`,
    `INSERT INTO hub_parts (team_id, id, seller_endpoint_id, sender, destination, concatenation, part, total, submission, receipts, created_at)
     SELECT '${teamId}'::uuid, ${id(PART, 'n')}, '${endpointId}'::uuid, 'Acme', (${number})::text, n % 256, 1, 2, '{}', 'all', now()
     FROM generate_series(1, ${size}) n`,
    `INSERT INTO hub_references (team_id, seller_endpoint_id, reference, message_id, created_at)
     SELECT '${teamId}'::uuid, '${endpointId}'::uuid, 'r' || n, ${id(SUBMITTED, 'n')}, now() FROM generate_series(1, ${size}) n`,
    `INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, contact_id, phone_normalized, final_text, status, is_sent,
       sms_routing_route_id, sms_id, updated_at)
     SELECT '${teamId}'::uuid, ${id(MESSAGE, 'n')}, '${idOf(KINDS.CAMPAIGN, 2)}', '${idOf(KINDS.SEND, 2)}',
       ${contact}, ${number}, 'Hello', 'accepted', true, '${routeId}'::uuid, 'm' || n, now()
     FROM generate_series(1, ${size}) n`,
    `INSERT INTO sms_provider_messages (team_id, route_id, provider_id, message_id, created_at)
     SELECT '${teamId}'::uuid, '${routeId}'::uuid, (ARRAY['h', 'm'])[kind] || n, CASE kind WHEN 1 THEN ${id(SUBMITTED, 'n')} ELSE ${id(MESSAGE, 'n')} END, now()
     FROM generate_series(1, ${size}) n, generate_series(1, 2) kind`,
    `INSERT INTO sms_receipts (team_id, id, route_id, provider_id, status, occurred_at, received_at)
     SELECT '${teamId}'::uuid, ${id(RECEIPT, 'n')}, '${routeId}'::uuid, 'x' || n, 'delivered', now(), now() FROM generate_series(1, ${size}) n`,
    `INSERT INTO sms_batches (team_id, id, seller_endpoint_id, route_id, message_ids, size, claimed_at, lease_until, done_at)
     SELECT '${teamId}'::uuid, gen_random_uuid(), '${endpointId}'::uuid, '${routeId}'::uuid, ARRAY[${id(SUBMITTED, 'n')}], 1, now() - interval '1 hour', now(), now()
     FROM generate_series(1, ${size}, 10) n`,
    `INSERT INTO route_outcomes (team_id, id, route_id, network_id, total, delivered, claimed_at, at)
     SELECT '${teamId}'::uuid, gen_random_uuid(), '${routeId}'::uuid, 0, 1, 1, now(), now() FROM generate_series(1, ${size}) n`,
    `INSERT INTO conversations (team_id, id, number, sender, contact_id, route_id, last_text, last_direction, last_activity_at, updated_at)
     SELECT '${teamId}'::uuid, ${id(CONVERSATION, 'n')}, ${number}, 'Acme', ${contact},
       '${routeId}'::uuid, 'Hello', 'inbound', now(), now() FROM generate_series(1, ${size}) n`,
    `INSERT INTO sms_replies (team_id, id, route_id, provider_id, from_number, text, contact_id, message_id, conversation_id, received_at)
     SELECT '${teamId}'::uuid, ${id(REPLY, 'n')}, '${routeId}'::uuid, 'y' || n, ${number}, 'Hello',
       ${contact}, ${id(MESSAGE, 'n')}, ${id(CONVERSATION, 'n')}, now()
     FROM generate_series(1, ${size}) n`,
    `INSERT INTO direct_messages (team_id, id, kind, conversation_id, route_id, number, text, sms_parts, status, sms_id, handed_at, due_at, updated_at)
     SELECT '${teamId}'::uuid, ${id(DIRECT, 'n')}, 'reply', ${id(CONVERSATION, 'n')}, '${routeId}'::uuid, ${number}, 'Hello', 1, 'delivered', 'd' || n, now(), now(), now()
     FROM generate_series(1, ${size}) n`,
    `INSERT INTO webhook_events (team_id, id, type, record_id, sequence, occurred_at, data)
     SELECT '${teamId}'::uuid, ${id(EVENT, 'n')}, 'message_replied', ${id(REPLY, 'n')}, n, now(), '{}' FROM generate_series(1, ${size}) n`,
    `INSERT INTO webhook_deliveries (team_id, id, endpoint_id, event_id, event_type, due_at)
     SELECT '${teamId}'::uuid, gen_random_uuid(), '${webhookId}'::uuid, ${id(EVENT, 'n')}, 'message_replied', now() FROM generate_series(1, ${size}) n`,
    `INSERT INTO ledger_entries (team_id, id, integration_id, kind, amount, balance_after, seller_endpoint_id)
     SELECT '${teamId}'::uuid, gen_random_uuid(), i.id, 'charge', 1, 1, '${endpointId}'::uuid
     FROM integrations i, generate_series(1, ${size}) n WHERE i.team_id = '${teamId}'::uuid`,
    `INSERT INTO consent_events (team_id, id, number, occurred_at, source, state)
     SELECT '${teamId}'::uuid, gen_random_uuid(), ${number}, now(), 'import', 'granted' FROM generate_series(1, ${size}) n`,
    `INSERT INTO lookup_results (team_id, id, mnp_lookup_id, number)
     SELECT '${teamId}'::uuid, gen_random_uuid(), '${routeId}'::uuid, ${number} FROM generate_series(1, ${size}) n`,
  ];
  for (const sql of statements) await query(sql);
}
