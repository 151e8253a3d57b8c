import { idIn, idOf } from '../../../database/partitions.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { ownName } from '../../delivery/receipts/own-name.ts';
import { mentions, mentionsByIndex, type Who } from './who.ts';

/** Rows of a table that name a person, and what an erasure does with them. A test compares it with the database. */
export interface Holding {
  table: string;
  /** Which rows `t` of the team. */
  theirs: (who: Who) => Prisma.Sql;
  /** What its columns become; without it the rows are deleted. */
  becomes?: Readonly<Record<string, string>>;
  /** The table's other columns, which name nobody. */
  stays?: string;
  /** What an export has of a row that names other people, too. `isTheirs`: of an entry of a list. */
  shown?: (row: Row, isTheirs: (entry: unknown, dataFileId: unknown) => boolean) => Row;
}

export type Row = Record<string, unknown>;

const among = (column: string, ids: readonly string[]) => idIn(Prisma.raw(`t.${column}`), ids);
const withNumber = (column: string, { numbers }: Who) =>
  Prisma.sql`t.${Prisma.raw(column)} = ANY(${numbers}::bigint[])`;
/** They are one or few. */
const ofContact = ({ contactIds }: Who, column = 'contact_id') =>
  Prisma.sql`t.${Prisma.raw(column)} = ANY(${contactIds}::uuid[])`;
const ofContactOr = (column: string) => (who: Who) => Prisma.sql`(${ofContact(who)} OR ${withNumber(column, who)})`;
const ofNumber = (who: Who) => withNumber('number', who);

/**
 * Mutations whose entries may have a number, whether or not the record that they changed is still there. Their index names them,
 * too. `sendCampaignTest` is the name that `sendSmsCampaignTest` had in 0.1.0.
 */
const TELLING = [
  ...['createContact', 'updateContact', 'deleteContact', 'exportPerson', 'recordConsent', 'requestNumberLookup'],
  ...['suppressContact', 'suppressNumbers', 'unsuppressContact', 'unsuppressNumber', 'sendReply'],
  ...['sendSmsCampaignTest', 'sendCampaignTest'],
  ...['sendSms', 'testRoute', 'createSmsTestSchedule', 'updateSmsTestSchedule', 'deleteSmsTestSchedule'],
  ...['uploadDataFile', 'importDataFile', 'cancelDataFileImport', 'deleteDataFile'],
  ...['receiveCallEvent', 'replayCallEvent', 'replayWebhookDelivery', 'testVoiceAccount'],
];

/** A number that nobody has, another one in each row. */
const NOBODY_S = `-(abs(hashtextextended(t.id::text, 0)) % 9007199254740991) - 1`;

/** Where the provider gave no id it begins with a hash of the number and text. An id that the provider gave tells a repeat. */
const LAST_ID = `CASE WHEN t.provider_id LIKE '% ' || t.id THEN t.id::text ELSE t.provider_id END`;

/** In the order of an erasure: what is found by other rows comes before them. */
export const INVENTORY: readonly Holding[] = [
  {
    table: 'data_file_row_errors',
    theirs: (who) =>
      Prisma.sql`((${mentionsByIndex(who, Prisma.sql`t.value`)}) OR ${idOf(
        Prisma.sql`t.id`,
        Prisma.sql`SELECT e.id FROM unnest(${who.fileLines}::text[]) l CROSS JOIN LATERAL (
        SELECT r.id FROM data_file_row_errors r WHERE r.team_id = ${who.teamId}::uuid
          AND r.data_file_id = split_part(l, ' ', 1)::uuid AND r.line = split_part(l, ' ', 2)::int OFFSET 0) e`,
      )})`,
    becomes: { value: 'NULL' },
    stays: 'id team_id data_file_id line field reason is_warning',
  },
  // The rows of its chunks are blanked by `file-rows.ts`.
  {
    table: 'data_files',
    theirs: (who) => Prisma.sql`((${mentionsByIndex(who, Prisma.sql`t.preview::text`)})
      OR ${idOf(Prisma.sql`t.id`, Prisma.sql`SELECT split_part(l, ' ', 1)::uuid FROM unnest(${who.fileLines}::text[]) l`)}
        AND EXISTS (SELECT FROM jsonb_array_elements(t.preview) p WHERE t.id || ' ' || (p->>'line') = ANY(${who.fileLines}::text[])))`,
    becomes: { preview: `'[]'` },
    stays: `id team_id name size sha256 status is_uploading header has_header delimiter encoding guessed_columns columns
      fixed_country_id fixed_network_brand tags consent total_rows processed_rows imported_rows created_contacts
      updated_contacts unchanged_contacts failed_rows warning_rows duplicate_rows import_id checkpoint_bytes checkpoint_lines
      rows_per_second failure_reason started_at finished_at created_at updated_at`,
    shown: (row, isTheirs) => withoutOthers(row, (entry) => isTheirs(entry, row.id)) as Row,
  },
  {
    table: 'sms_receipts',
    theirs: (who) => Prisma.sql`t.id = ANY(ARRAY(SELECT r.id FROM (
      SELECT m.sms_routing_route_id AS route_id, m.sms_id, m.id FROM sms_messages m
        WHERE m.team_id = ${who.teamId}::uuid AND ${idIn(Prisma.sql`m.id`, who.messageIds)}
      UNION SELECT d.route_id, d.sms_id, d.id FROM direct_messages d
        WHERE d.team_id = ${who.teamId}::uuid AND ${idIn(Prisma.sql`d.id`, who.recordIds)}
      UNION SELECT h.route_id, h.sms_id, h.id FROM hub_messages h
        WHERE h.team_id = ${who.teamId}::uuid AND ${idIn(Prisma.sql`h.id`, who.hubMessageIds)}) handed
      CROSS JOIN LATERAL (SELECT s.id FROM sms_receipts s WHERE s.team_id = ${who.teamId}::uuid
        AND s.route_id = handed.route_id AND s.provider_id = handed.sms_id
        UNION ALL SELECT s.id FROM sms_receipts s WHERE s.team_id = ${who.teamId}::uuid
        AND s.route_id = handed.route_id AND s.provider_id = ${ownName('')} || handed.id OFFSET 0) r))`,
    becomes: { numbers: `'{}'`, reason: 'NULL' },
    stays: 'team_id id route_id provider_id status code message_id occurred_at received_at applied_at',
  },
  {
    table: 'call_events',
    theirs: (who) => Prisma.sql`(${among('call_id', who.callIds)} OR ${among('id', who.callEventIds)})`,
    // One whose call may still become known is applied first, or fails within half an hour; the later runs erase it.
    becomes: {
      payload: `CASE WHEN t.status = 'received' AND t.call_id IS NULL THEN t.payload ELSE '{}' END`,
      failure_reason: 'NULL',
    },
    stays: `id team_id voice_account_id call_id external_call_id type call_status occurred_at fingerprint status attempts
      received_at processed_at`,
  },
  {
    table: 'call_outcome_logs',
    theirs: (who) => among('call_id', who.callIds),
    becomes: { failure_reason: 'NULL' },
    stays: `id team_id call_id call_outcome_classifier_id call_outcome_classifier_run_id initial_call_outcome new_call_outcome
      status created_at`,
  },
  {
    table: 'call_post_processings',
    theirs: (who) => among('call_id', who.callIds),
    becomes: { failure_reason: 'NULL' },
    stays: `id team_id call_id post_processing_id name kind position status attempts due_at ended_at created_at`,
  },
  {
    table: 'sms_test_results',
    theirs: (who) => Prisma.sql`t.sms_test_schedule_id IN (SELECT s.id FROM sms_test_schedules s
      WHERE s.team_id = ${who.teamId}::uuid AND s.to_number = ANY(${who.numbers}::bigint[]))`,
    becomes: { failure_reason: 'NULL' },
    stays: `id team_id sms_test_schedule_id due_at status sms_id cost integration_id sent_at created_at`,
  },
  {
    table: 'sms_test_schedules',
    theirs: (who) => withNumber('to_number', who),
    becomes: { to_number: '0', text: `''`, name: `''`, is_active: 'FALSE' },
    stays: `id team_id route_id interval_minutes last_run_at next_run_at created_at updated_at`,
  },
  {
    table: 'sms_messages',
    theirs: (who) => among('id', who.messageIds),
    becomes: {
      phone_normalized: `'0'`,
      final_text: `''`,
      foreign_id: 'NULL',
      shortened_url: 'NULL',
      link_code: 'NULL',
      link_target: 'NULL',
      fail_reason: 'NULL',
    },
    stays: `id team_id sms_campaign_id sms_send_id segment_id contact_id offer_id campaign_text_id sms_id network_id
      country_id network_brand text_parts sms_parts sender_id sender_id_id domain_id sms_routing_plan_id
      sms_routing_plan_rule_id sms_routing_route_id sms_rule_selected_data route_choice status step cost
      integration_id revenue is_sent is_clicked is_lead is_sale dlr_code unsubscribed_method sent_at settled_at
      time_clicked replied_at created_at updated_at`,
  },
  {
    table: 'sms_link_events',
    theirs: (who) => among('message_id', who.messageIds),
    // That of a conversion is the id of its click, by which a repeat is known.
    becomes: { user_agent: 'NULL', reference: `CASE WHEN t.kind IN ('lead', 'sale') THEN t.reference END` },
    stays: 'team_id id message_id kind amount occurred_at',
  },
  // Receipts of their messages, but those of what an erasure ended, and what they wrote to senders of endpoints.
  {
    table: 'hub_returns',
    theirs: (who) => Prisma.sql`(${among('subject_id', who.hubMessageIds)} AND t.content->>'destination' <> ''
      OR t.kind = 'reply' AND t.content->>'from' = ANY(${who.numbers}::text[])
      OR t.content ? 'isPart' AND ${mentionsByIndex(who, Prisma.sql`t.content->>'destination'`)})`,
  },
  {
    table: 'hub_references',
    theirs: (who) => {
      const submitted = (column: string) => Prisma.sql`t.${Prisma.raw(column)} = ANY(ARRAY(
        SELECT h.${Prisma.raw(column)} FROM hub_messages h
        WHERE h.team_id = ${who.teamId}::uuid AND ${idIn(Prisma.sql`h.id`, who.hubMessageIds)}))`;
      return Prisma.sql`${submitted('seller_endpoint_id')} AND ${submitted('reference')} AND ${among('message_id', who.hubMessageIds)}`;
    },
  },
  {
    table: 'hub_parts',
    // Those of no message wait for the others for minutes.
    theirs: (who) =>
      Prisma.sql`(${among('id', who.hubMessageIds)} OR t.message_id IS NULL AND ${mentions(who, Prisma.sql`t.destination`)})`,
  },
  // What it cost and what is owed for it stays. Those that wait are ended after this.
  {
    table: 'hub_messages',
    theirs: (who) => among('id', who.hubMessageIds),
    becomes: {
      number: 'NULL',
      destination: `''`,
      text: `''`,
      reason: 'NULL',
      reference: 'NULL',
      refusals: 'NULL',
    },
    stays: `team_id id seller_endpoint_id client_company_id protocol sender sms_parts country_id network_id route_id
      profit_rule_id cost price integration_id payer_id status refusal dlr_code receipts part_ids due_at tries
      valid_until route_choice batch_id sms_id sent_at settled_at created_at updated_at`,
  },
  {
    table: 'calls',
    theirs: (who) => among('id', who.callIds),
    becomes: {
      contact_id: 'NULL',
      to_number: '0',
      meta: `'[]'`,
      chat: 'NULL',
      summary: 'NULL',
      recording_url: 'NULL',
      listen_url: 'NULL',
      control_url: 'NULL',
      ended_reason: 'NULL',
    },
    stays: `id team_id number_id call_agent_id agent_id voice_campaign_id voice_campaign_send_id external_id is_processed
      is_answer_machine is_answered is_lead is_sale is_picked_up events_count tool_logs_count timezone cost status
      call_outcome outcome_decided_at outcome_classified_at call_source country_id scheduled_at call_back_at
      started_at ended_at lead_submitted_at last_event_at created_at updated_at deleted_at`,
  },
  {
    table: 'sms_replies',
    theirs: ofContactOr('from_number'),
    becomes: { contact_id: 'NULL', conversation_id: 'NULL', from_number: '0', text: `''`, provider_id: LAST_ID },
    stays: 'team_id id route_id to_sender kind keyword message_id sms_campaign_id received_at read_at',
  },
  {
    table: 'direct_messages',
    theirs: ofContactOr('number'),
    becomes: {
      contact_id: 'NULL',
      conversation_id: 'NULL',
      number: '0',
      text: `''`,
      reason: 'NULL',
      status: `CASE WHEN t.status = 'queued' THEN 'failed' ELSE t.status END`,
    },
    stays: `team_id id kind reply_id sms_campaign_id route_id sender_id sms_parts due_at tries handed_at sms_id dlr_code
      cost integration_id created_by_id sent_at settled_at created_at updated_at`,
  },
  { table: 'sms_reply_parts', theirs: (who) => mentionsByIndex(who, Prisma.sql`t.sender`) },
  { table: 'conversations', theirs: ofContactOr('number') },
  {
    table: 'lookup_results',
    theirs: ofContactOr('number'),
    becomes: { contact_id: 'NULL', number: NOBODY_S, next_try_at: 'NULL' },
    stays: 'id team_id mnp_lookup_id network_id is_ported is_reachable retries asked_at checked_at',
  },
  { table: 'consents', theirs: ofNumber },
  { table: 'consent_events', theirs: ofNumber },
  { table: 'suppressed_numbers', theirs: ofNumber },
  { table: 'contact_limits', theirs: ofContact },
  { table: 'contact_tags', theirs: ofContact },
  { table: 'sms_recipients', theirs: ofContact },
  { table: 'voice_recipients', theirs: ofContact },
  { table: 'contacts', theirs: (who) => ofContact(who, 'id') },
  // After the records that they tell of: who changes one of those records these together with it, so all of them are there by now.
  // Their deliveries go, too.
  {
    table: 'webhook_events',
    theirs: (who) => Prisma.sql`(${among('record_id', who.recordIds)}
      OR t.type = 'contact_unsubscribed' AND t.data->>'number' = ANY(${who.numbers}::text[]))`,
  },
  {
    table: 'audit_entries',
    // Apart from each other: together PostgreSQL without statistics would look for numbers in all of the team's entries.
    theirs: (who) => {
      const own = Prisma.sql`SELECT e.id FROM audit_entries e WHERE e.team_id = ${who.teamId}::uuid`;
      const all = Prisma.sql`(e.input::text || COALESCE(e.before::text, '') || COALESCE(e.after::text, ''))`;
      return Prisma.sql`t.id = ANY(ARRAY(${own} AND ${idOf(Prisma.sql`e.target_id`, Prisma.sql`SELECT unnest(${who.recordIds}::text[])`)}
        UNION ${own} AND e.action = ANY(${TELLING}::text[]) AND ${mentionsByIndex(who, all)}))`;
    },
    becomes: { input: `'{}'`, before: 'NULL', after: 'NULL' },
    stays: 'id team_id user_id email token_id token_name action target_type target_id address trace_id created_at',
    shown: (row, isTheirs) => withoutOthers(row, (entry) => isTheirs(entry, row.target_id)) as Row,
  },
];

/** The lists that may name several people: rows of a file, and what `suppressNumbers` was given. */
const LISTS = ['preview', 'numbers'];

function withoutOthers(value: unknown, isTheirs: (entry: unknown) => boolean, name = ''): unknown {
  if (Array.isArray(value)) return LISTS.includes(name) ? value.filter(isTheirs) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutOthers(inner, isTheirs, key)]));
}

/** Tables of which an erasure changes nothing by itself, and why. */
export const OTHERS: Readonly<Record<string, string>> = {
  ...named(
    'They hold what the team set up: its people, accounts, texts, routes and prices.',
    `agents campaign_texts client_companies countries domain_plans email_secrets hub_senders integrations invitations login_challenges memberships
    network_brands networks numbers offers post_processings profit_rule_changes profit_rules recovery_codes reply_keywords
    route_senders routes routing_plan_candidates routing_plan_rules routing_plans segments seller_endpoints
    seller_usernames sending_settings sessions setup_secrets sms_campaign_offers sms_campaigns tags team_tokens teams
    users voice_accounts voice_campaign_offers voice_campaigns webhook_endpoints`,
  ),
  ...named(
    'They hold sums, states and ids of records, which name nobody once those are erased.',
    `call_event_names call_names call_placements call_roll_ups hub_queues hub_roll_ups ledger_entries logs mnp_lookups rate_limits report_marks
    route_health route_outcomes sms_batches sms_provider_calls sms_provider_messages sms_roll_ups sms_send_steps
    sms_sends traces voice_campaign_sends`,
  ),
  data_file_chunks: 'The person’s rows are blanked in place: see `file-rows.ts`.',
  erased_numbers: 'It is what remains: an HMAC of the number.',
  hub_connections: 'They hold addresses of the sellers’ systems while these are connected.',
  idempotency_keys: 'Answers are encrypted and are deleted after 24 hours.',
  webhook_deliveries: 'They go with their events.',
};

function named(why: string, tables: string): Record<string, string> {
  return Object.fromEntries(tables.split(/\s+/).map((table) => [table, why]));
}
