-- Enums
CREATE TYPE call_event_status AS ENUM (
    'received',
    'processed',
    'ignored',
    'failed'
);

CREATE TYPE call_outcome AS ENUM (
    'interested',
    'not_interested',
    'voice_mail',
    'call_me_later',
    'do_not_call',
    'wrong_number',
    'no_user_response',
    'not_qualified',
    'burned_experience',
    'quick_hangup',
    'maybe_interested',
    'agent_issue',
    'no_answer',
    'failed',
    'audio_issue',
    'busy',
    'unknown_error'
);

CREATE TYPE call_source AS ENUM (
    'campaign',
    'inbound',
    'manual'
);

CREATE TYPE call_status AS ENUM (
    'scheduled',
    'queued',
    'ringing',
    'in_progress',
    'forwarding',
    'ended'
);

CREATE TYPE campaign_status AS ENUM (
    'draft',
    'pending',
    'running',
    'in_progress',
    'sent',
    'failed',
    'stopped'
);

CREATE TYPE channel AS ENUM (
    'sms',
    'voice'
);

CREATE TYPE consent_purpose AS ENUM (
    'MARKETING',
    'SERVICE'
);

CREATE TYPE consent_source AS ENUM (
    'IMPORT',
    'FORM',
    'KEYWORD',
    'LINK',
    'CALL',
    'API',
    'AGENT',
    'PROVIDER'
);

CREATE TYPE consent_state AS ENUM (
    'GRANTED',
    'WITHDRAWN'
);

CREATE TYPE conversation_status AS ENUM (
    'OPEN',
    'CLOSED'
);

CREATE TYPE data_file_status AS ENUM (
    'uploaded',
    'importing',
    'imported',
    'failed',
    'cancelled'
);

CREATE TYPE direct_message_kind AS ENUM (
    'REPLY',
    'ONE_OFF',
    'CAMPAIGN_TEST',
    'HELP',
    'KEYWORD'
);

CREATE TYPE direct_message_status AS ENUM (
    'QUEUED',
    'SENDING',
    'ACCEPTED',
    'DELIVERED',
    'FAILED',
    'EXPIRED',
    'UNKNOWN'
);

CREATE TYPE email_secret_purpose AS ENUM (
    'reset_password',
    'confirm_email'
);

CREATE TYPE invitation_delivery AS ENUM (
    'waiting',
    'sent',
    'failed'
);

CREATE TYPE ledger_kind AS ENUM (
    'charge',
    'top_up',
    'refund'
);

CREATE TYPE log_caller_type AS ENUM (
    'sms_campaign',
    'sms_campaign_send',
    'voice_campaign',
    'voice_campaign_send'
);

CREATE TYPE lookup_status AS ENUM (
    'pending',
    'running',
    'done',
    'failed',
    'cancelled'
);

CREATE TYPE margin_type AS ENUM (
    'percentage',
    'fixed'
);

CREATE TYPE mark_kind AS ENUM (
    'sms',
    'call'
);

CREATE TYPE message_direction AS ENUM (
    'INBOUND',
    'OUTBOUND'
);

CREATE TYPE message_status AS ENUM (
    'sending',
    'accepted',
    'delivered',
    'failed',
    'expired',
    'unknown'
);

CREATE TYPE number_lookup_provider AS ENUM (
    'twilio',
    'telnyx',
    'custom'
);

CREATE TYPE outcome_log_status AS ENUM (
    'applied',
    'failed'
);

CREATE TYPE placement_status AS ENUM (
    'claimed',
    'placing',
    'placed',
    'unknown',
    'ended'
);

CREATE TYPE post_processing_kind AS ENUM (
    'outcome_classifier',
    'webhook',
    'tag_contact'
);

CREATE TYPE post_processing_status AS ENUM (
    'waiting',
    'done',
    'skipped',
    'failed'
);

CREATE TYPE recipient_rule AS ENUM (
    'team_hours',
    'campaign_hours',
    'campaign_days',
    'never_open',
    'daily_limit',
    'weekly_limit',
    'look_up',
    'route_paused',
    'refused_for_now',
    'came_back',
    'suppressed',
    'no_route',
    'text_failed',
    'left_audience',
    'there_before',
    'no_caller',
    'call_again',
    'call_later',
    'no_consent',
    'pre_check'
);

CREATE TYPE recipient_status AS ENUM (
    'waiting',
    'looking_up',
    'handed',
    'skipped'
);

CREATE TYPE reply_keyword_match AS ENUM (
    'EXACT',
    'PREFIX'
);

CREATE TYPE reply_kind AS ENUM (
    'TEXT',
    'STOP',
    'START',
    'HELP',
    'KEYWORD'
);

CREATE TYPE role AS ENUM (
    'owner',
    'admin',
    'member'
);

CREATE TYPE route_provider AS ENUM (
    'simulator',
    'http',
    'smpp',
    'twilio',
    'vonage',
    'telnyx',
    'infobip',
    'sinch',
    'plivo',
    'bird',
    'bandwidth',
    'aws',
    'kannel',
    'jasmin',
    'custom',
    'messagebird'
);

CREATE TYPE send_status AS ENUM (
    'pending',
    'running',
    'sent',
    'failed',
    'stopped',
    'in_progress'
);

CREATE TYPE send_type AS ENUM (
    'manual',
    'multistep',
    'planner',
    'recurring',
    'feed'
);

CREATE TYPE sms_test_status AS ENUM (
    'pending',
    'sending',
    'sent',
    'failed',
    'delivered'
);

CREATE TYPE trace_kind AS ENUM (
    'mutation',
    'event',
    'job'
);

CREATE TYPE voice_adapter AS ENUM (
    'simulator',
    'http',
    'vapi',
    'retell',
    'bland',
    'custom'
);

CREATE TYPE voice_provider AS ENUM (
    'provider_a',
    'provider_b',
    'provider_c',
    'provider_d'
);

CREATE TYPE webhook_delivery_status AS ENUM (
    'PENDING',
    'DELIVERED',
    'FAILED'
);

CREATE TYPE webhook_event_type AS ENUM (
    'MESSAGE_ACCEPTED',
    'MESSAGE_DELIVERED',
    'MESSAGE_FAILED',
    'MESSAGE_CLICKED',
    'MESSAGE_REPLIED',
    'CONTACT_UNSUBSCRIBED',
    'CALL_ENDED',
    'CALL_OUTCOME_CHANGED',
    'CAMPAIGN_STATUS_CHANGED',
    'IMPORT_FINISHED',
    'NUMBER_LOOKED_UP',
    'ENDPOINT_TEST',
    'BALANCE_LOW'
);

-- Tables
CREATE TABLE call_events (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    voice_account_id uuid NOT NULL,
    call_id uuid,
    external_call_id text,
    type text NOT NULL,
    call_status text,
    occurred_at timestamp(3) with time zone NOT NULL,
    fingerprint bytea NOT NULL,
    payload jsonb NOT NULL,
    status call_event_status DEFAULT 'received'::call_event_status NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failure_reason text,
    received_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    processed_at timestamp(3) with time zone
)
PARTITION BY RANGE (id);

CREATE TABLE calls (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    contact_id uuid,
    number_id uuid,
    call_agent_id uuid,
    agent_id uuid,
    voice_campaign_id uuid,
    voice_campaign_send_id uuid,
    external_id text,
    meta jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_processed boolean DEFAULT false NOT NULL,
    is_answer_machine boolean DEFAULT false NOT NULL,
    is_answered boolean DEFAULT false NOT NULL,
    is_lead boolean DEFAULT false NOT NULL,
    is_sale boolean DEFAULT false NOT NULL,
    is_picked_up boolean DEFAULT false NOT NULL,
    to_number bigint NOT NULL,
    events_count integer DEFAULT 0 NOT NULL,
    tool_logs_count integer DEFAULT 0 NOT NULL,
    timezone text,
    chat text,
    recording_url text,
    cost numeric(18,6),
    status call_status DEFAULT 'scheduled'::call_status NOT NULL,
    call_outcome call_outcome,
    outcome_decided_at timestamp(3) with time zone,
    call_source call_source DEFAULT 'campaign'::call_source NOT NULL,
    country_id integer,
    ended_reason text,
    scheduled_at timestamp(3) with time zone,
    started_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    lead_submitted_at timestamp(3) with time zone,
    last_event_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    call_back_at timestamp(3) with time zone,
    outcome_classified_at timestamp(3) with time zone,
    control_url text,
    listen_url text,
    summary text
)
PARTITION BY RANGE (id);

CREATE TABLE logs (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    caller_type log_caller_type NOT NULL,
    caller_id uuid NOT NULL,
    text text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
)
PARTITION BY RANGE (id);

CREATE TABLE sms_messages (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    sms_campaign_id uuid NOT NULL,
    sms_send_id uuid NOT NULL,
    segment_id uuid,
    contact_id uuid NOT NULL,
    offer_id uuid,
    campaign_text_id uuid,
    sms_id text,
    foreign_id text,
    phone_normalized text NOT NULL,
    network_id integer,
    country_id integer,
    network_brand text,
    final_text text NOT NULL,
    text_parts integer DEFAULT 1 NOT NULL,
    sms_parts integer DEFAULT 1 NOT NULL,
    sender_id text,
    sender_id_id uuid,
    domain_id uuid,
    shortened_url text,
    sms_routing_plan_id uuid,
    sms_routing_plan_rule_id uuid,
    sms_routing_route_id uuid,
    sms_rule_selected_data text,
    is_sent boolean DEFAULT false NOT NULL,
    is_clicked boolean DEFAULT false NOT NULL,
    is_lead boolean DEFAULT false NOT NULL,
    is_sale boolean DEFAULT false NOT NULL,
    dlr_code integer,
    fail_reason text,
    unsubscribed_method text,
    sent_at timestamp(3) with time zone,
    time_clicked timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    cost numeric(18,6),
    settled_at timestamp(3) with time zone,
    status message_status DEFAULT 'sending'::message_status NOT NULL,
    step integer,
    integration_id uuid,
    revenue numeric(18,6),
    link_code text,
    link_target text,
    route_choice jsonb,
    replied_at timestamp(3) with time zone
)
PARTITION BY RANGE (id);

CREATE TABLE agents (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    voice_account_id uuid,
    name text NOT NULL,
    external_id text,
    prompt text,
    archived_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    turn bigint DEFAULT 0 NOT NULL
);

CREATE TABLE audit_entries (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    user_id uuid,
    email text,
    token_id uuid,
    action text NOT NULL,
    target_type text,
    target_id text,
    address text NOT NULL,
    trace_id character(32) NOT NULL,
    input jsonb NOT NULL,
    before jsonb,
    after jsonb,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE call_event_names (
    team_id uuid NOT NULL,
    voice_account_id uuid NOT NULL,
    fingerprint bytea NOT NULL,
    event_id uuid NOT NULL
);

CREATE TABLE call_names (
    team_id uuid NOT NULL,
    external_id text NOT NULL,
    call_id uuid NOT NULL
);

CREATE TABLE call_outcome_logs (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    call_id uuid NOT NULL,
    call_outcome_classifier_id uuid,
    call_outcome_classifier_run_id uuid,
    initial_call_outcome call_outcome,
    new_call_outcome call_outcome,
    status outcome_log_status DEFAULT 'applied'::outcome_log_status NOT NULL,
    failure_reason text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE call_placements (
    team_id uuid NOT NULL,
    call_id uuid NOT NULL,
    voice_campaign_send_id uuid NOT NULL,
    voice_account_id uuid NOT NULL,
    number_id uuid NOT NULL,
    attempt smallint DEFAULT 1 NOT NULL,
    status placement_status DEFAULT 'claimed'::placement_status NOT NULL,
    claimed_at timestamp(3) with time zone NOT NULL,
    lease_until timestamp(3) with time zone NOT NULL,
    handed_at timestamp(3) with time zone,
    slot_until timestamp(3) with time zone
);

CREATE TABLE call_post_processings (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    call_id uuid NOT NULL,
    post_processing_id uuid,
    name text NOT NULL,
    kind post_processing_kind NOT NULL,
    "position" integer NOT NULL,
    status post_processing_status DEFAULT 'waiting'::post_processing_status NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    failure_reason text,
    ended_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE call_roll_ups (
    team_id uuid NOT NULL,
    slot integer NOT NULL,
    number integer NOT NULL,
    voice_campaign_id uuid,
    voice_campaign_send_id uuid,
    agent_id uuid,
    country_id integer,
    status call_status NOT NULL,
    call_outcome call_outcome,
    call_source call_source NOT NULL,
    is_answered boolean NOT NULL,
    is_answer_machine boolean NOT NULL,
    is_picked_up boolean NOT NULL,
    is_lead boolean NOT NULL,
    is_sale boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    calls integer NOT NULL,
    duration bigint,
    cost numeric(24,6)
);

CREATE TABLE campaign_texts (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    sms_campaign_id uuid NOT NULL,
    text text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE client_companies (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE consent_events (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    number bigint NOT NULL,
    evidence text,
    message_id uuid,
    occurred_at timestamp(3) with time zone NOT NULL,
    channel channel,
    data_file_id uuid,
    line integer,
    purpose consent_purpose,
    source consent_source NOT NULL,
    state consent_state NOT NULL,
    user_id uuid
);

CREATE TABLE consents (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    number bigint NOT NULL,
    channel channel NOT NULL,
    purpose consent_purpose NOT NULL,
    state consent_state NOT NULL,
    since timestamp(3) with time zone NOT NULL,
    event_id uuid NOT NULL
);

CREATE TABLE contact_limits (
    team_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    channel channel NOT NULL,
    day character(10) NOT NULL,
    day_count integer NOT NULL,
    week character(8) NOT NULL,
    week_count integer NOT NULL
);

CREATE TABLE contact_tags (
    team_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    tag_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE contacts (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    number bigint NOT NULL,
    country_id integer,
    network_id integer,
    network_brand text,
    email text,
    name text,
    foreign_id text,
    timezone text,
    custom1_str text,
    custom2_str text,
    custom3_str text,
    custom4_str text,
    custom5_str text,
    custom1_int bigint,
    custom2_int bigint,
    custom3_int bigint,
    custom4_int bigint,
    custom5_int bigint,
    custom1_dec numeric(20,6),
    custom2_dec numeric(20,6),
    custom1_datetime timestamp(3) with time zone,
    custom2_datetime timestamp(3) with time zone,
    custom3_datetime timestamp(3) with time zone,
    custom4_datetime timestamp(3) with time zone,
    custom5_datetime timestamp(3) with time zone,
    unsubscribed_at timestamp(3) with time zone,
    import_id uuid,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE conversations (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    number bigint NOT NULL,
    sender text NOT NULL,
    contact_id uuid,
    route_id uuid,
    status conversation_status DEFAULT 'OPEN'::conversation_status NOT NULL,
    assignee_id uuid,
    last_text text NOT NULL,
    last_direction message_direction NOT NULL,
    last_activity_at timestamp(3) with time zone NOT NULL,
    last_reply_at timestamp(3) with time zone,
    unread_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE countries (
    id integer NOT NULL,
    iso2 character(2) NOT NULL,
    iso3 character(3) NOT NULL,
    name text NOT NULL
);

CREATE TABLE data_file_chunks (
    team_id uuid NOT NULL,
    data_file_id uuid NOT NULL,
    "position" integer NOT NULL,
    bytes bytea NOT NULL
);

CREATE TABLE data_file_row_errors (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    data_file_id uuid NOT NULL,
    line integer NOT NULL,
    field text NOT NULL,
    value text,
    reason text NOT NULL,
    is_warning boolean DEFAULT false NOT NULL
);

CREATE TABLE data_files (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    size bigint NOT NULL,
    sha256 text,
    status data_file_status DEFAULT 'uploaded'::data_file_status NOT NULL,
    is_uploading boolean DEFAULT false NOT NULL,
    header text[] DEFAULT ARRAY[]::text[],
    has_header boolean DEFAULT true NOT NULL,
    delimiter text DEFAULT ','::text NOT NULL,
    encoding text DEFAULT 'utf-8'::text NOT NULL,
    preview jsonb DEFAULT '[]'::jsonb NOT NULL,
    guessed_columns jsonb DEFAULT '{}'::jsonb NOT NULL,
    columns jsonb,
    fixed_country_id integer,
    fixed_network_brand text,
    tags text[] DEFAULT ARRAY[]::text[],
    total_rows integer DEFAULT 0 NOT NULL,
    processed_rows integer DEFAULT 0 NOT NULL,
    imported_rows integer DEFAULT 0 NOT NULL,
    failed_rows integer DEFAULT 0 NOT NULL,
    duplicate_rows integer DEFAULT 0 NOT NULL,
    import_id uuid,
    checkpoint_bytes bigint DEFAULT 0 NOT NULL,
    checkpoint_lines integer DEFAULT 0 NOT NULL,
    rows_per_second real,
    failure_reason text,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    created_contacts integer DEFAULT 0 NOT NULL,
    unchanged_contacts integer DEFAULT 0 NOT NULL,
    updated_contacts integer DEFAULT 0 NOT NULL,
    warning_rows integer DEFAULT 0 NOT NULL,
    consent jsonb
);

CREATE TABLE direct_messages (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    kind direct_message_kind NOT NULL,
    conversation_id uuid,
    contact_id uuid,
    reply_id uuid,
    sms_campaign_id uuid,
    route_id uuid,
    number bigint NOT NULL,
    sender_id text,
    text text NOT NULL,
    sms_parts integer NOT NULL,
    status direct_message_status DEFAULT 'QUEUED'::direct_message_status NOT NULL,
    reason text,
    due_at timestamp(3) with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    handed_at timestamp(3) with time zone,
    sms_id text,
    dlr_code integer,
    cost numeric(18,6),
    integration_id uuid,
    created_by_id uuid,
    sent_at timestamp(3) with time zone,
    settled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE domain_plans (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    domains text[] DEFAULT ARRAY[]::text[],
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE email_secrets (
    secret_hash bytea NOT NULL,
    purpose email_secret_purpose NOT NULL,
    user_id uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE erased_numbers (
    team_id uuid NOT NULL,
    hash bytea NOT NULL,
    erased_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE idempotency_keys (
    team_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    input_hash bytea NOT NULL,
    answer bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE integrations (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    is_balance_managed boolean DEFAULT false NOT NULL,
    balance numeric(18,6) DEFAULT 0 NOT NULL,
    low_balance numeric(18,6),
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE invitations (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    email text NOT NULL,
    role role DEFAULT 'member'::role NOT NULL,
    token_hash bytea,
    invited_by_id uuid,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    delivery invitation_delivery DEFAULT 'waiting'::invitation_delivery NOT NULL
);

CREATE TABLE ledger_entries (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    kind ledger_kind NOT NULL,
    amount numeric(18,6) NOT NULL,
    balance_after numeric(18,6) NOT NULL,
    reason text,
    webhook_request_id uuid,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE lookup_results (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    mnp_lookup_id uuid NOT NULL,
    contact_id uuid,
    number bigint NOT NULL,
    network_id integer,
    is_ported boolean,
    is_reachable boolean,
    retries integer DEFAULT 0 NOT NULL,
    asked_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    next_try_at timestamp(3) with time zone
);

CREATE TABLE memberships (
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role role DEFAULT 'member'::role NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE mnp_lookups (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    amount integer NOT NULL,
    cost numeric(18,6) NOT NULL,
    filters text,
    filter_list jsonb DEFAULT '[]'::jsonb NOT NULL,
    hlr_settings jsonb,
    status lookup_status DEFAULT 'pending'::lookup_status NOT NULL,
    status_reason text,
    notes text[] DEFAULT ARRAY[]::text[],
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    done_at timestamp(3) with time zone
);

CREATE TABLE network_brands (
    id uuid NOT NULL,
    country_id integer NOT NULL,
    name text NOT NULL
);

CREATE TABLE networks (
    id integer NOT NULL,
    mcc character varying(3) NOT NULL,
    mnc character varying(3) NOT NULL,
    country_id integer NOT NULL,
    brand_id uuid NOT NULL,
    operator text
);

CREATE TABLE numbers (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    voice_account_id uuid,
    inbound_agent_id uuid,
    number bigint NOT NULL,
    voice_provider voice_provider NOT NULL,
    voice_provider_id text,
    sip_config text,
    disallowed_countries text,
    last_used_at timestamp(3) with time zone,
    archived_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    max_concurrent_calls integer,
    turn bigint DEFAULT 0 NOT NULL
);

CREATE TABLE offers (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    profit numeric(18,6) NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE post_processings (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    voice_campaign_id uuid,
    name text NOT NULL,
    kind post_processing_kind NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    signing_secret bytea
);

CREATE TABLE profit_rule_changes (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    profit_rule_id uuid NOT NULL,
    margin_type margin_type NOT NULL,
    old_profit numeric(18,6) NOT NULL,
    new_profit numeric(18,6) NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE profit_rules (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    client_company_id uuid,
    country_id integer,
    network_id integer,
    network_brand_id uuid,
    margin_type margin_type DEFAULT 'percentage'::margin_type NOT NULL,
    current_profit numeric(18,6) DEFAULT 0 NOT NULL,
    old_profit numeric(18,6),
    upcoming_profit numeric(18,6),
    applied_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE rate_limits (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);

CREATE TABLE reply_keywords (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    word text NOT NULL,
    folded text NOT NULL,
    match reply_keyword_match DEFAULT 'EXACT'::reply_keyword_match NOT NULL,
    sender text,
    sms_campaign_id uuid,
    tag_id uuid,
    answer text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE report_marks (
    id bigint NOT NULL,
    team_id uuid NOT NULL,
    kind mark_kind NOT NULL,
    slot integer NOT NULL
);

CREATE SEQUENCE report_marks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE report_marks_id_seq OWNED BY report_marks.id;

CREATE TABLE route_health (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    route_id uuid NOT NULL,
    network_id integer NOT NULL,
    total double precision DEFAULT 0 NOT NULL,
    delivered double precision DEFAULT 0 NOT NULL,
    rate double precision,
    updated_at timestamp(3) with time zone NOT NULL,
    out_since timestamp(3) with time zone
);

CREATE TABLE route_outcomes (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    route_id uuid NOT NULL,
    network_id integer NOT NULL,
    total integer NOT NULL,
    delivered integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    claimed_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE route_senders (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    route_id uuid NOT NULL,
    sender text NOT NULL,
    country_id integer
);

CREATE TABLE routes (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    company_name text,
    is_connected boolean DEFAULT true NOT NULL,
    price numeric(18,6) DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    credentials bytea,
    failure_kind text,
    failures integer DEFAULT 0 NOT NULL,
    integration_id uuid,
    paused_until timestamp(3) with time zone,
    per_second integer,
    provider route_provider,
    sender_id text,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    outages integer DEFAULT 0 NOT NULL,
    receipt_ids text,
    last_error_at timestamp(3) with time zone,
    last_error_kind text,
    last_error_reason text
);

CREATE TABLE routing_plan_candidates (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    routing_plan_rule_id uuid NOT NULL,
    route_id uuid NOT NULL,
    priority smallint DEFAULT 1 NOT NULL,
    weight smallint DEFAULT 1 NOT NULL
);

CREATE TABLE routing_plan_rules (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    routing_plan_id uuid NOT NULL,
    route_id uuid NOT NULL,
    country_id integer,
    network_id integer,
    "position" integer DEFAULT 0 NOT NULL,
    by_price boolean DEFAULT false NOT NULL
);

CREATE TABLE routing_plans (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    default_route_id uuid
);

CREATE TABLE segments (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    filter jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE seller_endpoints (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    client_company_id uuid,
    sms_routing_plan_id uuid,
    default_route_id uuid,
    name text,
    username text NOT NULL,
    password_hash text NOT NULL,
    pricing_update_email text,
    allowed_ips text[] DEFAULT ARRAY[]::text[],
    tags text[] DEFAULT ARRAY[]::text[],
    tx integer DEFAULT 0 NOT NULL,
    rx integer DEFAULT 0 NOT NULL,
    trx integer DEFAULT 0 NOT NULL,
    is_sending_allowed boolean DEFAULT true NOT NULL,
    max_price numeric(18,6),
    is_max_price_enabled boolean DEFAULT false NOT NULL,
    min_margin numeric(18,6),
    active_tx integer DEFAULT 0 NOT NULL,
    active_rx integer DEFAULT 0 NOT NULL,
    active_trx integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE seller_usernames (
    username text NOT NULL,
    team_id uuid NOT NULL
);

CREATE TABLE sending_settings (
    team_id uuid NOT NULL,
    contact_from text DEFAULT '08:00'::text,
    contact_until text DEFAULT '21:00'::text,
    stop_words text[] DEFAULT ARRAY[]::text[],
    help_text text,
    updated_at timestamp(3) with time zone NOT NULL,
    postback_secret bytea,
    erasure_key bytea,
    lookup_credentials bytea,
    lookup_provider number_lookup_provider,
    lookup_settings jsonb,
    pre_check_secret bytea
);

CREATE TABLE sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    team_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    address text,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE setup_secrets (
    secret_hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE sms_batches (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    sms_send_id uuid NOT NULL,
    route_id uuid NOT NULL,
    message_ids uuid[],
    size integer NOT NULL,
    claimed_at timestamp(3) with time zone NOT NULL,
    lease_until timestamp(3) with time zone NOT NULL,
    handed_at timestamp(3) with time zone,
    done_at timestamp(3) with time zone,
    takeovers integer DEFAULT 0 NOT NULL
);

CREATE TABLE sms_campaign_offers (
    team_id uuid NOT NULL,
    sms_campaign_id uuid NOT NULL,
    offer_id uuid NOT NULL,
    "position" integer DEFAULT 0 NOT NULL
);

CREATE TABLE sms_campaigns (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    status campaign_status DEFAULT 'draft'::campaign_status NOT NULL,
    send_type send_type,
    segment_ids uuid[] DEFAULT ARRAY[]::uuid[],
    filter_segment_id uuid,
    sms_routing_plan_id uuid,
    domain_plan_id uuid,
    use_dedicated_domains boolean DEFAULT false NOT NULL,
    manual_data jsonb,
    multistep_data jsonb,
    planner_data jsonb,
    recurring_data jsonb,
    feed_data jsonb,
    hlr_settings jsonb,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    cycle integer DEFAULT 1 NOT NULL,
    status_reason text,
    smart_encoding boolean DEFAULT false NOT NULL,
    pause_reason text,
    paused_at timestamp(3) with time zone,
    requires_consent consent_purpose,
    pre_check_url text
);

CREATE TABLE sms_link_events (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    kind text NOT NULL,
    user_agent text,
    amount numeric(18,6),
    reference text,
    occurred_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE sms_provider_calls (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    batch_id uuid NOT NULL,
    sms_send_id uuid NOT NULL,
    message_ids uuid[],
    begun_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE sms_provider_messages (
    team_id uuid NOT NULL,
    route_id uuid NOT NULL,
    provider_id text NOT NULL,
    message_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    is_shared boolean DEFAULT false NOT NULL
);

CREATE TABLE sms_receipts (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    route_id uuid NOT NULL,
    provider_id text NOT NULL,
    status text NOT NULL,
    code integer,
    reason text,
    occurred_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    applied_at timestamp(3) with time zone,
    message_id uuid,
    numbers text[] DEFAULT ARRAY[]::text[]
);

CREATE TABLE sms_recipients (
    team_id uuid NOT NULL,
    sms_campaign_id uuid NOT NULL,
    cycle integer NOT NULL,
    contact_id uuid NOT NULL,
    sms_send_id uuid NOT NULL,
    status recipient_status DEFAULT 'waiting'::recipient_status NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    reason text,
    step integer,
    message_id uuid,
    lookups smallint DEFAULT 0 NOT NULL,
    looked_up_at timestamp(3) with time zone,
    counted_on character(10),
    tries smallint DEFAULT 0 NOT NULL,
    decided_at timestamp(3) with time zone,
    rule recipient_rule,
    refusals jsonb,
    checked_at timestamp(3) with time zone,
    checks smallint DEFAULT 0 NOT NULL
);

CREATE TABLE sms_replies (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    route_id uuid,
    provider_id text NOT NULL,
    from_number bigint NOT NULL,
    text text NOT NULL,
    keyword text,
    contact_id uuid,
    message_id uuid,
    received_at timestamp(3) with time zone NOT NULL,
    conversation_id uuid,
    kind reply_kind DEFAULT 'TEXT'::reply_kind NOT NULL,
    read_at timestamp(3) with time zone,
    sms_campaign_id uuid,
    to_sender text
);

CREATE TABLE sms_roll_ups (
    team_id uuid NOT NULL,
    slot integer NOT NULL,
    number integer NOT NULL,
    sms_campaign_id uuid NOT NULL,
    sms_send_id uuid NOT NULL,
    segment_id uuid,
    offer_id uuid,
    domain_id uuid,
    country_id integer,
    network_id integer,
    network_brand text,
    sent_at timestamp(3) with time zone,
    messages integer NOT NULL,
    sent integer NOT NULL,
    delivered integer NOT NULL,
    failed integer NOT NULL,
    clicked integer NOT NULL,
    leads integer NOT NULL,
    sales integer NOT NULL,
    unsubscribed integer NOT NULL,
    parts integer NOT NULL,
    cost numeric(24,6),
    revenue numeric(24,6),
    replied integer DEFAULT 0 NOT NULL
);

CREATE TABLE sms_send_steps (
    team_id uuid NOT NULL,
    sms_send_id uuid NOT NULL,
    step integer NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    handed integer DEFAULT 0 NOT NULL,
    filled_at timestamp(3) with time zone,
    judged_at timestamp(3) with time zone,
    accepted integer DEFAULT 0 NOT NULL,
    delivered integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    unknown integer DEFAULT 0 NOT NULL,
    clicked integer DEFAULT 0 NOT NULL,
    unsubscribed integer DEFAULT 0 NOT NULL,
    brands text[] DEFAULT ARRAY[]::text[],
    expired integer DEFAULT 0 NOT NULL,
    timezones text[] DEFAULT ARRAY[]::text[],
    gone integer DEFAULT 0 NOT NULL
);

CREATE TABLE sms_sends (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    sms_campaign_id uuid NOT NULL,
    status send_status DEFAULT 'pending'::send_status NOT NULL,
    next_step_at timestamp(3) with time zone,
    meta jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    amount integer,
    audience_at timestamp(3) with time zone,
    audience_size integer DEFAULT 0 NOT NULL,
    audience_up_to uuid,
    cycle integer DEFAULT 1 NOT NULL,
    ended_at timestamp(3) with time zone,
    slot text,
    started_at timestamp(3) with time zone,
    status_reason text,
    step integer DEFAULT 0 NOT NULL,
    turn_at timestamp(3) with time zone,
    judged_contact uuid,
    judged_up_to timestamp(3) with time zone
);

CREATE TABLE sms_test_results (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    sms_test_schedule_id uuid NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    status sms_test_status DEFAULT 'pending'::sms_test_status NOT NULL,
    sms_id text,
    failure_reason text,
    sent_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE sms_test_schedules (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    route_id uuid NOT NULL,
    name text NOT NULL,
    to_number bigint NOT NULL,
    text text NOT NULL,
    interval_minutes integer DEFAULT 60 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    last_run_at timestamp(3) with time zone,
    next_run_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE suppressed_numbers (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    number bigint NOT NULL,
    reason text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE tags (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE team_tokens (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    created_by_id uuid,
    name text NOT NULL,
    role role DEFAULT 'admin'::role NOT NULL,
    token_hash bytea NOT NULL,
    token_ciphertext bytea NOT NULL,
    scopes jsonb DEFAULT '[]'::jsonb NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE teams (
    id uuid NOT NULL,
    name text NOT NULL,
    timezone text DEFAULT 'UTC'::text NOT NULL,
    onboarding_data text[] DEFAULT ARRAY[]::text[],
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE traces (
    id uuid NOT NULL,
    trace_id character(32) NOT NULL,
    team_id uuid NOT NULL,
    kind trace_kind NOT NULL,
    operation text NOT NULL,
    outcome text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms double precision NOT NULL,
    statements integer NOT NULL
);

CREATE TABLE users (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    email_confirmed_at timestamp(3) with time zone
);

CREATE TABLE voice_accounts (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    provider voice_provider NOT NULL,
    webhook_secret_hash bytea NOT NULL,
    previous_secret_hash bytea,
    previous_secret_expires_at timestamp(3) with time zone,
    secret_last_used_at timestamp(3) with time zone,
    previous_secret_last_used_at timestamp(3) with time zone,
    secret_rotated_at timestamp(3) with time zone,
    archived_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    adapter voice_adapter,
    adapter_credentials bytea,
    adapter_settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    integration_id uuid,
    max_concurrent_calls integer DEFAULT 10 NOT NULL,
    paused_until timestamp(3) with time zone,
    failure_kind text,
    failures integer DEFAULT 0 NOT NULL,
    outages integer DEFAULT 0 NOT NULL,
    last_error_at timestamp(3) with time zone,
    last_error_kind text,
    last_error_reason text
);

CREATE TABLE voice_campaign_offers (
    team_id uuid NOT NULL,
    voice_campaign_id uuid NOT NULL,
    offer_id uuid NOT NULL,
    "position" integer DEFAULT 0 NOT NULL
);

CREATE TABLE voice_campaign_sends (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    voice_campaign_id uuid NOT NULL,
    status send_status DEFAULT 'pending'::send_status NOT NULL,
    next_step_at timestamp(3) with time zone,
    meta jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    amount integer,
    audience_at timestamp(3) with time zone,
    cycle integer DEFAULT 1 NOT NULL,
    slot text,
    audience_size integer DEFAULT 0 NOT NULL,
    audience_up_to uuid,
    ended_at timestamp(3) with time zone,
    started_at timestamp(3) with time zone,
    status_reason text,
    turn_at timestamp(3) with time zone,
    judged_contact uuid,
    judged_up_to timestamp(3) with time zone
);

CREATE TABLE voice_campaigns (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    status campaign_status DEFAULT 'draft'::campaign_status NOT NULL,
    send_type send_type,
    segment_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    filter_segment_id uuid,
    agent_id uuid,
    number_id uuid,
    agent_ids jsonb,
    number_ids jsonb,
    manual_data jsonb,
    recurring_data jsonb,
    feed_data jsonb,
    hlr_settings jsonb,
    stopped_reason text,
    calls_total integer DEFAULT 0 NOT NULL,
    calls_in_flight integer DEFAULT 0 NOT NULL,
    calls_answered integer DEFAULT 0 NOT NULL,
    calls_ended integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    cycle integer DEFAULT 1 NOT NULL,
    max_attempts integer DEFAULT 3 NOT NULL,
    retry_delay integer DEFAULT 60 NOT NULL,
    variables jsonb,
    pause_reason text,
    paused_at timestamp(3) with time zone,
    requires_consent consent_purpose,
    pre_check_url text
);

CREATE TABLE voice_recipients (
    team_id uuid NOT NULL,
    voice_campaign_id uuid NOT NULL,
    cycle integer NOT NULL,
    contact_id uuid NOT NULL,
    voice_campaign_send_id uuid NOT NULL,
    status recipient_status DEFAULT 'waiting'::recipient_status NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    reason text,
    call_id uuid,
    attempts smallint DEFAULT 0 NOT NULL,
    lookups smallint DEFAULT 0 NOT NULL,
    looked_up_at timestamp(3) with time zone,
    counted_on character(10),
    tries smallint DEFAULT 0 NOT NULL,
    rule recipient_rule,
    decided_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    checks smallint DEFAULT 0 NOT NULL
);

CREATE TABLE webhook_deliveries (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type webhook_event_type NOT NULL,
    status webhook_delivery_status DEFAULT 'PENDING'::webhook_delivery_status NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    attempted_at timestamp(3) with time zone,
    duration_ms integer,
    response_status smallint,
    response_body text,
    failure_reason text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE webhook_endpoints (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    url text NOT NULL,
    description text,
    event_types webhook_event_type[],
    enabled boolean DEFAULT true NOT NULL,
    batch_size smallint,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_expires_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    disabled_reason text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    paused_until timestamp(3) with time zone
);

CREATE TABLE webhook_events (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    type webhook_event_type NOT NULL,
    record_id uuid NOT NULL,
    sequence bigint NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    data jsonb NOT NULL
);

ALTER TABLE report_marks ALTER COLUMN id SET DEFAULT nextval('report_marks_id_seq'::regclass);

-- Partitions
-- By id, whose first 48 bits are milliseconds: all until the end of this month, some months ahead, and the rest. The product
-- makes the next ones.
CREATE SCHEMA partitions;
DO $$
DECLARE
  item record;
  bounds uuid[];
BEGIN
  FOR item IN SELECT * FROM (VALUES
    ('call_events', 'month', 3, 'YYYY_MM', ''),
    ('calls', 'month', 3, 'YYYY_MM', ''),
    ('logs', 'year', 1, 'YYYY', ''),
    ('sms_messages', 'month', 3, 'YYYY_MM', 'WITH (fillfactor = 50)')
  ) p ("table", unit, ahead, form, options), date_trunc(unit, now() AT TIME ZONE 'UTC') start LOOP
    bounds := ARRAY(SELECT (lpad(to_hex((extract(epoch FROM item.start + n * ('1 ' || item.unit)::interval) * 1000)::bigint), 12, '0')
      || repeat('0', 20))::uuid FROM generate_series(1, item.ahead + 1) n);
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L) %s',
      item."table" || '_first', item."table", bounds[1], item.options);
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I DEFAULT %s', item."table" || '_default', item."table", item.options);
    FOR n IN 1..item.ahead LOOP
      EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s',
        item."table" || to_char(item.start + n * ('1 ' || item.unit)::interval, '_' || item.form), item."table",
        bounds[n], bounds[n + 1], item.options);
    END LOOP;
  END LOOP;
END $$;

-- Keys and indexes. Of two indexes of one estimated cost PostgreSQL takes the later: the more selective come last.
ALTER TABLE agents ADD CONSTRAINT agents_pkey PRIMARY KEY (team_id, id);
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (team_id, id);
ALTER TABLE call_event_names ADD CONSTRAINT call_event_names_pkey PRIMARY KEY (team_id, voice_account_id, fingerprint);
ALTER TABLE call_events ADD CONSTRAINT call_events_pkey PRIMARY KEY (team_id, id);
ALTER TABLE call_names ADD CONSTRAINT call_names_pkey PRIMARY KEY (team_id, external_id);
ALTER TABLE call_outcome_logs ADD CONSTRAINT call_outcome_logs_pkey PRIMARY KEY (team_id, id);
ALTER TABLE call_placements ADD CONSTRAINT call_placements_pkey PRIMARY KEY (team_id, call_id);
ALTER TABLE call_post_processings ADD CONSTRAINT call_post_processings_pkey PRIMARY KEY (team_id, id);
ALTER TABLE call_roll_ups ADD CONSTRAINT call_roll_ups_pkey PRIMARY KEY (team_id, slot, number);
ALTER TABLE calls ADD CONSTRAINT calls_pkey PRIMARY KEY (team_id, id);
ALTER TABLE campaign_texts ADD CONSTRAINT campaign_texts_pkey PRIMARY KEY (team_id, id);
ALTER TABLE client_companies ADD CONSTRAINT client_companies_pkey PRIMARY KEY (team_id, id);
ALTER TABLE consent_events ADD CONSTRAINT consent_events_pkey PRIMARY KEY (team_id, id);
ALTER TABLE consents ADD CONSTRAINT consents_pkey PRIMARY KEY (team_id, id);
ALTER TABLE contact_limits ADD CONSTRAINT contact_limits_pkey PRIMARY KEY (team_id, contact_id, channel);
ALTER TABLE contact_tags ADD CONSTRAINT contact_tags_pkey PRIMARY KEY (team_id, contact_id, tag_id);
ALTER TABLE contacts ADD CONSTRAINT contacts_pkey PRIMARY KEY (team_id, id);
ALTER TABLE conversations ADD CONSTRAINT conversations_pkey PRIMARY KEY (team_id, id);
ALTER TABLE countries ADD CONSTRAINT countries_pkey PRIMARY KEY (id);
ALTER TABLE data_file_chunks ADD CONSTRAINT data_file_chunks_pkey PRIMARY KEY (team_id, data_file_id, "position");
ALTER TABLE data_file_row_errors ADD CONSTRAINT data_file_row_errors_pkey PRIMARY KEY (team_id, id);
ALTER TABLE data_files ADD CONSTRAINT data_files_pkey PRIMARY KEY (team_id, id);
ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_pkey PRIMARY KEY (team_id, id);
ALTER TABLE domain_plans ADD CONSTRAINT domain_plans_pkey PRIMARY KEY (team_id, id);
ALTER TABLE email_secrets ADD CONSTRAINT email_secrets_pkey PRIMARY KEY (secret_hash);
ALTER TABLE erased_numbers ADD CONSTRAINT erased_numbers_pkey PRIMARY KEY (team_id, hash);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (team_id, operation, key);
ALTER TABLE integrations ADD CONSTRAINT integrations_pkey PRIMARY KEY (team_id, id);
ALTER TABLE invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (team_id, id);
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (team_id, id);
ALTER TABLE logs ADD CONSTRAINT logs_pkey PRIMARY KEY (team_id, id);
ALTER TABLE lookup_results ADD CONSTRAINT lookup_results_pkey PRIMARY KEY (team_id, id);
ALTER TABLE memberships ADD CONSTRAINT memberships_pkey PRIMARY KEY (team_id, user_id);
ALTER TABLE mnp_lookups ADD CONSTRAINT mnp_lookups_pkey PRIMARY KEY (team_id, id);
ALTER TABLE network_brands ADD CONSTRAINT network_brands_pkey PRIMARY KEY (id);
ALTER TABLE networks ADD CONSTRAINT networks_pkey PRIMARY KEY (id);
ALTER TABLE numbers ADD CONSTRAINT numbers_pkey PRIMARY KEY (team_id, id);
ALTER TABLE offers ADD CONSTRAINT offers_pkey PRIMARY KEY (team_id, id);
ALTER TABLE post_processings ADD CONSTRAINT post_processings_pkey PRIMARY KEY (team_id, id);
ALTER TABLE profit_rule_changes ADD CONSTRAINT profit_rule_changes_pkey PRIMARY KEY (team_id, id);
ALTER TABLE profit_rules ADD CONSTRAINT profit_rules_pkey PRIMARY KEY (team_id, id);
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE reply_keywords ADD CONSTRAINT reply_keywords_pkey PRIMARY KEY (team_id, id);
ALTER TABLE report_marks ADD CONSTRAINT report_marks_pkey PRIMARY KEY (team_id, id);
ALTER TABLE route_health ADD CONSTRAINT route_health_pkey PRIMARY KEY (team_id, id);
ALTER TABLE route_outcomes ADD CONSTRAINT route_outcomes_pkey PRIMARY KEY (team_id, id);
ALTER TABLE route_senders ADD CONSTRAINT route_senders_pkey PRIMARY KEY (team_id, id);
ALTER TABLE routes ADD CONSTRAINT routes_pkey PRIMARY KEY (team_id, id);
ALTER TABLE routing_plan_candidates ADD CONSTRAINT routing_plan_candidates_pkey PRIMARY KEY (team_id, id);
ALTER TABLE routing_plan_rules ADD CONSTRAINT routing_plan_rules_pkey PRIMARY KEY (team_id, id);
ALTER TABLE routing_plans ADD CONSTRAINT routing_plans_pkey PRIMARY KEY (team_id, id);
ALTER TABLE segments ADD CONSTRAINT segments_pkey PRIMARY KEY (team_id, id);
ALTER TABLE seller_endpoints ADD CONSTRAINT seller_endpoints_pkey PRIMARY KEY (team_id, id);
ALTER TABLE seller_usernames ADD CONSTRAINT seller_usernames_pkey PRIMARY KEY (username);
ALTER TABLE sending_settings ADD CONSTRAINT sending_settings_pkey PRIMARY KEY (team_id);
ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (team_id, id);
ALTER TABLE setup_secrets ADD CONSTRAINT setup_secrets_pkey PRIMARY KEY (secret_hash);
ALTER TABLE sms_batches ADD CONSTRAINT sms_batches_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_campaign_offers ADD CONSTRAINT sms_campaign_offers_pkey PRIMARY KEY (team_id, sms_campaign_id, offer_id);
ALTER TABLE sms_campaigns ADD CONSTRAINT sms_campaigns_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_link_events ADD CONSTRAINT sms_link_events_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_messages ADD CONSTRAINT sms_messages_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_provider_calls ADD CONSTRAINT sms_provider_calls_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_provider_messages ADD CONSTRAINT sms_provider_messages_pkey PRIMARY KEY (team_id, route_id, provider_id);
ALTER TABLE sms_receipts ADD CONSTRAINT sms_receipts_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_recipients ADD CONSTRAINT sms_recipients_pkey PRIMARY KEY (team_id, contact_id, sms_campaign_id, cycle);
ALTER TABLE sms_replies ADD CONSTRAINT sms_replies_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_roll_ups ADD CONSTRAINT sms_roll_ups_pkey PRIMARY KEY (team_id, slot, number);
ALTER TABLE sms_send_steps ADD CONSTRAINT sms_send_steps_pkey PRIMARY KEY (team_id, sms_send_id, step);
ALTER TABLE sms_sends ADD CONSTRAINT sms_sends_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_test_results ADD CONSTRAINT sms_test_results_pkey PRIMARY KEY (team_id, id);
ALTER TABLE sms_test_schedules ADD CONSTRAINT sms_test_schedules_pkey PRIMARY KEY (team_id, id);
ALTER TABLE suppressed_numbers ADD CONSTRAINT suppressed_numbers_pkey PRIMARY KEY (team_id, id);
ALTER TABLE tags ADD CONSTRAINT tags_pkey PRIMARY KEY (team_id, id);
ALTER TABLE team_tokens ADD CONSTRAINT team_tokens_pkey PRIMARY KEY (team_id, id);
ALTER TABLE teams ADD CONSTRAINT teams_pkey PRIMARY KEY (id);
ALTER TABLE traces ADD CONSTRAINT traces_pkey PRIMARY KEY (team_id, id);
ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE voice_accounts ADD CONSTRAINT voice_accounts_pkey PRIMARY KEY (team_id, id);
ALTER TABLE voice_campaign_offers ADD CONSTRAINT voice_campaign_offers_pkey PRIMARY KEY (team_id, voice_campaign_id, offer_id);
ALTER TABLE voice_campaign_sends ADD CONSTRAINT voice_campaign_sends_pkey PRIMARY KEY (team_id, id);
ALTER TABLE voice_campaigns ADD CONSTRAINT voice_campaigns_pkey PRIMARY KEY (team_id, id);
ALTER TABLE voice_recipients ADD CONSTRAINT voice_recipients_pkey PRIMARY KEY (team_id, voice_campaign_id, cycle, contact_id);
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (team_id, id);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (team_id, id);
ALTER TABLE webhook_events ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (team_id, id);
CREATE UNIQUE INDEX agents_team_id_external_id_key ON agents (team_id, external_id);
CREATE INDEX agents_team_id_voice_account_id_idx ON agents (team_id, voice_account_id);
CREATE INDEX agents_team_id_created_at_id_idx ON agents (team_id, created_at DESC, id DESC);
CREATE INDEX agents_team_id_name_id_idx ON agents (team_id, name, id);
CREATE INDEX audit_entries_created_at_idx ON audit_entries (created_at);
CREATE INDEX audit_entries_team_id_created_at_id_idx ON audit_entries (team_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_team_id_action_created_at_id_idx ON audit_entries (team_id, action, created_at DESC, id DESC);
CREATE INDEX audit_entries_team_id_target_id_created_at_id_idx ON audit_entries (team_id, target_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_team_id_token_id_created_at_id_idx ON audit_entries (team_id, token_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_team_id_trace_id_created_at_id_idx ON audit_entries (team_id, trace_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_team_id_user_id_created_at_id_idx ON audit_entries (team_id, user_id, created_at DESC, id DESC);
CREATE INDEX call_event_names_event_id_idx ON call_event_names USING brin (event_id);
CREATE INDEX call_events_team_id_received_at_id_idx ON call_events (team_id, received_at DESC, id DESC);
CREATE INDEX call_events_team_id_call_id_occurred_at_id_idx ON call_events (team_id, call_id, occurred_at, id);
CREATE INDEX call_events_team_id_external_call_id_received_at_id_idx ON call_events (team_id, external_call_id, received_at DESC, id DESC);
CREATE INDEX call_events_team_id_status_received_at_id_idx ON call_events (team_id, status, received_at DESC, id DESC);
CREATE INDEX call_events_team_id_voice_account_id_received_at_id_idx ON call_events (team_id, voice_account_id, received_at DESC, id DESC);
CREATE INDEX call_names_team_id_call_id_idx ON call_names (team_id, call_id);
CREATE INDEX call_outcome_logs_team_id_created_at_id_idx ON call_outcome_logs (team_id, created_at DESC, id DESC);
CREATE INDEX call_outcome_logs_team_id_call_id_created_at_id_idx ON call_outcome_logs (team_id, call_id, created_at DESC, id DESC);
CREATE INDEX call_placements_slot_until_idx ON call_placements (slot_until);
CREATE INDEX call_placements_team_id_number_id_slot_until_idx ON call_placements (team_id, number_id, slot_until);
CREATE INDEX call_placements_team_id_voice_account_id_slot_until_idx ON call_placements (team_id, voice_account_id, slot_until);
CREATE INDEX call_placements_team_id_voice_campaign_send_id_claimed_at_idx ON call_placements (team_id, voice_campaign_send_id, claimed_at);
CREATE UNIQUE INDEX call_post_processings_team_id_call_id_position_key ON call_post_processings (team_id, call_id, "position");
CREATE INDEX call_post_processings_team_id_created_at_id_idx ON call_post_processings (team_id, created_at DESC, id DESC);
CREATE INDEX call_post_processings_team_id_post_processing_id_created_at_idx ON call_post_processings (team_id, post_processing_id, created_at DESC, id DESC);
CREATE INDEX call_post_processings_team_id_status_created_at_id_idx ON call_post_processings (team_id, status, created_at DESC, id DESC);
CREATE INDEX call_roll_ups_team_id_created_at_idx ON call_roll_ups (team_id, created_at);
CREATE INDEX call_roll_ups_team_id_started_at_idx ON call_roll_ups (team_id, started_at);
CREATE INDEX calls_country_id_idx ON calls (country_id);
CREATE INDEX calls_team_id_call_agent_id_idx ON calls (team_id, call_agent_id);
CREATE INDEX calls_team_id_created_at_id_idx ON calls (team_id, created_at DESC, id DESC);
CREATE INDEX calls_team_id_agent_id_created_at_id_idx ON calls (team_id, agent_id, created_at DESC, id DESC);
CREATE INDEX calls_team_id_call_outcome_created_at_id_idx ON calls (team_id, call_outcome, created_at DESC, id DESC);
CREATE INDEX calls_team_id_contact_id_created_at_id_idx ON calls (team_id, contact_id, created_at DESC, id DESC);
CREATE INDEX calls_team_id_number_id_created_at_id_idx ON calls (team_id, number_id, created_at DESC, id DESC);
CREATE INDEX calls_team_id_to_number_created_at_id_idx ON calls (team_id, to_number, created_at DESC, id DESC);
CREATE INDEX calls_team_id_voice_campaign_id_created_at_id_idx ON calls (team_id, voice_campaign_id, created_at DESC, id DESC);
CREATE INDEX calls_team_id_voice_campaign_send_id_created_at_id_idx ON calls (team_id, voice_campaign_send_id, created_at DESC, id DESC);
CREATE INDEX calls_with_texts_idx ON calls (id) WHERE ((chat IS NOT NULL) OR (summary IS NOT NULL) OR (recording_url IS NOT NULL) OR (listen_url IS NOT NULL) OR (control_url IS NOT NULL));
CREATE INDEX calls_leads_idx ON calls (team_id, created_at DESC, id DESC) WHERE is_lead;
CREATE INDEX calls_sales_idx ON calls (team_id, created_at DESC, id DESC) WHERE is_sale;
CREATE INDEX campaign_texts_team_id_sms_campaign_id_position_id_idx ON campaign_texts (team_id, sms_campaign_id, "position", id);
CREATE INDEX client_companies_team_id_created_at_id_idx ON client_companies (team_id, created_at DESC, id DESC);
CREATE INDEX client_companies_team_id_name_id_idx ON client_companies (team_id, name, id);
CREATE INDEX consent_events_team_id_occurred_at_id_idx ON consent_events (team_id, occurred_at DESC, id DESC);
CREATE INDEX consent_events_team_id_number_occurred_at_id_idx ON consent_events (team_id, number, occurred_at DESC, id DESC);
CREATE INDEX consents_team_id_event_id_idx ON consents (team_id, event_id);
CREATE INDEX consents_team_id_since_id_idx ON consents (team_id, since DESC, id DESC);
CREATE UNIQUE INDEX consents_team_id_number_channel_purpose_key ON consents (team_id, number, channel, purpose);
CREATE INDEX contact_tags_team_id_tag_id_contact_id_idx ON contact_tags (team_id, tag_id, contact_id);
CREATE INDEX contacts_country_id_idx ON contacts (country_id);
CREATE INDEX contacts_network_id_idx ON contacts (network_id);
CREATE UNIQUE INDEX contacts_team_id_number_key ON contacts (team_id, number);
CREATE INDEX contacts_team_id_created_at_id_idx ON contacts (team_id, created_at DESC, id DESC);
CREATE INDEX contacts_team_id_name_id_idx ON contacts (team_id, name, id);
CREATE INDEX contacts_team_id_country_id_created_at_id_idx ON contacts (team_id, country_id, created_at DESC, id DESC);
CREATE INDEX conversations_team_id_route_id_idx ON conversations (team_id, route_id);
CREATE INDEX conversations_team_id_last_activity_at_id_idx ON conversations (team_id, last_activity_at DESC, id DESC);
CREATE UNIQUE INDEX conversations_team_id_number_sender_key ON conversations (team_id, number, sender);
CREATE INDEX conversations_team_id_assignee_id_last_activity_at_id_idx ON conversations (team_id, assignee_id, last_activity_at DESC, id DESC);
CREATE INDEX conversations_team_id_contact_id_last_activity_at_id_idx ON conversations (team_id, contact_id, last_activity_at DESC, id DESC);
CREATE INDEX conversations_team_id_status_last_activity_at_id_idx ON conversations (team_id, status, last_activity_at DESC, id DESC);
CREATE INDEX conversations_unread_idx ON conversations (team_id, last_activity_at DESC, id DESC) WHERE (unread_count > 0);
CREATE UNIQUE INDEX countries_iso2_key ON countries (iso2);
CREATE UNIQUE INDEX countries_iso3_key ON countries (iso3);
CREATE UNIQUE INDEX data_file_row_errors_team_id_data_file_id_line_field_key ON data_file_row_errors (team_id, data_file_id, line, field);
CREATE INDEX data_files_fixed_country_id_idx ON data_files (fixed_country_id);
CREATE INDEX data_files_team_id_import_id_idx ON data_files (team_id, import_id);
CREATE INDEX data_files_team_id_sha256_idx ON data_files (team_id, sha256);
CREATE INDEX data_files_team_id_created_at_id_idx ON data_files (team_id, created_at DESC, id DESC);
CREATE INDEX direct_messages_team_id_conversation_id_idx ON direct_messages (team_id, conversation_id);
CREATE INDEX direct_messages_team_id_sms_campaign_id_idx ON direct_messages (team_id, sms_campaign_id);
CREATE INDEX direct_messages_team_id_created_at_id_idx ON direct_messages (team_id, created_at DESC, id DESC);
CREATE INDEX direct_messages_team_id_route_id_handed_at_idx ON direct_messages (team_id, route_id, handed_at);
CREATE INDEX direct_messages_team_id_route_id_sms_id_idx ON direct_messages (team_id, route_id, sms_id);
CREATE INDEX direct_messages_team_id_contact_id_created_at_id_idx ON direct_messages (team_id, contact_id, created_at DESC, id DESC);
CREATE INDEX direct_messages_team_id_number_created_at_id_idx ON direct_messages (team_id, number, created_at DESC, id DESC);
CREATE INDEX domain_plans_team_id_created_at_id_idx ON domain_plans (team_id, created_at DESC, id DESC);
CREATE INDEX domain_plans_team_id_name_id_idx ON domain_plans (team_id, name, id);
CREATE INDEX email_secrets_expires_at_idx ON email_secrets (expires_at);
CREATE INDEX email_secrets_user_id_idx ON email_secrets (user_id);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
CREATE INDEX integrations_team_id_created_at_id_idx ON integrations (team_id, created_at DESC, id DESC);
CREATE INDEX integrations_team_id_name_id_idx ON integrations (team_id, name, id);
CREATE INDEX invitations_expires_at_idx ON invitations (expires_at);
CREATE INDEX invitations_invited_by_id_idx ON invitations (invited_by_id);
CREATE UNIQUE INDEX invitations_team_id_email_key ON invitations (team_id, email);
CREATE UNIQUE INDEX invitations_team_id_token_hash_key ON invitations (team_id, token_hash);
CREATE INDEX invitations_team_id_created_at_id_idx ON invitations (team_id, created_at DESC, id DESC);
CREATE INDEX ledger_entries_team_id_created_at_id_idx ON ledger_entries (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX ledger_entries_team_id_integration_id_webhook_request_id_key ON ledger_entries (team_id, integration_id, webhook_request_id);
CREATE INDEX ledger_entries_team_id_integration_id_created_at_id_idx ON ledger_entries (team_id, integration_id, created_at DESC, id DESC);
CREATE INDEX logs_team_id_created_at_id_idx ON logs (team_id, created_at DESC, id DESC);
CREATE INDEX logs_team_id_caller_id_created_at_id_idx ON logs (team_id, caller_id, created_at DESC, id DESC);
CREATE INDEX lookup_results_network_id_idx ON lookup_results (network_id);
CREATE INDEX lookup_results_team_id_contact_id_idx ON lookup_results (team_id, contact_id);
CREATE INDEX lookup_results_team_id_number_idx ON lookup_results (team_id, number);
CREATE INDEX lookup_results_team_id_mnp_lookup_id_next_try_at_idx ON lookup_results (team_id, mnp_lookup_id, next_try_at);
CREATE UNIQUE INDEX lookup_results_team_id_mnp_lookup_id_number_key ON lookup_results (team_id, mnp_lookup_id, number);
CREATE INDEX memberships_user_id_idx ON memberships (user_id);
CREATE INDEX memberships_team_id_created_at_user_id_idx ON memberships (team_id, created_at, user_id);
CREATE INDEX mnp_lookups_team_id_amount_id_idx ON mnp_lookups (team_id, amount, id);
CREATE INDEX mnp_lookups_team_id_cost_id_idx ON mnp_lookups (team_id, cost, id);
CREATE INDEX mnp_lookups_team_id_created_at_id_idx ON mnp_lookups (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX network_brands_country_id_name_key ON network_brands (country_id, name);
CREATE INDEX networks_brand_id_idx ON networks (brand_id);
CREATE INDEX networks_country_id_idx ON networks (country_id);
CREATE INDEX numbers_team_id_inbound_agent_id_idx ON numbers (team_id, inbound_agent_id);
CREATE UNIQUE INDEX numbers_team_id_number_key ON numbers (team_id, number);
CREATE INDEX numbers_team_id_voice_account_id_idx ON numbers (team_id, voice_account_id);
CREATE INDEX numbers_team_id_created_at_id_idx ON numbers (team_id, created_at DESC, id DESC);
CREATE INDEX offers_team_id_created_at_id_idx ON offers (team_id, created_at DESC, id DESC);
CREATE INDEX offers_team_id_name_id_idx ON offers (team_id, name, id);
CREATE INDEX offers_team_id_profit_id_idx ON offers (team_id, profit, id);
CREATE INDEX offers_team_id_updated_at_id_idx ON offers (team_id, updated_at DESC, id DESC);
CREATE INDEX post_processings_team_id_created_at_id_idx ON post_processings (team_id, created_at DESC, id DESC);
CREATE INDEX post_processings_team_id_position_id_idx ON post_processings (team_id, "position", id);
CREATE INDEX post_processings_team_id_voice_campaign_id_position_id_idx ON post_processings (team_id, voice_campaign_id, "position", id);
CREATE INDEX profit_rule_changes_team_id_profit_rule_id_created_at_id_idx ON profit_rule_changes (team_id, profit_rule_id, created_at DESC, id DESC);
CREATE INDEX profit_rules_applied_at_idx ON profit_rules (applied_at);
CREATE INDEX profit_rules_country_id_idx ON profit_rules (country_id);
CREATE INDEX profit_rules_network_brand_id_idx ON profit_rules (network_brand_id);
CREATE INDEX profit_rules_network_id_idx ON profit_rules (network_id);
CREATE INDEX profit_rules_team_id_client_company_id_idx ON profit_rules (team_id, client_company_id);
CREATE INDEX profit_rules_team_id_created_at_id_idx ON profit_rules (team_id, created_at DESC, id DESC);
CREATE INDEX profit_rules_team_id_updated_at_id_idx ON profit_rules (team_id, updated_at DESC, id DESC);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);
CREATE INDEX reply_keywords_team_id_sms_campaign_id_idx ON reply_keywords (team_id, sms_campaign_id);
CREATE INDEX reply_keywords_team_id_tag_id_idx ON reply_keywords (team_id, tag_id);
CREATE INDEX reply_keywords_team_id_created_at_id_idx ON reply_keywords (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX route_health_team_id_route_id_network_id_key ON route_health (team_id, route_id, network_id);
CREATE INDEX route_outcomes_at_idx ON route_outcomes (at);
CREATE INDEX route_outcomes_team_id_route_id_idx ON route_outcomes (team_id, route_id);
CREATE INDEX route_senders_team_id_route_id_id_idx ON route_senders (team_id, route_id, id);
CREATE INDEX routes_team_id_integration_id_idx ON routes (team_id, integration_id);
CREATE INDEX routes_team_id_created_at_id_idx ON routes (team_id, created_at DESC, id DESC);
CREATE INDEX routes_team_id_name_id_idx ON routes (team_id, name, id);
CREATE INDEX routing_plan_candidates_team_id_route_id_idx ON routing_plan_candidates (team_id, route_id);
CREATE UNIQUE INDEX routing_plan_candidates_team_id_routing_plan_rule_id_route__key ON routing_plan_candidates (team_id, routing_plan_rule_id, route_id);
CREATE INDEX routing_plan_candidates_team_id_routing_plan_rule_id_priori_idx ON routing_plan_candidates (team_id, routing_plan_rule_id, priority, id);
CREATE INDEX routing_plan_rules_team_id_route_id_idx ON routing_plan_rules (team_id, route_id);
CREATE INDEX routing_plan_rules_team_id_routing_plan_id_position_id_idx ON routing_plan_rules (team_id, routing_plan_id, "position", id);
CREATE INDEX routing_plans_team_id_default_route_id_idx ON routing_plans (team_id, default_route_id);
CREATE INDEX routing_plans_team_id_created_at_id_idx ON routing_plans (team_id, created_at DESC, id DESC);
CREATE INDEX routing_plans_team_id_name_id_idx ON routing_plans (team_id, name, id);
CREATE INDEX segments_team_id_created_at_id_idx ON segments (team_id, created_at DESC, id DESC);
CREATE INDEX seller_endpoints_team_id_client_company_id_idx ON seller_endpoints (team_id, client_company_id);
CREATE INDEX seller_endpoints_team_id_default_route_id_idx ON seller_endpoints (team_id, default_route_id);
CREATE INDEX seller_endpoints_team_id_sms_routing_plan_id_idx ON seller_endpoints (team_id, sms_routing_plan_id);
CREATE UNIQUE INDEX seller_endpoints_team_id_username_key ON seller_endpoints (team_id, username);
CREATE INDEX seller_endpoints_team_id_created_at_id_idx ON seller_endpoints (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX seller_usernames_team_id_username_key ON seller_usernames (team_id, username);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE UNIQUE INDEX sessions_team_id_token_hash_key ON sessions (team_id, token_hash);
CREATE INDEX sms_batches_done_at_lease_until_idx ON sms_batches (done_at, lease_until);
CREATE INDEX sms_batches_team_id_route_id_claimed_at_idx ON sms_batches (team_id, route_id, claimed_at);
CREATE INDEX sms_batches_team_id_sms_send_id_claimed_at_idx ON sms_batches (team_id, sms_send_id, claimed_at);
CREATE INDEX sms_campaign_offers_team_id_offer_id_idx ON sms_campaign_offers (team_id, offer_id);
CREATE INDEX sms_campaign_offers_team_id_sms_campaign_id_position_offer__idx ON sms_campaign_offers (team_id, sms_campaign_id, "position", offer_id);
CREATE INDEX sms_campaigns_team_id_filter_segment_id_idx ON sms_campaigns (team_id, filter_segment_id);
CREATE INDEX sms_campaigns_team_id_sms_routing_plan_id_idx ON sms_campaigns (team_id, sms_routing_plan_id);
CREATE INDEX sms_campaigns_team_id_created_at_id_idx ON sms_campaigns (team_id, created_at DESC, id DESC);
CREATE INDEX sms_campaigns_team_id_name_id_idx ON sms_campaigns (team_id, name, id);
CREATE INDEX sms_campaigns_team_id_status_id_idx ON sms_campaigns (team_id, status, id);
CREATE INDEX sms_campaigns_team_id_updated_at_id_idx ON sms_campaigns (team_id, updated_at DESC, id DESC);
CREATE INDEX sms_campaigns_team_id_domain_plan_id_created_at_id_idx ON sms_campaigns (team_id, domain_plan_id, created_at DESC, id DESC);
CREATE INDEX sms_campaigns_team_id_send_type_created_at_id_idx ON sms_campaigns (team_id, send_type, created_at DESC, id DESC);
CREATE INDEX sms_campaigns_team_id_status_created_at_id_idx ON sms_campaigns (team_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX sms_link_events_team_id_message_id_kind_reference_key ON sms_link_events (team_id, message_id, kind, reference);
CREATE INDEX sms_messages_link_code_idx ON sms_messages (link_code);
CREATE INDEX sms_messages_team_id_created_at_id_idx ON sms_messages (team_id, created_at DESC, id DESC);
CREATE INDEX sms_messages_team_id_contact_id_created_at_id_idx ON sms_messages (team_id, contact_id, created_at DESC, id DESC);
CREATE INDEX sms_messages_team_id_offer_id_created_at_id_idx ON sms_messages (team_id, offer_id, created_at DESC, id DESC);
CREATE INDEX sms_messages_team_id_sms_campaign_id_created_at_id_idx ON sms_messages (team_id, sms_campaign_id, created_at DESC, id DESC);
CREATE INDEX sms_messages_team_id_sms_send_id_created_at_id_idx ON sms_messages (team_id, sms_send_id, created_at DESC, id DESC);
CREATE INDEX sms_messages_segment_idx ON sms_messages (team_id, segment_id) WHERE (segment_id IS NOT NULL);
CREATE INDEX sms_messages_failed_idx ON sms_messages (team_id, created_at DESC, id DESC) WHERE (fail_reason IS NOT NULL);
CREATE INDEX sms_messages_leads_idx ON sms_messages (team_id, created_at DESC, id DESC) WHERE is_lead;
CREATE INDEX sms_messages_sales_idx ON sms_messages (team_id, created_at DESC, id DESC) WHERE is_sale;
CREATE INDEX sms_messages_team_id_contact_id_time_clicked_id_idx ON sms_messages (team_id, contact_id, time_clicked DESC, id DESC) WHERE (time_clicked IS NOT NULL);
CREATE INDEX sms_provider_calls_team_id_batch_id_idx ON sms_provider_calls (team_id, batch_id);
CREATE INDEX sms_provider_calls_team_id_sms_send_id_begun_at_idx ON sms_provider_calls (team_id, sms_send_id, begun_at);
CREATE UNIQUE INDEX sms_receipts_team_id_route_id_provider_id_status_occurred_a_key ON sms_receipts (team_id, route_id, provider_id, status, occurred_at);
CREATE INDEX sms_recipients_team_id_sms_send_id_status_due_at_contact_id_idx ON sms_recipients (team_id, sms_send_id, status, due_at, contact_id);
CREATE INDEX sms_replies_team_id_from_number_received_at_idx ON sms_replies (team_id, from_number, received_at DESC);
CREATE INDEX sms_replies_team_id_received_at_id_idx ON sms_replies (team_id, received_at DESC, id DESC);
CREATE UNIQUE INDEX sms_replies_team_id_route_id_provider_id_key ON sms_replies (team_id, route_id, provider_id);
CREATE INDEX sms_replies_team_id_contact_id_received_at_id_idx ON sms_replies (team_id, contact_id, received_at DESC, id DESC);
CREATE INDEX sms_replies_team_id_conversation_id_received_at_id_idx ON sms_replies (team_id, conversation_id, received_at DESC, id DESC);
CREATE INDEX sms_replies_team_id_message_id_received_at_id_idx ON sms_replies (team_id, message_id, received_at DESC, id DESC);
CREATE INDEX sms_replies_team_id_sms_campaign_id_received_at_id_idx ON sms_replies (team_id, sms_campaign_id, received_at DESC, id DESC);
CREATE INDEX sms_replies_unread_idx ON sms_replies (team_id, received_at DESC, id DESC) WHERE (read_at IS NULL);
CREATE INDEX sms_roll_ups_coarse_idx ON sms_roll_ups (team_id, sent_at) WHERE (number < 0);
CREATE INDEX sms_roll_ups_team_id_sent_at_idx ON sms_roll_ups (team_id, sent_at) WHERE (number > 0);
CREATE INDEX sms_send_steps_unknown_idx ON sms_send_steps (team_id) WHERE (unknown > 0);
CREATE INDEX sms_sends_status_next_step_at_idx ON sms_sends (status, next_step_at);
CREATE INDEX sms_sends_team_id_created_at_id_idx ON sms_sends (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX sms_sends_team_id_sms_campaign_id_slot_key ON sms_sends (team_id, sms_campaign_id, slot);
CREATE INDEX sms_sends_team_id_sms_campaign_id_created_at_id_idx ON sms_sends (team_id, sms_campaign_id, created_at DESC, id DESC);
CREATE INDEX sms_test_results_team_id_sms_id_idx ON sms_test_results (team_id, sms_id);
CREATE UNIQUE INDEX sms_test_results_team_id_sms_test_schedule_id_due_at_key ON sms_test_results (team_id, sms_test_schedule_id, due_at);
CREATE INDEX sms_test_schedules_next_run_at_idx ON sms_test_schedules (next_run_at);
CREATE INDEX sms_test_schedules_team_id_route_id_idx ON sms_test_schedules (team_id, route_id);
CREATE INDEX sms_test_schedules_team_id_created_at_id_idx ON sms_test_schedules (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX suppressed_numbers_team_id_number_key ON suppressed_numbers (team_id, number);
CREATE INDEX suppressed_numbers_team_id_created_at_id_idx ON suppressed_numbers (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX tags_team_id_name_key ON tags (team_id, name);
CREATE INDEX team_tokens_created_by_id_idx ON team_tokens (created_by_id);
CREATE UNIQUE INDEX team_tokens_team_id_token_hash_key ON team_tokens (team_id, token_hash);
CREATE INDEX team_tokens_team_id_created_at_id_idx ON team_tokens (team_id, created_at DESC, id DESC);
CREATE INDEX traces_started_at_idx ON traces (started_at);
CREATE INDEX traces_team_id_started_at_id_idx ON traces (team_id, started_at DESC, id DESC);
CREATE INDEX traces_team_id_operation_started_at_id_idx ON traces (team_id, operation, started_at DESC, id DESC);
CREATE INDEX traces_team_id_trace_id_started_at_id_idx ON traces (team_id, trace_id, started_at, id);
CREATE INDEX traces_failed_idx ON traces (team_id, started_at DESC, id DESC) WHERE (outcome <> 'ok'::text);
CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE INDEX voice_accounts_team_id_integration_id_idx ON voice_accounts (team_id, integration_id);
CREATE UNIQUE INDEX voice_accounts_team_id_previous_secret_hash_key ON voice_accounts (team_id, previous_secret_hash);
CREATE UNIQUE INDEX voice_accounts_team_id_webhook_secret_hash_key ON voice_accounts (team_id, webhook_secret_hash);
CREATE INDEX voice_accounts_team_id_created_at_id_idx ON voice_accounts (team_id, created_at DESC, id DESC);
CREATE INDEX voice_campaign_offers_team_id_offer_id_idx ON voice_campaign_offers (team_id, offer_id);
CREATE INDEX voice_campaign_offers_team_id_voice_campaign_id_position_of_idx ON voice_campaign_offers (team_id, voice_campaign_id, "position", offer_id);
CREATE INDEX voice_campaign_sends_status_next_step_at_idx ON voice_campaign_sends (status, next_step_at);
CREATE INDEX voice_campaign_sends_team_id_created_at_id_idx ON voice_campaign_sends (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX voice_campaign_sends_team_id_voice_campaign_id_slot_key ON voice_campaign_sends (team_id, voice_campaign_id, slot);
CREATE INDEX voice_campaign_sends_team_id_voice_campaign_id_created_at_i_idx ON voice_campaign_sends (team_id, voice_campaign_id, created_at DESC, id DESC);
CREATE INDEX voice_campaigns_team_id_agent_id_idx ON voice_campaigns (team_id, agent_id);
CREATE INDEX voice_campaigns_team_id_filter_segment_id_idx ON voice_campaigns (team_id, filter_segment_id);
CREATE INDEX voice_campaigns_team_id_number_id_idx ON voice_campaigns (team_id, number_id);
CREATE INDEX voice_campaigns_team_id_created_at_id_idx ON voice_campaigns (team_id, created_at DESC, id DESC);
CREATE INDEX voice_campaigns_team_id_name_id_idx ON voice_campaigns (team_id, name, id);
CREATE INDEX voice_campaigns_team_id_status_id_idx ON voice_campaigns (team_id, status, id);
CREATE INDEX voice_campaigns_team_id_updated_at_id_idx ON voice_campaigns (team_id, updated_at DESC, id DESC);
CREATE INDEX voice_campaigns_team_id_send_type_created_at_id_idx ON voice_campaigns (team_id, send_type, created_at DESC, id DESC);
CREATE INDEX voice_campaigns_team_id_status_created_at_id_idx ON voice_campaigns (team_id, status, created_at DESC, id DESC);
CREATE INDEX voice_recipients_team_id_call_id_idx ON voice_recipients (team_id, call_id);
CREATE INDEX voice_recipients_team_id_contact_id_idx ON voice_recipients (team_id, contact_id);
CREATE INDEX voice_recipients_team_id_voice_campaign_send_id_status_due__idx ON voice_recipients (team_id, voice_campaign_send_id, status, due_at, contact_id);
CREATE INDEX webhook_deliveries_team_id_created_at_id_idx ON webhook_deliveries (team_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_deliveries_team_id_event_id_endpoint_id_key ON webhook_deliveries (team_id, event_id, endpoint_id);
CREATE INDEX webhook_deliveries_team_id_endpoint_id_created_at_id_idx ON webhook_deliveries (team_id, endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (team_id, endpoint_id, due_at) WHERE (status = 'PENDING'::webhook_delivery_status);
CREATE INDEX webhook_endpoints_team_id_created_at_id_idx ON webhook_endpoints (team_id, created_at DESC, id DESC);
CREATE INDEX webhook_events_id_idx ON webhook_events USING brin (id);
CREATE INDEX webhook_events_team_id_record_id_sequence_idx ON webhook_events (team_id, record_id, sequence DESC);

-- AddForeignKey
ALTER TABLE agents ADD CONSTRAINT agents_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE agents ADD CONSTRAINT agents_team_id_voice_account_id_fkey FOREIGN KEY (team_id, voice_account_id) REFERENCES voice_accounts(team_id, id);
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE call_event_names ADD CONSTRAINT call_event_names_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE call_events ADD CONSTRAINT call_events_team_id_call_id_fkey FOREIGN KEY (team_id, call_id) REFERENCES calls(team_id, id) ON DELETE CASCADE;
ALTER TABLE call_events ADD CONSTRAINT call_events_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE call_events ADD CONSTRAINT call_events_team_id_voice_account_id_fkey FOREIGN KEY (team_id, voice_account_id) REFERENCES voice_accounts(team_id, id) ON DELETE CASCADE;
ALTER TABLE call_names ADD CONSTRAINT call_names_team_id_call_id_fkey FOREIGN KEY (team_id, call_id) REFERENCES calls(team_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE call_outcome_logs ADD CONSTRAINT call_outcome_logs_team_id_call_id_fkey FOREIGN KEY (team_id, call_id) REFERENCES calls(team_id, id) ON DELETE CASCADE;
ALTER TABLE call_outcome_logs ADD CONSTRAINT call_outcome_logs_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE call_placements ADD CONSTRAINT call_placements_team_id_call_id_fkey FOREIGN KEY (team_id, call_id) REFERENCES calls(team_id, id) ON DELETE CASCADE;
ALTER TABLE call_post_processings ADD CONSTRAINT call_post_processings_team_id_call_id_fkey FOREIGN KEY (team_id, call_id) REFERENCES calls(team_id, id) ON DELETE CASCADE;
ALTER TABLE call_roll_ups ADD CONSTRAINT call_roll_ups_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE calls ADD CONSTRAINT calls_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE calls ADD CONSTRAINT calls_team_id_agent_id_fkey FOREIGN KEY (team_id, agent_id) REFERENCES agents(team_id, id);
ALTER TABLE calls ADD CONSTRAINT calls_team_id_call_agent_id_fkey FOREIGN KEY (team_id, call_agent_id) REFERENCES agents(team_id, id);
ALTER TABLE calls ADD CONSTRAINT calls_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id);
ALTER TABLE calls ADD CONSTRAINT calls_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE calls ADD CONSTRAINT calls_team_id_number_id_fkey FOREIGN KEY (team_id, number_id) REFERENCES numbers(team_id, id);
ALTER TABLE calls ADD CONSTRAINT calls_team_id_voice_campaign_id_fkey FOREIGN KEY (team_id, voice_campaign_id) REFERENCES voice_campaigns(team_id, id);
ALTER TABLE calls ADD CONSTRAINT calls_team_id_voice_campaign_send_id_fkey FOREIGN KEY (team_id, voice_campaign_send_id) REFERENCES voice_campaign_sends(team_id, id);
ALTER TABLE campaign_texts ADD CONSTRAINT campaign_texts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE campaign_texts ADD CONSTRAINT campaign_texts_team_id_sms_campaign_id_fkey FOREIGN KEY (team_id, sms_campaign_id) REFERENCES sms_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE client_companies ADD CONSTRAINT client_companies_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE consent_events ADD CONSTRAINT consent_events_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES consent_events(team_id, id) ON DELETE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE contact_tags ADD CONSTRAINT contact_tags_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id) ON DELETE CASCADE;
ALTER TABLE contact_tags ADD CONSTRAINT contact_tags_team_id_tag_id_fkey FOREIGN KEY (team_id, tag_id) REFERENCES tags(team_id, id) ON DELETE CASCADE;
ALTER TABLE contacts ADD CONSTRAINT contacts_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE contacts ADD CONSTRAINT contacts_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE contacts ADD CONSTRAINT contacts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE conversations ADD CONSTRAINT conversations_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id);
ALTER TABLE conversations ADD CONSTRAINT conversations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE conversations ADD CONSTRAINT conversations_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id);
ALTER TABLE data_file_chunks ADD CONSTRAINT data_file_chunks_team_id_data_file_id_fkey FOREIGN KEY (team_id, data_file_id) REFERENCES data_files(team_id, id) ON DELETE CASCADE;
ALTER TABLE data_file_row_errors ADD CONSTRAINT data_file_row_errors_team_id_data_file_id_fkey FOREIGN KEY (team_id, data_file_id) REFERENCES data_files(team_id, id) ON DELETE CASCADE;
ALTER TABLE data_files ADD CONSTRAINT data_files_fixed_country_id_fkey FOREIGN KEY (fixed_country_id) REFERENCES countries(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE data_files ADD CONSTRAINT data_files_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id);
ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_team_id_conversation_id_fkey FOREIGN KEY (team_id, conversation_id) REFERENCES conversations(team_id, id);
ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id);
ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_team_id_sms_campaign_id_fkey FOREIGN KEY (team_id, sms_campaign_id) REFERENCES sms_campaigns(team_id, id);
ALTER TABLE domain_plans ADD CONSTRAINT domain_plans_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE email_secrets ADD CONSTRAINT email_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE erased_numbers ADD CONSTRAINT erased_numbers_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE integrations ADD CONSTRAINT integrations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_id_fkey FOREIGN KEY (invited_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE invitations ADD CONSTRAINT invitations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_team_id_integration_id_fkey FOREIGN KEY (team_id, integration_id) REFERENCES integrations(team_id, id) ON DELETE RESTRICT;
ALTER TABLE logs ADD CONSTRAINT logs_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE lookup_results ADD CONSTRAINT lookup_results_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE lookup_results ADD CONSTRAINT lookup_results_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id);
ALTER TABLE lookup_results ADD CONSTRAINT lookup_results_team_id_mnp_lookup_id_fkey FOREIGN KEY (team_id, mnp_lookup_id) REFERENCES mnp_lookups(team_id, id) ON DELETE CASCADE;
ALTER TABLE memberships ADD CONSTRAINT memberships_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE memberships ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mnp_lookups ADD CONSTRAINT mnp_lookups_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE network_brands ADD CONSTRAINT network_brands_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE networks ADD CONSTRAINT networks_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES network_brands(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE networks ADD CONSTRAINT networks_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE numbers ADD CONSTRAINT numbers_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE numbers ADD CONSTRAINT numbers_team_id_inbound_agent_id_fkey FOREIGN KEY (team_id, inbound_agent_id) REFERENCES agents(team_id, id);
ALTER TABLE numbers ADD CONSTRAINT numbers_team_id_voice_account_id_fkey FOREIGN KEY (team_id, voice_account_id) REFERENCES voice_accounts(team_id, id);
ALTER TABLE offers ADD CONSTRAINT offers_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE post_processings ADD CONSTRAINT post_processings_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE post_processings ADD CONSTRAINT post_processings_team_id_voice_campaign_id_fkey FOREIGN KEY (team_id, voice_campaign_id) REFERENCES voice_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE profit_rule_changes ADD CONSTRAINT profit_rule_changes_team_id_profit_rule_id_fkey FOREIGN KEY (team_id, profit_rule_id) REFERENCES profit_rules(team_id, id) ON DELETE CASCADE;
ALTER TABLE profit_rules ADD CONSTRAINT profit_rules_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE profit_rules ADD CONSTRAINT profit_rules_network_brand_id_fkey FOREIGN KEY (network_brand_id) REFERENCES network_brands(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE profit_rules ADD CONSTRAINT profit_rules_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE profit_rules ADD CONSTRAINT profit_rules_team_id_client_company_id_fkey FOREIGN KEY (team_id, client_company_id) REFERENCES client_companies(team_id, id);
ALTER TABLE profit_rules ADD CONSTRAINT profit_rules_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE reply_keywords ADD CONSTRAINT reply_keywords_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE reply_keywords ADD CONSTRAINT reply_keywords_team_id_sms_campaign_id_fkey FOREIGN KEY (team_id, sms_campaign_id) REFERENCES sms_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE reply_keywords ADD CONSTRAINT reply_keywords_team_id_tag_id_fkey FOREIGN KEY (team_id, tag_id) REFERENCES tags(team_id, id);
ALTER TABLE report_marks ADD CONSTRAINT report_marks_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE route_health ADD CONSTRAINT route_health_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id) ON DELETE CASCADE;
ALTER TABLE route_outcomes ADD CONSTRAINT route_outcomes_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id) ON DELETE CASCADE;
ALTER TABLE route_senders ADD CONSTRAINT route_senders_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id) ON DELETE CASCADE;
ALTER TABLE routes ADD CONSTRAINT routes_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE routes ADD CONSTRAINT routes_team_id_integration_id_fkey FOREIGN KEY (team_id, integration_id) REFERENCES integrations(team_id, id);
ALTER TABLE routing_plan_candidates ADD CONSTRAINT routing_plan_candidates_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id);
ALTER TABLE routing_plan_candidates ADD CONSTRAINT routing_plan_candidates_team_id_routing_plan_rule_id_fkey FOREIGN KEY (team_id, routing_plan_rule_id) REFERENCES routing_plan_rules(team_id, id) ON DELETE CASCADE;
ALTER TABLE routing_plan_rules ADD CONSTRAINT routing_plan_rules_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id);
ALTER TABLE routing_plan_rules ADD CONSTRAINT routing_plan_rules_team_id_routing_plan_id_fkey FOREIGN KEY (team_id, routing_plan_id) REFERENCES routing_plans(team_id, id) ON DELETE CASCADE;
ALTER TABLE routing_plans ADD CONSTRAINT routing_plans_team_id_default_route_id_fkey FOREIGN KEY (team_id, default_route_id) REFERENCES routes(team_id, id);
ALTER TABLE routing_plans ADD CONSTRAINT routing_plans_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE segments ADD CONSTRAINT segments_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE seller_endpoints ADD CONSTRAINT seller_endpoints_team_id_client_company_id_fkey FOREIGN KEY (team_id, client_company_id) REFERENCES client_companies(team_id, id);
ALTER TABLE seller_endpoints ADD CONSTRAINT seller_endpoints_team_id_default_route_id_fkey FOREIGN KEY (team_id, default_route_id) REFERENCES routes(team_id, id);
ALTER TABLE seller_endpoints ADD CONSTRAINT seller_endpoints_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE seller_endpoints ADD CONSTRAINT seller_endpoints_team_id_sms_routing_plan_id_fkey FOREIGN KEY (team_id, sms_routing_plan_id) REFERENCES routing_plans(team_id, id);
ALTER TABLE seller_endpoints ADD CONSTRAINT seller_endpoints_team_id_username_fkey FOREIGN KEY (team_id, username) REFERENCES seller_usernames(team_id, username);
ALTER TABLE sending_settings ADD CONSTRAINT sending_settings_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sms_batches ADD CONSTRAINT sms_batches_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_batches ADD CONSTRAINT sms_batches_team_id_sms_send_id_fkey FOREIGN KEY (team_id, sms_send_id) REFERENCES sms_sends(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_campaign_offers ADD CONSTRAINT sms_campaign_offers_team_id_offer_id_fkey FOREIGN KEY (team_id, offer_id) REFERENCES offers(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_campaign_offers ADD CONSTRAINT sms_campaign_offers_team_id_sms_campaign_id_fkey FOREIGN KEY (team_id, sms_campaign_id) REFERENCES sms_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_campaigns ADD CONSTRAINT sms_campaigns_team_id_domain_plan_id_fkey FOREIGN KEY (team_id, domain_plan_id) REFERENCES domain_plans(team_id, id);
ALTER TABLE sms_campaigns ADD CONSTRAINT sms_campaigns_team_id_filter_segment_id_fkey FOREIGN KEY (team_id, filter_segment_id) REFERENCES segments(team_id, id);
ALTER TABLE sms_campaigns ADD CONSTRAINT sms_campaigns_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sms_campaigns ADD CONSTRAINT sms_campaigns_team_id_sms_routing_plan_id_fkey FOREIGN KEY (team_id, sms_routing_plan_id) REFERENCES routing_plans(team_id, id);
ALTER TABLE sms_provider_calls ADD CONSTRAINT sms_provider_calls_team_id_batch_id_fkey FOREIGN KEY (team_id, batch_id) REFERENCES sms_batches(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_receipts ADD CONSTRAINT sms_receipts_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_recipients ADD CONSTRAINT sms_recipients_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_recipients ADD CONSTRAINT sms_recipients_team_id_sms_send_id_fkey FOREIGN KEY (team_id, sms_send_id) REFERENCES sms_sends(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_replies ADD CONSTRAINT sms_replies_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id);
ALTER TABLE sms_replies ADD CONSTRAINT sms_replies_team_id_conversation_id_fkey FOREIGN KEY (team_id, conversation_id) REFERENCES conversations(team_id, id);
ALTER TABLE sms_replies ADD CONSTRAINT sms_replies_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sms_replies ADD CONSTRAINT sms_replies_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id);
ALTER TABLE sms_replies ADD CONSTRAINT sms_replies_team_id_sms_campaign_id_fkey FOREIGN KEY (team_id, sms_campaign_id) REFERENCES sms_campaigns(team_id, id);
ALTER TABLE sms_roll_ups ADD CONSTRAINT sms_roll_ups_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sms_send_steps ADD CONSTRAINT sms_send_steps_team_id_sms_send_id_fkey FOREIGN KEY (team_id, sms_send_id) REFERENCES sms_sends(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_sends ADD CONSTRAINT sms_sends_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sms_sends ADD CONSTRAINT sms_sends_team_id_sms_campaign_id_fkey FOREIGN KEY (team_id, sms_campaign_id) REFERENCES sms_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_test_results ADD CONSTRAINT sms_test_results_team_id_sms_test_schedule_id_fkey FOREIGN KEY (team_id, sms_test_schedule_id) REFERENCES sms_test_schedules(team_id, id) ON DELETE CASCADE;
ALTER TABLE sms_test_schedules ADD CONSTRAINT sms_test_schedules_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sms_test_schedules ADD CONSTRAINT sms_test_schedules_team_id_route_id_fkey FOREIGN KEY (team_id, route_id) REFERENCES routes(team_id, id) ON DELETE CASCADE;
ALTER TABLE suppressed_numbers ADD CONSTRAINT suppressed_numbers_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE tags ADD CONSTRAINT tags_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE team_tokens ADD CONSTRAINT team_tokens_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE team_tokens ADD CONSTRAINT team_tokens_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE traces ADD CONSTRAINT traces_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE voice_accounts ADD CONSTRAINT voice_accounts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE voice_accounts ADD CONSTRAINT voice_accounts_team_id_integration_id_fkey FOREIGN KEY (team_id, integration_id) REFERENCES integrations(team_id, id);
ALTER TABLE voice_campaign_offers ADD CONSTRAINT voice_campaign_offers_team_id_offer_id_fkey FOREIGN KEY (team_id, offer_id) REFERENCES offers(team_id, id) ON DELETE CASCADE;
ALTER TABLE voice_campaign_offers ADD CONSTRAINT voice_campaign_offers_team_id_voice_campaign_id_fkey FOREIGN KEY (team_id, voice_campaign_id) REFERENCES voice_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE voice_campaign_sends ADD CONSTRAINT voice_campaign_sends_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE voice_campaign_sends ADD CONSTRAINT voice_campaign_sends_team_id_voice_campaign_id_fkey FOREIGN KEY (team_id, voice_campaign_id) REFERENCES voice_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE voice_campaigns ADD CONSTRAINT voice_campaigns_team_id_agent_id_fkey FOREIGN KEY (team_id, agent_id) REFERENCES agents(team_id, id);
ALTER TABLE voice_campaigns ADD CONSTRAINT voice_campaigns_team_id_filter_segment_id_fkey FOREIGN KEY (team_id, filter_segment_id) REFERENCES segments(team_id, id);
ALTER TABLE voice_campaigns ADD CONSTRAINT voice_campaigns_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE voice_campaigns ADD CONSTRAINT voice_campaigns_team_id_number_id_fkey FOREIGN KEY (team_id, number_id) REFERENCES numbers(team_id, id);
ALTER TABLE voice_recipients ADD CONSTRAINT voice_recipients_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES contacts(team_id, id) ON DELETE CASCADE;
ALTER TABLE voice_recipients ADD CONSTRAINT voice_recipients_team_id_voice_campaign_id_fkey FOREIGN KEY (team_id, voice_campaign_id) REFERENCES voice_campaigns(team_id, id) ON DELETE CASCADE;
ALTER TABLE voice_recipients ADD CONSTRAINT voice_recipients_team_id_voice_campaign_send_id_fkey FOREIGN KEY (team_id, voice_campaign_send_id) REFERENCES voice_campaign_sends(team_id, id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_team_id_endpoint_id_fkey FOREIGN KEY (team_id, endpoint_id) REFERENCES webhook_endpoints(team_id, id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES webhook_events(team_id, id) ON DELETE CASCADE;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE webhook_events ADD CONSTRAINT webhook_events_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

-- 250 countries, 1242 network brands, 1557 networks. Written by prisma/reference-data.ts; do not edit.
--
-- Countries: ISO 3166-1, from the npm package i18n-iso-countries 7.14.0 (MIT); the id is the numeric code.
--   Kosovo has none: XK and 983 are the codes in common use.
-- Networks and brands: operational ones of the public MCC/MNC table, from the npm package mcc-mnc-list 1.1.11 (MIT).
--   A network's id is its MCC followed by its MNC padded to three digits; how entries without a country, without a
--   brand, and several for one code are settled stands in prisma/reference-networks.ts.

INSERT INTO "countries" ("id", "iso2", "iso3", "name") VALUES
  (4, 'AF', 'AFG', 'Afghanistan'),
  (8, 'AL', 'ALB', 'Albania'),
  (10, 'AQ', 'ATA', 'Antarctica'),
  (12, 'DZ', 'DZA', 'Algeria'),
  (16, 'AS', 'ASM', 'American Samoa'),
  (20, 'AD', 'AND', 'Andorra'),
  (24, 'AO', 'AGO', 'Angola'),
  (28, 'AG', 'ATG', 'Antigua and Barbuda'),
  (31, 'AZ', 'AZE', 'Azerbaijan'),
  (32, 'AR', 'ARG', 'Argentina'),
  (36, 'AU', 'AUS', 'Australia'),
  (40, 'AT', 'AUT', 'Austria'),
  (44, 'BS', 'BHS', 'Bahamas'),
  (48, 'BH', 'BHR', 'Bahrain'),
  (50, 'BD', 'BGD', 'Bangladesh'),
  (51, 'AM', 'ARM', 'Armenia'),
  (52, 'BB', 'BRB', 'Barbados'),
  (56, 'BE', 'BEL', 'Belgium'),
  (60, 'BM', 'BMU', 'Bermuda'),
  (64, 'BT', 'BTN', 'Bhutan'),
  (68, 'BO', 'BOL', 'Bolivia'),
  (70, 'BA', 'BIH', 'Bosnia and Herzegovina'),
  (72, 'BW', 'BWA', 'Botswana'),
  (74, 'BV', 'BVT', 'Bouvet Island'),
  (76, 'BR', 'BRA', 'Brazil'),
  (84, 'BZ', 'BLZ', 'Belize'),
  (86, 'IO', 'IOT', 'British Indian Ocean Territory'),
  (90, 'SB', 'SLB', 'Solomon Islands'),
  (92, 'VG', 'VGB', 'Virgin Islands, British'),
  (96, 'BN', 'BRN', 'Brunei Darussalam'),
  (100, 'BG', 'BGR', 'Bulgaria'),
  (104, 'MM', 'MMR', 'Myanmar'),
  (108, 'BI', 'BDI', 'Burundi'),
  (112, 'BY', 'BLR', 'Belarus'),
  (116, 'KH', 'KHM', 'Cambodia'),
  (120, 'CM', 'CMR', 'Cameroon'),
  (124, 'CA', 'CAN', 'Canada'),
  (132, 'CV', 'CPV', 'Cape Verde'),
  (136, 'KY', 'CYM', 'Cayman Islands'),
  (140, 'CF', 'CAF', 'Central African Republic'),
  (144, 'LK', 'LKA', 'Sri Lanka'),
  (148, 'TD', 'TCD', 'Chad'),
  (152, 'CL', 'CHL', 'Chile'),
  (156, 'CN', 'CHN', 'People''s Republic of China'),
  (158, 'TW', 'TWN', 'Taiwan, Province of China'),
  (162, 'CX', 'CXR', 'Christmas Island'),
  (166, 'CC', 'CCK', 'Cocos (Keeling) Islands'),
  (170, 'CO', 'COL', 'Colombia'),
  (174, 'KM', 'COM', 'Comoros'),
  (175, 'YT', 'MYT', 'Mayotte'),
  (178, 'CG', 'COG', 'Republic of the Congo'),
  (180, 'CD', 'COD', 'Democratic Republic of the Congo'),
  (184, 'CK', 'COK', 'Cook Islands'),
  (188, 'CR', 'CRI', 'Costa Rica'),
  (191, 'HR', 'HRV', 'Croatia'),
  (192, 'CU', 'CUB', 'Cuba'),
  (196, 'CY', 'CYP', 'Cyprus'),
  (203, 'CZ', 'CZE', 'Czech Republic'),
  (204, 'BJ', 'BEN', 'Benin'),
  (208, 'DK', 'DNK', 'Denmark'),
  (212, 'DM', 'DMA', 'Dominica'),
  (214, 'DO', 'DOM', 'Dominican Republic'),
  (218, 'EC', 'ECU', 'Ecuador'),
  (222, 'SV', 'SLV', 'El Salvador'),
  (226, 'GQ', 'GNQ', 'Equatorial Guinea'),
  (231, 'ET', 'ETH', 'Ethiopia'),
  (232, 'ER', 'ERI', 'Eritrea'),
  (233, 'EE', 'EST', 'Estonia'),
  (234, 'FO', 'FRO', 'Faroe Islands'),
  (238, 'FK', 'FLK', 'Falkland Islands (Malvinas)'),
  (239, 'GS', 'SGS', 'South Georgia and the South Sandwich Islands'),
  (242, 'FJ', 'FJI', 'Fiji'),
  (246, 'FI', 'FIN', 'Finland'),
  (248, 'AX', 'ALA', 'Åland Islands'),
  (250, 'FR', 'FRA', 'France'),
  (254, 'GF', 'GUF', 'French Guiana'),
  (258, 'PF', 'PYF', 'French Polynesia'),
  (260, 'TF', 'ATF', 'French Southern Territories'),
  (262, 'DJ', 'DJI', 'Djibouti'),
  (266, 'GA', 'GAB', 'Gabon'),
  (268, 'GE', 'GEO', 'Georgia'),
  (270, 'GM', 'GMB', 'Republic of The Gambia'),
  (275, 'PS', 'PSE', 'State of Palestine'),
  (276, 'DE', 'DEU', 'Germany'),
  (288, 'GH', 'GHA', 'Ghana'),
  (292, 'GI', 'GIB', 'Gibraltar'),
  (296, 'KI', 'KIR', 'Kiribati'),
  (300, 'GR', 'GRC', 'Greece'),
  (304, 'GL', 'GRL', 'Greenland'),
  (308, 'GD', 'GRD', 'Grenada'),
  (312, 'GP', 'GLP', 'Guadeloupe'),
  (316, 'GU', 'GUM', 'Guam'),
  (320, 'GT', 'GTM', 'Guatemala'),
  (324, 'GN', 'GIN', 'Guinea'),
  (328, 'GY', 'GUY', 'Guyana'),
  (332, 'HT', 'HTI', 'Haiti'),
  (334, 'HM', 'HMD', 'Heard Island and McDonald Islands'),
  (336, 'VA', 'VAT', 'Holy See (Vatican City State)'),
  (340, 'HN', 'HND', 'Honduras'),
  (344, 'HK', 'HKG', 'Hong Kong'),
  (348, 'HU', 'HUN', 'Hungary'),
  (352, 'IS', 'ISL', 'Iceland'),
  (356, 'IN', 'IND', 'India'),
  (360, 'ID', 'IDN', 'Indonesia'),
  (364, 'IR', 'IRN', 'Islamic Republic of Iran'),
  (368, 'IQ', 'IRQ', 'Iraq'),
  (372, 'IE', 'IRL', 'Ireland'),
  (376, 'IL', 'ISR', 'Israel'),
  (380, 'IT', 'ITA', 'Italy'),
  (384, 'CI', 'CIV', 'Cote d''Ivoire'),
  (388, 'JM', 'JAM', 'Jamaica'),
  (392, 'JP', 'JPN', 'Japan'),
  (398, 'KZ', 'KAZ', 'Kazakhstan'),
  (400, 'JO', 'JOR', 'Jordan'),
  (404, 'KE', 'KEN', 'Kenya'),
  (408, 'KP', 'PRK', 'North Korea'),
  (410, 'KR', 'KOR', 'South Korea'),
  (414, 'KW', 'KWT', 'Kuwait'),
  (417, 'KG', 'KGZ', 'Kyrgyzstan'),
  (418, 'LA', 'LAO', 'Lao People''s Democratic Republic'),
  (422, 'LB', 'LBN', 'Lebanon'),
  (426, 'LS', 'LSO', 'Lesotho'),
  (428, 'LV', 'LVA', 'Latvia'),
  (430, 'LR', 'LBR', 'Liberia'),
  (434, 'LY', 'LBY', 'Libya'),
  (438, 'LI', 'LIE', 'Liechtenstein'),
  (440, 'LT', 'LTU', 'Lithuania'),
  (442, 'LU', 'LUX', 'Luxembourg'),
  (446, 'MO', 'MAC', 'Macao'),
  (450, 'MG', 'MDG', 'Madagascar'),
  (454, 'MW', 'MWI', 'Malawi'),
  (458, 'MY', 'MYS', 'Malaysia'),
  (462, 'MV', 'MDV', 'Maldives'),
  (466, 'ML', 'MLI', 'Mali'),
  (470, 'MT', 'MLT', 'Malta'),
  (474, 'MQ', 'MTQ', 'Martinique'),
  (478, 'MR', 'MRT', 'Mauritania'),
  (480, 'MU', 'MUS', 'Mauritius'),
  (484, 'MX', 'MEX', 'Mexico'),
  (492, 'MC', 'MCO', 'Monaco'),
  (496, 'MN', 'MNG', 'Mongolia'),
  (498, 'MD', 'MDA', 'Moldova, Republic of'),
  (499, 'ME', 'MNE', 'Montenegro'),
  (500, 'MS', 'MSR', 'Montserrat'),
  (504, 'MA', 'MAR', 'Morocco'),
  (508, 'MZ', 'MOZ', 'Mozambique'),
  (512, 'OM', 'OMN', 'Oman'),
  (516, 'NA', 'NAM', 'Namibia'),
  (520, 'NR', 'NRU', 'Nauru'),
  (524, 'NP', 'NPL', 'Nepal'),
  (528, 'NL', 'NLD', 'Netherlands'),
  (531, 'CW', 'CUW', 'Curaçao'),
  (533, 'AW', 'ABW', 'Aruba'),
  (534, 'SX', 'SXM', 'Sint Maarten (Dutch part)'),
  (535, 'BQ', 'BES', 'Bonaire, Sint Eustatius and Saba'),
  (540, 'NC', 'NCL', 'New Caledonia'),
  (548, 'VU', 'VUT', 'Vanuatu'),
  (554, 'NZ', 'NZL', 'New Zealand'),
  (558, 'NI', 'NIC', 'Nicaragua'),
  (562, 'NE', 'NER', 'Niger'),
  (566, 'NG', 'NGA', 'Nigeria'),
  (570, 'NU', 'NIU', 'Niue'),
  (574, 'NF', 'NFK', 'Norfolk Island'),
  (578, 'NO', 'NOR', 'Norway'),
  (580, 'MP', 'MNP', 'Northern Mariana Islands'),
  (581, 'UM', 'UMI', 'United States Minor Outlying Islands'),
  (583, 'FM', 'FSM', 'Micronesia, Federated States of'),
  (584, 'MH', 'MHL', 'Marshall Islands'),
  (585, 'PW', 'PLW', 'Palau'),
  (586, 'PK', 'PAK', 'Pakistan'),
  (591, 'PA', 'PAN', 'Panama'),
  (598, 'PG', 'PNG', 'Papua New Guinea'),
  (600, 'PY', 'PRY', 'Paraguay'),
  (604, 'PE', 'PER', 'Peru'),
  (608, 'PH', 'PHL', 'Philippines'),
  (612, 'PN', 'PCN', 'Pitcairn'),
  (616, 'PL', 'POL', 'Poland'),
  (620, 'PT', 'PRT', 'Portugal'),
  (624, 'GW', 'GNB', 'Guinea-Bissau'),
  (626, 'TL', 'TLS', 'Timor-Leste'),
  (630, 'PR', 'PRI', 'Puerto Rico'),
  (634, 'QA', 'QAT', 'Qatar'),
  (638, 'RE', 'REU', 'Reunion'),
  (642, 'RO', 'ROU', 'Romania'),
  (643, 'RU', 'RUS', 'Russian Federation'),
  (646, 'RW', 'RWA', 'Rwanda'),
  (652, 'BL', 'BLM', 'Saint Barthélemy'),
  (654, 'SH', 'SHN', 'Saint Helena'),
  (659, 'KN', 'KNA', 'Saint Kitts and Nevis'),
  (660, 'AI', 'AIA', 'Anguilla'),
  (662, 'LC', 'LCA', 'Saint Lucia'),
  (663, 'MF', 'MAF', 'Saint Martin (French part)'),
  (666, 'PM', 'SPM', 'Saint Pierre and Miquelon'),
  (670, 'VC', 'VCT', 'Saint Vincent and the Grenadines'),
  (674, 'SM', 'SMR', 'San Marino'),
  (678, 'ST', 'STP', 'Sao Tome and Principe'),
  (682, 'SA', 'SAU', 'Saudi Arabia'),
  (686, 'SN', 'SEN', 'Senegal'),
  (688, 'RS', 'SRB', 'Serbia'),
  (690, 'SC', 'SYC', 'Seychelles'),
  (694, 'SL', 'SLE', 'Sierra Leone'),
  (702, 'SG', 'SGP', 'Singapore'),
  (703, 'SK', 'SVK', 'Slovakia'),
  (704, 'VN', 'VNM', 'Vietnam'),
  (705, 'SI', 'SVN', 'Slovenia'),
  (706, 'SO', 'SOM', 'Somalia'),
  (710, 'ZA', 'ZAF', 'South Africa'),
  (716, 'ZW', 'ZWE', 'Zimbabwe'),
  (724, 'ES', 'ESP', 'Spain'),
  (728, 'SS', 'SSD', 'South Sudan'),
  (729, 'SD', 'SDN', 'Sudan'),
  (732, 'EH', 'ESH', 'Western Sahara'),
  (740, 'SR', 'SUR', 'Suriname'),
  (744, 'SJ', 'SJM', 'Svalbard and Jan Mayen'),
  (748, 'SZ', 'SWZ', 'Eswatini'),
  (752, 'SE', 'SWE', 'Sweden'),
  (756, 'CH', 'CHE', 'Switzerland'),
  (760, 'SY', 'SYR', 'Syrian Arab Republic'),
  (762, 'TJ', 'TJK', 'Tajikistan'),
  (764, 'TH', 'THA', 'Thailand'),
  (768, 'TG', 'TGO', 'Togo'),
  (772, 'TK', 'TKL', 'Tokelau'),
  (776, 'TO', 'TON', 'Tonga'),
  (780, 'TT', 'TTO', 'Trinidad and Tobago'),
  (784, 'AE', 'ARE', 'United Arab Emirates'),
  (788, 'TN', 'TUN', 'Tunisia'),
  (792, 'TR', 'TUR', 'Türkiye'),
  (795, 'TM', 'TKM', 'Turkmenistan'),
  (796, 'TC', 'TCA', 'Turks and Caicos Islands'),
  (798, 'TV', 'TUV', 'Tuvalu'),
  (800, 'UG', 'UGA', 'Uganda'),
  (804, 'UA', 'UKR', 'Ukraine'),
  (807, 'MK', 'MKD', 'The Republic of North Macedonia'),
  (818, 'EG', 'EGY', 'Egypt'),
  (826, 'GB', 'GBR', 'United Kingdom'),
  (831, 'GG', 'GGY', 'Guernsey'),
  (832, 'JE', 'JEY', 'Jersey'),
  (833, 'IM', 'IMN', 'Isle of Man'),
  (834, 'TZ', 'TZA', 'United Republic of Tanzania'),
  (840, 'US', 'USA', 'United States of America'),
  (850, 'VI', 'VIR', 'Virgin Islands, U.S.'),
  (854, 'BF', 'BFA', 'Burkina Faso'),
  (858, 'UY', 'URY', 'Uruguay'),
  (860, 'UZ', 'UZB', 'Uzbekistan'),
  (862, 'VE', 'VEN', 'Venezuela'),
  (876, 'WF', 'WLF', 'Wallis and Futuna'),
  (882, 'WS', 'WSM', 'Samoa'),
  (887, 'YE', 'YEM', 'Yemen'),
  (894, 'ZM', 'ZMB', 'Zambia'),
  (983, 'XK', 'XKK', 'Kosovo')
ON CONFLICT ("id") DO UPDATE SET "iso2" = EXCLUDED."iso2", "iso3" = EXCLUDED."iso3", "name" = EXCLUDED."name";

INSERT INTO "network_brands" ("id", "country_id", "name") VALUES
  ('2fc726b0-6bd5-51d0-8b46-94a851bd9404', 4, 'AWCC'),
  ('4acd474f-c726-5ca1-bbe1-da5ced067cdb', 4, 'Etisalat'),
  ('c0b0765a-bbec-5b80-a6f3-9df7e0870872', 4, 'MTN'),
  ('4a1fff43-0cc2-5b33-9f95-16b5557f2dd9', 4, 'Roshan'),
  ('45ef90d1-6a5c-5182-9b3e-db1cce298670', 4, 'Salaam'),
  ('9075a28d-0aa9-5a49-81be-18defbd04afb', 4, 'WASEL'),
  ('8c638eb6-aab4-5cdf-a2cd-7673d31aa145', 8, 'ALBtelecom'),
  ('aa8bfcaa-670f-5d69-aadd-72ac2572c7f4', 8, 'ONE'),
  ('22f990ca-0db9-5903-846e-5f385990d5ef', 8, 'Vodafone'),
  ('27c74c4b-38a9-5765-969e-6d01f6bc5bca', 12, 'AT'),
  ('93532ec6-66a7-597b-bcfc-a24549a93954', 12, 'Djezzy'),
  ('df73a262-56d4-5729-b4df-836217f07d5d', 12, 'Mobilis'),
  ('801e24ca-7462-575c-aef7-01adb1fea13d', 12, 'Ooredoo'),
  ('a994a098-ecba-5275-8e36-12620d3a9995', 16, 'ASTCA'),
  ('1b79cad7-bd67-56cd-92c0-1388dce46cc4', 16, 'Bluesky'),
  ('d18d644c-bff1-56b7-b04e-ade93371f9a6', 20, 'Som, Mobiland'),
  ('b96a17fb-dc07-5cdf-859a-a240cce57992', 24, 'Africell'),
  ('243fe226-3e53-5b32-b13e-8d0d71c2e81c', 24, 'MOVICEL'),
  ('d8e6ef5c-bfcb-5e8c-bfb8-82b394511825', 24, 'UNITEL'),
  ('7e340497-ce1b-5697-b7a8-e785573e7b96', 28, 'APUA'),
  ('f6d96c09-5e8b-5848-bc75-b8e604c1c282', 28, 'Digicel'),
  ('4bb8694f-92bb-5f04-aa97-af2d5e4afcaa', 28, 'FLOW'),
  ('e524a570-1242-5424-ad89-7e3ce0c0726b', 31, 'Azercell'),
  ('2e50e7bc-b07f-5468-b886-328fe4bede76', 31, 'Bakcell'),
  ('4382ee5b-799e-5e52-ad10-a74a17043d09', 31, 'FONEX'),
  ('ca9b7758-9785-57be-baf6-e1820ef1d1bc', 31, 'Nar Mobile'),
  ('1189b79b-ee78-519b-83be-c2c467ff53e2', 31, 'Naxtel'),
  ('c142605a-144b-5edb-9c0a-5605b27ee6db', 32, 'Claro'),
  ('b0effbfe-7d3d-57ec-8752-03c13158cd08', 32, 'Globalstar'),
  ('56c6cb4f-4926-59c5-b4b5-b1709cfc897b', 32, 'Movistar'),
  ('f9d15c91-ffcf-51c1-9973-6cf9e39d4521', 32, 'Personal'),
  ('0cbbb40e-36d4-5b3a-8e2e-4c0260cf3c16', 36, 'AAPT'),
  ('3e081d67-fcff-568e-8207-68904b10fcb1', 36, 'Challenge Networks Pty Ltd'),
  ('71000617-be50-5269-8e54-dcd801ad8b36', 36, 'Department of Defence'),
  ('e21deeee-402d-5f29-abc3-f15017162e57', 36, 'Lycamobile'),
  ('94a61d96-11cd-5f9d-af68-8e58d28cece6', 36, 'NBN'),
  ('8e9c7942-b91c-5117-9ed6-4422ce93dac2', 36, 'OptiTel Australia'),
  ('2ce69d85-ba4a-5800-9c3f-4ad53ab98f93', 36, 'Optus'),
  ('e1fe21f8-c2d5-5073-b3cd-2cd21c47f8e0', 36, 'Pivotel Group Pty Ltd'),
  ('060a2c79-8a5a-56b9-bec6-fbde757366e1', 36, 'RailCorp'),
  ('371ce1d1-6fbc-56df-b40b-a94c01068a03', 36, 'Telstra'),
  ('912c977c-46cf-5b80-a255-b69cb96e70c0', 36, 'Truphone'),
  ('1c8dceee-9fd1-58ec-b197-2e2ce7cb0185', 36, 'VicTrack'),
  ('f59c960c-bf4e-5048-afff-f6e9d53157c2', 36, 'Vodafone'),
  ('c5bd0c1f-bf4f-5e48-8d79-03865c9005ef', 40, '3'),
  ('375b8421-a619-5cfd-b8b2-6adcb5bb7193', 40, 'A1.net'),
  ('84a4e273-db33-5e42-bb95-11ccfb210b79', 40, 'ArgoNET'),
  ('c77db4fa-42d2-594c-bd85-d0a5441fdb8a', 40, 'GSM-R A'),
  ('fd874487-56dd-5b8c-a744-249658e72d8c', 40, 'Hofer Telekom'),
  ('e9d0614f-255f-5937-a505-eff6a2195823', 40, 'Lycamobile'),
  ('a2417ff1-05b5-561e-9607-ed25d446ed07', 40, 'Magenta'),
  ('c3df0912-697a-5d4c-b1b8-2e40219eb281', 40, 'Tele2Mobil'),
  ('199973bb-2d9f-5f7d-8e65-5df0c58fbe1a', 40, 'Vectone Mobile'),
  ('166db374-e888-5652-966a-27da2f6e76bf', 40, 'bob'),
  ('ca230391-1541-5ad7-ac10-e8d7d3d2afae', 40, 'm:tel'),
  ('dfea6453-f823-52ae-8a14-d3c0c93a1b02', 40, 'spusu'),
  ('8abb4db6-5559-5381-9143-3388f4b70bab', 40, 'yesss!'),
  ('2d7a75d0-95e6-5bcf-b58a-87fcd4907843', 44, 'Aliv'),
  ('b90cbc37-ab5d-531d-9d55-061f5cbedaf7', 44, 'BTC'),
  ('63d46942-6c7c-5a7b-b5d8-b498435371ae', 48, 'Batelco'),
  ('b5a208b9-3936-535e-841c-28ed9bebf948', 48, 'stc'),
  ('15ff8dc3-af78-5d9d-8389-4a51a4eefd17', 48, 'zain BH'),
  ('886b776e-c428-52c8-9f7e-69556e43c497', 50, 'Airtel'),
  ('895e2907-b084-5a1f-9583-6f73d3bc0756', 50, 'Banglalink'),
  ('a3ede7d3-128a-5e9b-abd7-ecfaf9480f6f', 50, 'Banglalion'),
  ('937007e7-593a-5cc1-ae38-a0dfe39ecf61', 50, 'Grameenphone'),
  ('24cfcb5d-d935-55fa-bc7b-839b5deccbce', 50, 'Robi'),
  ('23bbd379-5495-56ed-aeaa-caab91a19797', 50, 'TeleTalk'),
  ('a4e61b21-e9bf-5deb-8f9a-b10bc5b87da2', 51, 'Beeline'),
  ('35e49e9d-16fc-5e1a-805b-09db6b11f008', 51, 'Karabakh Telecom'),
  ('42edcf3c-bb0a-5d11-809e-9be54d0789f6', 51, 'Ucom'),
  ('0944b445-aedd-52c8-b9e1-0ba24805defc', 51, 'VivaCell-MTS'),
  ('27b29a49-1c32-5be2-9908-81258cc9ef02', 52, 'Digicel'),
  ('18676d99-32f2-567f-b8f4-8b18a7b139aa', 52, 'FLOW'),
  ('74f2d6d7-2f8f-5572-b906-7d9565cd9d73', 56, 'Base'),
  ('0b1eb122-52a7-58ea-b70e-7967ee7ae787', 56, 'Citymesh Connect'),
  ('5679b075-d8f2-55ff-9100-3bcd093d1e96', 56, 'Infrabel'),
  ('6533b84e-c235-5ca5-8484-cc198c9e03aa', 56, 'Lycamobile'),
  ('88693bfa-f115-53eb-80d6-877a3642fac6', 56, 'Mobile Vikings'),
  ('76695da0-ee83-5154-8c69-c8c03fe95c46', 56, 'Orange Belgium'),
  ('6477da42-e0d9-51cd-8ac4-1ee3f70e245a', 56, 'Proximus'),
  ('d20e0879-0aa9-5e9e-83b5-6998521a1182', 56, 'Telenet'),
  ('6dd2dfc8-15a7-5a28-8073-351ae089613a', 56, 'VOO'),
  ('4a586121-be1f-51f7-a6ec-183aae8ed8ac', 60, 'Cellular One'),
  ('e39af50e-02d9-52fa-8802-1208a7dcae69', 60, 'One'),
  ('627b1fce-cfcc-585b-816f-71804d83c73a', 64, 'B-Mobile'),
  ('5f3f4f05-fed1-5922-9ae7-082f3365e592', 64, 'TashiCell'),
  ('1cb9cdda-16b5-5988-88c2-9e6f60d7c76c', 68, 'Entel'),
  ('2a98ad8d-f3e4-56c0-bedb-91ef105f3430', 68, 'Tigo'),
  ('63155b7c-7544-5799-942a-c91390916339', 68, 'Viva'),
  ('4aea8b3b-0cc8-510f-8709-d10e2b9001de', 70, 'BH Mobile'),
  ('93696458-f193-5be1-90fb-eb4b84e1af0e', 70, 'HT-ERONET'),
  ('de4672ac-167c-538b-8127-7f034e52fae1', 70, 'm:tel'),
  ('45bfcb06-48bc-58e7-b05b-508bab89ac84', 72, 'Mascom'),
  ('c8a914b9-ea22-5e3b-a54b-2414949ed550', 72, 'Orange'),
  ('81360df2-d6ca-5fa5-96ff-7a8e34b46006', 72, 'beMobile'),
  ('e1de3e6f-77ef-5d20-9b70-30c078a9ea3b', 76, 'Algar Telecom'),
  ('25524cc8-b7cc-5518-948c-ac412dd1615b', 76, 'Claro'),
  ('44452194-b872-5110-90e8-6599aed9a81f', 76, 'Conecta'),
  ('ee992859-e48f-5790-b2f1-9e836d381f64', 76, 'LIGUE'),
  ('0c185201-c184-5bfd-8394-8a2b34c8b445', 76, 'Local'),
  ('0994eabd-9e74-5918-9e9a-6a0825e00e66', 76, 'Nextel'),
  ('08773019-6dba-5f57-a961-4cfbba040333', 76, 'No name'),
  ('f660f89b-0cff-5c06-8b02-eb27a442d1da', 76, 'Sercomtel'),
  ('94c18744-be21-5648-b604-9a379240eb0f', 76, 'Surf Telecom'),
  ('f7a78da4-0853-583f-9ec4-cbfe15eb2881', 76, 'TIM'),
  ('1e2f3e95-b562-59e5-bc66-6635f8f9a419', 76, 'Unifique'),
  ('1176c5be-871c-559f-abc1-628831d965cc', 76, 'Vivo'),
  ('ed31124f-93f3-56b0-8b8e-f6ee3c0228f9', 76, 'datora'),
  ('920d065b-627c-598f-86fd-69709f072318', 84, 'DigiCell'),
  ('695aaa10-eca2-508a-b6e5-3b8d962992e9', 84, 'SMART'),
  ('a9383b0e-e9ea-5872-9c4a-6707dacacf3a', 90, 'BREEZE'),
  ('14c86416-98e1-526e-86a9-dd0e20210791', 90, 'BeMobile'),
  ('b38283f8-4347-53a8-8728-1a33df467e37', 92, 'CCT Boatphone'),
  ('f4d2a993-59c2-5dd6-b81a-25d2ef6baa8f', 92, 'Digicel'),
  ('519d3252-a8ea-538d-b133-dfd640cf957a', 92, 'FLOW'),
  ('9ace3f6e-c41c-504f-a5f9-b15aab06c520', 96, 'DST'),
  ('54cb304e-8ec7-50e5-ad38-61240a912c93', 96, 'PCSB'),
  ('bf024f9b-9f06-5cda-b754-cef718e51a7b', 100, 'A1 BG'),
  ('82a4af52-69f7-50d3-811d-205192aff18d', 100, 'Bulsatcom'),
  ('62c2a57e-a800-5795-b854-dfdf48b48951', 100, 'Vivacom'),
  ('01df2232-d17a-580c-814e-b6c58fa9767a', 100, 'Yettel'),
  ('355e284b-70a8-5841-b982-ac2b71bdb37c', 100, 'НКЖИ'),
  ('7f98c002-ba89-5317-b9f6-92f046c189e7', 100, 'Ти.ком'),
  ('23e34bae-9fca-5418-b20a-fa97bec82ee6', 104, 'ACS'),
  ('54554b62-f50a-5ecc-88e8-58f89f8a1a28', 104, 'CDMA800'),
  ('0cabc4b3-5dec-5212-b32b-678d850c9a77', 104, 'MPT'),
  ('c41f967b-0dfa-5591-9de1-1e18cff8e72f', 104, 'Mytel'),
  ('7f02e566-072b-5c03-8f8e-13b55e824157', 104, 'Ooredoo'),
  ('b42a4bf9-5af9-5c9d-9dea-961761eaa6c1', 104, 'Telenor'),
  ('1bfdbe8c-66b0-5c58-896a-a7196187ee33', 108, 'Lumitel'),
  ('1793c4d8-1ade-5b52-a5e2-1c85cb9b3373', 108, 'Onatel'),
  ('1ab5c76c-1d7f-52b4-aa13-cff83e6bfe6a', 108, 'econet Leo'),
  ('44f51a7c-52aa-58d8-a45c-f77c702a0082', 112, 'A1'),
  ('041caf3e-cc4b-5702-a45c-7317a00f812d', 112, 'MTS'),
  ('1da43cf6-152d-5132-82a2-c75084958ef0', 112, 'beCloud'),
  ('eed36069-89c5-57f5-a7b0-96655ff7aa26', 112, 'life:)'),
  ('7989f417-a6a8-579b-8e67-a643d64070f3', 116, 'Cellcard'),
  ('b27c48ee-3b56-50fd-8432-ad27f5cb672f', 116, 'Metfone'),
  ('6558e744-1598-50b6-8656-124fc351b226', 116, 'SEATEL'),
  ('538bef29-c533-55f6-a407-9e33c1e353bd', 116, 'Smart'),
  ('0ac861cc-cc47-537f-ba07-b01dd0480ec7', 120, 'Camtel'),
  ('ac8dbf38-aa34-524b-8726-2c6debe30d09', 120, 'MTN Cameroon'),
  ('d2e5e382-854f-5509-907e-959714b60565', 120, 'Nexttel'),
  ('672b4371-21d7-5d98-b0bd-d8ac9b69728c', 120, 'Orange'),
  ('169563e8-1531-5cd5-b956-3ef147d71e2d', 124, 'ABC'),
  ('630f07ac-69c5-51d0-a6f9-1f36bd9f0edf', 124, 'Bell'),
  ('a8aae9bc-ac5e-55fe-9f33-419e53a834fd', 124, 'Bell / Telus / SaskTel'),
  ('07235d02-81a7-5ddb-a799-1fb229d9f030', 124, 'Bell Mobility'),
  ('598854fe-efba-5b2c-ab91-e646a2ed29fb', 124, 'ECOTEL'),
  ('f2c55d2f-fa65-55a8-b637-5886ebb08e9f', 124, 'EastLink'),
  ('c06603b4-b629-5321-a70f-740d392fcbb4', 124, 'Execulink'),
  ('f2bd117f-7c1a-50e5-8530-ea5c7165ed28', 124, 'Fido'),
  ('418c54b5-dce2-59c6-96cf-bcba96545295', 124, 'Freedom Mobile'),
  ('c0781bfa-6ce1-5c8d-b1e8-f59eb8d7e6eb', 124, 'Globalstar'),
  ('938a4fb6-821e-5533-8891-2613cb96a7f2', 124, 'ICE Wireless'),
  ('69fb1d24-f972-58b7-9b4f-debdcec5ac4a', 124, 'Keewaytinook Mobile'),
  ('e112861b-2f08-5d7c-8439-d1fe6e7eb278', 124, 'MTS'),
  ('b11b9fc6-dbba-55f7-bc40-dc6f65a619a5', 124, 'NetSet Communications'),
  ('55989aaa-cb7c-5433-a3d3-15c0a45da9bb', 124, 'Public Mobile'),
  ('bd21b162-2c15-5e23-94d6-b9af30d4dd7d', 124, 'Qiniq'),
  ('2c1c4b5e-6663-5b9b-a24a-a8b2a241ae74', 124, 'Quadro Mobility'),
  ('d6ea9bb9-d3b1-5477-9122-624f19763d44', 124, 'Rogers (Vidéotron MOCN)'),
  ('d5b41cb4-0879-5289-8a07-ca449a6f55a7', 124, 'Rogers Wireless'),
  ('44875b6b-1d4b-53bb-8895-a983c7f96add', 124, 'SaskTel'),
  ('acfaf883-1c4f-57ba-918a-af309a251888', 124, 'TBaytel'),
  ('a001e36b-0038-59c3-b9f4-837c1f2407ad', 124, 'TNW Wireless'),
  ('5c281348-1140-5285-b00d-fa0eeb0608bc', 124, 'Telus Mobility, Koodo Mobile, Public Mobile'),
  ('f87d2644-796e-52ae-a996-3f3baeee96f6', 124, 'Videotron'),
  ('9000d093-70c4-52cb-8247-0eb1303547e0', 124, 'Wightman Mobility'),
  ('0cfa5cbe-17ad-5193-bc41-f07d43f71ab0', 124, 'Xplore'),
  ('024f86a0-ffef-5f80-8d9c-fc294c490fb9', 132, 'CVMOVEL'),
  ('a8078929-3c66-5a1f-9b13-f71db1f1ede0', 132, 'T+'),
  ('67d982ef-b422-57f3-8818-c8cd06e99739', 136, 'FLOW'),
  ('84fa4771-4a26-526d-bf8f-43ec0d433144', 136, 'Logic'),
  ('ac28650c-251b-5276-b5c2-791da9f0c9ad', 140, 'Azur'),
  ('49f896ec-53cb-5d20-a8b4-c0d3eb4bdd65', 140, 'Moov'),
  ('4043aa50-2f76-5641-9cd7-f151ebc2ea3a', 140, 'Orange'),
  ('f65f1322-626e-5b3a-a0b7-a28477c9f329', 140, 'TC'),
  ('fb5b8eb3-777f-5533-85c2-22247dfd92bb', 144, 'Airtel'),
  ('92d2339c-8066-5486-8d06-1c14707ab846', 144, 'Dialog'),
  ('86543b1c-d97e-5f93-a2f5-4abb7bcad889', 144, 'Hutch'),
  ('4ad5b485-b060-5438-9fca-f85d62ac6062', 144, 'Lanka Bell'),
  ('0291411b-80df-59fa-adf2-ea4da45053b2', 144, 'SLTMobitel'),
  ('65bd6690-2f2f-59c8-95fb-7b0b9da5951b', 148, 'Airtel'),
  ('af35b2ff-5900-5088-956f-8efc5fc9f17b', 148, 'Salam'),
  ('0d87e2ed-5faa-5adf-a480-ddbbd0773abb', 148, 'Tawali'),
  ('58cf1693-7f07-5cad-9734-c6ae7eb1bf4d', 148, 'Tigo'),
  ('24c63e39-d203-5d90-a9f9-75caa32773c0', 152, 'CLARO CL'),
  ('93221223-ce07-5661-82ba-3aed1b24db5b', 152, 'Colo-Colo MóvilWanderers Móvil'),
  ('825233a9-795c-5539-9b1d-b18cd3714861', 152, 'Movistar'),
  ('d2a243d9-adc5-5ac8-bb19-dd3de2cf04cc', 152, 'Telsur'),
  ('3e50106e-fd2d-5d36-b073-c14df8e68697', 152, 'VTR Móvil'),
  ('a8b0492b-6e50-5da5-b75f-7683987f7c3f', 152, 'Virgin Mobile'),
  ('f78ac37e-1612-5dec-ab1d-995b78f18b7c', 152, 'WOM'),
  ('24bfbe8f-04a6-5f84-8bdf-e304671c7812', 152, 'Will'),
  ('2aea7601-89b3-5fac-9874-c48dd3323b03', 152, 'entel'),
  ('cad182c3-bf47-581b-9d97-452032a6bbe4', 152, 'móvil Falabella'),
  ('b232c65a-5f07-5bfe-bd2f-45e14ce345ee', 156, 'China Broadnet'),
  ('c0b7862d-7aee-5c5c-8b48-8b63b5aa56be', 156, 'China Mobile'),
  ('e203cffd-06e9-5315-9882-fcb888c7bd6e', 156, 'China Telecom'),
  ('2a232761-f532-55e8-ae75-d68c7af785f8', 156, 'China Tietong'),
  ('9254b850-ffeb-57c4-9708-70af9aca4b80', 156, 'China Unicom'),
  ('2918dd2b-4828-50b3-a110-ff89b9b22ece', 158, 'Ambit Microsystems'),
  ('af753a16-4c01-5869-949d-cc64978c1263', 158, 'Chunghwa'),
  ('3afca5ed-4bee-5e46-ba72-4e07cc7804a6', 158, 'FarEasTone'),
  ('8fd93e3a-d719-5e1c-bf7d-c6ca17b944bd', 158, 'G1'),
  ('1d86651f-208d-5be6-8a08-de662ed7ef0b', 158, 'Gt'),
  ('2b5bd4f4-8429-5b76-abf5-4852291b4fe5', 158, 'T Star'),
  ('ef658237-35c1-529e-bbe8-b3237ed803f8', 158, 'Taiwan Mobile'),
  ('74046999-d6d6-5615-8ae4-eef79932078a', 158, 'VMAX'),
  ('57c13338-b671-5b7b-80c9-e77a78282cec', 170, 'AVANTEL'),
  ('b61e1617-3a97-5e2f-96e3-92bb796ea47d', 170, 'Claro'),
  ('39cab767-9e1b-5b78-9c69-650e0a34a92d', 170, 'DirecTV Colombia Ltda'),
  ('a18bc06a-2d73-5468-8bee-2140dacdab2f', 170, 'EMCALI'),
  ('71d15c78-768e-5a6c-8bf0-f1e654baeee6', 170, 'Logistica Flash Colombia SAS'),
  ('4def898b-46b2-54ea-a766-129d40370f85', 170, 'Movistar'),
  ('83b39b71-0ee8-5eeb-8095-8cf98a06d3f8', 170, 'Tigo'),
  ('cc5ac56d-fdeb-5091-a755-68c37a1f07db', 170, 'Virgin Mobile'),
  ('f49eda2e-7677-5fb1-a279-182613921af9', 170, 'WOM'),
  ('08112cc4-454e-526d-b485-ebad94361d32', 170, 'eTb'),
  ('72634d0e-c26d-5dd0-b909-8bf4dc57b6ab', 174, 'HURI'),
  ('26fcaa54-1a17-5d1a-b67f-7d399afe8377', 174, 'TELCO SA'),
  ('61d76c85-4d48-52b2-b400-573933f44202', 178, 'Airtel'),
  ('445cd20a-a4a9-5512-ab0d-3b508b6ec4a1', 178, 'Libertis Telecom'),
  ('15e82124-256f-5700-b4cb-b182119856b4', 180, 'Africell'),
  ('02cb1015-f67b-5642-b090-3f8cef61e5ea', 180, 'Airtel'),
  ('22ea131e-812b-5cea-b173-e5d158bd3ef0', 180, 'Orange RDC'),
  ('83fa2213-8648-544e-9bb2-f06346256e72', 180, 'Supercell'),
  ('35583ce6-f64a-565e-8712-5ce144c70f95', 180, 'Vodacom'),
  ('27680eb6-65c0-569d-a9e7-2946ea32a9e5', 184, 'Vodafone'),
  ('2baa509b-2030-55ad-a409-8b39045899d5', 188, 'Claro'),
  ('17f646da-11aa-5187-a50e-d89263cc991a', 188, 'Kölbi ICE'),
  ('9914656f-20b6-54f3-b682-0b1204e41b3d', 188, 'Liberty'),
  ('7366935c-7641-5277-a219-d890308ac8be', 191, 'A1 HR'),
  ('d1f4be57-4e13-59c6-8ff0-531d251510f4', 191, 'HT HR'),
  ('46cc458e-abbb-58cc-98b1-d8fa5f4c22ab', 191, 'Telemach'),
  ('b73f8b3f-7405-5c91-9b40-64dbf5f3a26d', 192, 'CUBACEL'),
  ('bf5995a5-c025-537e-a3ff-9ef94b1d49e3', 196, 'Cytamobile-Vodafone'),
  ('59e35c19-6ee1-54d2-ad70-45c1126bde60', 196, 'Epic'),
  ('f68a70dd-4a0c-5af4-baa8-cd10cd020545', 196, 'PrimeTel'),
  ('dd96c985-aefe-579e-b8a0-44d41b8a5f57', 196, 'lemontel'),
  ('c8a1be48-0cb6-571c-8afd-8991e49b092a', 203, 'Nordic Telecom 5G a.s.'),
  ('747c1ca4-39ba-5d8d-bfa0-2ef14a34c78a', 203, 'Nordic Telecom Regional s.r.o.'),
  ('48e645c8-d809-58bc-b9e2-fab5feac2f54', 203, 'O2'),
  ('d2432308-b75e-51f8-a4c8-b91f3879597e', 203, 'PODA a.s.'),
  ('fda6c278-1a62-5cbb-96bb-c879693e2bb3', 203, 'Správa železniční dopravní cesty, s.o.'),
  ('76276ee0-51dd-5ae4-bf17-68457edae028', 203, 'T-Mobile'),
  ('bc0f5742-4e40-5b88-8259-b7e6ce94fb3a', 203, 'Vodafone'),
  ('fcd83f4f-d7d9-5dec-bc90-2f9f2e7f88ee', 204, 'BBCOM'),
  ('7c4cd1f9-7cfb-5d16-ac53-d219f55eebdd', 204, 'Benin Telecoms Mobile'),
  ('ccf24ef9-a48a-5f32-b6a4-6ce73e1ac32d', 204, 'MTN'),
  ('9475356a-3a6d-5ef4-a061-2c5148b6f3c3', 204, 'Moov'),
  ('28fed3cb-6df6-5205-8476-49c257dc264f', 208, '3'),
  ('c41038b6-f3a9-54c6-951a-33914c3aa4c9', 208, 'GSM-R DK'),
  ('e1ffc92a-f63b-50a8-ba1c-7f89576ce7f5', 208, 'Lycamobile'),
  ('e7b19946-191c-5978-9cee-7fdddd99411c', 208, 'Net 1'),
  ('20e94600-f136-5574-a369-bf4d991ab969', 208, 'Onomondo'),
  ('5f6c7ae1-a168-5a06-8914-616dba0efcce', 208, 'SINE'),
  ('71159bc6-bbac-56a7-ac57-0c52776ed809', 208, 'TDC'),
  ('d94d8d51-1aa2-57c4-84ef-405edc154e6c', 208, 'TT-Netværket P/S'),
  ('4cfa2895-5d12-565c-9861-e79c7883e62f', 208, 'Telenor'),
  ('0716b939-898f-5022-901d-d5e42245c07a', 208, 'Telia'),
  ('8ebea7cf-2384-5766-b32a-aee153910de3', 208, 'TetraNet'),
  ('4e153818-80d3-5daa-a891-2a3e37adea23', 208, 'Voxbone'),
  ('d951257a-6b1e-55b0-855a-595d09fc2b2c', 208, 'Wavely'),
  ('525862e8-03a9-5068-ae02-e90a2729af10', 212, 'Digicel'),
  ('f3918bfb-648f-52ab-ac87-a3fbb381547c', 212, 'FLOW'),
  ('6d948639-056a-5cdb-9f68-0ba98c24dcba', 214, 'Altice'),
  ('58dbf06e-99f6-55e9-bbe9-10031b9e06d0', 214, 'Claro'),
  ('e9587bb3-0744-57f3-90ca-edee6dd0906c', 214, 'Viva'),
  ('d82b8a31-4c50-5c5e-9dc4-8cd881f33ff3', 214, 'Wind'),
  ('1ca9bbff-839b-5a28-871d-4cb96a7e0082', 218, 'CNT Mobile'),
  ('1330d102-21fc-5ef1-b14a-b6b1f2a471a8', 218, 'Claro'),
  ('0e11cbd9-7221-5d7a-9d25-0fec10c96cd0', 218, 'Movistar'),
  ('0cf3d4b1-1890-5fba-aeb6-c42ce61e8b79', 218, 'Tuenti'),
  ('d2ee10e9-a28c-515d-92b6-f846c7fcf54e', 222, 'Claro'),
  ('df080aa4-16e9-5d4b-9901-a65147b6cc08', 222, 'Digicel'),
  ('596a4da0-5cb6-58fe-bc36-31cc9f3b1954', 222, 'Movistar'),
  ('3a56d2e6-ebd2-5c45-b880-8d69943be88c', 222, 'RED'),
  ('be2329f0-5e58-59cc-a9f0-693cf4c44792', 222, 'Tigo'),
  ('36ebfd52-f2fe-537a-b12c-b049da01a121', 226, 'Muni'),
  ('2287ad43-af75-590f-9788-60aba95e76cc', 226, 'Orange GQ'),
  ('1a922149-c1db-5567-9635-f37acf98e5c5', 231, 'MTN'),
  ('41b9e88d-0aac-56ea-9f0a-ec01c566f6cc', 232, 'Eritel'),
  ('a4a78e10-39b9-5007-9f47-10c3c650cb96', 233, 'CSC Telecom'),
  ('14c9bee1-2dd0-5eaa-b47e-31364ddfbbfd', 233, 'DOTT Telecom OÜ'),
  ('9ad5b881-8c68-5b93-98a8-6b1e8d89147b', 233, 'Elisa'),
  ('2f6af853-7083-5a04-b4c8-88fe105f12b5', 233, 'IT-Decision Telecom OÜ'),
  ('801a79c5-3129-5904-b514-2b50175c853f', 233, 'Tele2'),
  ('330aada1-8e1c-5f88-94dc-afc9ee89967e', 233, 'Telia'),
  ('c1d18c0a-3bfa-55c6-a841-8884bfa27cfd', 233, 'Top Connect'),
  ('50841a91-9033-5825-9b82-ba53146a0c58', 233, 'dzinga'),
  ('b32d6cbe-642d-564e-8e56-ab2bf4545bda', 234, 'Føroya Tele'),
  ('f7949820-e7b5-5aa1-a264-304a3f6a0048', 234, 'Nema'),
  ('5e6192e5-86f5-5b54-a381-da38829c12e5', 238, 'Sure'),
  ('ba13d00e-025d-5f60-9d09-1b44deac7cde', 242, 'Digicel'),
  ('87b7abe7-0edd-5d42-8a48-d97b842de4ab', 242, 'TFL'),
  ('620423ac-766e-5f49-9794-a3474b554f0b', 242, 'Vodafone'),
  ('2faadc02-4c09-5d4d-a4a2-f4bd069eebf4', 246, 'Compatel'),
  ('fa9a5cb9-a636-5cf4-8670-a9317572a3e3', 246, 'DNA'),
  ('9a48cca3-d127-53b7-816c-fae52f8026cf', 246, 'Edzcom Oy'),
  ('1bd175c2-e520-593d-a4f0-5f2844c8dd4e', 246, 'Elisa'),
  ('f3396567-a1d5-5952-887b-c3f229b1045c', 246, 'Elisa- Saunalahti'),
  ('e3655e2d-6b4b-56de-bf04-e8256c4ed401', 246, 'Liikennevirasto'),
  ('ffc4406e-8bc3-51f4-adb4-1b3431e06240', 246, 'Nettia Oy'),
  ('ff1d113b-e0d6-524d-ac47-e3e7d0d3f439', 246, 'Nokia'),
  ('c0fc884a-40c5-5740-b651-8d4815e064f3', 246, 'Telia'),
  ('d871380a-e8d0-59ac-9773-33204ccda5cc', 246, 'Telia / DNA'),
  ('e8a899cb-52d9-59a5-8487-e3a5ebf42dad', 246, 'Tismi'),
  ('a2d1898b-a192-52ad-9ade-1e5455ebc446', 246, 'VIRVE'),
  ('2596e6c2-d429-5958-8dd9-56487b836663', 246, 'Voxbone'),
  ('28262d72-58b8-5b3d-8b22-44fe0f9aed0e', 246, 'Ålcom'),
  ('051693ed-195b-5bf8-a458-4be48f86b84f', 250, 'AIF'),
  ('90928d13-36f8-5a16-9b1f-da81aacf766a', 250, 'Bouygues'),
  ('49ea062c-3c04-5d40-926c-08bb4e780980', 250, 'Cellhire France'),
  ('95f6d732-d71f-5209-b289-9f54e2932182', 250, 'Coriolis Telecom'),
  ('d52a45f9-40ed-577e-aac5-d48adfb45b3e', 250, 'Cubic télécom France'),
  ('3aa166c2-4d05-5958-b337-4bc251a51aae', 250, 'Free'),
  ('79d525f8-4f4c-5c36-ad52-e0994fa63705', 250, 'Globalstar Europe'),
  ('ac897904-9e78-5fcf-bcb8-5d98adee3f5f', 250, 'Haute-Garonne numérique'),
  ('99309c12-f0ef-559e-8e71-e9da9a4290d3', 250, 'Lebara France Ltd'),
  ('5237d942-aad5-5fb0-87ee-ba6bb7d2bc3f', 250, 'LycaMobile'),
  ('07c1d2be-bf27-5a3e-86b7-49262f5fefcf', 250, 'MobiquiThings'),
  ('257368bc-0831-5954-ade1-08bea6433abf', 250, 'NRJ Mobile'),
  ('c60f63b4-148d-5a29-bf14-a4e68e87fa24', 250, 'Orange'),
  ('0008e5bc-ebbf-572e-ab94-815058e0586e', 250, 'Région Bourgogne-Franche-Comté'),
  ('32e6d0a0-da12-51e6-895b-fc453932088a', 250, 'SFR'),
  ('72e73ce6-5a5d-5ffa-86e1-cb6aa653ec0e', 250, 'SNCF Réseau'),
  ('284365fe-47ab-564f-b0d3-7e1cd0a2ed03', 250, 'Sierra Wireless'),
  ('8acc46b5-f89b-5963-a20a-1322f162feb4', 250, 'Syma Mobile'),
  ('99bc4e45-b100-5371-baaa-441306fae09d', 250, 'Syndicat mixte ouvert Charente Numérique'),
  ('163f3a5c-680c-5b7a-b5f2-dc6de592964d', 250, 'Truphone'),
  ('50b9108e-a683-5994-94a9-fe1174d58702', 250, 'Vectone Mobile'),
  ('daab5733-4979-55b6-b477-a1a001943be9', 254, 'Digicel'),
  ('494e7ef9-d928-5edb-8e54-9c8ad1a957cd', 254, 'Orange'),
  ('a05472f3-b8b9-552e-acdf-381432fad413', 254, 'SFR Caraïbe'),
  ('2b33bff6-90a6-56c8-95ec-cf38e6988645', 258, 'Ora'),
  ('ba722acd-5b2a-51c1-94d3-fb9d15a2aa1d', 258, 'Vini'),
  ('3cdf9c2f-3fee-5cef-9dfd-4defea103e90', 258, 'Vodafone'),
  ('849123cb-bdc2-579c-b176-937375a7416a', 262, 'Evatis'),
  ('b4569de7-079d-5f08-b2b8-1339618ddd46', 266, 'Airtel'),
  ('d7199f84-72a1-57bb-96e0-dbb0b0bd192e', 266, 'Libertis'),
  ('76171436-29d8-5143-ae92-291ce7b6bf44', 266, 'Moov'),
  ('ebc63581-bc65-514c-815e-962bade658c8', 268, 'A-Mobile'),
  ('e63f619d-391b-5364-a567-1f942b1e5094', 268, 'Aquafon'),
  ('4d1c9c6d-2076-598a-aacc-8d7436c35997', 268, 'Beeline'),
  ('ed2f328d-c7d2-5630-a803-a752f5aefb5b', 268, 'Geocell'),
  ('16c7ecb9-d6a9-58b1-ace0-134c2f97b269', 268, 'GlobalCell'),
  ('dcc8209c-44a6-5d00-828d-8d86506ee1c5', 268, 'Gmobile'),
  ('3a4c0438-5446-5a16-8b42-0e7c21d6d88a', 268, 'Magti'),
  ('c5da1622-82b1-585f-9c16-c5a5d5ca38f5', 268, 'MagtiFix'),
  ('ff70c0d3-fca2-5fb6-ae1f-4f6446e5ab13', 268, 'S1'),
  ('93b6e636-2f4d-5d71-b14c-373e2f124ff8', 268, 'Silk LTE'),
  ('55d32cdb-d560-5673-8df8-f0be64c5412e', 270, 'Africell'),
  ('5984b28a-ad17-5dfd-a491-d46f9ecfdde9', 270, 'Comium'),
  ('ec3d37c8-1f1e-5cc6-8f9f-e855f47e8bce', 270, 'Gamcel'),
  ('4d198835-b0c6-5b37-987b-f27a1a078d6b', 270, 'NETPAGE'),
  ('a7339330-cb0e-5a0a-bfcd-173fa4bec318', 270, 'QCell'),
  ('f5220616-d5ac-5198-ab9b-d7f5506f7b6b', 275, 'Jawwal'),
  ('5858f198-f6f7-554a-addd-86ff380a1d3b', 275, 'Ooredoo'),
  ('4a3b8cce-b471-57dc-bfd3-e7376dd18237', 276, '1&1'),
  ('716af1b1-a44c-52a0-9231-6a82011e0968', 276, '450connect'),
  ('004fb57c-3a23-57e8-9381-9e9c62470fa0', 276, 'Airdata'),
  ('ae88c2da-01d1-5158-bc90-ab5a43b33d6f', 276, 'BDBOS'),
  ('3b23b2fc-9fd4-510b-9ff6-3cd9c383b3ff', 276, 'DB Netz AG'),
  ('a9f34365-8851-57b9-a2ee-af567c0205b6', 276, 'DB Telematik'),
  ('b91a1b09-9d64-573e-8d58-e15733e4163d', 276, 'Enreach'),
  ('9557b4a9-c726-5653-a0cb-746af705d136', 276, 'Lebara Limited'),
  ('e34c67d4-3f7b-55ed-a9e4-c61cbd2a4084', 276, 'Lycamobile'),
  ('cb8dc612-f623-5032-a9ca-1dcc24a20174', 276, 'NetCologne'),
  ('8dd8062f-18d7-5968-820d-45ff126f742b', 276, 'O2'),
  ('28fbaa95-4ed0-5ee9-87ee-4db0cc690f76', 276, 'Simquadrat'),
  ('0024daea-3341-55a8-9042-4bd2764a2a4b', 276, 'Telekom'),
  ('a6aa5aed-4fd0-5d9b-b721-db8bb08b721f', 276, 'Vodafone'),
  ('003c8cdc-7ffd-5a2c-bc55-eaf7da3cd786', 276, 'private networks'),
  ('cab2f709-0c01-57dd-9df1-1b4201ab9abe', 288, 'AirtelTigo'),
  ('621803a5-d6d2-55cc-8a6a-63e01416e468', 288, 'Blu'),
  ('db4511e0-b04d-5ba2-aa60-88330e6d428a', 288, 'Expresso'),
  ('5b501b60-2f1d-5777-8646-88ab96b61a83', 288, 'Globacom'),
  ('6249f0d5-99a7-5c88-b882-aa08bea200d1', 288, 'Lebara'),
  ('b27d01b5-42b9-5a5f-a3c2-0c2e59eed325', 288, 'MTN'),
  ('81850771-8672-536f-b664-dc1782d7926c', 288, 'Telesol'),
  ('da8b37b5-d555-529a-a170-2b67d3c3d0aa', 288, 'Vodafone'),
  ('9b63e13a-0f52-5b23-a466-32fba9e2553d', 288, 'busy'),
  ('8b69ab39-db3c-52ac-aeb4-d343f4ffb060', 292, 'GibTel'),
  ('dae0f577-fe19-5b75-a728-be3a52aa896b', 296, 'Kiribati - ATH'),
  ('75cc86ee-bc1c-5fc5-b731-f2cddf8dcd22', 296, 'Kiribati - Frigate Net'),
  ('1481bb24-3a07-52f4-ad5a-60903dc25a33', 300, 'Cosmote'),
  ('74c3cc10-4dd4-5704-b784-1b9bc3db2b09', 300, 'Cyta Hellas'),
  ('90dcec56-cccf-51b1-b71d-f4d1346a027b', 300, 'Inter Telecom'),
  ('8e7580ff-b3d9-530e-b19f-b94c45e7fc19', 300, 'NOVA'),
  ('76dba18c-8f15-5bb3-8dcd-2c683b8f8cdc', 300, 'Vodafone'),
  ('88a1d4e4-70a7-50ea-b78b-ecffdb540a57', 300, 'Yuboto'),
  ('74abc9f0-8957-5580-bce3-8fa09b8017bd', 304, 'Nanoq Media'),
  ('a83234c6-0851-5d8b-a1fe-dfcd8c973327', 304, 'tusass'),
  ('9a711bcd-ffdb-53e2-9314-b3f6efccab60', 308, 'Digicel'),
  ('464ef8aa-3ba1-5586-b79b-be7bd2efcb33', 308, 'FLOW'),
  ('e7c7eb42-cca7-5275-8111-a3f8f978bf68', 312, 'Dauphin'),
  ('32406175-556d-5afd-a9a0-08fe01b1d779', 312, 'FLOW'),
  ('3ecb433e-5992-5ac5-a5a5-546e483f7e12', 316, 'Docomo'),
  ('91043ab2-bbe9-5f70-afb8-606b52263632', 316, 'GTA Wireless'),
  ('32718642-3714-5c94-b5e1-7a0c02bc163c', 316, 'IT&E Wireless'),
  ('da65f25b-5b23-5219-8351-564788ad29cb', 320, 'Claro'),
  ('3fb39ed2-3ee2-5827-88e7-71590a7203e5', 320, 'Tigo'),
  ('b0b4a1d0-6326-5c69-a68c-3ca81b34359a', 324, 'Cellcom'),
  ('2b3624e8-510c-5e17-8276-3d99e8426919', 324, 'MTN'),
  ('86b37295-6134-5281-931f-6ab51e845bc5', 324, 'Orange'),
  ('daaf0de2-10bf-5e58-9627-a7a33233d72a', 324, 'Sotelgui'),
  ('c03f8f88-f78b-58c2-a0e0-e94e439fa907', 328, 'Digicel'),
  ('12fba920-2c91-57a4-9fdf-db83698a1635', 328, 'E-Networks'),
  ('dd18a0bc-020e-59eb-9e20-605f0796917c', 328, 'GT&T Cellink Plus'),
  ('ab6d6960-a44f-5ea5-9c93-b096dd1a205c', 328, 'Quark Communications Inc.'),
  ('c6be46ed-b48b-590b-9a48-ee800904ae1a', 332, 'Digicel'),
  ('fcee8493-7afd-5f5d-80ca-0d80d3681fb6', 332, 'Natcom'),
  ('8087d2bf-ca3c-5966-b2a5-1d936153d3a3', 340, 'Claro'),
  ('9fd47c85-d675-5998-9736-dbca1516ae1f', 340, 'Hondutel'),
  ('b50c5c68-bdfd-5f1c-82ef-13bb3d845739', 340, 'Tigo'),
  ('05482ba9-a7e6-5772-80a4-ce975fda4a12', 344, '1O1O / One2Free / New World Mobility / SUNMobile'),
  ('2996fba7-3ab3-53d7-9c7f-19b864e420c7', 344, '263 Mobile Communications (HongKong) Limited'),
  ('ed79243e-6774-57fc-8a49-86ca93e711a3', 344, '3'),
  ('c300106f-0909-5a9d-b221-533e69554f2e', 344, 'CITIC Telecom 1616'),
  ('6798f7da-f5c0-5f5c-adbb-5702e0f38f05', 344, 'CMCC HK'),
  ('b5565917-88e9-5385-ae34-dac8cc54f90d', 344, 'CSL Limited'),
  ('a5318c86-104c-5178-81f8-6c7600dc5685', 344, 'CTExcel'),
  ('f2b384df-abea-5ce9-8b80-5690301b76e7', 344, 'China Unicom'),
  ('18d5b2ba-41f8-5238-9e20-4df361e67c76', 344, 'China-Hong Kong Telecom'),
  ('ab727209-8a40-5bb5-9fb1-224f21d35469', 344, 'Hong Kong Broadband Network Ltd'),
  ('2f1a1eef-b45b-51a8-9f36-c9bd38b3da60', 344, 'Multibyte Info Technology Ltd'),
  ('fc7c992a-9728-5da9-8cd7-866f9811fe64', 344, 'PCCW Mobile (2G)'),
  ('c2fdc3fd-4457-54a2-bfd2-2925e8163e70', 344, 'PCCW Mobile (3G)'),
  ('e556c53b-cd23-57f5-b011-9db45723ff7a', 344, 'PCCW Mobile (4G)'),
  ('dd83dd06-e741-5ad5-9f5a-a493fb9de01a', 344, 'PCCW Mobile (CDMA)'),
  ('67facec5-78ed-5c5d-868d-6d25d3cdc735', 344, 'SmarTone'),
  ('7334492e-d932-52e3-af11-87ca4971efbe', 344, 'Truphone'),
  ('9847ad1a-f5c6-5432-8e16-df5b1fdd4e88', 344, 'Webbing Hong Kong Ltd'),
  ('e5715ff5-8610-5e78-aa34-9af8e5ee81b4', 348, 'DIGI'),
  ('3a5031eb-b36f-5cf7-97be-ccaeba4a1d10', 348, 'MAV GSM-R'),
  ('7ddfff0c-e4f3-5a8e-b852-9e6db7fef6d0', 348, 'MVM Net Ltd.'),
  ('97cad987-dc80-56c5-9c08-b45ee726feab', 348, 'Telekom'),
  ('59b6e03e-ac39-567d-b38d-70e0e912f274', 348, 'Vodafone'),
  ('be1a2ecf-3e3f-52c2-993c-b555ee1d70c2', 348, 'Yettel Hungary'),
  ('bd752362-9ddd-5e9b-b7f4-5ce50bb79102', 348, 'upc'),
  ('135738a9-ec50-5b6d-ab78-3b8a3c8a36b1', 352, 'Neyðarlínan'),
  ('b1e545b9-d660-578c-9855-a777f3c0c626', 352, 'Nova'),
  ('1a99dbcb-e3ee-554f-aa05-777d5419dfc6', 352, 'On-waves'),
  ('d5cd40de-d787-51a7-ad8e-0bb4a44728d5', 352, 'Síminn'),
  ('01357b17-d544-5628-a48c-accd7105846b', 352, 'Tal'),
  ('6de33124-efae-55da-9c31-36dae1530f5b', 352, 'Viking'),
  ('e8aea724-004b-56db-a317-2cb9075276e9', 352, 'Vodafone'),
  ('23e0b63d-97a2-5068-afe5-f40e3fa20cff', 356, 'AirTel'),
  ('93c6165d-67b2-57db-a33f-d3364903fb18', 356, 'Airtel'),
  ('4d80badb-9b8a-5a2c-9e9f-daf25405e504', 356, 'BSNL Mobile'),
  ('f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 356, 'Jio'),
  ('a8ed053f-37fc-5ec6-8d56-5fdf9d3b5aa8', 356, 'MTNL'),
  ('c5458922-ebaf-595f-b10a-dbb4a0b63f68', 356, 'Reliance'),
  ('bb921ae5-88c1-5408-b300-adaf4d74f4e1', 356, 'Vi India'),
  ('63ff2557-68e7-542f-a4dd-20f7e9555cb6', 360, '3'),
  ('993713ed-2049-5a76-b821-21f5f2b6aa28', 360, 'Fren/Hepi'),
  ('41ec55d6-9726-5e51-8e2c-cab480f8ca45', 360, 'Indosat Ooredoo Hutchison'),
  ('10c6ef51-3c43-5fcb-9eb5-6547f16c9c90', 360, 'PSN'),
  ('8e83d2a8-2242-5de5-aad8-cf2a4e4b9ca6', 360, 'Smartfren'),
  ('669a5344-a143-5998-92e5-a985e8d055ec', 360, 'Telkomsel'),
  ('e61a68c5-be89-52c3-92b7-5355d48c1c22', 360, 'XL'),
  ('7d909380-2a98-5b13-85de-d45cd68eea62', 364, 'ApTel, AzarTel'),
  ('5845f1e1-a0e2-54b0-aecf-37ac58b2f28a', 364, 'Arian-Tel'),
  ('941a35e8-ec4f-56db-9ef4-53bbede394c2', 364, 'Avacell (HiWEB)'),
  ('2fd455bf-bd8c-5d41-9194-18cda2be3aba', 364, 'Hooshmand Amin Mobile'),
  ('811e1890-ad08-5c00-92af-9f86767afa19', 364, 'IR-TCI (Hamrah-e-Avval)'),
  ('eed33dbe-b54a-5414-bced-3693c03c6765', 364, 'Iraphone'),
  ('0e274861-0fe0-5482-80df-27b73add7424', 364, 'KOOHE NOOR'),
  ('9a87de35-906f-5261-a2aa-1f0740c85e77', 364, 'Kish Cell Pars'),
  ('b8f111e0-fd02-5301-b5db-437d3c220705', 364, 'MTCE'),
  ('6653c2ba-9140-57e9-a610-20bf30798952', 364, 'MTN Irancell'),
  ('72db0897-32a3-51a1-a7ae-9bd819c21b28', 364, 'Mobinnet'),
  ('166ba303-4f79-57c8-8821-845d017ef51f', 364, 'Parsian Hamrah Lotus'),
  ('9698b603-90a4-5923-88f6-848bbf2dcea4', 364, 'RighTel'),
  ('59fdecc3-3f85-5043-b2f7-4336272acc72', 364, 'Samantel'),
  ('b49141e0-0bb2-5061-a7e3-2849a76577ac', 364, 'Shatel Mobile'),
  ('79d38e56-8098-5e60-b9f1-cd3c19869967', 364, 'TCI'),
  ('ac4babf5-6239-58df-b8a6-929ac1115d1c', 364, 'TKC/KFZO'),
  ('bff1a134-ff29-544f-9b49-97044ed7ab17', 364, 'Taliya'),
  ('79e0bafd-44a5-559b-9185-fafd13a50554', 364, 'Zi-Tel'),
  ('6c23c09f-6c75-5e41-847e-b6554cbf051c', 368, 'Asia Cell'),
  ('041ed1dc-593b-5c1b-a16a-a393add65ccb', 368, 'Itisaluna'),
  ('c70fe706-e691-5fc7-93d1-eef50c5cbc81', 368, 'Korek'),
  ('e54de20a-68b3-5380-ac0f-772a95b93151', 368, 'Mobitel'),
  ('962746e5-cbe7-5dc8-9c9f-5416a57c45f7', 368, 'Omnnea'),
  ('191770ec-f496-5df1-85da-caf1bff4d287', 368, 'SanaTel'),
  ('899c94f4-7751-5ed1-adb1-35ebbc12e494', 368, 'Zain'),
  ('88088293-4a03-56ac-b424-faa2d3b482d5', 372, '3'),
  ('890e9069-73be-57ef-ac1b-de4d1b670557', 372, 'Carphone Warehouse'),
  ('be99ddff-1a15-5cc5-8a4f-f663907a75cd', 372, 'Cubic Telecom Limited'),
  ('0c4f473d-18dc-5a46-9fe4-4ff04207f4de', 372, 'Eir'),
  ('46cb6718-fe8b-5d79-8c3e-34e417c56bec', 372, 'Lycamobile'),
  ('35f5d974-5ea2-5e45-9785-04a2108f1293', 372, 'Net Feasa Limited'),
  ('f8289bcb-7089-57cf-8b03-4ace4f6dbf0b', 372, 'Tesco Mobile'),
  ('7610dde2-33fe-5fb5-8fd5-27b1f0f4fd48', 372, 'Virgin Mobile'),
  ('84fc0679-f504-5e25-92fe-b945167a2c52', 372, 'Vodafone'),
  ('8575f2c2-ca49-5c0a-a5e6-220481514c08', 376, '012 Mobile')
ON CONFLICT ("id") DO UPDATE SET "country_id" = EXCLUDED."country_id", "name" = EXCLUDED."name";

INSERT INTO "network_brands" ("id", "country_id", "name") VALUES
  ('b00d7efa-49a6-5d36-935d-d38af6eb3851', 376, '019 Mobile'),
  ('93238b7d-e149-5b40-9c51-dc8723fa8ebf', 376, 'Annatel'),
  ('aa354b3f-6a99-53e9-befe-8d601c766020', 376, 'Cellact Communications'),
  ('8f4714cc-744c-50b3-bae0-720208919372', 376, 'Cellcom'),
  ('4f36ee16-038f-54bc-bed1-4ba95ffe6baf', 376, 'Golan Telecom'),
  ('8d2bd728-5337-5504-b567-a9115a3fa39e', 376, 'Hot Mobile'),
  ('2dbcfbad-420c-53d1-ba01-d855345133f1', 376, 'IMOD'),
  ('a4722e54-7412-5182-932d-581447f11f20', 376, 'Partner'),
  ('b2acd8e7-c4f3-541a-aa76-79aa461f5272', 376, 'Pelephone'),
  ('9e9d433c-2500-592b-9d73-2d0286fc83ba', 376, 'Rami Levy'),
  ('3ebd7923-c369-548e-855f-a9786d6ef0e5', 376, 'We4G'),
  ('3da789ca-1045-5cc6-bdff-44c21f45d6aa', 376, 'x2one'),
  ('e258d008-3629-5862-8549-86020faf198b', 380, 'BT Italia'),
  ('793b2d8c-b791-5232-9bba-0bc48edf92fd', 380, 'COOP Voce'),
  ('aa97cd01-8cad-59c9-af61-5572a5128276', 380, 'Digi Mobil'),
  ('5dfee5f0-958b-5e97-b131-5ae21362b154', 380, 'Fastweb'),
  ('cd2f30a2-a2b5-5e2d-a8ea-e125be95b781', 380, 'GO internet'),
  ('2b8afb0a-a795-5409-9c0d-097b5b6222ac', 380, 'Iliad'),
  ('3e4fe20c-2350-5298-bb9f-aa698db052b2', 380, 'Kena Mobile'),
  ('c79b6348-a697-5d7a-99f2-f9e4ef82b93d', 380, 'LINKEM'),
  ('28a0ce24-8145-5e83-a235-affe3f2a83e9', 380, 'Lycamobile'),
  ('432654d8-cdba-5189-b258-daf24d515d7c', 380, 'Plintron'),
  ('a83686e5-14cd-5c34-aa0a-7bf613d53cba', 380, 'Poste Mobile'),
  ('731447e6-18ce-5118-8b39-f192319348e6', 380, 'RFI'),
  ('08e70340-c1c1-52ae-b2d8-f7abb5998e10', 380, 'Spusu'),
  ('1962f143-9ef7-586e-b0df-1c2b1d3519ca', 380, 'TIM'),
  ('28cb2d30-e813-53c0-b319-73c9e593a319', 380, 'Vodafone'),
  ('d61d4b32-c910-587b-88bf-f1ff9cd56e1f', 380, 'WINDTRE'),
  ('b1b7189a-46aa-51a1-94d1-5769d6a7d75a', 384, 'GreenN'),
  ('8e2ed446-8576-5835-b05e-7631c314ec5e', 384, 'KoZ'),
  ('6192a94b-ddf2-58a8-877a-f9ce47eb8800', 384, 'MTN'),
  ('f3d9ea7a-90cc-5614-a228-9b4e778e0f51', 384, 'Moov'),
  ('9641c9aa-0788-5579-a284-e9e197fb7f16', 384, 'Orange'),
  ('8868205c-93f4-53d3-9172-2db0fef8b59a', 384, 'YooMee'),
  ('adb8f21c-9ff2-5d95-a848-d1f962516ff0', 384, 'café'),
  ('be171b56-bded-50cb-97ed-9a26f62036ae', 388, 'FLOW'),
  ('bd279272-1ad5-592b-9f3a-0adec0c83b31', 392, 'IIJmio'),
  ('2c097d4f-400d-58cf-985f-907684932463', 392, 'KDDI Corporation'),
  ('f5ca0309-a94a-5490-9cde-db21c1db288b', 392, 'Katch Network Inc.'),
  ('f6af0762-69b8-5b9f-a785-80d4ed80a5a8', 392, 'Marubeni Network Solutions Inc.'),
  ('b8772023-3fae-548c-90a1-6659da90833b', 392, 'NTT docomo'),
  ('74581cf6-40b6-5558-921e-2aceb79a9e10', 392, 'Rakuten Mobile'),
  ('daf189dc-e2da-52f6-8ef0-8424a85cf2f9', 392, 'SoftBank'),
  ('0923d23d-1e66-5640-b660-ecb87fcc34d6', 392, 'Soracom Inc.'),
  ('8107c4fd-c726-52cd-b96b-ee6b61c95b3c', 392, 'Wireless City Planning Inc.'),
  ('bc5b14ab-d8a0-5513-82f8-9d9b46af2717', 392, 'Y!Mobile'),
  ('c3777933-9814-5f32-b74a-2545f4be79f8', 392, 'au'),
  ('f9b68ebc-60d2-56af-a405-f444b347176f', 398, 'Altel'),
  ('185ee278-14f2-5c80-9830-d34f70d3918c', 398, 'Beeline'),
  ('27187fbd-9c94-53f4-8ee6-8b6f367e52ae', 398, 'Kazakhtelecom'),
  ('a4e88351-f7eb-5ecd-b269-c3aa78f0f47b', 398, 'Kcell'),
  ('9d5c7d09-0b19-5c31-a36f-564f1b68df00', 398, 'Tele2.kz'),
  ('d134b081-6bf5-5a1f-9e21-9d1a23f4b4aa', 400, 'Orange'),
  ('32cf1cf3-8a1e-5aab-8ae7-61e8317643fb', 400, 'Umniah'),
  ('34e5eb06-6ac0-5496-a5ff-b1159f1d216f', 400, 'zain JO'),
  ('c0553f3f-db40-5363-b079-040a741566bd', 404, 'Airtel'),
  ('9fe654d2-fd0d-5684-a770-db8ca5dd5b29', 404, 'Faiba 4G'),
  ('3f32cea2-e95e-5485-ac47-04c269af5bc4', 404, 'Safaricom'),
  ('b31d5ec8-b0dc-5cdf-82c7-383bf989c58f', 404, 'Telkom'),
  ('b8ac19ba-b4d0-5620-943e-9ed0d0060ccd', 408, 'Kang Song NET'),
  ('5016bb06-1a61-5579-9484-5faffe780a31', 408, 'Koryolink'),
  ('6f435632-f2b6-5e81-8efd-e88dcb5f751b', 410, 'Globalstar Asia Pacific'),
  ('f33bb0cb-3e00-5a60-8a1f-023e003efdc6', 410, 'KT'),
  ('3564050c-dc7e-5cf8-aa33-b5297e4d254e', 410, 'LG U+'),
  ('a56ca045-5eee-5557-87ee-2024834decd8', 410, 'SKTelecom'),
  ('8674836f-3caa-5d2c-8425-6ef993911381', 410, 'Tplus'),
  ('d6fb5e1e-3ac7-5ac5-b43b-df20bd189ad6', 410, 'olleh'),
  ('e11ee238-d293-5f46-9ca8-8cb6e93ea212', 414, 'Ooredoo'),
  ('0e7070de-c692-5eae-92bc-c375aabc409b', 414, 'STC'),
  ('6e2eab99-7c53-59e1-9baf-c52c5d4cfbea', 414, 'zain KW'),
  ('20682b6d-32aa-51f2-9a12-11fb9a7d9190', 417, 'Beeline'),
  ('3fc34d3b-502c-50f6-bb8c-d02090236f24', 417, 'MegaCom'),
  ('e86944b4-b5a7-5cf4-bca1-6ad1d5c3f217', 417, 'O!'),
  ('775aded9-0eed-5f11-9399-64be2968384f', 417, 'Saima Telecom'),
  ('28e9b4e2-fe95-57d2-893b-10d1e3ab6d33', 418, 'Best'),
  ('47202947-f5e6-564c-83e3-1a3b612d31ea', 418, 'ETL'),
  ('45a78dcf-fcf2-51c2-af40-87dd7d421185', 418, 'LaoTel'),
  ('a31317bf-2471-5730-9c35-8a6797a5e613', 418, 'TPLUS'),
  ('f4c8a5e8-5ad1-5d62-a01f-350a15394ce0', 418, 'Unitel'),
  ('8879ab28-5055-5314-a26a-cb33d2bc15eb', 422, 'Alfa'),
  ('d367e276-4a03-58f6-a180-6f6326b891dd', 422, 'Touch'),
  ('a2958ae0-2ff3-5bc1-9ebc-53d26b928b3d', 426, 'Econet Telecom'),
  ('a53e5c1e-0a04-561b-9e36-8cf6fd1402ed', 426, 'Vodacom'),
  ('fc434d99-b8ee-525e-8d5f-23df3707c67d', 428, 'Bite'),
  ('5a957655-85e0-5e2b-a420-14465ffcdba4', 428, 'LMT'),
  ('1094f206-5018-5387-9c12-5b9f1f4ac2bc', 428, 'SIA "MEGATEL"'),
  ('5673b6f2-9596-5776-b719-366d4d45a422', 428, 'TRIATEL'),
  ('c42bb000-e957-57a6-a022-f163d16bd750', 428, 'Tele2'),
  ('d14e0cd8-3bbd-5caa-ac9a-731be1f0c747', 428, 'VMT'),
  ('fa919ddf-7136-5ad4-9567-273b824ef03f', 428, 'Xomobile'),
  ('01ab976f-2242-53a0-8f71-2df995150da3', 430, 'LIBTELCO'),
  ('6383fce7-f7c1-55e3-a279-8e64ab17d4ca', 430, 'Lonestar Cell MTN'),
  ('5630527a-0b25-525b-b0f5-7a6b16a8f2db', 430, 'Novafone'),
  ('ea4bd735-1fcb-5ac4-99f8-8bc61c081a0a', 430, 'Orange LBR'),
  ('f4f04938-f6a0-5d75-b563-42d9e42ebb33', 434, 'Al-Jeel Phone'),
  ('3413f1fa-9873-527c-a71c-a3dea0137d08', 434, 'Hatef Libya'),
  ('8c7d2b81-5f0c-5e0e-acb8-6845b213db96', 434, 'Libya Phone'),
  ('7cf08155-5787-53ae-a7c6-bf30a712f093', 434, 'Libyana'),
  ('f7e3b98e-cb70-51d7-b269-81f1292dd6cc', 434, 'Madar'),
  ('3e1f1fab-bcfa-5e6e-8423-189d7386d238', 438, '7acht'),
  ('cd7ca806-4d57-5b1a-92ce-411c59c66110', 438, 'Cubic Telecom'),
  ('ac3df467-c61e-54bb-a15d-76346a4e99f1', 438, 'FL1'),
  ('b6cc1aff-3683-583a-8eac-554cd4e90d5b', 438, 'Swisscom'),
  ('35f002bf-964a-5616-bb85-8781acd12e7e', 440, 'BITĖ'),
  ('beaafbfd-6627-5423-9f48-774425875915', 440, 'LitRail'),
  ('ff773499-78d1-5ef8-b8a4-1592d100269f', 440, 'MEZON'),
  ('f1dbe641-9ba6-5538-a498-c7035bdec4bd', 440, 'Mediafon'),
  ('0cd7da04-4372-5eac-a3ef-bf328637fe5f', 440, 'Tele2'),
  ('1b37ebe6-1ace-5838-af4a-2f911196ec82', 440, 'Telia'),
  ('9b91107b-3d7f-5e57-a514-e5f1a21b5fa4', 442, 'CFL'),
  ('83edab4b-2d79-5d3e-b7ed-6e4a9d48f8b5', 442, 'Orange'),
  ('3c71189b-dd93-5d56-8041-9f16c0ab9753', 442, 'POST'),
  ('4be7f07e-836d-5fa9-9851-5bca644bb05b', 442, 'Tango'),
  ('fb5d286d-779e-5c7b-ad74-53bc7482d683', 446, '3'),
  ('09dca27f-d60f-5495-a1ea-5486ec0dfa9c', 446, 'CTM'),
  ('2ee8e2e1-b505-58da-b6ce-2ba40a4ce464', 446, 'China Telecom'),
  ('f6b0ef36-6905-53ec-9566-7ba7eb21d3c4', 446, 'SmarTone'),
  ('ede4c9b7-408d-5681-89fe-c3247bf3a66f', 450, 'Airtel'),
  ('39dbab13-ca06-5e14-8ed1-88fc174bb774', 450, 'BIP / blueline'),
  ('9ae8fe02-23be-5054-b040-035e771970f5', 450, 'Orange'),
  ('a7836eda-94f7-5971-94d8-3d0e75c81c23', 450, 'Telma'),
  ('93f2000b-a145-57d4-a5b7-79d682da7f5b', 454, 'Access'),
  ('9f5f2767-dc19-5006-bb1c-c48c6c9acddf', 454, 'Airtel'),
  ('c85857cc-19f7-5efc-abae-c7e4a841f71b', 454, 'MTL'),
  ('479d344c-83ee-5a5c-b0be-c6342dbb40ca', 454, 'TNM'),
  ('20b152c8-5f32-5db1-9bf6-3f830e53eb98', 458, 'Altel'),
  ('14c97432-c86d-59fe-bbb4-0e078702a917', 458, 'Celcom'),
  ('b12dba48-fb12-5c1c-a258-d4ddc507a4ba', 458, 'Celcom, DiGi, Maxis, Tune Talk, U Mobile, Unifi, XOX, Yes'),
  ('45e84c7d-e34c-5603-9789-cc6cee004102', 458, 'DiGi'),
  ('4c4003c0-ab26-5dd8-9b33-e1bf3643dc8f', 458, 'Maxis'),
  ('3b4a14db-b9bb-5c52-8b88-c95cb5463c35', 458, 'TM Homeline'),
  ('76de8d8b-f8e8-52d9-9882-6be0ad1d084c', 458, 'Telin'),
  ('9fd5317c-e125-531b-9265-e1c65697aa1d', 458, 'Tune Talk'),
  ('03ee827e-a320-53bd-b782-0e90ed5cbf4c', 458, 'U Mobile'),
  ('f6fe18f3-8e95-5406-bb55-36415ebcde76', 458, 'Yes'),
  ('6d38bfa0-0a2b-5979-925b-2a9e7e7a08f7', 458, 'unifi'),
  ('a933b152-a71f-55bb-835c-9d12e27cb417', 462, 'Dhiraagu'),
  ('b3994b29-8cb5-5b6d-af9d-8103e8e5dbf6', 462, 'Ooredoo'),
  ('a0e0d724-5709-56d5-8983-21fc2f3fb0ca', 466, 'Malitel'),
  ('82dea14c-e486-57e9-adc8-3db9cb0c14d2', 466, 'Orange'),
  ('a569eff3-a541-50cc-aef5-83bddcbe6b96', 466, 'Telecel'),
  ('c535bad1-77d9-5c12-8cb1-b3204e226ddc', 470, 'Epic'),
  ('333daed5-36dd-5fb3-8c65-25c83842c7ee', 470, 'GO'),
  ('74aeda5a-840a-51d7-98e9-3852d608249c', 470, 'Melita'),
  ('7ecf2947-d696-527b-ada3-53c4a40fb330', 478, 'Chinguitel'),
  ('629c31c7-70d4-580a-9ca1-dce6b86f01d9', 478, 'Mattel'),
  ('a59c234b-31e0-5225-84d5-a6b335e96d24', 478, 'Moov'),
  ('02ca4fa7-47ee-5408-9925-09a5331334a2', 480, 'CHILI'),
  ('9cfdc437-337e-5608-bba5-7178201bde58', 480, 'Emtel'),
  ('3cedef43-98a1-524d-9068-3638f46c6118', 480, 'MOKOZE / AZU'),
  ('816cb409-836a-52d6-aee8-53c3ac01f04d', 480, 'my.t'),
  ('6e781fc1-0de0-50c0-aabf-294f3f59f593', 484, 'ALESTRA SERVICIOS MÓVILES, S.A. DE C.V.'),
  ('54a89c38-0e1e-54c4-ae67-61c4bb7fca3a', 484, 'AT&T'),
  ('af9330a4-ca21-52b5-8808-12447b09af1a', 484, 'AT&T / Unefon'),
  ('16769383-2a28-5014-8ff8-c8baeab6d52e', 484, 'FreedomPop'),
  ('f4fa8606-e061-5650-8810-a938b8247609', 484, 'Movistar'),
  ('68371a17-48c1-53b4-9ce0-9f89e2fb225d', 484, 'Red Compartida'),
  ('df9ee540-e556-5764-bf20-72f674c24c97', 484, 'Telcel'),
  ('677fe77d-ccac-5ea3-9705-88b7d927a7db', 484, 'Ultranet'),
  ('d061a3d4-c1c5-56a5-bc51-5eb090853ae6', 484, 'Viasat'),
  ('c6dd1b01-a3b9-5f29-9d55-edb7e18016ba', 492, 'Office des Telephones'),
  ('d8f13e37-d28e-5e00-8bc1-208c6bd712e0', 496, 'G-Mobile'),
  ('bcdae326-1f8e-5f56-b8db-67555046a495', 496, 'Mobicom'),
  ('1e50b027-7c47-5170-a96d-0c3f975a461d', 496, 'Skytel'),
  ('ec4b6868-e360-5ca0-9c9b-df30e46dfd25', 496, 'Unitel'),
  ('ad47f227-1242-5508-afec-85a313a9d59c', 498, 'IDC'),
  ('ea071868-8915-5084-96dd-528119250ea7', 498, 'Moldcell'),
  ('398a6959-0c1a-5e9e-b0bd-206ae26dc4ad', 498, 'Moldtelecom'),
  ('e2b14d88-91fb-5dfb-ac6f-6530b1643be1', 498, 'Orange'),
  ('eb3e144e-567d-56fc-a36f-1b60b4f5f346', 499, 'One'),
  ('e0a140f0-2ac9-55fa-a14f-c969cc166f0b', 499, 'm:tel'),
  ('b411cefe-2471-5d2f-b298-ce24e80bb1a2', 499, 'telekom.me'),
  ('e7a91b6d-6fb0-51ce-af8c-8f55991521fd', 500, 'FLOW'),
  ('c48d7f6a-adfa-53a3-9c7f-341e5a345496', 504, 'IAM'),
  ('dad44c2e-ecbe-50d5-9605-d0705f868948', 504, 'INWI'),
  ('76ac29d4-8998-5421-8f78-4dc4556c324f', 504, 'Orange Morocco'),
  ('c2a3cc25-57b4-522d-8315-2b296db054d0', 508, 'Movitel'),
  ('d05a1c7b-8aad-50e9-a0a1-7ab46fcdf333', 508, 'Vodacom'),
  ('2cdb80c7-6e63-5780-97ef-a49bc9b3809a', 508, 'mCel'),
  ('7b779f35-a3c0-5856-88ac-238a865fd17b', 512, 'Omantel'),
  ('513c50ea-9732-561e-b3ee-5a64d49c70d2', 512, 'Ooredoo'),
  ('4c0dc296-aaff-5593-809e-7ae22ca75558', 512, 'Vodafone'),
  ('5dc8a468-8712-5180-856a-582366bda54a', 516, 'MTC'),
  ('26803d52-b97c-5d33-997a-fdb7878226a6', 516, 'MTN Namibia'),
  ('32659786-ee6e-5731-8abf-27bb6c859946', 516, 'Paratus Telecommunications (Pty)'),
  ('b6433c0b-61d3-514d-aa9f-9927b1811753', 516, 'TN Mobile'),
  ('8010a152-84bd-5ec7-a5c4-34851bb69878', 516, 'switch'),
  ('c063ed64-5ac5-58b4-b4ad-4541cbcb678c', 520, 'Digicel'),
  ('c8ed0dbc-42f5-54f7-a426-792a123cb324', 524, 'Namaste / NT Mobile / Sky Phone'),
  ('b73138b5-74ec-54cd-a04f-af763a54a4da', 524, 'Ncell'),
  ('7f10de20-6382-591c-bcca-25166765a283', 524, 'SmartCell'),
  ('262a4fc2-ee73-50c8-a85a-29b1fc268b43', 524, 'UTL'),
  ('344d954b-94e2-5820-bbde-fd8049ec72e0', 528, 'CapX B.V.'),
  ('e7e6d77e-6eda-54e1-91e4-a6d50a539268', 528, 'Enreach'),
  ('40f326ab-60b5-564a-9ea8-578300144364', 528, 'Greenet Netwerk B.V'),
  ('5518f0b4-516a-5861-9dfb-cd76660330b4', 528, 'KORE Wireless Nederland B.V.'),
  ('1649499a-cb2d-53ec-ae87-5d770ad8f303', 528, 'KPN'),
  ('78fb963f-5c71-5271-817a-4dc28e4be3ec', 528, 'L-mobi'),
  ('4b810d97-f2bc-524c-8a0d-8d03944532d0', 528, 'Lebara Ltd'),
  ('24e48a7e-9f7f-55dd-b8d8-bb0be23bc52b', 528, 'Lycamobile'),
  ('bc6efdbf-7c8b-55e2-87bd-b513676c97c4', 528, 'ProRail B.V.'),
  ('ccad46cf-e9ba-54e8-ab0d-09ec53be2db2', 528, 'RGTN'),
  ('acb0ee59-3cf2-588a-b057-a2fc32dcc1c4', 528, 'T-Mobile'),
  ('eb1296c8-ccba-5ab8-a32e-12f0d11caf16', 528, 'T-Mobile (BEN)'),
  ('59baab93-a3d7-5146-a8f9-d39b6d99e896', 528, 'Tele2'),
  ('efb3ba44-b1e5-5da5-aba9-f1a6461a68c9', 528, 'Teleena'),
  ('5b71ca81-5f92-53d3-8afe-b30abcf5c4fa', 528, 'Telfort'),
  ('05a8081b-6621-5106-84a1-2b5d4b9fd5a5', 528, 'Truphone B.V.'),
  ('542eb0f7-dc09-58b3-9119-7e93a76bea51', 528, 'Utility Connect B.V.'),
  ('d23414d0-a2e1-578b-96ab-4250f35c8934', 528, 'Vodafone'),
  ('c56dc18d-f5d5-5dc4-99de-53c7718a054a', 528, 'Ziggo'),
  ('559c71de-f17f-5ae7-a220-409259357060', 531, 'Bayòs'),
  ('6b0f9f7e-613d-500d-b881-fd5bae84bf48', 531, 'Digicel'),
  ('e47fb935-4a1e-59ef-b982-722debdf929c', 531, 'ECC'),
  ('634bd66b-0cae-5c5b-b7d7-ac7996c9efc9', 531, 'FLOW'),
  ('05cf2ed8-0916-5d72-859a-b26c50e1f401', 531, 'Telbo'),
  ('37b03033-262e-5fbd-a420-c6b11f65c626', 531, 'Telcell'),
  ('09f1a6eb-b144-5bf7-9033-bb1b789cbf1e', 533, 'Digicel'),
  ('da864245-30ff-5a60-9358-2483bb709436', 533, 'SETAR'),
  ('2db4a56e-17b0-5aa6-8bf1-9c631b6f815e', 540, 'Mobilis'),
  ('a6d0f342-9250-58b3-aa28-e8a8571e93f9', 548, 'AIL'),
  ('5da2ee63-b726-5754-855d-72e226ce9034', 548, 'Digicel'),
  ('e2bf67d6-081e-5cd5-ae45-9c1bd49dac7f', 548, 'SMILE'),
  ('a4341ecb-1e9d-5db9-89e1-1f596072cf51', 548, 'WanTok'),
  ('86f2a051-29f8-506d-a405-7fab88ef75a5', 554, '2degrees'),
  ('df4bbab1-27fe-5204-b177-3bc74811dde7', 554, 'Spark'),
  ('0db2a963-588c-593e-87a9-e704ba5b07ac', 554, 'Vodafone'),
  ('26844ab7-61ff-5cea-936a-0fdcd32c00f3', 558, 'Claro'),
  ('3c28dae4-2ae2-5e7d-ba65-7ffa3e370f8e', 558, 'Tigo'),
  ('839f2a63-6189-5162-8693-02d3001674da', 562, 'Airtel'),
  ('e5b0aa60-f05c-5805-92ab-18721bad27f6', 562, 'Moov'),
  ('43674dbd-70d8-5c4d-9643-224b45bcfc51', 562, 'Orange'),
  ('8bd762b6-d7e7-5d8c-b2c7-6558c04d00e6', 562, 'SahelCom'),
  ('532c189b-1061-591e-83a9-14b0253d13e8', 566, '9mobile'),
  ('41fdce60-908c-5580-8750-f0258b1fd026', 566, 'Airtel'),
  ('c1bab1c7-8f1b-50b0-8f33-da5c35a1cea9', 566, 'Glo'),
  ('38628359-7800-5d1e-9abc-37ebb2ed96ac', 566, 'InterC'),
  ('e9ec5b56-b7e2-5da9-93c3-663f9f25cf1c', 566, 'MTN'),
  ('58bee788-a663-5ed5-9b86-80aa51dc5356', 566, 'Ntel'),
  ('463392a6-c5e4-5272-b8bf-915da6d06024', 566, 'Smile'),
  ('7a9b2817-a588-524b-af9e-b814b9c6e085', 566, 'Spectranet'),
  ('1561ea3e-0778-50f0-923e-139131caf416', 566, 'Swift'),
  ('66c00bcc-4d78-5af5-ae90-a5845c80b32d', 570, 'Telecom Niue'),
  ('de0da476-2128-5d1b-8e7f-1b8c466f73f0', 574, 'Norfolk Telecom'),
  ('5f8b83d7-aa25-55a5-a6da-e231b0551d91', 578, 'Com4'),
  ('b3ad2e26-73c8-5b4a-9939-6e40238ca4a1', 578, 'Jernbaneverket AS'),
  ('c3529159-49ed-5469-ae02-88fcc24ed2f1', 578, 'Lycamobile'),
  ('8fd50c0f-b938-5fa6-a3f6-ec8cbd979b20', 578, 'TampNet AS'),
  ('f9b6a13c-6371-5ee9-b2e5-9209ab31057a', 578, 'Telenor'),
  ('da696f98-a3d3-5314-86f1-5f8db6cc5bd3', 578, 'Telia'),
  ('e138a25e-a31c-5d53-99d2-6b343f86dc50', 578, 'eRate Norway AS'),
  ('023869a4-32e3-5622-8550-156592353c32', 578, 'ice'),
  ('afd404cb-5404-5109-b28f-eb34da6190bf', 580, 'IT&E Wireless'),
  ('d0bd0d4c-b877-5ce0-ad94-0864ef986131', 583, 'FSMTC'),
  ('38115cf0-5bc1-5871-a0d1-a6edb1481e45', 584, 'Marshall Islands National Telecommunications Authority (MINTA)'),
  ('fdf3af98-33cb-5c60-8d2d-22637a887a2e', 585, 'PMCI'),
  ('5c2aadc6-ae1d-5de1-854e-89a820bc07ca', 585, 'PNCC'),
  ('3ec4fcda-211a-562f-953d-27174e823573', 585, 'PT Waves'),
  ('12c383d3-eec0-5daa-83d8-edb0810e80e8', 586, '3G EVO / CharJi 4G'),
  ('75a3400a-5b63-52f3-b110-7937dcf6c234', 586, 'Jazz'),
  ('932389ba-d8e4-5011-9927-eaed20b45034', 586, 'SCO Mobile'),
  ('4101fce8-de85-524e-b343-ae87ad80b077', 586, 'Telenor'),
  ('ab248c0b-497e-5a6c-9382-61fa0208e94f', 586, 'Ufone'),
  ('b2f5791e-3bcb-5809-8436-057bc93445bb', 586, 'Zong'),
  ('a3310fca-fa0b-56b4-a3e0-93f2b0ae0631', 591, 'Cable & Wireless'),
  ('238eb9b7-f641-5d10-b6e4-d81958a53249', 591, 'Claro'),
  ('bb3d4f1a-6ea2-5b1c-8094-a5a5a4465f37', 591, 'Digicel'),
  ('b5cd47dc-3d43-5852-8850-87df8a62f657', 591, 'Tigo'),
  ('b0f26d60-9050-5156-8e0b-519317feec1d', 598, 'Digicel'),
  ('9d19a02f-873a-561a-9120-7788decc64e4', 598, 'bmobile'),
  ('1bada4e7-4377-54d9-9566-d53ecddac071', 598, 'citifon'),
  ('0b2382a2-a29f-50e4-9459-500aeaa108b8', 600, 'Claro'),
  ('b8188de1-8681-57dc-9a99-b4bc9b9af3a2', 600, 'Copaco'),
  ('ca756c1a-dac5-5b7f-8da7-5f80ebcfd08c', 600, 'Personal'),
  ('435d75ca-807f-5e79-9bf0-677d8214cdb6', 600, 'Tigo'),
  ('f8c0bac8-bafd-57e6-a6e9-42febf242dbd', 600, 'VOX'),
  ('9d67c7e0-c75b-5233-965e-66e1f204f895', 604, 'Bitel'),
  ('b1e42eaa-8707-5e4d-91f1-2bdf1d2198e4', 604, 'Claro'),
  ('dd441d01-635c-502c-b837-1370e2cd282e', 604, 'Entel'),
  ('2a240db2-a165-5e54-a721-3ef84a258268', 604, 'Movistar'),
  ('80a7734d-218d-5edc-bd4c-661d5b110cd8', 608, 'ABS-CBN Mobile'),
  ('138861ee-f51f-58d0-befa-704f5e1db3ce', 608, 'DITO'),
  ('73527245-297b-553f-98ff-032d9550696e', 608, 'Globe'),
  ('070b0116-309d-546b-9c77-2a10a9a01194', 608, 'Next Mobile Inc.'),
  ('81dd13ea-14f9-53bf-ad65-7265e01593d2', 608, 'SMART'),
  ('bad7ac07-a0ac-56d6-8a50-13f1633b490e', 608, 'Sun Cellular'),
  ('c3780492-6a5f-5a06-849c-3b4e282faac8', 616, 'Cyfrowy Polsat'),
  ('0338d0c8-d062-586b-923a-46412a79b300', 616, 'Lycamobile'),
  ('87d2ff21-7b8e-5f49-b785-1ddc535fda2f', 616, 'Move Telecom S.A.'),
  ('9bcd820f-df46-5239-b7a3-e7e51530b171', 616, 'NetWorkS!'),
  ('91b5c279-3e07-5d04-aaa7-ededd03ef2f4', 616, 'Netia'),
  ('883f426e-d6bd-54c6-8ed5-35255c8ee856', 616, 'Orange'),
  ('b4f155f5-cdcb-5684-a2d9-ac4de3ed2215', 616, 'PKP Polskie Linie Kolejowe S.A.'),
  ('a0226e3b-43a7-5da6-b3a8-fe8f8313d63c', 616, 'Play'),
  ('1e6d029c-eb37-5103-ad3c-377340de759b', 616, 'Plus'),
  ('f5ad748a-afa3-5308-b241-2240296f72c7', 616, 'T-Mobile'),
  ('b55769f1-5302-5fa2-a138-4f4103aa449f', 616, 'TeleCube.PL'),
  ('a0d42169-315d-51ed-8b8c-0900acfbad76', 616, 'Truphone'),
  ('83f0a2bd-9aae-52c3-b5c4-ca0aa23bb0a5', 616, 'Virgin Mobile'),
  ('b98c7d46-36a6-5630-a24c-aaa30237b709', 616, 'Voxbone'),
  ('7eaf4fbf-3c89-5570-b2d6-c48f66c6f025', 620, 'Infraestruturas de Portugal, S.A.'),
  ('c7d7f8b3-81f5-5551-91a4-fcd7d0f91f39', 620, 'LycaMobile'),
  ('f6d61790-df98-5b6b-b4e2-b40a4c75e597', 620, 'MEO'),
  ('a4af77f8-e7bd-588f-918c-159bf992ed7c', 620, 'NOS'),
  ('d211104d-4414-5765-bdb7-371b820c4307', 620, 'Vodafone'),
  ('f0ad16b6-5a6f-5b3b-9fe9-08f8e0af7e72', 624, 'Guinetel'),
  ('2df88a06-d7e3-5de2-9300-8621c0d2878f', 624, 'MTN Areeba'),
  ('b6e27cc3-ebe9-5d61-91de-45ed5b90f137', 624, 'Orange'),
  ('302185bc-cd2f-5397-82b4-4c5a488b1b07', 626, 'TT'),
  ('021b696b-89a8-54d2-8703-4499be76fdf1', 626, 'Telemor'),
  ('49023b2f-b117-586c-be54-e22ecb781829', 626, 'Telkomcel'),
  ('e63453c4-a41c-53a3-bd35-4add7ada6473', 630, 'Claro Puerto Rico'),
  ('a1d1fd54-390d-5bb1-9633-2dd8f43a6bd7', 630, 'Liberty'),
  ('86530d1f-33cd-5dd5-860f-463609f2db77', 630, 'Open Mobile'),
  ('61041c65-847b-565d-81a9-8b194f784122', 634, 'Ministry of Interior'),
  ('083ccad9-5812-5f54-bce2-ab8a54fd078b', 634, 'Ooredoo'),
  ('53c9dd48-baf3-583f-b92c-218db17e54dd', 634, 'Vodafone'),
  ('696cfa53-5282-5883-85b8-66ea53ecb089', 638, 'Free'),
  ('661d9d5d-0168-5798-b4b7-e4f0e5aae183', 638, 'Maoré Mobile'),
  ('1dc5f72d-10e4-5211-a104-8ea2a425acb5', 638, 'Only'),
  ('fa1643a1-c3ec-56b4-86f8-a0512e7c3fab', 638, 'Orange'),
  ('7e547792-5b67-56a2-9f4d-5348261dcc66', 638, 'SFR Réunion'),
  ('ee679359-c12e-5f5a-925a-e6ea15ec91f6', 642, 'Digi.Mobil'),
  ('e55793fc-094c-53e3-a631-a942e49f196a', 642, 'Lycamobile'),
  ('53389eae-d939-5776-857c-4cbe55e41de2', 642, 'Orange'),
  ('13530256-324b-5ea1-bd19-687885d32a39', 642, 'Telekom'),
  ('ddbf3d07-aaa7-5f19-9444-f4347469f6d4', 642, 'Vodafone'),
  ('36b42daf-c9c0-58a6-bc2a-b4f248ff3365', 643, '+7Telecom'),
  ('610d2751-0780-5ca3-8089-7209a4a03d2d', 643, 'Beeline'),
  ('0efd9caa-8790-5375-9a96-f4686cb94c79', 643, 'Gazprombank Mobile'),
  ('bbd63935-a38e-5cd8-a8b8-16419847411e', 643, 'GlobalTel'),
  ('c548b993-173e-565f-b0f4-d5df1ee6422a', 643, 'Iridium'),
  ('33a6a2c3-8683-5e00-aba2-8955955d0a3d', 643, 'Krymtelekom'),
  ('1d9d9c65-7750-500d-bef5-249df7d1c80b', 643, 'Letai'),
  ('53e81a37-3f23-5ef0-b3fe-97ea2a214374', 643, 'MKS (ex. Lugacom)'),
  ('25fea29e-331a-5081-b6e3-b810e1aabeec', 643, 'MOTIV'),
  ('b64eec19-bb90-55d2-94d7-d44cb602bcc3', 643, 'MTS'),
  ('924afdeb-bb50-575c-a4cb-82f73d6f9c8e', 643, 'MegaFon'),
  ('6ea6a729-98db-52f4-9012-2ff12ed3ba08', 643, 'Miatel'),
  ('8b18e2d2-3373-5bd4-ba97-cee5ed8a39c0', 643, 'Phoenix'),
  ('ff0d431a-fae2-5200-ba4f-f095c54ef5b9', 643, 'SberMobile'),
  ('059a6548-f3a8-5bf2-8aec-33014b02250b', 643, 'Sevmobile'),
  ('fe4b4a4b-bbb5-5520-ad4c-8e208853145f', 643, 'Skylink'),
  ('d5c18f68-14f4-5324-b227-454ab5efc153', 643, 'Tele2'),
  ('d9f19e61-d165-5b09-b677-dc8bcb80982c', 643, 'Thuraya'),
  ('6ab6f597-a29b-5957-9b2a-9b163150831a', 643, 'Tinkoff Mobile'),
  ('7757fff0-bfe0-502e-a7ca-a9b0ccb4b43b', 643, 'VTB Mobile'),
  ('5576ff14-bf6a-551f-8fc6-a841e490e5a9', 643, 'VTC Mobile'),
  ('b3b1b807-cbed-5a39-ba52-b89ac8b5d233', 643, 'Vainah Telecom'),
  ('4184d8b0-b276-530e-a7c8-4b8bc22c5b75', 643, 'Vainakh Telecom'),
  ('6282fe30-8e12-513d-a8df-baf1bc6ff347', 643, 'Volna mobile'),
  ('6b0b08f7-415b-5afd-ba64-833a01a0ae4c', 643, 'Win Mobile'),
  ('1c6056b9-17e5-56ec-a9cc-27e10f9f4b7a', 643, 'WireFire'),
  ('bf83089a-93fc-5be2-aad3-0fbfb34a4443', 643, 'Yota'),
  ('510fd176-4362-5a80-b4cf-b82e69302fc9', 646, 'Airtel'),
  ('feeb75b6-25fc-5eb1-a8bb-5bf6cbbc61be', 646, 'MTN'),
  ('6e754272-3116-5ecb-9d1f-e81c612bc0a1', 646, 'Olleh'),
  ('2b2ddb17-23ab-5ef2-bcfa-692e9411b7bc', 654, 'Sure'),
  ('ca762014-3ff1-5bcb-9def-bb1da6538007', 659, 'Digicel'),
  ('4b5696b6-a990-5634-8f04-82dda2015abf', 659, 'FLOW'),
  ('b4ea1d5d-d88b-579b-8fd5-cd91fdcb7def', 660, 'Digicel'),
  ('be65712a-6135-5d21-802f-60d0b537dcd2', 660, 'FLOW'),
  ('af4126dc-ac37-5716-aaa8-a99dfe324862', 662, 'Digicel'),
  ('5e2458be-9ab6-5f7f-8cc6-0a2f3e7b404c', 662, 'FLOW'),
  ('5572c9b3-be8f-5109-9c39-c97a331d741d', 666, 'Ameris'),
  ('d2a019a6-f4f4-5797-9d61-6540f2a4f0b2', 666, 'GLOBALTEL'),
  ('0a2bbe26-27da-5ca1-b747-44ade58d8344', 670, 'Digicel'),
  ('2095d1fe-7da7-5f5e-88a8-2eb1edc9a565', 670, 'FLOW'),
  ('621ea840-248b-5478-b301-6a0f18376e0e', 674, 'PRIMA'),
  ('43d0fb48-e182-5432-81c5-1451f8165ed5', 678, 'CSTmovel'),
  ('221decdd-a4ae-5ba1-885c-c3024d6b14df', 678, 'Unitel STP'),
  ('8cabfdaf-19ca-5964-b3df-6a12d6f44346', 682, 'Al Jawal (STC )'),
  ('b1f4f074-a8db-546b-a558-863f034ba786', 682, 'Lebara Mobile'),
  ('111649c1-5160-5a84-9e6a-feedc0aec27c', 682, 'Mobily'),
  ('f0ce3bf6-4ac8-51cf-bbbc-431571998004', 682, 'RGSM'),
  ('b0969317-ae78-58f5-b70b-c52b8a6360b4', 682, 'Virgin Mobile'),
  ('151cedf9-77f2-578a-948b-148e39ed97e5', 682, 'Zain SA'),
  ('84c264a0-3581-5459-9bd7-801112c48b89', 686, 'Expresso'),
  ('a549e6d5-3291-5cf8-aa1c-6511120571ef', 686, 'Free'),
  ('eb0d5d7a-c3f9-5060-927e-5360698bc1d9', 686, 'Orange'),
  ('4ffac66d-ed99-55aa-9180-b39bd1f02693', 688, 'A1 SRB'),
  ('f3867759-e612-569b-a155-c4d566b5c173', 688, 'Globaltel'),
  ('1fd21dbf-1574-5a0e-8664-46c20289990d', 688, 'Yettel'),
  ('5d2af486-64b9-508b-8a34-d615272a7acb', 688, 'mt:s'),
  ('1b342fa5-2acf-56a6-b62e-e0f3254dea91', 690, 'Airtel'),
  ('227eb33c-c732-5ae8-bc02-36d6646762d5', 690, 'Cable & Wireless'),
  ('6ed337c3-f96c-5eb5-aec4-ed00ed10876b', 694, 'Africell'),
  ('3f8700ca-9bc6-5c92-82b6-30c38cab8ce1', 694, 'Orange'),
  ('7de4771d-98d8-5f63-9742-3003df189ca1', 694, 'SierraTel'),
  ('bd52f990-d70d-570b-9128-82f5aa382174', 694, 'Smart Mobile'),
  ('711c8bd9-7c04-531e-aaf8-519463099d7f', 702, 'Circles.Life'),
  ('ed269278-19a6-54eb-9c36-f7a15001cb68', 702, 'Grid'),
  ('cc39e8f4-b15e-5b68-b500-d70efe96832d', 702, 'M1'),
  ('05cac4e7-dfab-5679-b76a-3649a14fc1c6', 702, 'SIMBA'),
  ('8abfd024-0d59-57d3-92a4-3ef9ec378af1', 702, 'SingTel'),
  ('c41b7598-1364-5d8f-a1e1-67ab591d9a7e', 702, 'StarHub'),
  ('c6148c55-7255-5fff-b7b8-6a954d919c14', 703, '4ka'),
  ('ed1adc49-e0c4-5b3c-82a1-758993c3e083', 703, 'O2'),
  ('63a32d36-9243-5b50-8bd6-d82279e60703', 703, 'Orange'),
  ('cd36cf36-5de0-5c1d-9a5a-02c73de165b6', 703, 'Telekom'),
  ('6bebaa24-1477-5b01-a824-47471a4bcd39', 703, 'ŽSR'),
  ('533dd892-2667-5715-be14-6b1f6ef1078a', 704, 'Gmobile'),
  ('afaeabdc-607f-5ab7-9250-80e34be3a698', 704, 'I-Telecom'),
  ('e80b3738-0f0a-57b5-934e-a67461b314e9', 704, 'MobiFone'),
  ('e682ec40-6e14-500c-b4ff-7f4215f935c1', 704, 'REDDI'),
  ('6ea7e0bd-455a-5b4c-af8b-c2e4ef9769a7', 704, 'Vietnamobile'),
  ('8c2f6895-2eda-5a38-b2e5-3e5bfa59968f', 704, 'Viettel Mobile'),
  ('fcdff046-4692-5107-96d9-3e908d68488d', 704, 'Vinaphone'),
  ('2de74381-ee7a-5d66-a303-468d5649b5fa', 705, 'A1 SI'),
  ('b20c1c77-d90c-58ff-a16b-0c3836b94432', 705, 'Mobitel'),
  ('6f6b3266-6c00-54ea-b1a6-1376bed98bd5', 705, 'SŽ - Infrastruktura, d.o.o.'),
  ('b2ac90ce-c5ad-5bd9-87e7-ccc3cf4c3a9e', 705, 'T-2'),
  ('ad6b299e-7add-5e10-8eba-e64dc14c8f2b', 705, 'Telemach'),
  ('4d40df14-ea01-5eec-af19-d99eab6f1abe', 706, 'Golis'),
  ('e428392f-d8a3-555e-8799-686afe2495a2', 706, 'Hormuud'),
  ('1e86db65-dcc4-5cf5-986f-87fe01199086', 706, 'Horntel Group'),
  ('47645451-eb7e-5ebd-9cee-ab14f7d84646', 706, 'Nationlink'),
  ('73f70cb7-d949-5121-884b-c9781cb44be2', 706, 'SOMNET'),
  ('c255b50f-875d-5fdd-8c0b-501d8f49293f', 706, 'Somafone'),
  ('01abb797-74ec-568f-9142-e3a67fb0ea61', 706, 'Somtel'),
  ('e782a604-7c15-5ddd-a620-e01357406730', 706, 'Telcom'),
  ('bacfffb3-b069-5435-9801-508eeba673ac', 706, 'Telesom'),
  ('bb102cda-bcac-5a17-b03a-efb7edf37a36', 706, 'UNITEL'),
  ('c11f7c31-acd6-5af4-b5cb-1a6c4c42844f', 710, 'Bokamoso Consortium'),
  ('feaa8b5f-6434-5c9f-a466-0ffdf941ffec', 710, 'Cell C'),
  ('8a868eba-ace3-52e8-af36-37af0d76a1ab', 710, 'Comsol Networks (Pty) Ltd'),
  ('235e5e52-4f3e-5ead-b3e1-b2b9297ca951', 710, 'Ilizwi Telecommunications'),
  ('6b979cc4-2a3c-5b16-a530-5dbeb2438e59', 710, 'Karabo Telecoms (Pty) Ltd.'),
  ('c9a6cec0-a5b5-5f38-9eed-5599f814b5b2', 710, 'MTN'),
  ('7dfd4525-2743-53d1-b9e6-a3d2c4903ffd', 710, 'Neotel'),
  ('de2ba6df-746c-5e5f-990c-cec6fd156c86', 710, 'SMS Cellular Services (Pty) Ltd'),
  ('bfc7ff6e-48c4-553b-b3d5-80dd98703ea7', 710, 'Sentech (Pty) Ltd'),
  ('49b389e5-a047-5b79-8688-a33ff9753e27', 710, 'Telkom'),
  ('ddc639bb-6ac1-5886-a79d-e5b4af4b2457', 710, 'Thinta Thinta Telecommunications Pty Ltd'),
  ('ac497787-bdb4-5ebe-b500-e988d7113ad7', 710, 'Vodacom'),
  ('eb0078c9-07b0-5c6b-8f26-5afd43764be1', 710, 'rain'),
  ('ab0e5f37-338c-5804-aa6e-9c03fb9e131d', 716, 'Econet'),
  ('1dfeff8c-5020-524e-83ab-b4c27adb282f', 716, 'Net*One'),
  ('2fb5d161-8f76-5f03-93d6-5e1c00391ed1', 716, 'Telecel'),
  ('25c265c5-b10c-55b4-b461-69381a7d9e3c', 724, 'ADIF'),
  ('579f880a-6eaa-522e-87f7-6864ad54f584', 724, 'AVATEL MÓVIL, S.L.U.'),
  ('3d49ff89-fe0e-5845-a419-b511156e3aff', 724, 'Aire Networks del Mediterráneo, S.L.U.'),
  ('2ab17bda-d81a-5b15-8c99-26a936dcc339', 724, 'DIGI mobil'),
  ('cc0321e8-9c54-56b1-a665-c5c432ed88ee', 724, 'Euskaltel'),
  ('e7772a0d-7df6-5d5d-b032-24f601abe064', 724, 'Fibracat'),
  ('2786e063-1c95-57fe-a453-c0fdcb80e2f5', 724, 'Movistar'),
  ('04aac5b6-693b-56bb-9529-c4a2c921d3f2', 724, 'Murcia4G'),
  ('f046ba38-cc21-50ca-8bfa-67931a99f4d3', 724, 'Móbil R'),
  ('0c2eb3cb-7575-5ac9-8400-d0926baf8d2e', 724, 'Orange'),
  ('55cbe394-fb1b-5580-9618-ea7102d0eff6', 724, 'Simyo'),
  ('e541251f-ef51-5186-ac5c-30d5a7d2dd90', 724, 'TeleCable'),
  ('ded82e9e-3d66-53c3-80e8-2b6cd1cf8ed1', 724, 'Truphone'),
  ('941b57b5-3a36-5d32-81d0-81f88eddad89', 724, 'VODAFONE ESPAÑA, S.A.U.'),
  ('761b94d7-1413-5239-9578-5706efe92047', 724, 'Vodafone'),
  ('e83ef089-7070-539f-8241-28fcce8f80e6', 724, 'Xfera Moviles S.A.U.'),
  ('03b92c95-81de-527e-9552-481a1e8cba96', 724, 'Yoigo'),
  ('cb425b4e-14ad-5ef0-817c-0d7bd3894a8d', 728, 'Gemtel'),
  ('7a42ead1-342b-5a18-a5ba-9ae646a4326e', 728, 'MTN'),
  ('5d40c5d8-6117-579d-90d4-c03cf9f5937a', 728, 'Sudani'),
  ('41750757-b768-51a5-b4f5-cc2aa0c02da9', 728, 'Zain'),
  ('c5253954-4a9d-5db5-be53-8490632e9884', 729, 'MTN'),
  ('9435d4c2-6530-554d-a7e9-0fde5c29cd28', 729, 'Sudani One'),
  ('5f774b18-0ae8-5fad-b80f-54b652a7973a', 729, 'Zain SD'),
  ('4a979d9c-805d-54e9-81a1-d1691b18077a', 729, 'canar'),
  ('1b79df2a-6a8d-53ce-9618-77ab57825c73', 729, 'khartoum INC'),
  ('e875833a-1705-55e9-ad15-d2c0efbf8b53', 740, 'Digicel'),
  ('0d1180db-2c4e-584a-997a-a1bcb8b4f244', 740, 'Telesur'),
  ('322a3c61-3441-50b4-ae6e-31c039db6368', 748, 'Eswatini Mobile Limited'),
  ('45264fe1-bfdb-529e-91e6-8af8fff7b419', 748, 'MTN Eswatini'),
  ('7bc5496f-c7e7-5e0d-9c2a-74ab0644c5af', 752, '3'),
  ('0e479318-cbd7-5121-953a-1c2b17e2a74b', 752, '42 Telecom AB'),
  ('af04ac24-1d2c-524d-ba3c-51708d3c13fc', 752, 'FTS'),
  ('081deee7-acff-5c6f-81a2-3a52ebed78aa', 752, 'GlobeTouch AB'),
  ('fd4a9be7-2755-5675-850a-e6de7380d17a', 752, 'Gotanet'),
  ('fcd0cf7e-4559-5e85-9578-b2fb79b751e5', 752, 'Lycamobile'),
  ('d61b7d95-f11c-5aaf-a49a-8d768800b136', 752, 'MobiSir'),
  ('d9b025c8-c3a5-5ef9-9245-1d579977bac2', 752, 'Net 1'),
  ('069a1b58-3db2-5e7a-869e-f64efcb20d20', 752, 'SWEDEN'),
  ('637c9dd7-b138-5fce-a466-0f71fef04614', 752, 'Sierra Wireless Messaging AB'),
  ('33ab6c07-c1aa-541b-8ae6-f6bd1f1e27dc', 752, 'Spring Mobil'),
  ('eb78ee29-8d1a-528b-b50f-f8170a2f7ce6', 752, 'Sweden 2G'),
  ('886b23a6-7931-52c2-898f-66639742aee4', 752, 'Sweden 3G'),
  ('1bc2a411-2cd3-566b-bab4-230b44947b4f', 752, 'Tele2'),
  ('ab90d5c3-28b8-556f-b828-4a9ec64ac0f4', 752, 'Telenor'),
  ('58c6cf3d-5984-58f4-b820-0a1861f2a91e', 752, 'Telia'),
  ('d156b0ea-d091-567a-9056-72becc7f50e2', 752, 'Vectone Mobile'),
  ('834202de-c555-5e76-8ea0-21c50f12c34a', 752, 'Voxbone'),
  ('ec266ae7-478c-55a2-8869-6844b964123f', 756, 'FTS'),
  ('f791f3bb-f99c-54c0-baed-121b674b0cf8', 756, 'Lycamobile'),
  ('9424b78c-5d6f-5756-9288-f3a58e786b2a', 756, 'Nth AG'),
  ('a1a7ade8-9b29-55d7-aa6d-7e0a258161b1', 756, 'SBB-CFF-FFS'),
  ('a7457b83-89d5-5688-b7dc-05684f7532e3', 756, 'Salt'),
  ('a31691eb-08f9-5b92-a825-113d2ca77476', 756, 'Sunrise'),
  ('58a5193e-e60d-5325-99d3-702bfd95cf09', 756, 'Swisscom'),
  ('228f65b8-b5a1-54c0-b994-c33306fd6a70', 756, 'Tele4u'),
  ('7ba6f6dc-5908-5794-b06b-a97831ed0d05', 756, 'Telecom26 AG'),
  ('16e17bd8-0512-5707-ab8b-82e6fc9cd65c', 756, 'beeone'),
  ('2da890a8-f846-53bf-b660-1b768ca7e71d', 756, 'relario AG'),
  ('3f03f961-ce9d-5837-9bda-aa8b97c41919', 756, 'upc cablecom'),
  ('d6c792e2-7091-5ec2-b6f6-f53bb69e0b01', 760, 'MTN')
ON CONFLICT ("id") DO UPDATE SET "country_id" = EXCLUDED."country_id", "name" = EXCLUDED."name";

INSERT INTO "network_brands" ("id", "country_id", "name") VALUES
  ('f0dd40bf-8ad6-50f3-8bfb-e2c3ef146730', 760, 'Syriatel'),
  ('553e01b3-57d8-5c4c-9080-593a405e95d7', 762, 'Babilon-M'),
  ('19a926b4-dccc-5526-bfa6-5d020e48eb76', 762, 'Babilon-T'),
  ('61abdb92-aede-5f5b-bda5-c151dd6b99ce', 762, 'MegaFon'),
  ('e0f2538f-99f9-596d-9a5a-209092451eff', 762, 'Tcell'),
  ('365b2740-75b1-597b-8c84-e878bd930ab2', 762, 'ZET-Mobile'),
  ('55c5aeda-1631-557a-a29a-c8c23d6db183', 764, 'AIS'),
  ('18dd81cc-155e-5cd2-8af4-173f52077c93', 764, 'AIS-T / NT Mobile'),
  ('32a484da-aa15-5181-a1a7-939780c95915', 764, 'NT Mobile'),
  ('17e2bae4-dc69-5abb-bcbf-f7e0e7bf4db1', 764, 'Royal Thai Police'),
  ('5f84a3bc-f86b-53ba-91ba-1f43129bbc38', 764, 'TrueMove'),
  ('be0cadbe-2ec9-5e88-af68-acdd471d6ec2', 764, 'TrueMove H'),
  ('73f187f8-8bfc-59d0-afef-86d1b8d9df20', 764, 'TrueMove H / my by NT'),
  ('a5ffd317-069a-5f3e-a541-4c26b76d3f6b', 764, 'dtac'),
  ('74b2a5c0-aa35-588d-b2d4-982105db3e8f', 764, 'dtac-T'),
  ('84a61e91-a9f7-5996-9ac4-6128616c8c79', 768, 'Moov'),
  ('1e84cb64-fd3b-5e3b-beca-f914ede1d554', 768, 'Togo Cell'),
  ('a729a021-3bfd-5477-abd8-7b66e645286a', 772, 'Teletok'),
  ('f4f219e8-b790-5a19-952d-1bf809bce26f', 776, 'Digicel'),
  ('8bc47477-7cdf-546e-95c2-0bcd1159ae72', 776, 'Shoreline Communication'),
  ('90b10c0c-1bd4-5784-b61b-80e5503f1c13', 776, 'U-Call'),
  ('c81606ee-3aee-5c37-b7f3-306b65565d0c', 780, 'Digicel'),
  ('8e3003b7-cdc1-5edf-9f49-72a51c24a646', 780, 'bmobile'),
  ('2714c9ca-466a-52ff-92f8-1107c2bcf47f', 784, 'Etisalat'),
  ('04aeb91b-fcba-5689-87a1-daad722dbae0', 784, 'du'),
  ('c3154c1a-6f7c-5b77-8935-f5fe15b81e29', 788, 'Ooredoo'),
  ('d794c1f8-893e-503e-89c4-6e410f788e90', 788, 'Orange'),
  ('b352dafe-4e3e-5ebc-ae2a-7f1bea0a4938', 788, 'Tunicell'),
  ('ed17f0d6-9826-5cf5-b03b-3804739879fc', 792, 'Turkcell'),
  ('d3fe65d0-5f89-5f3f-ae41-c16d15927540', 792, 'Türk Telekom'),
  ('7c22a0f0-6ef0-53d1-a19e-752a208148d1', 792, 'Vodafone'),
  ('fc7c0ef1-97ba-5777-8e78-08db2dda8ee2', 795, 'AGTS CDMA'),
  ('e6f69a1c-1bd2-5f7d-bc36-33c818e7310a', 795, 'TM-Cell'),
  ('ea02806e-c27f-5fd8-947e-71f06c8191b2', 796, 'Digicel'),
  ('baea4cfc-c700-518d-8683-6a2a22109b9a', 796, 'FLOW'),
  ('01ed7c0c-021f-5fe5-8fc9-2180bf19b80b', 798, 'TTC'),
  ('55f02132-0c21-5a5f-8440-a6ad54aaff45', 800, 'Africell'),
  ('3d08f472-acdd-53ea-8dde-6a590d2bcabf', 800, 'Airtel'),
  ('4f9f3962-ac72-550d-8ce4-73375f139c1c', 800, 'K2'),
  ('a3e95cb7-a966-5871-9fc2-9545673449b0', 800, 'MTN'),
  ('d98483a8-10cf-5a7f-a2cd-05d1f1c9c734', 800, 'Smile'),
  ('61135215-60de-530a-883b-e54a26c599e6', 800, 'Tangerine Uganda Limited'),
  ('625f1871-917e-5559-b34e-a988cbd83816', 800, 'Uganda Telecom'),
  ('4c9f2b1f-0062-5069-8d3c-ea743d3fe49e', 804, '3Mob; Lycamobile'),
  ('7f296f00-fde2-57de-a75a-726b221fefcd', 804, 'Intertelecom'),
  ('6a1f8314-5474-5469-8ae9-e6e3512b5330', 804, 'Kyivstar'),
  ('96278361-d21f-59fe-9aad-8fc75d285549', 804, 'PEOPLEnet'),
  ('00c2cc78-f92b-5c06-9474-867b5010944c', 804, 'Vodafone'),
  ('f326bb03-2ad3-5809-8d3c-e62f05151e2d', 804, 'lifecell'),
  ('75074148-2cd5-5699-a8c3-8aecfa9b7317', 807, 'A1 MK'),
  ('5ebb3a77-16d9-5b78-b8ea-1e6dea8ddc84', 807, 'Lycamobile'),
  ('8585d779-aaf0-57b6-aacc-93c586f6e8c8', 807, 'Telekom.mk'),
  ('72d668a5-758a-5da7-af84-11d4389dd939', 818, 'Etisalat'),
  ('7223a6b8-5ef6-5334-a144-762918c9341f', 818, 'Orange'),
  ('72aeb4a8-a2f9-53dd-abf1-6c750f2d3bee', 818, 'Vodafone'),
  ('e921e0ff-7b26-5643-ab59-8c76fe37a09f', 818, 'WE'),
  ('ce63fb61-05d0-5e35-ba98-bfa487a721f1', 826, '3'),
  ('5c0bcce0-68e7-53b9-a24d-b56cd7d60474', 826, 'Airwave'),
  ('f8bd36df-8875-5c80-a8a6-6984e1bef313', 826, 'BT'),
  ('015cf838-2f4b-538b-906b-98e69c3f166c', 826, 'BT OnePhone'),
  ('5975fb03-f56c-53bc-b2e1-6f64962d8c6a', 826, 'Cloud9'),
  ('7fc50b8f-ee1e-59da-80f7-9c3072305306', 826, 'EE'),
  ('9c67d99c-d813-5e3d-97e1-a656d20a4969', 826, 'Greenfone'),
  ('d6d541a0-69ef-5ddf-b249-3e2ca61d9009', 826, 'Hanhaa Mobile'),
  ('890e2f4c-43ea-55c1-bfb0-6183339642ec', 826, 'Link Mobility UK Ltd'),
  ('945b1d7f-5add-5219-9597-9fa3abbc6e2e', 826, 'Lycamobile'),
  ('f8a61d07-f273-5ae4-9ef2-9ba112f40f4a', 826, 'Marathon Telecom Limited'),
  ('69421877-3811-5f5b-9552-30b20fb4926a', 826, 'Mobile-X'),
  ('282de72d-e62d-53ae-a792-00e08da9e9e7', 826, 'O2 (UK)'),
  ('cec005bd-dcf6-580e-a7e8-28610c3753de', 826, 'PMN'),
  ('48c019e7-80ce-5c66-adf2-d055b93cff9a', 826, 'Railtrack'),
  ('4875a9b0-03e7-5300-97c6-72e27311c575', 826, 'Relish'),
  ('2cf0fa21-d8e9-5c69-b1c9-d444fb08cdaf', 826, 'Talk Talk'),
  ('718e75a8-84a6-5bf3-8860-41834183cf8b', 826, 'Teleena'),
  ('13fa68d1-73dc-5a6f-ad34-7570c49c061a', 826, 'Truphone'),
  ('c1672505-de6b-58cb-854d-da0b122a34a3', 826, 'Vectone Mobile'),
  ('5aeac9f9-27b3-53a1-871b-c401f9fffa30', 826, 'Vodafone UK'),
  ('3b1f86d1-294b-5056-b087-8e0269f4edd2', 826, 'iD Mobile'),
  ('2deb3634-b958-5974-8afd-3f4997c58c25', 826, 'telet'),
  ('dd6da957-2ac4-5039-b229-7467c316cf45', 831, 'Airtel-Vodafone'),
  ('1522d984-d6cf-5bfb-9a84-b03ee8648b04', 831, 'JT'),
  ('c21381c9-579f-5567-add4-bbfe01db0d3b', 831, 'Sure Mobile'),
  ('a26db970-f8d2-5d43-b6dc-09076d49f7c1', 833, 'Bluewave Communications Ltd.'),
  ('0f75430c-9527-5d17-b1b6-fb04983a69a2', 833, 'Pronto GSM'),
  ('e7d41cf3-7a58-5cf1-9b25-98d8e41148e5', 833, 'Sure Mobile'),
  ('e3f35b13-7e9b-5106-83bd-faca95fc10f6', 834, 'Airtel'),
  ('c53386e0-817c-596e-83f8-b9a009e067dc', 834, 'Halotel'),
  ('0a0333e0-bb71-5914-8804-03de41236390', 834, 'SmileCom'),
  ('d581ec96-57f6-5a9c-af58-45f68b8eb5dc', 834, 'TTCL Mobile'),
  ('baa9f86a-57a7-5a65-9e01-7c5c4e030d6b', 834, 'Vodacom'),
  ('6d115786-d099-55d5-8806-f8bac960f5a9', 834, 'WIA Company Limited'),
  ('bae657c2-a4bc-5dc3-bf20-efd9110d55ae', 834, 'Zantel'),
  ('3f4e3d87-f029-5c90-9538-bc6d8e50616c', 834, 'tiGO'),
  ('340bcc54-4af4-5162-8183-70368e729bde', 840, 'ASTAC'),
  ('946245f4-6d58-516b-8093-ba82daa42147', 840, 'AT&T'),
  ('4013235c-0874-5056-af4e-49c982bcab59', 840, 'Aeris'),
  ('1878c579-05ac-55b9-9490-c483759ba91f', 840, 'Airpeak'),
  ('989f117b-9a05-5ab3-9b12-a127bfad7529', 840, 'Alltel'),
  ('be6ae5b9-e502-5cbc-aeec-19988ebac60a', 840, 'Alltel US'),
  ('47d29faf-9630-5861-9a8f-cd72a97d5acc', 840, 'Appalachian Wireless'),
  ('c377724a-a6ea-5f6a-b91d-19fb503f824b', 840, 'Aspenta International, Inc.'),
  ('ff17a0ce-1362-5df2-ba6f-68a0c27d800a', 840, 'BBCP'),
  ('d3b73188-1b46-53de-a9fa-90db6328a464', 840, 'Big River Broadband'),
  ('d950d3db-9e88-5d36-9ea5-cd044de9f53d', 840, 'Bravado Wireless'),
  ('5c1e55af-35fe-5ce6-b66e-aa4f8c36a4f4', 840, 'Broadpoint, LLC'),
  ('d2256c95-eb82-5d15-87ca-801c0722de4f', 840, 'Bug Tussel Wireless'),
  ('f8b72a4d-8632-5247-bd2b-b95276941027', 840, 'C Spire'),
  ('4e5a037d-66fa-573a-8603-7bddacaa30d8', 840, 'CTC Wireless'),
  ('0f010bb7-e32d-5996-8ccd-3a24af7be2bf', 840, 'Cambio WiFi of Delmarva, LLC'),
  ('8f08ba9d-a56e-5e54-b42a-cf946d0c2630', 840, 'Carolina West Wireless'),
  ('dd39f05d-a1db-5092-9289-e15b793be6b3', 840, 'Cellcom'),
  ('e16a35c6-d83a-5733-aec5-c4e1c15cd404', 840, 'Cellular One'),
  ('14a57f0e-33e8-5b17-b8d7-01c04a453675', 840, 'Cellular One of East Texas'),
  ('0ff8b0ff-15e8-530f-b0ee-d66540cb4b0e', 840, 'Chariton Valley'),
  ('624f756f-7f53-545f-a4dd-50b5d7dfb1e7', 840, 'Chat Mobility'),
  ('cafa49ed-e0bd-55ce-9902-bc42a85c7942', 840, 'Choice Wireless'),
  ('98716984-1b81-548e-a5f8-1717f39bb82c', 840, 'Claro'),
  ('16398c1d-597e-5d08-a5bd-b66cd46dc2eb', 840, 'Clear Stream Communications, LLC'),
  ('58359123-a0c0-587d-9560-622ece3da818', 840, 'ClearTalk'),
  ('4209f2fa-f18f-5fe6-9e10-2dce532db829', 840, 'Conecto'),
  ('e7323fd0-84b4-52cb-aa92-9c7c7cf94b78', 840, 'Copper Valley Wireless'),
  ('422b3047-9421-5afc-a837-86a09d460c2b', 840, 'Cordova Wireless'),
  ('41ce1ab7-d7a1-5d75-b527-6de7f33fa18e', 840, 'Country Wireless'),
  ('e92e104f-fd95-50e6-b044-af6c220fd24a', 840, 'Custer Telephone Co-op (CTCI)'),
  ('5d825bbf-7607-59d2-8290-beb80131240f', 840, 'DTC Wireless'),
  ('564df2cf-f3f5-57ac-89ed-0e35c66ea740', 840, 'Dish'),
  ('01b57c89-7c8b-5f8d-bcf9-39af178e969d', 840, 'ETC'),
  ('b6a972d6-bb0e-590a-8d22-34e1e0e4c610', 840, 'ElektraFi LLC'),
  ('4888e525-eee8-5652-897d-48cbd94629c6', 840, 'Evolve Broadband'),
  ('b2c671dc-c8a6-5d58-bf1e-097ea2e79716', 840, 'Expeto Wireless Inc.'),
  ('76b7c08c-55f9-5113-9473-d8c6cec72505', 840, 'FTC Wireless'),
  ('e370a1d5-908d-57f6-9492-6af38a0b1195', 840, 'FirstNet'),
  ('a92d4e13-3ecd-5d70-8f9a-848d2917226e', 840, 'Five Star Wireless'),
  ('4a3859c1-98f4-50fb-8900-988cdfa83ce4', 840, 'Florida Broadband, Inc.'),
  ('fc6e7a4d-9027-5e76-b2e3-061b4d12655c', 840, 'GCI'),
  ('383f3a13-36ae-5f15-9a04-a7d101f3decf', 840, 'GCI Wireless'),
  ('933a334d-518c-5b4e-82cc-8f7fbf24e297', 840, 'GigSky'),
  ('10a75c03-9208-5e52-987f-32d5f8bb1bf7', 840, 'GigSky Mobile, LLC'),
  ('a9c27726-8706-5416-a137-04a2b88517fe', 840, 'Globalstar'),
  ('faff2a7a-a5bf-53e9-86fd-509e4f26b54c', 840, 'GlobeTouch Inc.'),
  ('b2bf201c-28cb-5dbf-828c-c42bc85d85e5', 840, 'Great North Woods Wireless LLC'),
  ('d4a01346-4c65-5bae-9bf6-9836af928ab7', 840, 'Hologram, Inc.'),
  ('df632346-6ef9-578b-be70-74d2d9a6ce81', 840, 'Illinois Valley Cellular'),
  ('b9cfb496-db91-5ea6-a3ae-c8185846cb64', 840, 'Indigo Wireless'),
  ('aeb9f16a-05dd-542f-a241-e4ba3cca4aff', 840, 'Infrastructure Networks, LLC'),
  ('a35bc42c-fc1b-5b34-b405-f5458ac57521', 840, 'Inland Cellular Telephone Company'),
  ('564fdc4c-18ce-567e-91e6-1e6f27faa171', 840, 'James Valley Wireless, LLC'),
  ('32efce1a-2239-56e0-8415-8cca2a068eb7', 840, 'Jasper'),
  ('3d35dd1e-aa55-5e0e-bcaa-3303464e90b9', 840, 'Ketchikan Public Utilities (KPU)'),
  ('17b662ac-54e9-53e7-91ac-bff3a0e7f71f', 840, 'Kings County Office of Education'),
  ('2e1c3b75-e39d-5ed6-b51c-09f7cc368952', 840, 'Limitless Mobile'),
  ('fdf0fc9e-aaf1-5352-84b1-96cd5f5ddcfb', 840, 'Limitless Mobile LLC'),
  ('933823db-54f0-5ebf-bb5c-26682217df78', 840, 'Mercury Network Corporation'),
  ('caba1774-1731-533a-a085-46a568cda37a', 840, 'Metro'),
  ('da07f03e-c217-559f-a175-327d193cb8de', 840, 'Mid-Rivers Wireless'),
  ('307a8f72-83a3-5b96-bf70-52d823ae8abe', 840, 'Mile High Networks LLC'),
  ('6dfc0444-c1be-5f1d-9d68-c53b2bdff0a1', 840, 'Mobi'),
  ('895209f7-75ca-5338-ab69-3584a7e04ab7', 840, 'NMU'),
  ('15ca9acf-fb9c-58e2-8428-b66f1f7043fa', 840, 'NNTC Wireless'),
  ('8b613e95-c363-520f-82ff-4df2fd17a338', 840, 'Nemont'),
  ('437bec36-b04e-5ba6-88cb-cb960e8bdf02', 840, 'New Dimension Wireless Ltd.'),
  ('87c5cb3d-71ea-5fa8-ba75-379b38d59d72', 840, 'NewCore'),
  ('0699632f-5f92-5951-b3b0-07f3abdbf186', 840, 'Nex-Tech Wireless'),
  ('31aa6e05-d612-5917-b8a5-15fa1dd4f395', 840, 'Nextlink'),
  ('213fae1e-dd11-5e89-8878-8446c2a97086', 840, 'NorthwestCell'),
  ('024ef48b-00f9-5e28-a713-dd0dd297f0b9', 840, 'Numerex'),
  ('0403c66e-7b1c-5d96-ad47-aa9d7a6873d6', 840, 'OTZ Cellular'),
  ('d6eaeb61-725c-5bda-a61c-048593161817', 840, 'PTCI'),
  ('0cfbb502-391a-5772-8838-63012391a734', 840, 'Phoenix'),
  ('d701590c-f44a-56b3-8a9c-c5617972faa9', 840, 'Pine Belt Wireless'),
  ('7fcc7fcb-e505-5f93-92a7-13f7c13889be', 840, 'Pine Cellular'),
  ('c19a9a1a-ccde-5d14-9354-ae5e936ca161', 840, 'Pioneer Cellular'),
  ('0a0cd2fb-1388-561c-93b9-d4ac3d358969', 840, 'Plateau Wireless'),
  ('262b7a31-5e85-5192-8988-72b9e31acd6d', 840, 'RTC Communications LLC'),
  ('8a21f9a6-aca0-5088-af83-0e2cba3b1c93', 840, 'Redzone Wireless'),
  ('47218d07-bd5d-51e5-9592-be1e2d860b53', 840, 'Rock Wireless'),
  ('dd17f5b1-0ee3-546b-842a-d4df58db6d23', 840, 'STRATA'),
  ('3fffdd6d-0277-56c1-bf0d-bfe7c37efe6f', 840, 'Shenandoah Cable Television, LLC'),
  ('922a75f0-7bb4-5bb3-8afd-0f90539e1c69', 840, 'Silver Star Communications'),
  ('4bbe34c6-28ea-5f79-8dad-1f2e9acccec2', 840, 'Softcom Internet Communications, Inc'),
  ('bae5428b-d924-5bef-99b7-0117a5d65736', 840, 'Southern LINC'),
  ('2e16ad56-3e7a-588c-b345-17cd242e34d8', 840, 'Space Data Corporation'),
  ('3d5b581b-7f05-5e5e-8ba5-bbfadc6d1f78', 840, 'Speedwavz LLP'),
  ('6b00e929-586b-55dc-84e4-b41228220345', 840, 'SyncSouth'),
  ('7a1dd679-7b9b-551c-8037-846c51ffe18b', 840, 'T-Mobile'),
  ('904434dc-6b18-567a-bf74-6f575149c2ba', 840, 'TCOE'),
  ('b6e1914c-07fe-5790-a581-67eb597258a7', 840, 'TGS, LLC'),
  ('b6d1683d-e645-5a14-97f8-c4ff44f54709', 840, 'Tampnet'),
  ('9746d5a9-caa2-524f-88a9-084c565bd17a', 840, 'Telalaska Cellular'),
  ('0eef5c4a-36c5-5e7c-938c-3523a4f6001b', 840, 'TeleBEEPER of New Mexico'),
  ('f780b4ba-9281-5443-9149-841eac07378f', 840, 'Telnyx LLC'),
  ('d44a5d01-488b-5029-878a-2e9b2753c391', 840, 'Tennessee Wireless'),
  ('8afa75bc-a4c3-5ca4-af8e-d85e61c8a8cd', 840, 'Thumb Cellular LP'),
  ('8b6db76b-3ed5-5c42-aa2e-c1f5884dd2dc', 840, 'Transit Wireless LLC'),
  ('1065df3e-1318-5c00-9e83-39ab35222159', 840, 'Triangle Communication System Inc.'),
  ('94bc3e2e-b6cb-5a13-8766-1763564226ea', 840, 'U.S. Cellular'),
  ('e15b552b-45d3-527e-a0a3-12d8402f08bc', 840, 'Union Wireless'),
  ('13927c58-c7fa-5d6e-a8b5-9f4f3ac167a8', 840, 'United Wireless'),
  ('23a857c6-3f4c-5126-b11c-63800ca9ddb7', 840, 'VTel Wireless'),
  ('c33dffcb-deaf-5a93-92d6-bc8485a85541', 840, 'Verizon'),
  ('8878b8f3-8e58-585c-a319-b500637c7ddc', 840, 'Verizon Wireless'),
  ('cfca413d-dcdf-5fdc-83d6-f18523130dd4', 840, 'Viaero'),
  ('028df7ca-576c-5baa-9f21-8c4b9045e703', 840, 'Virgin Mobile'),
  ('7a758adc-0462-5c87-9797-5c3dcd2b8f92', 840, 'Vivint Wireless, Inc.'),
  ('923d0482-a112-5b7a-8da0-105fc767a506', 840, 'Watch Communications'),
  ('e5eb61c4-db8f-5a6c-8b6c-94d670412b62', 840, 'Webformix'),
  ('670c7c67-be89-5ea8-8ccb-5c5fadca565a', 840, 'West Central'),
  ('c55295c9-4c4a-5073-822b-2f411c7ff67a', 840, 'West Central Wireless'),
  ('c4691287-17ef-57f8-ab71-43cb5fd550d7', 840, 'Wilkes Cellular'),
  ('e0592298-e513-52f0-9cb9-10c9568618b0', 840, 'Wireless Partners, LLC'),
  ('fbd3125d-9710-5d91-a165-5d099315ece2', 840, 'telna Mobile'),
  ('2cb13cd8-585c-519c-b4d8-cc1df77d6f3f', 850, 'Viya'),
  ('5da015bf-f549-56f4-b074-cc8ae54bd9a2', 854, 'Orange'),
  ('5d739858-fdd5-531d-a44a-64503dd91018', 854, 'Telecel Faso'),
  ('5814b04b-5421-52e3-bfe1-68f86c13e756', 854, 'Telmob'),
  ('50916d1b-83e0-52f7-8011-c85a96f283fb', 858, 'Antel'),
  ('9bb0125a-7f34-5ea0-b56b-b3ada5473443', 858, 'Claro'),
  ('2d53f9ca-9f21-5ca6-85cb-479f35187e7b', 858, 'Movistar'),
  ('980f6a25-737f-5826-bbc0-9473a7834da1', 860, 'Beeline'),
  ('322a666a-e2d8-57c7-8ff9-579a34e03f91', 860, 'EVO'),
  ('f90bffa1-6d61-5393-a2fd-530d04acd721', 860, 'Mobiuz'),
  ('b9487dc0-a347-53af-803b-e2630ffe5d19', 860, 'Perfectum Mobile'),
  ('99f7f6fe-3c32-5512-837f-5ff7e0f2109e', 860, 'Ucell'),
  ('cf3827f8-6ca3-5caf-8d75-ac2765b48180', 860, 'UzMobile'),
  ('b4792c24-0a7d-57af-93c2-8db91195156a', 862, 'Digitel GSM'),
  ('2aa66cd2-e0ab-5016-ba62-30b7a4b1724d', 862, 'Movilnet'),
  ('ec955628-3f37-5ad2-b6e8-601367bc0d93', 862, 'Movistar'),
  ('9cb685ab-103b-5984-88ae-47f67a8ddb95', 876, 'Manuia'),
  ('92cc2a56-4a8c-55ee-b845-d89656121738', 882, 'Digicel'),
  ('50975168-9e5d-5198-8756-2cdde74cc4a8', 882, 'Vodafone'),
  ('06f3c12a-28bf-5f93-a4b3-3c4c9c4d1c1f', 887, 'SabaFon'),
  ('dc09306b-27dc-5a72-8396-11658b0195e8', 887, 'Y'),
  ('766307e6-e278-5a09-8af4-e458e918ca9f', 887, 'YOU'),
  ('479e3116-4702-5da8-a4c1-7d2297bc75aa', 887, 'Yemen Mobile'),
  ('ad54e22f-f6f6-5292-a910-1c1afd75ca06', 887, 'Yemen-4G'),
  ('4f20414b-8aa7-56e0-bca8-6d7bbde2522a', 894, 'Airtel'),
  ('8ae1a809-98eb-587c-afa7-34537616e822', 894, 'MTN'),
  ('38e53f5b-1030-5e71-b8c8-4153c984f0fe', 894, 'ZAMTEL'),
  ('d6f4519c-495d-5736-8a15-1c078bd75912', 983, 'D3 Mobile'),
  ('837cd33b-3f93-5afe-8cee-cb85a87bc3c7', 983, 'IPKO'),
  ('1ca05172-ac87-51f9-8568-b09de30b7b8f', 983, 'Vala'),
  ('adc33daf-d1db-5b7b-adb1-c6b445432917', 983, 'Z Mobile')
ON CONFLICT ("id") DO UPDATE SET "country_id" = EXCLUDED."country_id", "name" = EXCLUDED."name";

INSERT INTO "networks" ("id", "mcc", "mnc", "country_id", "brand_id", "operator") VALUES
  (202001, '202', '01', 300, '1481bb24-3a07-52f4-ad5a-60903dc25a33', 'COSMOTE - Mobile Telecommunications S.A.'),
  (202002, '202', '02', 300, '1481bb24-3a07-52f4-ad5a-60903dc25a33', 'COSMOTE - Mobile Telecommunications S.A.'),
  (202005, '202', '05', 300, '76dba18c-8f15-5bb3-8dcd-2c683b8f8cdc', 'Vodafone Greece'),
  (202009, '202', '09', 300, '8e7580ff-b3d9-530e-b19f-b94c45e7fc19', 'NOVA'),
  (202010, '202', '10', 300, '8e7580ff-b3d9-530e-b19f-b94c45e7fc19', 'NOVA'),
  (202012, '202', '12', 300, '88a1d4e4-70a7-50ea-b78b-ecffdb540a57', 'Yuboto'),
  (202014, '202', '14', 300, '74c3cc10-4dd4-5704-b784-1b9bc3db2b09', 'CYTA'),
  (202016, '202', '16', 300, '90dcec56-cccf-51b1-b71d-f4d1346a027b', 'Inter Telecom'),
  (204002, '204', '02', 528, '59baab93-a3d7-5146-a8f9-d39b6d99e896', 'T-Mobile Netherlands B.V'),
  (204003, '204', '03', 528, 'e7e6d77e-6eda-54e1-91e4-a6d50a539268', 'Enreach Netherlands B.V.'),
  (204004, '204', '04', 528, 'd23414d0-a2e1-578b-96ab-4250f35c8934', 'Vodafone Libertel B.V.'),
  (204007, '204', '07', 528, 'efb3ba44-b1e5-5da5-aba9-f1a6461a68c9', 'Tata Communications MOVE B.V.'),
  (204008, '204', '08', 528, '1649499a-cb2d-53ec-ae87-5d770ad8f303', 'KPN Mobile The Netherlands B.V.'),
  (204009, '204', '09', 528, '24e48a7e-9f7f-55dd-b8d8-bb0be23bc52b', 'Lycamobile Netherlands Limited'),
  (204010, '204', '10', 528, '1649499a-cb2d-53ec-ae87-5d770ad8f303', 'KPN B.V.'),
  (204011, '204', '11', 528, '40f326ab-60b5-564a-9ea8-578300144364', 'Greenet Netwerk B.V'),
  (204012, '204', '12', 528, '5b71ca81-5f92-53d3-8afe-b30abcf5c4fa', 'KPN Mobile The Netherlands B.V.'),
  (204015, '204', '15', 528, 'c56dc18d-f5d5-5dc4-99de-53c7718a054a', 'Ziggo B.V.'),
  (204016, '204', '16', 528, 'eb1296c8-ccba-5ab8-a32e-12f0d11caf16', 'T-Mobile Netherlands B.V'),
  (204017, '204', '17', 528, '4b810d97-f2bc-524c-8a0d-8d03944532d0', 'Lebara Ltd'),
  (204018, '204', '18', 528, 'c56dc18d-f5d5-5dc4-99de-53c7718a054a', 'Ziggo Services B.V.'),
  (204020, '204', '20', 528, 'acb0ee59-3cf2-588a-b057-a2fc32dcc1c4', 'T-Mobile Netherlands B.V'),
  (204021, '204', '21', 528, 'bc6efdbf-7c8b-55e2-87bd-b513676c97c4', 'ProRail B.V.'),
  (204023, '204', '23', 528, '5518f0b4-516a-5861-9dfb-cd76660330b4', 'KORE Wireless Nederland B.V.'),
  (204025, '204', '25', 528, '344d954b-94e2-5820-bbde-fd8049ec72e0', 'CapX B.V.'),
  (204027, '204', '27', 528, '78fb963f-5c71-5271-817a-4dc28e4be3ec', 'L-Mobi Mobile B.V.'),
  (204033, '204', '33', 528, '05a8081b-6621-5106-84a1-2b5d4b9fd5a5', 'Truphone B.V.'),
  (204062, '204', '62', 528, 'ccad46cf-e9ba-54e8-ab0d-09ec53be2db2', 'RGTN Wholesale Netherlands B.V.'),
  (204066, '204', '66', 528, '542eb0f7-dc09-58b3-9119-7e93a76bea51', 'Utility Connect B.V.'),
  (206001, '206', '01', 56, '6477da42-e0d9-51cd-8ac4-1ee3f70e245a', 'Proximus SA'),
  (206002, '206', '02', 56, '5679b075-d8f2-55ff-9100-3bcd093d1e96', 'Infrabel'),
  (206003, '206', '03', 56, '0b1eb122-52a7-58ea-b70e-7967ee7ae787', 'Citymesh NV'),
  (206005, '206', '05', 56, 'd20e0879-0aa9-5e9e-83b5-6998521a1182', 'Telenet'),
  (206006, '206', '06', 56, '6533b84e-c235-5ca5-8484-cc198c9e03aa', 'Lycamobile sprl'),
  (206008, '206', '08', 56, '6dd2dfc8-15a7-5a28-8073-351ae089613a', 'Nethys'),
  (206010, '206', '10', 56, '76695da0-ee83-5154-8c69-c8c03fe95c46', 'Orange S.A.'),
  (206020, '206', '20', 56, '74f2d6d7-2f8f-5572-b906-7d9565cd9d73', 'Telenet'),
  (206030, '206', '30', 56, '88693bfa-f115-53eb-80d6-877a3642fac6', 'Unleashed NV'),
  (208001, '208', '01', 250, 'c60f63b4-148d-5a29-bf14-a4e68e87fa24', 'Orange S.A.'),
  (208002, '208', '02', 250, 'c60f63b4-148d-5a29-bf14-a4e68e87fa24', 'Orange S.A.'),
  (208003, '208', '03', 250, '07c1d2be-bf27-5a3e-86b7-49262f5fefcf', 'MobiquiThings'),
  (208005, '208', '05', 250, '79d525f8-4f4c-5c36-ad52-e0994fa63705', 'Globalstar Europe'),
  (208006, '208', '06', 250, '79d525f8-4f4c-5c36-ad52-e0994fa63705', 'Globalstar Europe'),
  (208007, '208', '07', 250, '79d525f8-4f4c-5c36-ad52-e0994fa63705', 'Globalstar Europe'),
  (208008, '208', '08', 250, '32e6d0a0-da12-51e6-895b-fc453932088a', 'Altice'),
  (208009, '208', '09', 250, '32e6d0a0-da12-51e6-895b-fc453932088a', 'Altice'),
  (208010, '208', '10', 250, '32e6d0a0-da12-51e6-895b-fc453932088a', 'Altice'),
  (208011, '208', '11', 250, '32e6d0a0-da12-51e6-895b-fc453932088a', 'Altice'),
  (208012, '208', '12', 250, '163f3a5c-680c-5b7a-b5f2-dc6de592964d', 'Truphone France'),
  (208013, '208', '13', 250, '32e6d0a0-da12-51e6-895b-fc453932088a', 'Altice'),
  (208014, '208', '14', 250, '72e73ce6-5a5d-5ffa-86e1-cb6aa653ec0e', 'SNCF Réseau'),
  (208015, '208', '15', 250, '3aa166c2-4d05-5958-b337-4bc251a51aae', 'Free Mobile'),
  (208016, '208', '16', 250, '3aa166c2-4d05-5958-b337-4bc251a51aae', 'Free Mobile'),
  (208019, '208', '19', 250, 'ac897904-9e78-5fcf-bcb8-5d98adee3f5f', 'Haute-Garonne numérique'),
  (208020, '208', '20', 250, '90928d13-36f8-5a16-9b1f-da81aacf766a', 'Bouygues Telecom'),
  (208023, '208', '23', 250, '99bc4e45-b100-5371-baaa-441306fae09d', 'Syndicat mixte ouvert Charente Numérique'),
  (208024, '208', '24', 250, '284365fe-47ab-564f-b0d3-7e1cd0a2ed03', 'Sierra Wireless'),
  (208025, '208', '25', 250, '5237d942-aad5-5fb0-87ee-ba6bb7d2bc3f', 'LycaMobile'),
  (208026, '208', '26', 250, '257368bc-0831-5954-ade1-08bea6433abf', 'Bouygues Telecom - Distribution'),
  (208027, '208', '27', 250, '95f6d732-d71f-5209-b289-9f54e2932182', 'Coriolis Telecom'),
  (208028, '208', '28', 250, '051693ed-195b-5bf8-a458-4be48f86b84f', 'Airmob Infra Full'),
  (208029, '208', '29', 250, 'd52a45f9-40ed-577e-aac5-d48adfb45b3e', 'Cubic télécom France'),
  (208030, '208', '30', 250, '8acc46b5-f89b-5963-a20a-1322f162feb4', 'Syma Mobile'),
  (208031, '208', '31', 250, '50b9108e-a683-5994-94a9-fe1174d58702', 'Mundio Mobile'),
  (208034, '208', '34', 250, '49ea062c-3c04-5d40-926c-08bb4e780980', 'Cellhire France'),
  (208035, '208', '35', 250, '3aa166c2-4d05-5958-b337-4bc251a51aae', 'Free Mobile'),
  (208036, '208', '36', 250, '3aa166c2-4d05-5958-b337-4bc251a51aae', 'Free Mobile'),
  (208038, '208', '38', 250, '99309c12-f0ef-559e-8e71-e9da9a4290d3', 'Lebara France Ltd'),
  (208088, '208', '88', 250, '90928d13-36f8-5a16-9b1f-da81aacf766a', 'Bouygues Telecom'),
  (208096, '208', '96', 250, '0008e5bc-ebbf-572e-ab94-815058e0586e', 'Région Bourgogne-Franche-Comté'),
  (212010, '212', '10', 492, 'c6dd1b01-a3b9-5f29-9d55-edb7e18016ba', 'Monaco Telecom'),
  (213003, '213', '03', 20, 'd18d644c-bff1-56b7-b04e-ade93371f9a6', 'Andorra Telecom'),
  (214001, '214', '01', 724, '761b94d7-1413-5239-9578-5706efe92047', 'Vodafone Spain'),
  (214002, '214', '02', 724, 'e7772a0d-7df6-5d5d-b032-24f601abe064', 'Fibracat Telecom SLU'),
  (214003, '214', '03', 724, '0c2eb3cb-7575-5ac9-8400-d0926baf8d2e', 'Orange Espagne S.A.U'),
  (214004, '214', '04', 724, '03b92c95-81de-527e-9552-481a1e8cba96', 'Xfera Moviles SA'),
  (214005, '214', '05', 724, '2786e063-1c95-57fe-a453-c0fdcb80e2f5', 'Telefónica Móviles España'),
  (214006, '214', '06', 724, '761b94d7-1413-5239-9578-5706efe92047', 'Vodafone Spain'),
  (214007, '214', '07', 724, '2786e063-1c95-57fe-a453-c0fdcb80e2f5', 'Telefónica Móviles España'),
  (214008, '214', '08', 724, 'cc0321e8-9c54-56b1-a665-c5c432ed88ee', NULL),
  (214009, '214', '09', 724, '0c2eb3cb-7575-5ac9-8400-d0926baf8d2e', 'Orange Espagne S.A.U'),
  (214014, '214', '14', 724, '579f880a-6eaa-522e-87f7-6864ad54f584', 'AVATEL MÓVIL, S.L.U.'),
  (214016, '214', '16', 724, 'e541251f-ef51-5186-ac5c-30d5a7d2dd90', 'R Cable y Telecomunicaciones Galicia S.A.'),
  (214017, '214', '17', 724, 'f046ba38-cc21-50ca-8bfa-67931a99f4d3', 'R Cable y Telecomunicaciones Galicia S.A.'),
  (214019, '214', '19', 724, '55cbe394-fb1b-5580-9618-ea7102d0eff6', 'Orange España Virtual Sl.'),
  (214022, '214', '22', 724, '2ab17bda-d81a-5b15-8c99-26a936dcc339', 'Best Spain Telecom'),
  (214024, '214', '24', 724, '941b57b5-3a36-5d32-81d0-81f88eddad89', 'VODAFONE ESPAÑA, S.A.U.'),
  (214027, '214', '27', 724, 'ded82e9e-3d66-53c3-80e8-2b6cd1cf8ed1', 'SCN Truphone, S.L.'),
  (214028, '214', '28', 724, '04aac5b6-693b-56bb-9529-c4a2c921d3f2', 'Consorcio de Telecomunicaciones Avanzadas, S.A.'),
  (214029, '214', '29', 724, 'e83ef089-7070-539f-8241-28fcce8f80e6', 'Xfera Moviles S.A.U.'),
  (214034, '214', '34', 724, '3d49ff89-fe0e-5845-a419-b511156e3aff', 'Aire Networks del Mediterráneo, S.L.U.'),
  (214051, '214', '51', 724, '25c265c5-b10c-55b4-b461-69381a7d9e3c', 'Administrador de Infraestructuras Ferroviarias'),
  (216001, '216', '01', 348, 'be1a2ecf-3e3f-52c2-993c-b555ee1d70c2', 'Telenor Magyarország Zrt.'),
  (216002, '216', '02', 348, '7ddfff0c-e4f3-5a8e-b852-9e6db7fef6d0', 'MVM Net Ltd.'),
  (216003, '216', '03', 348, 'e5715ff5-8610-5e78-aa34-9af8e5ee81b4', 'DIGI Telecommunication Ltd.'),
  (216030, '216', '30', 348, '97cad987-dc80-56c5-9c08-b45ee726feab', 'Magyar Telekom Plc'),
  (216070, '216', '70', 348, '59b6e03e-ac39-567d-b38d-70e0e912f274', 'Vodafone Magyarország Zrt.'),
  (216071, '216', '71', 348, 'bd752362-9ddd-5e9b-b7f4-5ce50bb79102', 'Vodafone Magyarország Zrt.'),
  (216099, '216', '99', 348, '3a5031eb-b36f-5cf7-97be-ccaeba4a1d10', 'Magyar Államvasutak'),
  (218003, '218', '03', 70, '93696458-f193-5be1-90fb-eb4b84e1af0e', 'Public Enterprise Croatian Telecom Ltd.'),
  (218005, '218', '05', 70, 'de4672ac-167c-538b-8127-7f034e52fae1', 'RS Telecommunications JSC Banja Luka'),
  (218090, '218', '90', 70, '4aea8b3b-0cc8-510f-8709-d10e2b9001de', 'BH Telecom'),
  (219001, '219', '01', 191, 'd1f4be57-4e13-59c6-8ff0-531d251510f4', 'T-Hrvatski Telekom'),
  (219002, '219', '02', 191, '46cc458e-abbb-58cc-98b1-d8fa5f4c22ab', 'Telemach'),
  (219010, '219', '10', 191, '7366935c-7641-5277-a219-d890308ac8be', 'A1 Hrvatska'),
  (220001, '220', '01', 688, '1fd21dbf-1574-5a0e-8664-46c20289990d', 'Telenor Serbia'),
  (220003, '220', '03', 688, '5d2af486-64b9-508b-8a34-d615272a7acb', 'Telekom Srbija'),
  (220005, '220', '05', 688, '4ffac66d-ed99-55aa-9180-b39bd1f02693', 'A1 Srbija d.o.o.'),
  (220011, '220', '11', 688, 'f3867759-e612-569b-a155-c4d566b5c173', 'GLOBALTEL d.o.o.'),
  (221001, '221', '01', 983, '1ca05172-ac87-51f9-8568-b09de30b7b8f', 'Telecom of Kosovo J.S.C.'),
  (221002, '221', '02', 983, '837cd33b-3f93-5afe-8cee-cb85a87bc3c7', 'IPKO'),
  (221006, '221', '06', 983, 'adc33daf-d1db-5b7b-adb1-c6b445432917', 'Dardaphone.Net LLC'),
  (221007, '221', '07', 983, 'd6f4519c-495d-5736-8a15-1c078bd75912', 'Dukagjini Telecommunications LLC'),
  (222001, '222', '01', 380, '1962f143-9ef7-586e-b0df-1c2b1d3519ca', 'Telecom Italia S.p.A.'),
  (222006, '222', '06', 380, '28cb2d30-e813-53c0-b319-73c9e593a319', 'Vodafone Italia S.p.A.'),
  (222007, '222', '07', 380, '3e4fe20c-2350-5298-bb9f-aa698db052b2', 'Noverca'),
  (222008, '222', '08', 380, '5dfee5f0-958b-5e97-b131-5ae21362b154', 'Fastweb S.p.A.'),
  (222010, '222', '10', 380, '28cb2d30-e813-53c0-b319-73c9e593a319', 'Vodafone Italia S.p.A.'),
  (222030, '222', '30', 380, '731447e6-18ce-5118-8b39-f192319348e6', 'Rete Ferroviaria Italiana'),
  (222033, '222', '33', 380, 'a83686e5-14cd-5c34-aa0a-7bf613d53cba', 'Poste Mobile S.p.A.'),
  (222034, '222', '34', 380, 'e258d008-3629-5862-8549-86020faf198b', 'BT Italia'),
  (222035, '222', '35', 380, '28a0ce24-8145-5e83-a235-affe3f2a83e9', 'Lycamobile'),
  (222036, '222', '36', 380, 'aa97cd01-8cad-59c9-af61-5572a5128276', 'Digi Italy S.r.l.'),
  (222038, '222', '38', 380, 'c79b6348-a697-5d7a-99f2-f9e4ef82b93d', 'OpNet S.p.A.'),
  (222041, '222', '41', 380, 'cd2f30a2-a2b5-5e2d-a8ea-e125be95b781', 'GO internet S.p.A.'),
  (222043, '222', '43', 380, '1962f143-9ef7-586e-b0df-1c2b1d3519ca', 'Telecom Italia S.p.A.'),
  (222047, '222', '47', 380, '5dfee5f0-958b-5e97-b131-5ae21362b154', 'Fastweb S.p.A.'),
  (222050, '222', '50', 380, '2b8afb0a-a795-5409-9c0d-097b5b6222ac', 'Iliad Italia'),
  (222053, '222', '53', 380, '793b2d8c-b791-5232-9bba-0bc48edf92fd', 'COOP Voce'),
  (222054, '222', '54', 380, '432654d8-cdba-5189-b258-daf24d515d7c', NULL),
  (222056, '222', '56', 380, '08e70340-c1c1-52ae-b2d8-f7abb5998e10', 'Mass Response GmbH'),
  (222088, '222', '88', 380, 'd61d4b32-c910-587b-88bf-f1ff9cd56e1f', 'Wind Tre'),
  (222099, '222', '99', 380, 'd61d4b32-c910-587b-88bf-f1ff9cd56e1f', 'Wind Tre'),
  (226001, '226', '01', 642, 'ddbf3d07-aaa7-5f19-9444-f4347469f6d4', 'Vodafone România'),
  (226003, '226', '03', 642, '13530256-324b-5ea1-bd19-687885d32a39', 'Telekom Romania'),
  (226005, '226', '05', 642, 'ee679359-c12e-5f5a-925a-e6ea15ec91f6', 'RCS&RDS'),
  (226010, '226', '10', 642, '53389eae-d939-5776-857c-4cbe55e41de2', 'Orange România'),
  (226016, '226', '16', 642, 'e55793fc-094c-53e3-a631-a942e49f196a', 'Lycamobile Romania'),
  (228001, '228', '01', 756, '58a5193e-e60d-5325-99d3-702bfd95cf09', 'Swisscom AG'),
  (228002, '228', '02', 756, 'a31691eb-08f9-5b92-a825-113d2ca77476', 'Sunrise UPC'),
  (228003, '228', '03', 756, 'a7457b83-89d5-5688-b7dc-05684f7532e3', 'Salt Mobile SA'),
  (228006, '228', '06', 756, 'a1a7ade8-9b29-55d7-aa6d-7e0a258161b1', 'SBB AG'),
  (228008, '228', '08', 756, '228f65b8-b5a1-54c0-b994-c33306fd6a70', 'Sunrise Communications AG'),
  (228051, '228', '51', 756, '2da890a8-f846-53bf-b660-1b768ca7e71d', 'relario AG'),
  (228053, '228', '53', 756, '3f03f961-ce9d-5837-9bda-aa8b97c41919', 'Sunrise UPC GmbH'),
  (228054, '228', '54', 756, 'f791f3bb-f99c-54c0-baed-121b674b0cf8', 'Lycamobile AG'),
  (228058, '228', '58', 756, '16e17bd8-0512-5707-ab8b-82e6fc9cd65c', 'Beeone Communications SA'),
  (228062, '228', '62', 756, '7ba6f6dc-5908-5794-b06b-a97831ed0d05', 'Telecom26 AG'),
  (228063, '228', '63', 756, 'ec266ae7-478c-55a2-8869-6844b964123f', 'Fink Telecom Services'),
  (228064, '228', '64', 756, '9424b78c-5d6f-5756-9288-f3a58e786b2a', 'Nth AG'),
  (230001, '230', '01', 203, '76276ee0-51dd-5ae4-bf17-68457edae028', 'T-Mobile Czech Republic'),
  (230002, '230', '02', 203, '48e645c8-d809-58bc-b9e2-fab5feac2f54', 'O2 Czech Republic'),
  (230003, '230', '03', 203, 'bc0f5742-4e40-5b88-8259-b7e6ce94fb3a', 'Vodafone Czech Republic'),
  (230004, '230', '04', 203, '747c1ca4-39ba-5d8d-bfa0-2ef14a34c78a', 'Nordic Telecom Regional s.r.o.'),
  (230005, '230', '05', 203, 'd2432308-b75e-51f8-a4c8-b91f3879597e', 'PODA a.s.'),
  (230006, '230', '06', 203, 'c8a1be48-0cb6-571c-8afd-8991e49b092a', 'Nordic Telecom 5G a.s.'),
  (230007, '230', '07', 203, '76276ee0-51dd-5ae4-bf17-68457edae028', 'T-Mobile Czech Republic'),
  (230098, '230', '98', 203, 'fda6c278-1a62-5cbb-96bb-c879693e2bb3', 'Správa železniční dopravní cesty, s.o.'),
  (231001, '231', '01', 703, '63a32d36-9243-5b50-8bd6-d82279e60703', 'Orange Slovensko'),
  (231002, '231', '02', 703, 'cd36cf36-5de0-5c1d-9a5a-02c73de165b6', 'Slovak Telekom'),
  (231003, '231', '03', 703, 'c6148c55-7255-5fff-b7b8-6a954d919c14', 'SWAN Mobile, a.s.'),
  (231004, '231', '04', 703, 'cd36cf36-5de0-5c1d-9a5a-02c73de165b6', 'Slovak Telekom'),
  (231005, '231', '05', 703, '63a32d36-9243-5b50-8bd6-d82279e60703', 'Orange Slovensko'),
  (231006, '231', '06', 703, 'ed1adc49-e0c4-5b3c-82a1-758993c3e083', 'O2 Slovakia'),
  (231099, '231', '99', 703, '6bebaa24-1477-5b01-a824-47471a4bcd39', 'Železnice Slovenskej Republiky'),
  (232001, '232', '01', 40, '375b8421-a619-5cfd-b8b2-6adcb5bb7193', 'A1 Telekom Austria'),
  (232003, '232', '03', 40, 'a2417ff1-05b5-561e-9607-ed25d446ed07', 'T-Mobile Austria GmbH'),
  (232005, '232', '05', 40, 'c5bd0c1f-bf4f-5e48-8d79-03865c9005ef', 'Hutchison Drei Austria'),
  (232007, '232', '07', 40, 'fd874487-56dd-5b8c-a744-249658e72d8c', 'T-Mobile Austria'),
  (232008, '232', '08', 40, 'e9d0614f-255f-5937-a505-eff6a2195823', 'Lycamobile Austria'),
  (232009, '232', '09', 40, 'c3df0912-697a-5d4c-b1b8-2e40219eb281', 'A1 Telekom Austria'),
  (232010, '232', '10', 40, 'c5bd0c1f-bf4f-5e48-8d79-03865c9005ef', 'Hutchison Drei Austria'),
  (232011, '232', '11', 40, '166db374-e888-5652-966a-27da2f6e76bf', 'A1 Telekom Austria'),
  (232012, '232', '12', 40, '8abb4db6-5559-5381-9143-3388f4b70bab', 'A1 Telekom Austria'),
  (232013, '232', '13', 40, 'a2417ff1-05b5-561e-9607-ed25d446ed07', 'T-Mobile Austria GmbH'),
  (232015, '232', '15', 40, '199973bb-2d9f-5f7d-8e65-5df0c58fbe1a', 'Mundio Mobile Austria'),
  (232017, '232', '17', 40, 'dfea6453-f823-52ae-8a14-d3c0c93a1b02', 'MASS Response Service GmbH'),
  (232020, '232', '20', 40, 'ca230391-1541-5ad7-ac10-e8d7d3d2afae', 'MTEL Austrija GmbH'),
  (232091, '232', '91', 40, 'c77db4fa-42d2-594c-bd85-d0a5441fdb8a', 'ÖBB'),
  (232092, '232', '92', 40, '84a4e273-db33-5e42-bb95-11ccfb210b79', 'ArgoNET GmbH'),
  (234000, '234', '00', 826, 'f8bd36df-8875-5c80-a8a6-6984e1bef313', 'BT Group'),
  (234001, '234', '01', 826, 'c1672505-de6b-58cb-854d-da0b122a34a3', 'Mundio Mobile Limited'),
  (234002, '234', '02', 826, '282de72d-e62d-53ae-a792-00e08da9e9e7', 'Telefónica Europe'),
  (234003, '234', '03', 831, 'dd6da957-2ac4-5039-b229-7467c316cf45', 'Guernsey Airtel Ltd'),
  (234008, '234', '08', 826, '015cf838-2f4b-538b-906b-98e69c3f166c', 'BT OnePhone (UK) Ltd'),
  (234010, '234', '10', 826, '282de72d-e62d-53ae-a792-00e08da9e9e7', 'Telefónica Europe'),
  (234011, '234', '11', 826, '282de72d-e62d-53ae-a792-00e08da9e9e7', 'Telefónica Europe'),
  (234012, '234', '12', 826, '48c019e7-80ce-5c66-adf2-d055b93cff9a', 'Network Rail Infrastructure Ltd'),
  (234013, '234', '13', 826, '48c019e7-80ce-5c66-adf2-d055b93cff9a', 'Network Rail Infrastructure Ltd'),
  (234014, '234', '14', 826, '890e2f4c-43ea-55c1-bfb0-6183339642ec', 'Link Mobility UK Ltd'),
  (234015, '234', '15', 826, '5aeac9f9-27b3-53a1-871b-c401f9fffa30', 'Vodafone'),
  (234016, '234', '16', 826, '2cf0fa21-d8e9-5c69-b1c9-d444fb08cdaf', 'TalkTalk Communications Limited'),
  (234018, '234', '18', 826, '5975fb03-f56c-53bc-b2e1-6f64962d8c6a', 'Wireless Logic Limited'),
  (234019, '234', '19', 826, 'cec005bd-dcf6-580e-a7e8-28610c3753de', 'Teleware plc'),
  (234020, '234', '20', 826, 'ce63fb61-05d0-5e35-ba98-bfa487a721f1', 'Hutchison 3G UK Ltd'),
  (234024, '234', '24', 826, '9c67d99c-d813-5e3d-97e1-a656d20a4969', 'Stour Marine Limited'),
  (234025, '234', '25', 826, '13fa68d1-73dc-5a6f-ad34-7570c49c061a', 'Truphone'),
  (234026, '234', '26', 826, '945b1d7f-5add-5219-9597-9fa3abbc6e2e', 'Lycamobile UK Limited'),
  (234027, '234', '27', 826, '718e75a8-84a6-5bf3-8860-41834183cf8b', 'Tata Communications Move UK Ltd'),
  (234028, '234', '28', 826, 'f8a61d07-f273-5ae4-9ef2-9ba112f40f4a', 'Marathon Telecom Limited'),
  (234030, '234', '30', 826, '7fc50b8f-ee1e-59da-80f7-9c3072305306', 'EE'),
  (234033, '234', '33', 826, '7fc50b8f-ee1e-59da-80f7-9c3072305306', 'EE'),
  (234034, '234', '34', 826, '7fc50b8f-ee1e-59da-80f7-9c3072305306', 'EE'),
  (234036, '234', '36', 833, 'e7d41cf3-7a58-5cf1-9b25-98d8e41148e5', 'Sure Isle of Man Ltd.'),
  (234050, '234', '50', 831, '1522d984-d6cf-5bfb-9a84-b03ee8648b04', 'JT Group Limited'),
  (234051, '234', '51', 826, '4875a9b0-03e7-5300-97c6-72e27311c575', 'UK Broadband Limited'),
  (234053, '234', '53', 826, '69421877-3811-5f5b-9552-30b20fb4926a', 'Tango Networks UK Ltd'),
  (234054, '234', '54', 826, '3b1f86d1-294b-5056-b087-8e0269f4edd2', 'The Carphone Warehouse Limited'),
  (234055, '234', '55', 831, 'c21381c9-579f-5567-add4-bbfe01db0d3b', 'Sure (Guernsey) Limited'),
  (234058, '234', '58', 833, '0f75430c-9527-5d17-b1b6-fb04983a69a2', 'Manx Telecom'),
  (234072, '234', '72', 826, 'd6d541a0-69ef-5ddf-b249-3e2ca61d9009', 'Hanhaa Limited'),
  (234073, '234', '73', 833, 'a26db970-f8d2-5d43-b6dc-09076d49f7c1', 'Bluewave Communications Ltd.'),
  (234076, '234', '76', 826, 'f8bd36df-8875-5c80-a8a6-6984e1bef313', 'BT Group'),
  (234078, '234', '78', 826, '5c0bcce0-68e7-53b9-a24d-b56cd7d60474', 'Airwave Solutions Ltd'),
  (234088, '234', '88', 826, '2deb3634-b958-5974-8afd-3f4997c58c25', 'Telet Research (N.I.) Limited'),
  (235088, '235', '88', 826, '2deb3634-b958-5974-8afd-3f4997c58c25', 'Telet Research (N.I.) Limited'),
  (238001, '238', '01', 208, '71159bc6-bbac-56a7-ac57-0c52776ed809', 'TDC A/S'),
  (238002, '238', '02', 208, '4cfa2895-5d12-565c-9861-e79c7883e62f', 'Telenor Denmark'),
  (238005, '238', '05', 208, '8ebea7cf-2384-5766-b32a-aee153910de3', 'Dansk Beredskabskommunikation A/S'),
  (238006, '238', '06', 208, '28fed3cb-6df6-5205-8476-49c257dc264f', 'Hi3G Denmark ApS'),
  (238008, '238', '08', 208, '4e153818-80d3-5daa-a891-2a3e37adea23', 'Voxbone mobile'),
  (238009, '238', '09', 208, '5f6c7ae1-a168-5a06-8914-616dba0efcce', 'Dansk Beredskabskommunikation A/S'),
  (238010, '238', '10', 208, '71159bc6-bbac-56a7-ac57-0c52776ed809', 'TDC A/S'),
  (238011, '238', '11', 208, '5f6c7ae1-a168-5a06-8914-616dba0efcce', 'Dansk Beredskabskommunikation A/S'),
  (238012, '238', '12', 208, 'e1ffc92a-f63b-50a8-ba1c-7f89576ce7f5', 'Lycamobile Denmark Ltd'),
  (238015, '238', '15', 208, 'e7b19946-191c-5978-9cee-7fdddd99411c', 'Cibicom'),
  (238020, '238', '20', 208, '0716b939-898f-5022-901d-d5e42245c07a', 'Telia'),
  (238023, '238', '23', 208, 'c41038b6-f3a9-54c6-951a-33914c3aa4c9', 'Banedanmark'),
  (238042, '238', '42', 208, 'd951257a-6b1e-55b0-855a-595d09fc2b2c', 'Greenwave Mobile IoT ApS'),
  (238066, '238', '66', 208, 'd94d8d51-1aa2-57c4-84ef-405edc154e6c', 'TT-Netværket P/S'),
  (238073, '238', '73', 208, '20e94600-f136-5574-a369-bf4d991ab969', 'Onomondo ApS'),
  (240001, '240', '01', 752, '58c6cf3d-5984-58f4-b820-0a1861f2a91e', 'Telia Sverige AB'),
  (240002, '240', '02', 752, '7bc5496f-c7e7-5e0d-9c2a-74ab0644c5af', 'HI3G Access AB'),
  (240003, '240', '03', 752, 'd9b025c8-c3a5-5ef9-9245-1d579977bac2', 'Teracom AB'),
  (240004, '240', '04', 752, '069a1b58-3db2-5e7a-869e-f64efcb20d20', '3G Infrastructure Services AB'),
  (240005, '240', '05', 752, '886b23a6-7931-52c2-898f-66639742aee4', 'Svenska UMTS-Nät AB'),
  (240006, '240', '06', 752, 'ab90d5c3-28b8-556f-b828-4a9ec64ac0f4', 'Telenor Sverige AB'),
  (240007, '240', '07', 752, '1bc2a411-2cd3-566b-bab4-230b44947b4f', 'Tele2 Sverige AB'),
  (240010, '240', '10', 752, '33ab6c07-c1aa-541b-8ae6-f6bd1f1e27dc', 'Tele2 Sverige AB'),
  (240012, '240', '12', 752, 'fcd0cf7e-4559-5e85-9578-b2fb79b751e5', 'Lycamobile Sweden Limited'),
  (240016, '240', '16', 752, '0e479318-cbd7-5121-953a-1c2b17e2a74b', '42 Telecom AB'),
  (240017, '240', '17', 752, 'fd4a9be7-2755-5675-850a-e6de7380d17a', 'Götalandsnätet AB'),
  (240019, '240', '19', 752, 'd156b0ea-d091-567a-9056-72becc7f50e2', 'Mundio Mobile (Sweden) Limited'),
  (240020, '240', '20', 752, '637c9dd7-b138-5fce-a466-0f71fef04614', 'Sierra Wireless Messaging AB'),
  (240021, '240', '21', 752, 'd61b7d95-f11c-5aaf-a49a-8d768800b136', 'Trafikverket ICT'),
  (240024, '240', '24', 752, 'eb78ee29-8d1a-528b-b50f-f8170a2f7ce6', 'Net4Mobility HB'),
  (240027, '240', '27', 752, '081deee7-acff-5c6f-81a2-3a52ebed78aa', 'GlobeTouch AB'),
  (240038, '240', '38', 752, '834202de-c555-5e76-8ea0-21c50f12c34a', 'Voxbone mobile'),
  (240063, '240', '63', 752, 'af04ac24-1d2c-524d-ba3c-51708d3c13fc', 'Fink Telecom Services'),
  (242001, '242', '01', 578, 'f9b6a13c-6371-5ee9-b2e5-9209ab31057a', 'Telenor Norge AS'),
  (242002, '242', '02', 578, 'da696f98-a3d3-5314-86f1-5f8db6cc5bd3', 'Telia Norge AS'),
  (242006, '242', '06', 578, '023869a4-32e3-5622-8550-156592353c32', 'ICE Norge AS'),
  (242008, '242', '08', 578, 'da696f98-a3d3-5314-86f1-5f8db6cc5bd3', 'Telia Norge AS'),
  (242009, '242', '09', 578, '5f8b83d7-aa25-55a5-a6da-e231b0551d91', 'Com4 AS'),
  (242014, '242', '14', 578, '023869a4-32e3-5622-8550-156592353c32', 'ICE Communication Norge AS'),
  (242015, '242', '15', 578, 'e138a25e-a31c-5d53-99d2-6b343f86dc50', 'eRate Norway AS'),
  (242020, '242', '20', 578, 'b3ad2e26-73c8-5b4a-9939-6e40238ca4a1', 'Jernbaneverket AS'),
  (242021, '242', '21', 578, 'b3ad2e26-73c8-5b4a-9939-6e40238ca4a1', 'Jernbaneverket AS'),
  (242023, '242', '23', 578, 'c3529159-49ed-5469-ae02-88fcc24ed2f1', 'Lyca Mobile Ltd'),
  (242099, '242', '99', 578, '8fd50c0f-b938-5fa6-a3f6-ec8cbd979b20', 'TampNet AS'),
  (244003, '244', '03', 246, 'fa9a5cb9-a636-5cf4-8670-a9317572a3e3', 'DNA Oy'),
  (244005, '244', '05', 246, '1bd175c2-e520-593d-a4f0-5f2844c8dd4e', 'Elisa Oyj'),
  (244007, '244', '07', 246, 'ff1d113b-e0d6-524d-ac47-e3e7d0d3f439', 'Nokia Solutions and Networks Oy'),
  (244012, '244', '12', 246, 'fa9a5cb9-a636-5cf4-8670-a9317572a3e3', 'DNA Oy'),
  (244014, '244', '14', 246, '28262d72-58b8-5b3d-8b22-44fe0f9aed0e', 'Ålands Telekommunikation Ab'),
  (244017, '244', '17', 246, 'e3655e2d-6b4b-56de-bf04-e8256c4ed401', 'Liikennevirasto'),
  (244019, '244', '19', 246, 'ffc4406e-8bc3-51f4-adb4-1b3431e06240', 'Nettia Oy'),
  (244021, '244', '21', 246, 'f3396567-a1d5-5952-887b-c3f229b1045c', 'Elisa Oyj'),
  (244026, '244', '26', 246, '2faadc02-4c09-5d4d-a4a2-f4bd069eebf4', 'Compatel Ltd'),
  (244032, '244', '32', 246, '2596e6c2-d429-5958-8dd9-56487b836663', 'Voxbone SA'),
  (244033, '244', '33', 246, 'a2d1898b-a192-52ad-9ade-1e5455ebc446', 'Suomen Turvallisuusverkko Oy'),
  (244035, '244', '35', 246, '9a48cca3-d127-53b7-816c-fae52f8026cf', 'Edzcom Oy'),
  (244036, '244', '36', 246, 'd871380a-e8d0-59ac-9773-33204ccda5cc', 'Telia Finland Oyj / Suomen Yhteisverkko Oy'),
  (244037, '244', '37', 246, 'e8a899cb-52d9-59a5-8487-e3a5ebf42dad', 'Tismi BV'),
  (244091, '244', '91', 246, 'c0fc884a-40c5-5740-b651-8d4815e064f3', 'Telia Finland Oyj'),
  (246001, '246', '01', 440, '1b37ebe6-1ace-5838-af4a-2f911196ec82', 'Telia Lietuva'),
  (246002, '246', '02', 440, '35f002bf-964a-5616-bb85-8781acd12e7e', 'UAB Bitė Lietuva'),
  (246003, '246', '03', 440, '0cd7da04-4372-5eac-a3ef-bf328637fe5f', 'UAB Tele2 (Tele2 AB, Sweden)'),
  (246005, '246', '05', 440, 'beaafbfd-6627-5423-9f48-774425875915', 'Lietuvos geležinkeliai (Lithuanian Railways)'),
  (246006, '246', '06', 440, 'f1dbe641-9ba6-5538-a498-c7035bdec4bd', 'UAB Mediafon'),
  (246008, '246', '08', 440, 'ff773499-78d1-5ef8-b8a4-1592d100269f', 'Lietuvos radijo ir televizijos centras'),
  (247001, '247', '01', 428, '5a957655-85e0-5e2b-a420-14465ffcdba4', 'Latvian Mobile Telephone'),
  (247002, '247', '02', 428, 'c42bb000-e957-57a6-a022-f163d16bd750', 'Tele2'),
  (247003, '247', '03', 428, '5673b6f2-9596-5776-b719-366d4d45a422', 'Telekom Baltija'),
  (247005, '247', '05', 428, 'fc434d99-b8ee-525e-8d5f-23df3707c67d', 'Bite Latvija'),
  (247007, '247', '07', 428, '1094f206-5018-5387-9c12-5b9f1f4ac2bc', 'SIA "MEGATEL"'),
  (247008, '247', '08', 428, 'd14e0cd8-3bbd-5caa-ac9a-731be1f0c747', 'SIA "VENTAmobile"'),
  (247009, '247', '09', 428, 'fa919ddf-7136-5ad4-9567-273b824ef03f', 'Camel Mobile'),
  (248001, '248', '01', 233, '330aada1-8e1c-5f88-94dc-afc9ee89967e', 'Telia Eesti'),
  (248002, '248', '02', 233, '9ad5b881-8c68-5b93-98a8-6b1e8d89147b', 'Elisa Eesti'),
  (248003, '248', '03', 233, '801a79c5-3129-5904-b514-2b50175c853f', 'Tele2 Eesti'),
  (248004, '248', '04', 233, 'c1d18c0a-3bfa-55c6-a841-8884bfa27cfd', 'OY Top Connect'),
  (248005, '248', '05', 233, 'a4a78e10-39b9-5007-9f47-10c3c650cb96', 'CSC Telecom Estonia OÜ'),
  (248016, '248', '16', 233, '50841a91-9033-5825-9b82-ba53146a0c58', 'SmartTel Plus OÜ'),
  (248020, '248', '20', 233, '14c9bee1-2dd0-5eaa-b47e-31364ddfbbfd', 'DOTT Telecom OÜ'),
  (248026, '248', '26', 233, '2f6af853-7083-5a04-b4c8-88fe105f12b5', 'IT-Decision Telecom OÜ'),
  (250001, '250', '01', 643, 'b64eec19-bb90-55d2-94d7-d44cb602bcc3', 'Mobile TeleSystems'),
  (250002, '250', '02', 643, '924afdeb-bb50-575c-a4cb-82f73d6f9c8e', 'MegaFon PJSC'),
  (250008, '250', '08', 643, 'b3b1b807-cbed-5a39-ba52-b89ac8b5d233', 'CS "VainahTelecom"'),
  (250009, '250', '09', 643, 'fe4b4a4b-bbb5-5520-ad4c-8e208853145f', 'Khabarovsky Cellular Phone'),
  (250011, '250', '11', 643, 'bf83089a-93fc-5be2-aad3-0fbfb34a4443', 'Scartel'),
  (250016, '250', '16', 643, '6ea6a729-98db-52f4-9012-2ff12ed3ba08', 'Miatel'),
  (250020, '250', '20', 643, 'd5c18f68-14f4-5324-b227-454ab5efc153', 'Tele2'),
  (250021, '250', '21', 643, 'bbd63935-a38e-5cd8-a8b8-16419847411e', 'JSC "GlobalTel"'),
  (250022, '250', '22', 643, '4184d8b0-b276-530e-a7c8-4b8bc22c5b75', 'Vainakh Telecom'),
  (250023, '250', '23', 643, 'd9f19e61-d165-5b09-b677-dc8bcb80982c', 'GTNT'),
  (250026, '250', '26', 643, '7757fff0-bfe0-502e-a7ca-a9b0ccb4b43b', 'VTB Mobile'),
  (250027, '250', '27', 643, '1d9d9c65-7750-500d-bef5-249df7d1c80b', 'Tattelecom'),
  (250029, '250', '29', 643, 'c548b993-173e-565f-b0f4-d5df1ee6422a', 'Iridium Communications'),
  (250032, '250', '32', 643, '6b0b08f7-415b-5afd-ba64-833a01a0ae4c', 'K-Telecom'),
  (250033, '250', '33', 643, '059a6548-f3a8-5bf2-8aec-33014b02250b', 'Sevtelekom'),
  (250034, '250', '34', 643, '33a6a2c3-8683-5e00-aba2-8955955d0a3d', 'Krymtelekom'),
  (250035, '250', '35', 643, '25fea29e-331a-5081-b6e3-b810e1aabeec', 'EKATERINBURG-2000'),
  (250040, '250', '40', 643, '5576ff14-bf6a-551f-8fc6-a841e490e5a9', 'Voentelecom'),
  (250045, '250', '45', 643, '0efd9caa-8790-5375-9a96-f4686cb94c79', 'PJSC New Mobile Communications'),
  (250050, '250', '50', 643, 'ff0d431a-fae2-5200-ba4f-f095c54ef5b9', 'Sberbank-Telecom'),
  (250059, '250', '59', 643, '1c6056b9-17e5-56ec-a9cc-27e10f9f4b7a', 'NetbyNet'),
  (250060, '250', '60', 643, '6282fe30-8e12-513d-a8df-baf1bc6ff347', 'KTK Telecom'),
  (250062, '250', '62', 643, '6ab6f597-a29b-5957-9b2a-9b163150831a', 'Tinkoff Mobile'),
  (250096, '250', '96', 643, '36b42daf-c9c0-58a6-bc2a-b4f248ff3365', 'K-Telecom'),
  (250097, '250', '97', 643, '8b18e2d2-3373-5bd4-ba97-cee5ed8a39c0', 'State Unitary Enterprise of DPR "Republican Telecommunications Operator"'),
  (250099, '250', '99', 643, '610d2751-0780-5ca3-8089-7209a4a03d2d', 'OJSC Vimpel-Communications'),
  (255000, '255', '00', 498, 'ad47f227-1242-5508-afec-85a313a9d59c', 'Interdnestrcom'),
  (255001, '255', '01', 804, '00c2cc78-f92b-5c06-9474-867b5010944c', 'PRJSC "VF Ukraine"'),
  (255002, '255', '02', 804, '6a1f8314-5474-5469-8ae9-e6e3512b5330', 'PRJSC "Kyivstar"'),
  (255003, '255', '03', 804, '6a1f8314-5474-5469-8ae9-e6e3512b5330', 'PRJSC "Kyivstar"'),
  (255004, '255', '04', 804, '7f296f00-fde2-57de-a75a-726b221fefcd', 'Intertelecom LLC'),
  (255006, '255', '06', 804, 'f326bb03-2ad3-5809-8d3c-e62f05151e2d', 'lifecell LLC'),
  (255007, '255', '07', 804, '4c9f2b1f-0062-5069-8d3c-ea743d3fe49e', 'Trimob LLC'),
  (255021, '255', '21', 804, '96278361-d21f-59fe-9aad-8fc75d285549', 'PRJSC "Telesystems of Ukraine"'),
  (255098, '255', '98', 643, '53e81a37-3f23-5ef0-b3fe-97ea2a214374', 'OOO "MKS"'),
  (257001, '257', '01', 112, '44f51a7c-52aa-58d8-a45c-f77c702a0082', 'A1 Belarus'),
  (257002, '257', '02', 112, '041caf3e-cc4b-5702-a45c-7317a00f812d', 'Mobile TeleSystems'),
  (257004, '257', '04', 112, 'eed36069-89c5-57f5-a7b0-96655ff7aa26', 'Belarusian Telecommunications Network'),
  (257006, '257', '06', 112, '1da43cf6-152d-5132-82a2-c75084958ef0', 'Belorussian Cloud Technologies'),
  (259001, '259', '01', 498, 'e2b14d88-91fb-5dfb-ac6f-6530b1643be1', 'Orange Moldova'),
  (259002, '259', '02', 498, 'ea071868-8915-5084-96dd-528119250ea7', 'Moldcell'),
  (259003, '259', '03', 498, '398a6959-0c1a-5e9e-b0bd-206ae26dc4ad', 'Moldtelecom'),
  (259005, '259', '05', 498, '398a6959-0c1a-5e9e-b0bd-206ae26dc4ad', 'Moldtelecom'),
  (259015, '259', '15', 498, 'ad47f227-1242-5508-afec-85a313a9d59c', 'Interdnestrcom'),
  (259099, '259', '99', 498, '398a6959-0c1a-5e9e-b0bd-206ae26dc4ad', 'Moldtelecom'),
  (260001, '260', '01', 616, '1e6d029c-eb37-5103-ad3c-377340de759b', 'Polkomtel Sp. z o.o.'),
  (260002, '260', '02', 616, 'f5ad748a-afa3-5308-b241-2240296f72c7', 'T-Mobile Polska S.A.'),
  (260003, '260', '03', 616, '883f426e-d6bd-54c6-8ed5-35255c8ee856', 'Orange Polska S.A.'),
  (260006, '260', '06', 616, 'a0226e3b-43a7-5da6-b3a8-fe8f8313d63c', 'P4 Sp. z o.o.'),
  (260007, '260', '07', 616, '91b5c279-3e07-5d04-aaa7-ededd03ef2f4', 'Netia S.A.'),
  (260009, '260', '09', 616, '0338d0c8-d062-586b-923a-46412a79b300', 'Lycamobile Sp. z o.o.'),
  (260011, '260', '11', 616, '1e6d029c-eb37-5103-ad3c-377340de759b', 'Polkomtel Sp. z o.o.'),
  (260012, '260', '12', 616, 'c3780492-6a5f-5a06-849c-3b4e282faac8', 'Cyfrowy Polsat S.A.'),
  (260013, '260', '13', 616, '87d2ff21-7b8e-5f49-b785-1ddc535fda2f', 'Move Telecom S.A.'),
  (260015, '260', '15', 616, '1e6d029c-eb37-5103-ad3c-377340de759b', 'Polkomtel Sp. z o.o.'),
  (260016, '260', '16', 616, '1e6d029c-eb37-5103-ad3c-377340de759b', 'Polkomtel Sp. z o.o.'),
  (260017, '260', '17', 616, '1e6d029c-eb37-5103-ad3c-377340de759b', 'Polkomtel Sp. z o.o.'),
  (260025, '260', '25', 616, 'b55769f1-5302-5fa2-a138-4f4103aa449f', 'Claude ICT Poland Sp. z o.o.'),
  (260033, '260', '33', 616, 'a0d42169-315d-51ed-8b8c-0900acfbad76', 'Truphone Poland Sp. z o.o.'),
  (260034, '260', '34', 616, '9bcd820f-df46-5239-b7a3-e7e51530b171', 'T-Mobile Polska S.A.'),
  (260035, '260', '35', 616, 'b4f155f5-cdcb-5684-a2d9-ac4de3ed2215', 'PKP Polskie Linie Kolejowe S.A.'),
  (260039, '260', '39', 616, 'b98c7d46-36a6-5630-a24c-aaa30237b709', 'VOXBONE SA'),
  (260045, '260', '45', 616, '83f0a2bd-9aae-52c3-b5c4-ca0aa23bb0a5', 'P4 Sp. z o.o.'),
  (262001, '262', '01', 276, '0024daea-3341-55a8-9042-4bd2764a2a4b', 'Telekom Deutschland GmbH'),
  (262002, '262', '02', 276, 'a6aa5aed-4fd0-5d9b-b721-db8bb08b721f', 'Vodafone D2 GmbH'),
  (262003, '262', '03', 276, '8dd8062f-18d7-5968-820d-45ff126f742b', 'Telefónica Germany GmbH & Co. oHG'),
  (262009, '262', '09', 276, 'a6aa5aed-4fd0-5d9b-b721-db8bb08b721f', 'Vodafone D2 GmbH'),
  (262010, '262', '10', 276, '3b23b2fc-9fd4-510b-9ff6-3cd9c383b3ff', 'DB Netz AG'),
  (262012, '262', '12', 276, '28fbaa95-4ed0-5ee9-87ee-4db0cc690f76', 'sipgate GmbH'),
  (262014, '262', '14', 276, '9557b4a9-c726-5653-a0cb-746af705d136', 'Lebara Limited'),
  (262015, '262', '15', 276, '004fb57c-3a23-57e8-9381-9e9c62470fa0', NULL),
  (262018, '262', '18', 276, 'cb8dc612-f623-5032-a9ca-1dcc24a20174', 'NetCologne'),
  (262019, '262', '19', 276, '716af1b1-a44c-52a0-9231-6a82011e0968', 'Alliander AG'),
  (262020, '262', '20', 276, 'b91a1b09-9d64-573e-8d58-e15733e4163d', 'Enreach Germany GmbH'),
  (262023, '262', '23', 276, '4a3b8cce-b471-57dc-bfd3-e7376dd18237', 'Drillisch Online AG'),
  (262043, '262', '43', 276, 'e34c67d4-3f7b-55ed-a9e4-c61cbd2a4084', 'Lycamobile'),
  (262060, '262', '60', 276, 'a9f34365-8851-57b9-a2ee-af567c0205b6', 'DB Telematik'),
  (262070, '262', '70', 276, 'ae88c2da-01d1-5158-bc90-ab5a43b33d6f', 'BDBOS'),
  (262098, '262', '98', 276, '003c8cdc-7ffd-5a2c-bc55-eaf7da3cd786', 'private networks'),
  (266001, '266', '01', 292, '8b69ab39-db3c-52ac-aeb4-d343f4ffb060', 'Gibtelecom'),
  (268001, '268', '01', 620, 'd211104d-4414-5765-bdb7-371b820c4307', 'Vodafone Portugal'),
  (268003, '268', '03', 620, 'a4af77f8-e7bd-588f-918c-159bf992ed7c', 'NOS Comunicações'),
  (268004, '268', '04', 620, 'c7d7f8b3-81f5-5551-91a4-fcd7d0f91f39', 'LycaMobile'),
  (268006, '268', '06', 620, 'f6d61790-df98-5b6b-b4e2-b40a4c75e597', 'MEO - Serviços de Comunicações e Multimédia, S.A.'),
  (268012, '268', '12', 620, '7eaf4fbf-3c89-5570-b2d6-c48f66c6f025', 'Infraestruturas de Portugal, S.A.'),
  (268080, '268', '80', 620, 'f6d61790-df98-5b6b-b4e2-b40a4c75e597', 'MEO - Serviços de Comunicações e Multimédia, S.A.'),
  (270001, '270', '01', 442, '3c71189b-dd93-5d56-8041-9f16c0ab9753', 'POST Luxembourg'),
  (270071, '270', '71', 442, '9b91107b-3d7f-5e57-a514-e5f1a21b5fa4', 'Société Nationale des Chemins de Fer Luxembourgeois'),
  (270077, '270', '77', 442, '4be7f07e-836d-5fa9-9851-5bca644bb05b', 'Tango SA'),
  (270099, '270', '99', 442, '83edab4b-2d79-5d3e-b7ed-6e4a9d48f8b5', 'Orange S.A.'),
  (272001, '272', '01', 372, '84fc0679-f504-5e25-92fe-b945167a2c52', 'Vodafone Ireland'),
  (272002, '272', '02', 372, '88088293-4a03-56ac-b424-faa2d3b482d5', 'Hutchison 3G Ireland limited'),
  (272003, '272', '03', 372, '0c4f473d-18dc-5a46-9fe4-4ff04207f4de', 'Eir Group plc'),
  (272005, '272', '05', 372, '88088293-4a03-56ac-b424-faa2d3b482d5', 'Hutchison 3G Ireland limited'),
  (272007, '272', '07', 372, '0c4f473d-18dc-5a46-9fe4-4ff04207f4de', 'Eir Group plc'),
  (272011, '272', '11', 372, 'f8289bcb-7089-57cf-8b03-4ace4f6dbf0b', 'Liffey Telecom'),
  (272013, '272', '13', 372, '46cb6718-fe8b-5d79-8c3e-34e417c56bec', 'Lycamobile'),
  (272015, '272', '15', 372, '7610dde2-33fe-5fb5-8fd5-27b1f0f4fd48', 'UPC'),
  (272016, '272', '16', 372, '890e9069-73be-57ef-ac1b-de4d1b670557', 'Carphone Warehouse'),
  (272018, '272', '18', 372, 'be99ddff-1a15-5cc5-8a4f-f663907a75cd', 'Cubic Telecom Limited'),
  (272021, '272', '21', 372, '35f5d974-5ea2-5e45-9785-04a2108f1293', 'Net Feasa Limited'),
  (274001, '274', '01', 352, 'd5cd40de-d787-51a7-ad8e-0bb4a44728d5', 'Iceland Telecom'),
  (274002, '274', '02', 352, 'e8aea724-004b-56db-a317-2cb9075276e9', 'Sýn'),
  (274004, '274', '04', 352, '6de33124-efae-55da-9c31-36dae1530f5b', 'IMC Island ehf'),
  (274008, '274', '08', 352, '1a99dbcb-e3ee-554f-aa05-777d5419dfc6', 'Iceland Telecom'),
  (274011, '274', '11', 352, 'b1e545b9-d660-578c-9855-a777f3c0c626', 'Nova ehf'),
  (274012, '274', '12', 352, '01357b17-d544-5628-a48c-accd7105846b', 'IP fjarskipti'),
  (274091, '274', '91', 352, '135738a9-ec50-5b6d-ab78-3b8a3c8a36b1', 'Neyðarlínan'),
  (276001, '276', '01', 8, 'aa8bfcaa-670f-5d69-aadd-72ac2572c7f4', 'One Telecommunications'),
  (276002, '276', '02', 8, '22f990ca-0db9-5903-846e-5f385990d5ef', 'Vodafone Albania'),
  (276003, '276', '03', 8, '8c638eb6-aab4-5cdf-a2cd-7673d31aa145', 'Albtelecom'),
  (278001, '278', '01', 470, 'c535bad1-77d9-5c12-8cb1-b3204e226ddc', 'Epic'),
  (278021, '278', '21', 470, '333daed5-36dd-5fb3-8c65-25c83842c7ee', 'Mobile Communications Limited'),
  (278077, '278', '77', 470, '74aeda5a-840a-51d7-98e9-3852d608249c', 'Melita'),
  (280001, '280', '01', 196, 'bf5995a5-c025-537e-a3ff-9ef94b1d49e3', 'Cyprus Telecommunications Authority'),
  (280010, '280', '10', 196, '59e35c19-6ee1-54d2-ad70-45c1126bde60', 'Monaco Telecom'),
  (280020, '280', '20', 196, 'f68a70dd-4a0c-5af4-baa8-cd10cd020545', 'PrimeTel PLC'),
  (280022, '280', '22', 196, 'dd96c985-aefe-579e-b8a0-44d41b8a5f57', 'Lemontel Ltd'),
  (282001, '282', '01', 268, 'ed2f328d-c7d2-5630-a803-a752f5aefb5b', 'Silknet'),
  (282002, '282', '02', 268, '3a4c0438-5446-5a16-8b42-0e7c21d6d88a', 'MagtiCom'),
  (282003, '282', '03', 268, 'c5da1622-82b1-585f-9c16-c5a5d5ca38f5', 'MagtiCom'),
  (282004, '282', '04', 268, '4d1c9c6d-2076-598a-aacc-8d7436c35997', 'Mobitel'),
  (282005, '282', '05', 268, 'ff70c0d3-fca2-5fb6-ae1f-4f6446e5ab13', 'Silknet'),
  (282007, '282', '07', 268, '16c7ecb9-d6a9-58b1-ace0-134c2f97b269', 'GlobalCell'),
  (282008, '282', '08', 268, '93b6e636-2f4d-5d71-b14c-373e2f124ff8', 'Silknet'),
  (282009, '282', '09', 268, 'dcc8209c-44a6-5d00-828d-8d86506ee1c5', 'Gmobile'),
  (283001, '283', '01', 51, 'a4e61b21-e9bf-5deb-8f9a-b10bc5b87da2', 'Veon Armenia CJSC'),
  (283004, '283', '04', 51, '35e49e9d-16fc-5e1a-805b-09db6b11f008', 'Karabakh Telecom'),
  (283005, '283', '05', 51, '0944b445-aedd-52c8-b9e1-0ba24805defc', 'K Telecom CJSC'),
  (283010, '283', '10', 51, '42edcf3c-bb0a-5d11-809e-9be54d0789f6', 'Ucom LLC'),
  (284001, '284', '01', 100, 'bf024f9b-9f06-5cda-b754-cef718e51a7b', 'A1 Bulgaria'),
  (284003, '284', '03', 100, '62c2a57e-a800-5795-b854-dfdf48b48951', 'BTC'),
  (284005, '284', '05', 100, '01df2232-d17a-580c-814e-b6c58fa9767a', 'Yettel Bulgaria'),
  (284007, '284', '07', 100, '355e284b-70a8-5841-b982-ac2b71bdb37c', 'НАЦИОНАЛНА КОМПАНИЯ ЖЕЛЕЗОПЪТНА ИНФРАСТРУКТУРА'),
  (284011, '284', '11', 100, '82a4af52-69f7-50d3-811d-205192aff18d', 'Bulsatcom'),
  (284013, '284', '13', 100, '7f98c002-ba89-5317-b9f6-92f046c189e7', 'Ti.com JSC'),
  (286001, '286', '01', 792, 'ed17f0d6-9826-5cf5-b03b-3804739879fc', 'Turkcell Iletisim Hizmetleri A.S.'),
  (286002, '286', '02', 792, '7c22a0f0-6ef0-53d1-a19e-752a208148d1', 'Vodafone Turkey'),
  (286003, '286', '03', 792, 'd3fe65d0-5f89-5f3f-ae41-c16d15927540', 'Türk Telekom'),
  (288001, '288', '01', 234, 'b32d6cbe-642d-564e-8e56-ab2bf4545bda', 'Føroya Tele'),
  (288002, '288', '02', 234, 'f7949820-e7b5-5aa1-a264-304a3f6a0048', 'Nema'),
  (289067, '289', '67', 268, 'e63f619d-391b-5364-a567-1f942b1e5094', 'Aquafon JSC'),
  (289088, '289', '88', 268, 'ebc63581-bc65-514c-815e-962bade658c8', 'A-Mobile LLSC'),
  (290001, '290', '01', 304, 'a83234c6-0851-5d8b-a1fe-dfcd8c973327', 'Tusass A/S'),
  (290002, '290', '02', 304, '74abc9f0-8957-5580-bce3-8fa09b8017bd', 'inu:it a/s'),
  (292001, '292', '01', 674, '621ea840-248b-5478-b301-6a0f18376e0e', 'San Marino Telecom'),
  (293010, '293', '10', 705, '6f6b3266-6c00-54ea-b1a6-1376bed98bd5', 'SŽ - Infrastruktura, d.o.o.'),
  (293040, '293', '40', 705, '2de74381-ee7a-5d66-a303-468d5649b5fa', 'A1 Slovenija'),
  (293041, '293', '41', 705, 'b20c1c77-d90c-58ff-a16b-0c3836b94432', 'Telekom Slovenije'),
  (293064, '293', '64', 705, 'b2ac90ce-c5ad-5bd9-87e7-ccc3cf4c3a9e', 'T-2 d.o.o.'),
  (293070, '293', '70', 705, 'ad6b299e-7add-5e10-8eba-e64dc14c8f2b', 'Tušmobil d.o.o.'),
  (294001, '294', '01', 807, '8585d779-aaf0-57b6-aacc-93c586f6e8c8', 'Makedonski Telekom'),
  (294003, '294', '03', 807, '75074148-2cd5-5699-a8c3-8aecfa9b7317', 'A1 Macedonia DOOEL'),
  (294004, '294', '04', 807, '5ebb3a77-16d9-5b78-b8ea-1e6dea8ddc84', 'Lycamobile LLC'),
  (295001, '295', '01', 438, 'b6cc1aff-3683-583a-8eac-554cd4e90d5b', 'Swisscom Schweiz AG'),
  (295002, '295', '02', 438, '3e1f1fab-bcfa-5e6e-8423-189d7386d238', 'Salt Liechtenstein AG'),
  (295005, '295', '05', 438, 'ac3df467-c61e-54bb-a15d-76346a4e99f1', 'Telecom Liechtenstein AG'),
  (295006, '295', '06', 438, 'cd7ca806-4d57-5b1a-92ce-411c59c66110', 'Cubic Telecom AG'),
  (297001, '297', '01', 499, 'eb3e144e-567d-56fc-a36f-1b60b4f5f346', 'Telenor Montenegro'),
  (297002, '297', '02', 499, 'b411cefe-2471-5d2f-b298-ce24e80bb1a2', 'Crnogorski Telekom'),
  (297003, '297', '03', 499, 'e0a140f0-2ac9-55fa-a14f-c969cc166f0b', 'm:tel Crna Gora'),
  (302130, '302', '130', 124, '0cfa5cbe-17ad-5193-bc41-f07d43f71ab0', 'Xplore Inc.'),
  (302131, '302', '131', 124, '0cfa5cbe-17ad-5193-bc41-f07d43f71ab0', 'Xplore Inc.'),
  (302220, '302', '220', 124, '5c281348-1140-5285-b00d-fa0eeb0608bc', 'Telus Mobility'),
  (302270, '302', '270', 124, 'f2c55d2f-fa65-55a8-b637-5886ebb08e9f', 'Bragg Communications'),
  (302300, '302', '300', 124, '598854fe-efba-5b2c-ab91-e646a2ed29fb', 'Ecotel inc.'),
  (302310, '302', '310', 124, '598854fe-efba-5b2c-ab91-e646a2ed29fb', 'Ecotel inc.'),
  (302320, '302', '320', 124, 'd5b41cb4-0879-5289-8a07-ca449a6f55a7', 'Rogers Communications'),
  (302340, '302', '340', 124, 'c06603b4-b629-5321-a70f-740d392fcbb4', 'Execulink'),
  (302370, '302', '370', 124, 'f2bd117f-7c1a-50e5-8530-ea5c7165ed28', 'Fido Solutions (Rogers Wireless)'),
  (302380, '302', '380', 124, '69fb1d24-f972-58b7-9b4f-debdcec5ac4a', 'Keewaytinook Okimakanak Mobile'),
  (302420, '302', '420', 124, '169563e8-1531-5cd5-b956-3ef147d71e2d', 'A.B.C. Allen Business Communications Ltd.'),
  (302480, '302', '480', 124, 'bd21b162-2c15-5e23-94d6-b9af30d4dd7d', 'SSi Connexions'),
  (302490, '302', '490', 124, '418c54b5-dce2-59c6-96cf-bcba96545295', 'Shaw Communications'),
  (302500, '302', '500', 124, 'f87d2644-796e-52ae-a996-3f3baeee96f6', 'Videotron'),
  (302510, '302', '510', 124, 'f87d2644-796e-52ae-a996-3f3baeee96f6', 'Videotron'),
  (302520, '302', '520', 124, 'd6ea9bb9-d3b1-5477-9122-624f19763d44', 'Videotron'),
  (302530, '302', '530', 124, '69fb1d24-f972-58b7-9b4f-debdcec5ac4a', 'Keewaytinook Okimakanak Mobile'),
  (302590, '302', '590', 124, '2c1c4b5e-6663-5b9b-a24a-a8b2a241ae74', 'Quadro Communications Co-op'),
  (302610, '302', '610', 124, '07235d02-81a7-5ddb-a799-1fb229d9f030', 'Bell Mobility'),
  (302620, '302', '620', 124, '938a4fb6-821e-5533-8891-2613cb96a7f2', 'ICE Wireless'),
  (302650, '302', '650', 124, 'acfaf883-1c4f-57ba-918a-af309a251888', 'Thunder Bay Telephone'),
  (302660, '302', '660', 124, 'e112861b-2f08-5d7c-8439-d1fe6e7eb278', 'Bell MTS'),
  (302680, '302', '680', 124, '44875b6b-1d4b-53bb-8895-a983c7f96add', 'SaskTel Mobility'),
  (302690, '302', '690', 124, '630f07ac-69c5-51d0-a6f9-1f36bd9f0edf', 'Bell Mobility'),
  (302710, '302', '710', 124, 'c0781bfa-6ce1-5c8d-b1e8-f59eb8d7e6eb', NULL),
  (302720, '302', '720', 124, 'd5b41cb4-0879-5289-8a07-ca449a6f55a7', 'Rogers Communications'),
  (302760, '302', '760', 124, '55989aaa-cb7c-5433-a3d3-15c0a45da9bb', 'Telus Mobility'),
  (302770, '302', '770', 124, 'a001e36b-0038-59c3-b9f4-837c1f2407ad', 'TNW Wireless Inc.'),
  (302780, '302', '780', 124, '44875b6b-1d4b-53bb-8895-a983c7f96add', 'SaskTel Mobility'),
  (302790, '302', '790', 124, 'b11b9fc6-dbba-55f7-bc40-dc6f65a619a5', 'NetSet Communications'),
  (302880, '302', '880', 124, 'a8aae9bc-ac5e-55fe-9f33-419e53a834fd', 'Shared Telus, Bell, and SaskTel'),
  (302940, '302', '940', 124, '9000d093-70c4-52cb-8247-0eb1303547e0', 'Wightman Telecom'),
  (308001, '308', '01', 666, '5572c9b3-be8f-5109-9c39-c97a331d741d', 'St. Pierre-et-Miquelon Télécom'),
  (308002, '308', '02', 666, 'd2a019a6-f4f4-5797-9d61-6540f2a4f0b2', 'GLOBALTEL'),
  (310004, '310', '004', 840, 'c33dffcb-deaf-5a93-92d6-bc8485a85541', 'Verizon Wireless'),
  (310006, '310', '006', 840, 'c33dffcb-deaf-5a93-92d6-bc8485a85541', 'Verizon Wireless'),
  (310012, '310', '012', 840, 'c33dffcb-deaf-5a93-92d6-bc8485a85541', 'Verizon Wireless'),
  (310020, '310', '020', 840, 'e15b552b-45d3-527e-a0a3-12d8402f08bc', 'Union Telephone Company'),
  (310030, '310', '030', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310032, '310', '032', 316, '32718642-3714-5c94-b5e1-7a0c02bc163c', 'IT&E Overseas, Inc'),
  (310034, '310', '034', 840, '1878c579-05ac-55b9-9490-c483759ba91f', 'Airpeak'),
  (310050, '310', '050', 840, 'fc6e7a4d-9027-5e76-b2e3-061b4d12655c', 'Alaska Communications'),
  (310053, '310', '053', 840, '028df7ca-576c-5baa-9f21-8c4b9045e703', 'T-Mobile US')
ON CONFLICT ("id") DO UPDATE SET "mcc" = EXCLUDED."mcc", "mnc" = EXCLUDED."mnc", "country_id" = EXCLUDED."country_id", "brand_id" = EXCLUDED."brand_id", "operator" = EXCLUDED."operator";

INSERT INTO "networks" ("id", "mcc", "mnc", "country_id", "brand_id", "operator") VALUES
  (310054, '310', '054', 840, 'be6ae5b9-e502-5cbc-aeec-19988ebac60a', 'Alltel US'),
  (310059, '310', '59', 60, '4a586121-be1f-51f7-a6ec-183aae8ed8ac', NULL),
  (310066, '310', '066', 840, '94bc3e2e-b6cb-5a13-8766-1763564226ea', 'U.S. Cellular'),
  (310070, '310', '070', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310080, '310', '080', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310090, '310', '090', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310100, '310', '100', 840, '0a0cd2fb-1388-561c-93b9-d4ac3d358969', 'New Mexico RSA 4 East LP'),
  (310110, '310', '110', 580, 'afd404cb-5404-5109-b28f-eb34da6190bf', 'PTI Pacifica Inc.'),
  (310120, '310', '120', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile US'),
  (310130, '310', '130', 840, '8f08ba9d-a56e-5e54-b42a-cf946d0c2630', 'Carolina West Wireless'),
  (310140, '310', '140', 316, '91043ab2-bbe9-5f70-afb8-606b52263632', 'Teleguam Holdings, LLC'),
  (310150, '310', '150', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310160, '310', '160', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile US'),
  (310170, '310', '170', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310180, '310', '180', 840, '670c7c67-be89-5ea8-8ccb-5c5fadca565a', 'West Central Wireless'),
  (310190, '310', '190', 840, 'fc6e7a4d-9027-5e76-b2e3-061b4d12655c', 'Alaska Communications'),
  (310260, '310', '260', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile US'),
  (310320, '310', '320', 840, 'e16a35c6-d83a-5733-aec5-c4e1c15cd404', 'Smith Bagley, Inc.'),
  (310340, '310', '340', 840, '2e1c3b75-e39d-5ed6-b51c-09f7cc368952', 'Limitless Mobile, LLC'),
  (310360, '310', '360', 840, 'c19a9a1a-ccde-5d14-9354-ae5e936ca161', 'Cellular Network Partnership'),
  (310370, '310', '370', 316, '3ecb433e-5992-5ac5-a5a5-546e483f7e12', 'NTT DoCoMo Pacific'),
  (310390, '310', '390', 840, '14a57f0e-33e8-5b17-b8d7-01c04a453675', 'TX-11 Acquisition, LLC'),
  (310400, '310', '400', 316, '32718642-3714-5c94-b5e1-7a0c02bc163c', 'IT&E Overseas, Inc'),
  (310410, '310', '410', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310430, '310', '430', 840, 'fc6e7a4d-9027-5e76-b2e3-061b4d12655c', 'GCI Communications Corp.'),
  (310440, '310', '440', 840, '024ef48b-00f9-5e28-a713-dd0dd297f0b9', 'Numerex'),
  (310450, '310', '450', 840, 'cfca413d-dcdf-5fdc-83d6-f18523130dd4', 'Viaero Wireless'),
  (310460, '310', '460', 840, '4209f2fa-f18f-5fe6-9e10-2dce532db829', 'NewCore Wireless LLC'),
  (310480, '310', '480', 316, '32718642-3714-5c94-b5e1-7a0c02bc163c', 'IT&E Overseas, Inc'),
  (310490, '310', '490', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile'),
  (310500, '310', '500', 840, '989f117b-9a05-5ab3-9b12-a127bfad7529', 'Public Service Cellular Inc.'),
  (310540, '310', '540', 840, '0cfbb502-391a-5772-8838-63012391a734', 'Hilliary Communications'),
  (310570, '310', '570', 840, '5c1e55af-35fe-5ce6-b66e-aa4f8c36a4f4', 'Broadpoint, LLC'),
  (310580, '310', '580', 840, 'a35bc42c-fc1b-5b34-b405-f5458ac57521', 'Inland Cellular Telephone Company'),
  (310600, '310', '600', 840, 'dd39f05d-a1db-5092-9289-e15b793be6b3', 'NewCell Inc.'),
  (310640, '310', '640', 840, '024ef48b-00f9-5e28-a713-dd0dd297f0b9', 'Numerex'),
  (310650, '310', '650', 840, '32efce1a-2239-56e0-8415-8cca2a068eb7', 'Jasper Technologies'),
  (310680, '310', '680', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310690, '310', '690', 840, '2e1c3b75-e39d-5ed6-b51c-09f7cc368952', 'Limitless Mobile, LLC'),
  (310710, '310', '710', 840, '340bcc54-4af4-5162-8183-70368e729bde', 'Arctic Slope Telephone Association Cooperative'),
  (310740, '310', '740', 840, 'cfca413d-dcdf-5fdc-83d6-f18523130dd4', 'Viaero Wireless'),
  (310840, '310', '840', 840, 'fbd3125d-9710-5d91-a165-5d099315ece2', 'Telecom North America Mobile, Inc.'),
  (310850, '310', '850', 840, '4013235c-0874-5056-af4e-49c982bcab59', 'Aeris Communications, Inc.'),
  (310860, '310', '860', 840, 'a92d4e13-3ecd-5d70-8f9a-848d2917226e', 'TX RSA 15B2, LP'),
  (310880, '310', '880', 840, '5d825bbf-7607-59d2-8290-beb80131240f', 'Advantage Cellular Systems, Inc.'),
  (310900, '310', '900', 840, 'da07f03e-c217-559f-a175-327d193cb8de', 'Cable & Communications Corporation'),
  (310920, '310', '920', 840, '564fdc4c-18ce-567e-91e6-1e6f27faa171', 'James Valley Wireless, LLC'),
  (310930, '310', '930', 840, 'e7323fd0-84b4-52cb-aa92-9c7c7cf94b78', 'Copper Valley Wireless'),
  (310950, '310', '950', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (310960, '310', '960', 840, 'dd17f5b1-0ee3-546b-842a-d4df58db6d23', 'UBET Wireless'),
  (310970, '310', '970', 840, 'a9c27726-8706-5416-a137-04a2b88517fe', 'Globalstar'),
  (310990, '310', '990', 840, '4888e525-eee8-5652-897d-48cbd94629c6', 'Evolve Cellular Inc.'),
  (311000, '311', '000', 840, 'c55295c9-4c4a-5073-822b-2f411c7ff67a', 'Mid-Tex Cellular Ltd.'),
  (311020, '311', '020', 840, '0ff8b0ff-15e8-530f-b0ee-d66540cb4b0e', 'Missouri RSA 5 Partnership'),
  (311030, '311', '030', 840, 'b9cfb496-db91-5ea6-a3ae-c8185846cb64', 'Americell PA 3 Partnership'),
  (311040, '311', '040', 840, 'cafa49ed-e0bd-55ce-9902-bc42a85c7942', 'Commnet Wireless'),
  (311050, '311', '050', 840, '8afa75bc-a4c3-5ca4-af8e-d85e61c8a8cd', 'Thumb Cellular LP'),
  (311060, '311', '060', 840, '2e16ad56-3e7a-588c-b345-17cd242e34d8', 'Space Data Corporation'),
  (311070, '311', '070', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (311080, '311', '080', 840, '7fcc7fcb-e505-5f93-92a7-13f7c13889be', 'Pine Telephone Company'),
  (311090, '311', '090', 840, '946245f4-6d58-516b-8093-ba82daa42147', 'AT&T Mobility'),
  (311100, '311', '100', 840, '0699632f-5f92-5951-b3b0-07f3abdbf186', 'Nex-Tech Wireless'),
  (311120, '311', '120', 316, '32718642-3714-5c94-b5e1-7a0c02bc163c', 'IT&E Overseas, Inc'),
  (311140, '311', '140', 840, 'd950d3db-9e88-5d36-9ea5-cd044de9f53d', 'Cross Telephone Company'),
  (311150, '311', '150', 840, 'c4691287-17ef-57f8-ab71-43cb5fd550d7', 'Wilkes Cellular'),
  (311170, '311', '170', 840, 'b6d1683d-e645-5a14-97f8-c4ff44f54709', 'Tampnet'),
  (311210, '311', '210', 840, 'f780b4ba-9281-5443-9149-841eac07378f', 'Telnyx LLC'),
  (311220, '311', '220', 840, '94bc3e2e-b6cb-5a13-8766-1763564226ea', 'U.S. Cellular'),
  (311230, '311', '230', 840, 'f8b72a4d-8632-5247-bd2b-b95276941027', 'Cellular South Inc.'),
  (311240, '311', '240', 840, '422b3047-9421-5afc-a837-86a09d460c2b', 'Cordova Wireless'),
  (311250, '311', '250', 316, '32718642-3714-5c94-b5e1-7a0c02bc163c', 'IT&E Overseas, Inc'),
  (311320, '311', '320', 840, 'cafa49ed-e0bd-55ce-9902-bc42a85c7942', 'Commnet Wireless'),
  (311330, '311', '330', 840, 'd2256c95-eb82-5d15-87ca-801c0722de4f', 'Bug Tussel Wireless LLC'),
  (311340, '311', '340', 840, 'df632346-6ef9-578b-be70-74d2d9a6ce81', 'Illinois Valley Cellular'),
  (311350, '311', '350', 840, '8b613e95-c363-520f-82ff-4df2fd17a338', 'Sagebrush Cellular, Inc.'),
  (311370, '311', '370', 840, '383f3a13-36ae-5f15-9a04-a7d101f3decf', 'General Communication Inc.'),
  (311380, '311', '380', 840, '437bec36-b04e-5ba6-88cb-cb960e8bdf02', 'New Dimension Wireless Ltd.'),
  (311410, '311', '410', 840, '624f756f-7f53-545f-a4dd-50b5d7dfb1e7', 'Iowa RSA No. 2 LP'),
  (311420, '311', '420', 840, '213fae1e-dd11-5e89-8878-8446c2a97086', 'Northwest Missouri Cellular LP'),
  (311450, '311', '450', 840, 'd6eaeb61-725c-5bda-a61c-048593161817', 'Panhandle Telecommunication Systems Inc.'),
  (311470, '311', '470', 850, '2cb13cd8-585c-519c-b4d8-cc1df77d6f3f', 'Vitelcom Cellular Inc.'),
  (311480, '311', '480', 840, 'c33dffcb-deaf-5a93-92d6-bc8485a85541', 'Verizon Wireless'),
  (311490, '311', '490', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile US'),
  (311530, '311', '530', 840, '87c5cb3d-71ea-5fa8-ba75-379b38d59d72', 'NewCore Wireless LLC'),
  (311550, '311', '550', 840, 'cafa49ed-e0bd-55ce-9902-bc42a85c7942', 'Commnet Wireless LLC'),
  (311560, '311', '560', 840, '0403c66e-7b1c-5d96-ad47-aa9d7a6873d6', 'OTZ Communications, Inc.'),
  (311580, '311', '580', 840, '94bc3e2e-b6cb-5a13-8766-1763564226ea', 'U.S. Cellular'),
  (311600, '311', '600', 840, '2e1c3b75-e39d-5ed6-b51c-09f7cc368952', 'Limitless Mobile, LLC'),
  (311640, '311', '640', 840, '47218d07-bd5d-51e5-9592-be1e2d860b53', 'Standing Rock Telecommunications'),
  (311650, '311', '650', 840, '13927c58-c7fa-5d6e-a8b5-9f4f3ac167a8', 'United Wireless'),
  (311660, '311', '660', 840, 'caba1774-1731-533a-a085-46a568cda37a', 'Metro by T-Mobile'),
  (311670, '311', '670', 840, 'd701590c-f44a-56b3-8a9c-c5617972faa9', 'Pine Belt Cellular Inc.'),
  (311690, '311', '690', 840, '0eef5c4a-36c5-5e7c-938c-3523a4f6001b', 'TeleBEEPER of New Mexico'),
  (311740, '311', '740', 840, '9746d5a9-caa2-524f-88a9-084c565bd17a', 'Telalaska Cellular'),
  (311780, '311', '780', 16, 'a994a098-ecba-5275-8e36-12620d3a9995', 'American Samoa Telecommunications'),
  (311800, '311', '800', 840, '8878b8f3-8e58-585c-a319-b500637c7ddc', 'Verizon Wireless'),
  (311810, '311', '810', 840, '8878b8f3-8e58-585c-a319-b500637c7ddc', 'Verizon Wireless'),
  (311830, '311', '830', 840, '8afa75bc-a4c3-5ca4-af8e-d85e61c8a8cd', 'Thumb Cellular LP'),
  (311840, '311', '840', 840, 'dd39f05d-a1db-5092-9289-e15b793be6b3', 'Nsight'),
  (311850, '311', '850', 840, 'dd39f05d-a1db-5092-9289-e15b793be6b3', 'Nsight'),
  (311860, '311', '860', 840, 'dd17f5b1-0ee3-546b-842a-d4df58db6d23', 'Uintah Basin Electronic Telecommunications'),
  (311882, '311', '882', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile US'),
  (311900, '311', '900', 840, '933a334d-518c-5b4e-82cc-8f7fbf24e297', 'GigSky'),
  (311950, '311', '950', 840, '01b57c89-7c8b-5f8d-bcf9-39af178e969d', 'Enhanced Telecommmunications Corp.'),
  (311970, '311', '970', 840, 'd3b73188-1b46-53de-a9fa-90db6328a464', 'Big River Broadband, LLC'),
  (311990, '311', '990', 840, '23a857c6-3f4c-5126-b11c-63800ca9ddb7', 'VTel Wireless'),
  (312020, '312', '020', 840, 'aeb9f16a-05dd-542f-a241-e4ba3cca4aff', 'Infrastructure Networks, LLC'),
  (312030, '312', '030', 840, 'd950d3db-9e88-5d36-9ea5-cd044de9f53d', 'Cross Wireless'),
  (312040, '312', '040', 840, 'e92e104f-fd95-50e6-b044-af6c220fd24a', 'Custer Telephone Co-op (CTCI)'),
  (312080, '312', '080', 840, '6b00e929-586b-55dc-84e4-b41228220345', 'South Georgia Regional Information Technology Authority'),
  (312120, '312', '120', 840, '47d29faf-9630-5861-9a8f-cd72a97d5acc', 'East Kentucky Network, LLC'),
  (312130, '312', '130', 840, '47d29faf-9630-5861-9a8f-cd72a97d5acc', 'East Kentucky Network, LLC'),
  (312150, '312', '150', 840, '213fae1e-dd11-5e89-8878-8446c2a97086', 'Northwest Missouri Cellular LP'),
  (312160, '312', '160', 840, '624f756f-7f53-545f-a4dd-50b5d7dfb1e7', 'RSA1 Limited Partnership'),
  (312170, '312', '170', 840, '624f756f-7f53-545f-a4dd-50b5d7dfb1e7', 'Iowa RSA No. 2 LP'),
  (312180, '312', '180', 840, 'fdf0fc9e-aaf1-5352-84b1-96cd5f5ddcfb', 'Limitless Mobile LLC'),
  (312210, '312', '210', 840, 'c377724a-a6ea-5f6a-b91d-19fb503f824b', 'Aspenta International, Inc.'),
  (312220, '312', '220', 840, '0ff8b0ff-15e8-530f-b0ee-d66540cb4b0e', 'Chariton Valley Communications Corporation, Inc.'),
  (312250, '312', '250', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile US'),
  (312270, '312', '270', 840, 'c19a9a1a-ccde-5d14-9354-ae5e936ca161', 'Cellular Network Partnership'),
  (312280, '312', '280', 840, 'c19a9a1a-ccde-5d14-9354-ae5e936ca161', 'Cellular Network Partnership'),
  (312300, '312', '300', 840, 'fbd3125d-9710-5d91-a165-5d099315ece2', 'Telecom North America Mobile, Inc.'),
  (312310, '312', '310', 840, '16398c1d-597e-5d08-a5bd-b66cd46dc2eb', 'Clear Stream Communications, LLC'),
  (312320, '312', '320', 840, '262b7a31-5e85-5192-8988-72b9e31acd6d', 'RTC Communications LLC'),
  (312330, '312', '330', 840, '8b613e95-c363-520f-82ff-4df2fd17a338', 'Nemont Communications, Inc.'),
  (312350, '312', '350', 840, '1065df3e-1318-5c00-9e83-39ab35222159', 'Triangle Communication System Inc.'),
  (312370, '312', '370', 840, 'cafa49ed-e0bd-55ce-9902-bc42a85c7942', 'Commnet Wireless'),
  (312380, '312', '380', 840, 'e7323fd0-84b4-52cb-aa92-9c7c7cf94b78', 'Copper Valley Wireless'),
  (312390, '312', '390', 840, '76b7c08c-55f9-5113-9473-d8c6cec72505', 'FTC Communications LLC'),
  (312400, '312', '400', 840, 'da07f03e-c217-559f-a175-327d193cb8de', 'Mid-Rivers Telephone Cooperative'),
  (312420, '312', '420', 840, '0699632f-5f92-5951-b3b0-07f3abdbf186', 'Nex-Tech Wireless'),
  (312430, '312', '430', 840, '922a75f0-7bb4-5bb3-8afd-0f90539e1c69', 'Silver Star Communications'),
  (312460, '312', '460', 840, '3d35dd1e-aa55-5e0e-bcaa-3303464e90b9', 'Ketchikan Public Utilities (KPU)'),
  (312470, '312', '470', 840, '8f08ba9d-a56e-5e54-b42a-cf946d0c2630', 'Carolina West Wireless'),
  (312530, '312', '530', 840, '7a1dd679-7b9b-551c-8037-846c51ffe18b', 'T-Mobile US'),
  (312590, '312', '590', 840, '895209f7-75ca-5338-ab69-3584a7e04ab7', 'Northern Michigan University'),
  (312620, '312', '620', 840, 'faff2a7a-a5bf-53e9-86fd-509e4f26b54c', 'GlobeTouch Inc.'),
  (312670, '312', '670', 840, 'e370a1d5-908d-57f6-9492-6af38a0b1195', 'AT&T Mobility'),
  (312690, '312', '690', 840, 'b6e1914c-07fe-5790-a581-67eb597258a7', 'TGS, LLC'),
  (312700, '312', '700', 840, 'e0592298-e513-52f0-9cb9-10c9568618b0', 'Wireless Partners, LLC'),
  (312710, '312', '710', 840, 'b2bf201c-28cb-5dbf-828c-c42bc85d85e5', 'Great North Woods Wireless LLC'),
  (312720, '312', '720', 840, 'bae5428b-d924-5bef-99b7-0117a5d65736', 'Southern Communications Services'),
  (312780, '312', '780', 840, '8a21f9a6-aca0-5088-af83-0e2cba3b1c93', 'Redzone Wireless'),
  (312810, '312', '810', 840, 'ff17a0ce-1362-5df2-ba6f-68a0c27d800a', 'Bristol Bay Telephone Cooperative'),
  (312830, '312', '830', 840, '17b662ac-54e9-53e7-91ac-bff3a0e7f71f', 'Kings County Office of Education'),
  (312870, '312', '870', 840, '10a75c03-9208-5e52-987f-32d5f8bb1bf7', 'GigSky Mobile, LLC'),
  (312900, '312', '900', 840, '58359123-a0c0-587d-9560-622ece3da818', 'Flat West Wireless, LLC'),
  (312940, '312', '940', 840, 'e5eb61c4-db8f-5a6c-8b6c-94d670412b62', 'Webformix'),
  (312950, '312', '950', 840, 'e92e104f-fd95-50e6-b044-af6c220fd24a', 'Custer Telephone Co-op (CTCI)'),
  (313000, '313', '000', 840, 'd44a5d01-488b-5029-878a-2e9b2753c391', 'Tennessee Wireless'),
  (313020, '313', '020', 840, '4e5a037d-66fa-573a-8603-7bddacaa30d8', 'Cambridge Telephone Company Inc.'),
  (313040, '313', '040', 840, '15ca9acf-fb9c-58e2-8428-b66f1f7043fa', 'Nucla-Naturita Telephone Company'),
  (313060, '313', '060', 840, '41ce1ab7-d7a1-5d75-b527-6de7f33fa18e', 'Country Wireless'),
  (313080, '313', '080', 840, '3d5b581b-7f05-5e5e-8ba5-bbfadc6d1f78', 'Speedwavz LLP'),
  (313090, '313', '090', 840, '7a758adc-0462-5c87-9797-5c3dcd2b8f92', 'Vivint Wireless, Inc.'),
  (313100, '313', '100', 840, 'e370a1d5-908d-57f6-9492-6af38a0b1195', 'AT&T FirstNet'),
  (313200, '313', '200', 840, '933823db-54f0-5ebf-bb5c-26682217df78', 'Mercury Network Corporation'),
  (313260, '313', '260', 840, 'b2c671dc-c8a6-5d58-bf1e-097ea2e79716', 'Expeto Wireless Inc.'),
  (313300, '313', '300', 840, '0f010bb7-e32d-5996-8ccd-3a24af7be2bf', 'Cambio WiFi of Delmarva, LLC'),
  (313340, '313', '340', 840, '564df2cf-f3f5-57ac-89ed-0e35c66ea740', 'Dish Wireless'),
  (313460, '313', '460', 840, '6dfc0444-c1be-5f1d-9d68-c53b2bdff0a1', 'Mobi, Inc.'),
  (313510, '313', '510', 840, '98716984-1b81-548e-a5f8-1717f39bb82c', 'Puerto Rico Telephone Company'),
  (313520, '313', '520', 840, '4a3859c1-98f4-50fb-8900-988cdfa83ce4', 'Florida Broadband, Inc.'),
  (313550, '313', '550', 840, '307a8f72-83a3-5b96-bf70-52d823ae8abe', 'Mile High Networks LLC'),
  (313560, '313', '560', 840, '8b6db76b-3ed5-5c42-aa2e-c1f5884dd2dc', 'Transit Wireless LLC'),
  (313690, '313', '690', 840, '3fffdd6d-0277-56c1-bf0d-bfe7c37efe6f', 'Shenandoah Cable Television, LLC'),
  (313760, '313', '760', 840, 'd4a01346-4c65-5bae-9bf6-9836af928ab7', 'Hologram, Inc.'),
  (313790, '313', '790', 630, 'a1d1fd54-390d-5bb1-9633-2dd8f43a6bd7', 'Liberty Cablevision of Puerto Rico LLC'),
  (313810, '313', '810', 840, '923d0482-a112-5b7a-8da0-105fc767a506', 'Watch Communications'),
  (313850, '313', '850', 840, '4bbe34c6-28ea-5f79-8dad-1f2e9acccec2', 'Softcom Internet Communications, Inc'),
  (313860, '313', '860', 840, '31aa6e05-d612-5917-b8a5-15fa1dd4f395', 'AMG Technology Investment Group'),
  (313870, '313', '870', 840, 'b6a972d6-bb0e-590a-8d22-34e1e0e4c610', 'ElektraFi LLC'),
  (313890, '313', '890', 840, '904434dc-6b18-567a-bf74-6f575149c2ba', 'Tulare County Office of Education'),
  (313930, '313', '930', 840, '47218d07-bd5d-51e5-9592-be1e2d860b53', 'Standing Rock Telecom'),
  (330000, '330', '000', 630, '86530d1f-33cd-5dd5-860f-463609f2db77', 'PR Wireless'),
  (330110, '330', '110', 630, 'e63453c4-a41c-53a3-bd35-4add7ada6473', 'América Móvil'),
  (330120, '330', '120', 630, '86530d1f-33cd-5dd5-860f-463609f2db77', 'PR Wireless'),
  (334020, '334', '020', 484, 'df9ee540-e556-5764-bf20-72f674c24c97', 'América Móvil'),
  (334030, '334', '030', 484, 'f4fa8606-e061-5650-8810-a938b8247609', 'Telefónica'),
  (334050, '334', '050', 484, 'af9330a4-ca21-52b5-8808-12447b09af1a', 'AT&T Mexico'),
  (334090, '334', '090', 484, '54a89c38-0e1e-54c4-ae67-61c4bb7fca3a', 'AT&T Mexico'),
  (334130, '334', '130', 484, '6e781fc1-0de0-50c0-aabf-294f3f59f593', 'ALESTRA SERVICIOS MÓVILES, S.A. DE C.V.'),
  (334140, '334', '140', 484, '68371a17-48c1-53b4-9ce0-9f89e2fb225d', 'Altán Redes S.A.P.I. de C.V.'),
  (334150, '334', '150', 484, '677fe77d-ccac-5ea3-9705-88b7d927a7db', 'Ultravisión, S.A. de C.V.'),
  (334180, '334', '180', 484, '16769383-2a28-5014-8ff8-c8baeab6d52e', 'FREEDOMPOP MÉXICO, S.A. DE C.V.'),
  (334190, '334', '190', 484, 'd061a3d4-c1c5-56a5-bc51-5eb090853ae6', 'VIASAT TECNOLOGÍA, S.A. DE C.V.'),
  (338005, '338', '05', 662, 'af4126dc-ac37-5716-aaa8-a99dfe324862', 'Digicel'),
  (338050, '338', '050', 796, 'ea02806e-c27f-5fd8-947e-71f06c8191b2', 'Digicel (Turks & Caicos) Limited'),
  (338110, '338', '110', 388, 'be171b56-bded-50cb-97ed-9a26f62036ae', 'Cable & Wireless Communications'),
  (338180, '338', '180', 388, 'be171b56-bded-50cb-97ed-9a26f62036ae', 'Cable & Wireless Communications'),
  (340001, '340', '01', 254, '494e7ef9-d928-5edb-8e54-9c8ad1a957cd', 'Orange Caraïbe Mobiles'),
  (340002, '340', '02', 254, 'a05472f3-b8b9-552e-acdf-381432fad413', 'Outremer Telecom'),
  (340003, '340', '03', 312, '32406175-556d-5afd-a9a0-08fe01b1d779', 'UTS Caraïbe'),
  (340008, '340', '08', 312, 'e7c7eb42-cca7-5275-8111-a3f8f978bf68', 'Dauphin Telecom'),
  (340020, '340', '20', 254, 'daab5733-4979-55b6-b477-a1a001943be9', 'DIGICEL Antilles Française Guyane'),
  (342600, '342', '600', 52, '18676d99-32f2-567f-b8f4-8b18a7b139aa', 'LIME (formerly known as Cable & Wireless)'),
  (342750, '342', '750', 52, '27b29a49-1c32-5be2-9908-81258cc9ef02', 'Digicel (Barbados) Limited'),
  (344030, '344', '030', 28, '7e340497-ce1b-5697-b7a8-e785573e7b96', 'Antigua Public Utilities Authority'),
  (344050, '344', '050', 28, 'f6d96c09-5e8b-5848-bc75-b8e604c1c282', 'Antigua Wireless Ventures Limited'),
  (344920, '344', '920', 28, '4bb8694f-92bb-5f04-aa97-af2d5e4afcaa', 'Cable & Wireless Caribbean Cellular (Antigua) Limited'),
  (346001, '346', '001', 136, '84fa4771-4a26-526d-bf8f-43ec0d433144', 'WestTel Ltd.'),
  (346140, '346', '140', 136, '67d982ef-b422-57f3-8818-c8cd06e99739', 'Cable & Wireless (Cayman Islands) Limited'),
  (348170, '348', '170', 92, '519d3252-a8ea-538d-b133-dfd640cf957a', 'Cable & Wireless'),
  (348570, '348', '570', 92, 'b38283f8-4347-53a8-8728-1a33df467e37', 'Caribbean Cellular Telephone'),
  (348770, '348', '770', 92, 'f4d2a993-59c2-5dd6-b81a-25d2ef6baa8f', 'Digicel (BVI) Limited'),
  (350000, '350', '00', 60, 'e39af50e-02d9-52fa-8802-1208a7dcae69', 'Bermuda Digital Communications Ltd.'),
  (352030, '352', '030', 308, '9a711bcd-ffdb-53e2-9314-b3f6efccab60', 'Digicel Grenada Ltd.'),
  (352110, '352', '110', 308, '464ef8aa-3ba1-5586-b79b-be7bd2efcb33', 'Cable & Wireless Grenada Ltd.'),
  (354860, '354', '860', 500, 'e7a91b6d-6fb0-51ce-af8c-8f55991521fd', 'Cable & Wireless'),
  (356050, '356', '050', 659, 'ca762014-3ff1-5bcb-9def-bb1da6538007', 'Wireless Ventures (St Kitts-Nevis) Limited'),
  (356070, '356', '070', 659, '4b5696b6-a990-5634-8f04-82dda2015abf', 'UTS'),
  (356110, '356', '110', 659, '4b5696b6-a990-5634-8f04-82dda2015abf', 'Cable & Wireless St. Kitts & Nevis Ltd'),
  (358110, '358', '110', 662, '5e2458be-9ab6-5f7f-8cc6-0a2f3e7b404c', 'Cable &  Wireless'),
  (360050, '360', '050', 670, '0a2bbe26-27da-5ca1-b747-44ade58d8344', 'Digicel (St. Vincent and the Grenadines) Limited'),
  (360110, '360', '110', 670, '2095d1fe-7da7-5f5e-88a8-2eb1edc9a565', 'Cable & Wireless (St. Vincent & the Grenadines) Ltd'),
  (362051, '362', '51', 531, '37b03033-262e-5fbd-a420-c6b11f65c626', 'Telcell N.V.'),
  (362054, '362', '54', 531, 'e47fb935-4a1e-59ef-b982-722debdf929c', 'East Caribbean Cellular'),
  (362060, '362', '60', 531, '634bd66b-0cae-5c5b-b7d7-ac7996c9efc9', 'Liberty Latin America'),
  (362068, '362', '68', 531, '6b0f9f7e-613d-500d-b881-fd5bae84bf48', 'Curaçao Telecom N.V.'),
  (362069, '362', '69', 531, '6b0f9f7e-613d-500d-b881-fd5bae84bf48', 'Curaçao Telecom N.V.'),
  (362076, '362', '76', 531, '6b0f9f7e-613d-500d-b881-fd5bae84bf48', 'Antiliano Por N.V.'),
  (362078, '362', '78', 531, '05cf2ed8-0916-5d72-859a-b26c50e1f401', 'Telefonia Bonairiano N.V.'),
  (362091, '362', '91', 531, '634bd66b-0cae-5c5b-b7d7-ac7996c9efc9', 'Liberty Latin America'),
  (362094, '362', '94', 531, '559c71de-f17f-5ae7-a220-409259357060', 'Bòbò Frus N.V.'),
  (363001, '363', '01', 533, 'da864245-30ff-5a60-9358-2483bb709436', 'Servicio di Telecomunicacion di Aruba'),
  (363002, '363', '02', 533, '09f1a6eb-b144-5bf7-9033-bb1b789cbf1e', 'Digicel Aruba'),
  (364039, '364', '39', 44, 'b90cbc37-ab5d-531d-9d55-061f5cbedaf7', 'The Bahamas Telecommunications Company Ltd (BaTelCo)'),
  (364049, '364', '49', 44, '2d7a75d0-95e6-5bcf-b58a-87fcd4907843', 'Cable Bahamas Ltd'),
  (365010, '365', '010', 660, 'b4ea1d5d-d88b-579b-8fd5-cd91fdcb7def', 'Digicel'),
  (365840, '365', '840', 660, 'be65712a-6135-5d21-802f-60d0b537dcd2', 'Cable & Wireless'),
  (366020, '366', '020', 212, '525862e8-03a9-5068-ae02-e90a2729af10', 'Digicel Group Limited'),
  (366110, '366', '110', 212, 'f3918bfb-648f-52ab-ac87-a3fbb381547c', 'Cable &  Wireless'),
  (368001, '368', '01', 192, 'b73f8b3f-7405-5c91-9b40-64dbf5f3a26d', 'Empresa de Telecomunicaciones de Cuba, SA'),
  (370001, '370', '01', 214, '6d948639-056a-5cdb-9f68-0ba98c24dcba', 'Altice Group'),
  (370002, '370', '02', 214, '58dbf06e-99f6-55e9-bbe9-10031b9e06d0', 'Compañía Dominicana de Teléfonos'),
  (370003, '370', '03', 214, '6d948639-056a-5cdb-9f68-0ba98c24dcba', 'Altice Group'),
  (370004, '370', '04', 214, 'e9587bb3-0744-57f3-90ca-edee6dd0906c', 'Trilogy Dominicana, S.A.'),
  (370005, '370', '05', 214, 'd82b8a31-4c50-5c5e-9dc4-8cd881f33ff3', 'WIND Telecom, S.A'),
  (372002, '372', '02', 332, 'c6be46ed-b48b-590b-9a48-ee800904ae1a', 'Unigestion Holding S.A.'),
  (372003, '372', '03', 332, 'fcee8493-7afd-5f5d-80ca-0d80d3681fb6', 'NATCOM S.A.'),
  (374012, '374', '12', 780, '8e3003b7-cdc1-5edf-9f49-72a51c24a646', 'TSTT'),
  (374130, '374', '130', 780, 'c81606ee-3aee-5c37-b7f3-306b65565d0c', 'Digicel (Trinidad & Tobago) Limited'),
  (376350, '376', '350', 796, 'baea4cfc-c700-518d-8683-6a2a22109b9a', 'Cable & Wireless West Indies Ltd (Turks & Caicos)'),
  (400001, '400', '01', 31, 'e524a570-1242-5424-ad89-7e3ce0c0726b', NULL),
  (400002, '400', '02', 31, '2e50e7bc-b07f-5468-b886-328fe4bede76', NULL),
  (400003, '400', '03', 31, '4382ee5b-799e-5e52-ad10-a74a17043d09', 'CATEL'),
  (400004, '400', '04', 31, 'ca9b7758-9785-57be-baf6-e1820ef1d1bc', 'Azerfon'),
  (400006, '400', '06', 31, '1189b79b-ee78-519b-83be-c2c467ff53e2', 'Nakhtel LLC'),
  (401001, '401', '01', 398, '185ee278-14f2-5c80-9830-d34f70d3918c', 'KaR-Tel LLP'),
  (401002, '401', '02', 398, 'a4e88351-f7eb-5ecd-b269-c3aa78f0f47b', 'Kcell JSC'),
  (401007, '401', '07', 398, 'f9b68ebc-60d2-56af-a405-f444b347176f', 'Altel'),
  (401008, '401', '08', 398, '27187fbd-9c94-53f4-8ee6-8b6f367e52ae', NULL),
  (401077, '401', '77', 398, '9d5c7d09-0b19-5c31-a36f-564f1b68df00', 'MTS'),
  (402011, '402', '11', 64, '627b1fce-cfcc-585b-816f-71804d83c73a', 'Bhutan Telecom Limited'),
  (402077, '402', '77', 64, '5f3f4f05-fed1-5922-9ae7-082f3365e592', 'Tashi InfoComm Limited'),
  (404001, '404', '01', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Haryana'),
  (404002, '404', '02', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Punjab'),
  (404003, '404', '03', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Himachal Pradesh'),
  (404005, '404', '05', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Gujarat'),
  (404007, '404', '07', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Andhra Pradesh and Telangana'),
  (404009, '404', '09', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Assam'),
  (404010, '404', '10', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Delhi & NCR'),
  (404011, '404', '11', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Delhi & NCR'),
  (404014, '404', '14', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Punjab'),
  (404015, '404', '15', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Uttar Pradesh (East)'),
  (404016, '404', '16', 356, '93c6165d-67b2-57db-a33f-d3364903fb18', 'North East'),
  (404018, '404', '18', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Himachal Pradesh'),
  (404020, '404', '20', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Mumbai'),
  (404022, '404', '22', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Maharashtra & Goa'),
  (404030, '404', '30', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Kolkata'),
  (404031, '404', '31', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Kolkata'),
  (404034, '404', '34', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Haryana'),
  (404036, '404', '36', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Bihar & Jharkhand'),
  (404038, '404', '38', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Assam'),
  (404040, '404', '40', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Chennai'),
  (404043, '404', '43', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Tamil Nadu'),
  (404045, '404', '45', 356, '93c6165d-67b2-57db-a33f-d3364903fb18', 'Karnataka'),
  (404046, '404', '46', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Kerala'),
  (404049, '404', '49', 356, '93c6165d-67b2-57db-a33f-d3364903fb18', 'Andhra Pradesh and Telangana'),
  (404050, '404', '50', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'North East'),
  (404051, '404', '51', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Himachal Pradesh'),
  (404052, '404', '52', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Odisha'),
  (404053, '404', '53', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Punjab'),
  (404054, '404', '54', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Uttar Pradesh (West)'),
  (404055, '404', '55', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Uttar Pradesh (East)'),
  (404056, '404', '56', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Uttar Pradesh (West)'),
  (404057, '404', '57', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Gujarat'),
  (404058, '404', '58', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Madhya Pradesh & Chhattisgarh'),
  (404059, '404', '59', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Rajasthan'),
  (404060, '404', '60', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Rajasthan'),
  (404062, '404', '62', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Jammu & Kashmir'),
  (404064, '404', '64', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Chennai'),
  (404066, '404', '66', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Maharashtra & Goa'),
  (404067, '404', '67', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Madhya Pradesh & Chhattisgarh'),
  (404068, '404', '68', 356, 'a8ed053f-37fc-5ec6-8d56-5fdf9d3b5aa8', 'Delhi & NCR'),
  (404069, '404', '69', 356, 'a8ed053f-37fc-5ec6-8d56-5fdf9d3b5aa8', 'Mumbai'),
  (404070, '404', '70', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Rajasthan'),
  (404071, '404', '71', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Karnataka (Bangalore)'),
  (404072, '404', '72', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Kerala'),
  (404073, '404', '73', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Andhra Pradesh and Telangana'),
  (404074, '404', '74', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'West Bengal'),
  (404075, '404', '75', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Bihar'),
  (404076, '404', '76', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Odisha'),
  (404077, '404', '77', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'North East'),
  (404078, '404', '78', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Madhya Pradesh & Chattishgarh'),
  (404079, '404', '79', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Andaman Nicobar'),
  (404080, '404', '80', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Tamil Nadu'),
  (404081, '404', '81', 356, '4d80badb-9b8a-5a2c-9e9f-daf25405e504', 'Kolkata'),
  (404082, '404', '82', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Himachal Pradesh'),
  (404083, '404', '83', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Kolkata'),
  (404085, '404', '85', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'West Bengal'),
  (404086, '404', '86', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Karnataka'),
  (404090, '404', '90', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Maharashtra'),
  (404092, '404', '92', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Mumbai'),
  (404093, '404', '93', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Madhya Pradesh'),
  (404094, '404', '94', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Tamil Nadu'),
  (404095, '404', '95', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Kerala'),
  (404096, '404', '96', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Haryana'),
  (404097, '404', '97', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Uttar Pradesh (West)'),
  (404098, '404', '98', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Gujarat'),
  (405003, '405', '03', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Bihar'),
  (405004, '405', '04', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Chennai'),
  (405005, '405', '05', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Delhi & NCR'),
  (405006, '405', '06', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Gujarat'),
  (405007, '405', '07', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Haryana'),
  (405008, '405', '08', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Himachal Pradesh'),
  (405009, '405', '09', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Jammu & Kashmir'),
  (405010, '405', '10', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Karnataka'),
  (405011, '405', '11', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Kerala'),
  (405012, '405', '12', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Kolkata'),
  (405013, '405', '13', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Maharashtra & Goa'),
  (405014, '405', '14', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Madhya Pradesh'),
  (405015, '405', '15', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Mumbai'),
  (405017, '405', '17', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Odisha'),
  (405018, '405', '18', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Punjab'),
  (405019, '405', '19', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Rajasthan'),
  (405020, '405', '20', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Tamil Nadu'),
  (405021, '405', '21', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Uttar Pradesh (East)'),
  (405022, '405', '22', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'Uttar Pradesh (West)'),
  (405023, '405', '23', 356, 'c5458922-ebaf-595f-b10a-dbb4a0b63f68', 'West Bengal'),
  (405051, '405', '51', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'West Bengal'),
  (405052, '405', '52', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Bihar & Jharkhand'),
  (405053, '405', '53', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Odisha'),
  (405054, '405', '54', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Uttar Pradesh (East)'),
  (405055, '405', '55', 356, '93c6165d-67b2-57db-a33f-d3364903fb18', 'Jammu & Kashmir'),
  (405056, '405', '56', 356, '23e0b63d-97a2-5068-afe5-f40e3fa20cff', 'Assam'),
  (405067, '405', '67', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'West Bengal'),
  (405070, '405', '70', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Bihar & Jharkhand'),
  (405750, '405', '750', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Jammu & Kashmir'),
  (405751, '405', '751', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Assam'),
  (405753, '405', '753', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Odisha'),
  (405755, '405', '755', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'North East'),
  (405840, '405', '840', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'West Bengal'),
  (405854, '405', '854', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Andhra Pradesh'),
  (405855, '405', '855', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Assam'),
  (405856, '405', '856', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Bihar'),
  (405857, '405', '857', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Gujarat'),
  (405858, '405', '858', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Haryana'),
  (405859, '405', '859', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Himachal Pradesh'),
  (405860, '405', '860', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Jammu & Kashmir'),
  (405861, '405', '861', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Karnataka'),
  (405862, '405', '862', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Kerala'),
  (405863, '405', '863', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Madhya Pradesh'),
  (405864, '405', '864', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Maharashtra'),
  (405865, '405', '865', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'North East'),
  (405866, '405', '866', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Odisha'),
  (405867, '405', '867', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Punjab'),
  (405868, '405', '868', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Rajasthan'),
  (405869, '405', '869', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Tamil Nadu (incl. Chennai)'),
  (405870, '405', '870', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Uttar Pradesh (West)'),
  (405871, '405', '871', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Uttar Pradesh (East)'),
  (405872, '405', '872', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Delhi'),
  (405873, '405', '873', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Kolkata'),
  (405874, '405', '874', 356, 'f1d590be-eeb9-5a49-8af4-cc4e68f50d94', 'Mumbai'),
  (405908, '405', '908', 356, 'bb921ae5-88c1-5408-b300-adaf4d74f4e1', 'Andhra Pradesh and Telangana'),
  (410001, '410', '01', 586, '75a3400a-5b63-52f3-b110-7937dcf6c234', 'Mobilink-PMCL'),
  (410002, '410', '02', 586, '12c383d3-eec0-5daa-83d8-edb0810e80e8', 'PTCL'),
  (410003, '410', '03', 586, 'ab248c0b-497e-5a6c-9382-61fa0208e94f', 'Pakistan Telecommunication Mobile Ltd'),
  (410004, '410', '04', 586, 'b2f5791e-3bcb-5809-8436-057bc93445bb', 'China Mobile'),
  (410005, '410', '05', 586, '932389ba-d8e4-5011-9927-eaed20b45034', 'SCO Mobile Ltd'),
  (410006, '410', '06', 586, '4101fce8-de85-524e-b343-ae87ad80b077', 'Telenor Pakistan'),
  (410007, '410', '07', 586, '75a3400a-5b63-52f3-b110-7937dcf6c234', 'WaridTel'),
  (410008, '410', '08', 586, '932389ba-d8e4-5011-9927-eaed20b45034', 'SCO Mobile Ltd'),
  (412001, '412', '01', 4, '2fc726b0-6bd5-51d0-8b46-94a851bd9404', 'Afghan Wireless Communication Company'),
  (412020, '412', '20', 4, '4a1fff43-0cc2-5b33-9f95-16b5557f2dd9', 'Telecom Development Company Afghanistan Ltd.'),
  (412040, '412', '40', 4, 'c0b0765a-bbec-5b80-a6f3-9df7e0870872', 'MTN Group Afghanistan'),
  (412050, '412', '50', 4, '4acd474f-c726-5ca1-bbe1-da5ced067cdb', 'Etisalat Afghanistan'),
  (412055, '412', '55', 4, '9075a28d-0aa9-5a49-81be-18defbd04afb', 'WASEL Afghanistan'),
  (412080, '412', '80', 4, '45ef90d1-6a5c-5182-9b3e-db1cce298670', 'Afghan Telecom'),
  (412088, '412', '88', 4, '45ef90d1-6a5c-5182-9b3e-db1cce298670', 'Afghan Telecom'),
  (413001, '413', '01', 144, '0291411b-80df-59fa-adf2-ea4da45053b2', 'Mobitel (Pvt) Ltd'),
  (413002, '413', '02', 144, '92d2339c-8066-5486-8d06-1c14707ab846', 'Dialog Axiata PLC'),
  (413004, '413', '04', 144, '4ad5b485-b060-5438-9fca-f85d62ac6062', 'Lanka Bell Ltd'),
  (413005, '413', '05', 144, 'fb5b8eb3-777f-5533-85c2-22247dfd92bb', 'Bharti Airtel Lanka (Pvt) Ltd'),
  (413008, '413', '08', 144, '86543b1c-d97e-5f93-a2f5-4abb7bcad889', 'Hutchison Telecommunications Lanka (Pvt) Ltd'),
  (413011, '413', '11', 144, '92d2339c-8066-5486-8d06-1c14707ab846', 'Dialog Broadband Networks (Pvt) Ltd'),
  (413012, '413', '12', 144, '0291411b-80df-59fa-adf2-ea4da45053b2', 'Sri Lanka Telecom PLC'),
  (414001, '414', '01', 104, '0cabc4b3-5dec-5212-b32b-678d850c9a77', 'Myanmar Posts and Telecommunications'),
  (414003, '414', '03', 104, '54554b62-f50a-5ecc-88e8-58f89f8a1a28', 'Myanmar Economic Corporation'),
  (414005, '414', '05', 104, '7f02e566-072b-5c03-8f8e-13b55e824157', 'Ooredoo Myanmar'),
  (414006, '414', '06', 104, 'b42a4bf9-5af9-5c9d-9dea-961761eaa6c1', 'Telenor Myanmar'),
  (414009, '414', '09', 104, 'c41f967b-0dfa-5591-9de1-1e18cff8e72f', 'Myanmar National Tele & Communication Co., Ltd'),
  (414020, '414', '20', 104, '23e34bae-9fca-5418-b20a-fa97bec82ee6', 'Amara Communication Co., Ltd'),
  (414021, '414', '21', 104, '23e34bae-9fca-5418-b20a-fa97bec82ee6', 'Amara Communication Co., Ltd'),
  (415001, '415', '01', 422, '8879ab28-5055-5314-a26a-cb33d2bc15eb', 'MIC 1'),
  (415003, '415', '03', 422, 'd367e276-4a03-58f6-a180-6f6326b891dd', 'MIC 2'),
  (416001, '416', '01', 400, '34e5eb06-6ac0-5496-a5ff-b1159f1d216f', 'Jordan Mobile Telephone Services'),
  (416003, '416', '03', 400, '32cf1cf3-8a1e-5aab-8ae7-61e8317643fb', 'Umniah Mobile Company'),
  (416077, '416', '77', 400, 'd134b081-6bf5-5a1f-9e21-9d1a23f4b4aa', 'Petra Jordanian Mobile Telecommunications Company (MobileCom)'),
  (417001, '417', '01', 760, 'f0dd40bf-8ad6-50f3-8bfb-e2c3ef146730', 'Syriatel Mobile Telecom'),
  (417002, '417', '02', 760, 'd6c792e2-7091-5ec2-b6f6-f53bb69e0b01', 'MTN Syria'),
  (418000, '418', '00', 368, '6c23c09f-6c75-5e41-847e-b6554cbf051c', 'Asia Cell Telecommunications Company'),
  (418005, '418', '05', 368, '6c23c09f-6c75-5e41-847e-b6554cbf051c', 'Asia Cell Telecommunications Company'),
  (418008, '418', '08', 368, '191770ec-f496-5df1-85da-caf1bff4d287', NULL),
  (418020, '418', '20', 368, '899c94f4-7751-5ed1-adb1-35ebbc12e494', 'Zain Iraq'),
  (418030, '418', '30', 368, '899c94f4-7751-5ed1-adb1-35ebbc12e494', 'Zain Iraq'),
  (418040, '418', '40', 368, 'c70fe706-e691-5fc7-93d1-eef50c5cbc81', 'Telecom Ltd'),
  (418045, '418', '45', 368, 'e54de20a-68b3-5380-ac0f-772a95b93151', 'Mobitel Co. Ltd.'),
  (418062, '418', '62', 368, '041ed1dc-593b-5c1b-a16a-a393add65ccb', 'Itisaluna Wireless CO.'),
  (418092, '418', '92', 368, '962746e5-cbe7-5dc8-9c9f-5416a57c45f7', 'Omnnea Wireless'),
  (419002, '419', '02', 414, '6e2eab99-7c53-59e1-9baf-c52c5d4cfbea', 'Zain Kuwait'),
  (419003, '419', '03', 414, 'e11ee238-d293-5f46-9ca8-8cb6e93ea212', 'National Mobile Telecommunications'),
  (419004, '419', '04', 414, '0e7070de-c692-5eae-92bc-c375aabc409b', 'Saudi Telecom Company'),
  (420001, '420', '01', 682, '8cabfdaf-19ca-5964-b3df-6a12d6f44346', 'Saudi Telecom Company'),
  (420003, '420', '03', 682, '111649c1-5160-5a84-9e6a-feedc0aec27c', 'Etihad Etisalat Company'),
  (420004, '420', '04', 682, '151cedf9-77f2-578a-948b-148e39ed97e5', 'Zain Saudi Arabia'),
  (420005, '420', '05', 682, 'b0969317-ae78-58f5-b70b-c52b8a6360b4', 'Virgin Mobile Saudi Arabia'),
  (420006, '420', '06', 682, 'b1f4f074-a8db-546b-a558-863f034ba786', 'Lebara Mobile'),
  (420021, '420', '21', 682, 'f0ce3bf6-4ac8-51cf-bbbc-431571998004', 'Saudi Railways GSM'),
  (421001, '421', '01', 887, '06f3c12a-28bf-5f93-a4b3-3c4c9c4d1c1f', 'SabaFon'),
  (421002, '421', '02', 887, '766307e6-e278-5a09-8af4-e458e918ca9f', 'Yemen Oman United Telecom'),
  (421003, '421', '03', 887, '479e3116-4702-5da8-a4c1-7d2297bc75aa', 'Yemen Mobile'),
  (421004, '421', '04', 887, 'dc09306b-27dc-5a72-8396-11658b0195e8', 'HiTS-UNITEL'),
  (421010, '421', '10', 887, 'ad54e22f-f6f6-5292-a910-1c1afd75ca06', 'PTC/Yemen-Telecom'),
  (421011, '421', '11', 887, '479e3116-4702-5da8-a4c1-7d2297bc75aa', 'Yemen Mobile'),
  (422002, '422', '02', 512, '7b779f35-a3c0-5856-88ac-238a865fd17b', 'Oman Telecommunications Company'),
  (422003, '422', '03', 512, '513c50ea-9732-561e-b3ee-5a64d49c70d2', 'Omani Qatari Telecommunications Company SAOC'),
  (422006, '422', '06', 512, '4c0dc296-aaff-5593-809e-7ae22ca75558', 'Oman Future Telecommunications Company SAOC'),
  (424002, '424', '02', 784, '2714c9ca-466a-52ff-92f8-1107c2bcf47f', 'Emirates Telecom Corp'),
  (424003, '424', '03', 784, '04aeb91b-fcba-5689-87a1-daad722dbae0', 'Emirates Integrated Telecommunications Company'),
  (425001, '425', '01', 376, 'a4722e54-7412-5182-932d-581447f11f20', 'Partner Communications Company Ltd.'),
  (425002, '425', '02', 376, '8f4714cc-744c-50b3-bae0-720208919372', 'Cellcom Israel Ltd.'),
  (425003, '425', '03', 376, 'b2acd8e7-c4f3-541a-aa76-79aa461f5272', 'Pelephone Communications Ltd.'),
  (425005, '425', '05', 275, 'f5220616-d5ac-5198-ab9b-d7f5506f7b6b', 'Palestine Cellular Communications, Ltd.'),
  (425006, '425', '06', 275, '5858f198-f6f7-554a-addd-86ff380a1d3b', 'Ooredoo Palestine'),
  (425007, '425', '07', 376, '8d2bd728-5337-5504-b567-a9115a3fa39e', 'Hot Mobile Ltd.'),
  (425008, '425', '08', 376, '4f36ee16-038f-54bc-bed1-4ba95ffe6baf', 'Golan Telecom Ltd.'),
  (425009, '425', '09', 376, '3ebd7923-c369-548e-855f-a9786d6ef0e5', 'Marathon 018 Xphone Ltd.'),
  (425010, '425', '10', 376, 'a4722e54-7412-5182-932d-581447f11f20', 'Partner Communications Company Ltd.'),
  (425012, '425', '12', 376, '3da789ca-1045-5cc6-bdff-44c21f45d6aa', 'Widely Mobile'),
  (425016, '425', '16', 376, '9e9d433c-2500-592b-9d73-2d0286fc83ba', 'Rami Levy Communications Ltd.'),
  (425018, '425', '18', 376, 'aa354b3f-6a99-53e9-befe-8d601c766020', 'Cellact Communications Ltd.'),
  (425019, '425', '19', 376, 'b00d7efa-49a6-5d36-935d-d38af6eb3851', '019 Communication Services Ltd. / TELZAR'),
  (425024, '425', '24', 376, '8575f2c2-ca49-5c0a-a5e6-220481514c08', 'Partner Communications Company Ltd.'),
  (425025, '425', '25', 376, '2dbcfbad-420c-53d1-ba01-d855345133f1', 'Israel Ministry of Defense'),
  (425026, '425', '26', 376, '93238b7d-e149-5b40-9c51-dc8723fa8ebf', 'LB Annatel Ltd.'),
  (426001, '426', '01', 48, '63d46942-6c7c-5a7b-b5d8-b498435371ae', 'Bahrain Telecommunications Company'),
  (426002, '426', '02', 48, '15ff8dc3-af78-5d9d-8389-4a51a4eefd17', 'Zain Bahrain'),
  (426004, '426', '04', 48, 'b5a208b9-3936-535e-841c-28ed9bebf948', 'Stc Bahrain'),
  (426005, '426', '05', 48, '63d46942-6c7c-5a7b-b5d8-b498435371ae', 'Bahrain Telecommunications Company'),
  (427001, '427', '01', 634, '083ccad9-5812-5f54-bce2-ab8a54fd078b', 'Ooredoo'),
  (427002, '427', '02', 634, '53c9dd48-baf3-583f-b92c-218db17e54dd', 'Vodafone Qatar'),
  (427005, '427', '05', 634, '61041c65-847b-565d-81a9-8b194f784122', 'Ministry of Interior'),
  (427006, '427', '06', 634, '61041c65-847b-565d-81a9-8b194f784122', 'Ministry of Interior'),
  (428088, '428', '88', 496, 'ec4b6868-e360-5ca0-9c9b-df30e46dfd25', 'Unitel LLC'),
  (428091, '428', '91', 496, '1e50b027-7c47-5170-a96d-0c3f975a461d', 'Skytel LLC'),
  (428098, '428', '98', 496, 'd8f13e37-d28e-5e00-8bc1-208c6bd712e0', 'G-Mobile LLC'),
  (428099, '428', '99', 496, 'bcdae326-1f8e-5f56-b8db-67555046a495', 'Mobicom Corporation'),
  (429001, '429', '01', 524, 'c8ed0dbc-42f5-54f7-a426-792a123cb324', 'Nepal Telecom (NDCL)'),
  (429002, '429', '02', 524, 'b73138b5-74ec-54cd-a04f-af763a54a4da', 'Ncell Pvt. Ltd.'),
  (429003, '429', '03', 524, '262a4fc2-ee73-50c8-a85a-29b1fc268b43', 'United Telecom Limited'),
  (429004, '429', '04', 524, '7f10de20-6382-591c-bcca-25166765a283', 'Smart Telecom Pvt. Ltd. (STPL)'),
  (432001, '432', '01', 364, '9a87de35-906f-5261-a2aa-1f0740c85e77', 'Kish Cell Pars'),
  (432002, '432', '02', 364, '7d909380-2a98-5b13-85de-d45cd68eea62', 'Negin Ertebatat Ava'),
  (432003, '432', '03', 364, '166ba303-4f79-57c8-8821-845d017ef51f', 'Parsian Hamrah Lotus'),
  (432006, '432', '06', 364, '5845f1e1-a0e2-54b0-aecf-37ac58b2f28a', 'Ertebatat-e Arian Tel Co.'),
  (432007, '432', '07', 364, '2fd455bf-bd8c-5d41-9194-18cda2be3aba', 'Hooshmand Amin Mobile'),
  (432008, '432', '08', 364, 'b49141e0-0bb2-5061-a7e3-2849a76577ac', 'Shatel Group'),
  (432010, '432', '10', 364, '59fdecc3-3f85-5043-b2f7-4336272acc72', 'Samantel Mobile'),
  (432011, '432', '11', 364, '811e1890-ad08-5c00-92af-9f86767afa19', 'Mobile Communications Company of Iran (MCI)'),
  (432012, '432', '12', 364, '941a35e8-ec4f-56db-9ef4-53bbede394c2', 'Dadeh Dostar asr Novin PJSC'),
  (432014, '432', '14', 364, 'ac4babf5-6239-58df-b8a6-929ac1115d1c', 'Kish Free Zone Organization'),
  (432020, '432', '20', 364, '9698b603-90a4-5923-88f6-848bbf2dcea4', 'Social Security Investment Co.'),
  (432021, '432', '21', 364, '9698b603-90a4-5923-88f6-848bbf2dcea4', 'Social Security Investment Co.'),
  (432032, '432', '32', 364, 'bff1a134-ff29-544f-9b49-97044ed7ab17', 'Telecommunication Company of Iran (TCI)'),
  (432035, '432', '35', 364, '6653c2ba-9140-57e9-a610-20bf30798952', 'MTN Irancell Telecommunications Services Company'),
  (432040, '432', '40', 364, '72db0897-32a3-51a1-a7ae-9bd819c21b28', 'Ertebatat Mobinnet'),
  (432044, '432', '44', 364, '72db0897-32a3-51a1-a7ae-9bd819c21b28', 'Ertebatat Mobinnet'),
  (432045, '432', '45', 364, '79e0bafd-44a5-559b-9185-fafd13a50554', 'Farabord Dadeh Haye Iranian Co.'),
  (432050, '432', '50', 364, 'b49141e0-0bb2-5061-a7e3-2849a76577ac', 'Shatel Group'),
  (432070, '432', '70', 364, 'b8f111e0-fd02-5301-b5db-437d3c220705', 'Telecommunication Company of Iran (TCI)'),
  (432071, '432', '71', 364, '0e274861-0fe0-5482-80df-27b73add7424', 'ERTEBATAT KOOHE NOOR'),
  (432090, '432', '90', 364, 'eed33dbe-b54a-5414-bced-3693c03c6765', 'IRAPHONE GHESHM of Iran'),
  (432093, '432', '93', 364, 'eed33dbe-b54a-5414-bced-3693c03c6765', 'Iraphone'),
  (432099, '432', '99', 364, '79d38e56-8098-5e60-b9f1-cd3c19869967', 'TCI of Iran and Rightel'),
  (434003, '434', '03', 860, 'cf3827f8-6ca3-5caf-8d75-ac2765b48180', 'Uzbektelekom'),
  (434004, '434', '04', 860, '980f6a25-737f-5826-bbc0-9473a7834da1', 'Unitel LLC'),
  (434005, '434', '05', 860, '99f7f6fe-3c32-5512-837f-5ff7e0f2109e', 'Coscom'),
  (434006, '434', '06', 860, 'b9487dc0-a347-53af-803b-e2630ffe5d19', 'RUBICON WIRELESS COMMUNICATION'),
  (434007, '434', '07', 860, 'f90bffa1-6d61-5393-a2fd-530d04acd721', 'Universal Mobile Systems (UMS)')
ON CONFLICT ("id") DO UPDATE SET "mcc" = EXCLUDED."mcc", "mnc" = EXCLUDED."mnc", "country_id" = EXCLUDED."country_id", "brand_id" = EXCLUDED."brand_id", "operator" = EXCLUDED."operator";

INSERT INTO "networks" ("id", "mcc", "mnc", "country_id", "brand_id", "operator") VALUES
  (434008, '434', '08', 860, 'cf3827f8-6ca3-5caf-8d75-ac2765b48180', 'Uzbektelekom'),
  (434009, '434', '09', 860, '322a666a-e2d8-57c7-8ff9-579a34e03f91', 'OOO «Super iMAX»'),
  (436001, '436', '01', 762, 'e0f2538f-99f9-596d-9a5a-209092451eff', 'JV Somoncom'),
  (436002, '436', '02', 762, 'e0f2538f-99f9-596d-9a5a-209092451eff', 'Indigo Tajikistan'),
  (436003, '436', '03', 762, '61abdb92-aede-5f5b-bda5-c151dd6b99ce', 'TT Mobile'),
  (436004, '436', '04', 762, '553e01b3-57d8-5c4c-9080-593a405e95d7', 'Babilon-Mobile'),
  (436005, '436', '05', 762, '365b2740-75b1-597b-8c84-e878bd930ab2', 'Tacom'),
  (436010, '436', '10', 762, '19a926b4-dccc-5526-bfa6-5d020e48eb76', 'Babilon-T'),
  (437001, '437', '01', 417, '20682b6d-32aa-51f2-9a12-11fb9a7d9190', 'Sky Mobile LLC'),
  (437005, '437', '05', 417, '3fc34d3b-502c-50f6-bb8c-d02090236f24', 'Alfa Telecom CJSC'),
  (437009, '437', '09', 417, 'e86944b4-b5a7-5cf4-bca1-6ad1d5c3f217', 'NurTelecom LLC'),
  (437010, '437', '10', 417, '775aded9-0eed-5f11-9399-64be2968384f', 'Saima Telecom'),
  (438002, '438', '02', 795, 'e6f69a1c-1bd2-5f7d-bc36-33c818e7310a', 'Altyn Asyr'),
  (438003, '438', '03', 795, 'fc7c0ef1-97ba-5777-8e78-08db2dda8ee2', 'AŞTU'),
  (440000, '440', '00', 392, 'bc5b14ab-d8a0-5513-82f8-9d9b46af2717', 'SoftBank Corp.'),
  (440001, '440', '01', 392, '2c097d4f-400d-58cf-985f-907684932463', 'KDDI Corporation'),
  (440003, '440', '03', 392, 'bd279272-1ad5-592b-9f3a-0adec0c83b31', 'Internet Initiative Japan Inc.'),
  (440005, '440', '05', 392, '8107c4fd-c726-52cd-b96b-ee6b61c95b3c', 'Wireless City Planning Inc.'),
  (440009, '440', '09', 392, 'f6af0762-69b8-5b9f-a785-80d4ed80a5a8', 'Marubeni Network Solutions Inc.'),
  (440010, '440', '10', 392, 'b8772023-3fae-548c-90a1-6659da90833b', 'NTT DoCoMo, Inc.'),
  (440011, '440', '11', 392, '74581cf6-40b6-5558-921e-2aceb79a9e10', 'Rakuten Mobile Network, Inc.'),
  (440020, '440', '20', 392, 'daf189dc-e2da-52f6-8ef0-8424a85cf2f9', 'SoftBank Corp.'),
  (440021, '440', '21', 392, 'daf189dc-e2da-52f6-8ef0-8424a85cf2f9', 'SoftBank Corp.'),
  (440050, '440', '50', 392, 'c3777933-9814-5f32-b74a-2545f4be79f8', 'KDDI Corporation'),
  (440051, '440', '51', 392, 'c3777933-9814-5f32-b74a-2545f4be79f8', 'KDDI Corporation'),
  (440052, '440', '52', 392, 'c3777933-9814-5f32-b74a-2545f4be79f8', 'KDDI Corporation'),
  (440053, '440', '53', 392, 'c3777933-9814-5f32-b74a-2545f4be79f8', 'KDDI Corporation'),
  (441000, '441', '00', 392, '8107c4fd-c726-52cd-b96b-ee6b61c95b3c', 'Wireless City Planning Inc.'),
  (441001, '441', '01', 392, 'daf189dc-e2da-52f6-8ef0-8424a85cf2f9', 'SoftBank Corp.'),
  (441200, '441', '200', 392, '0923d23d-1e66-5640-b660-ecb87fcc34d6', 'Soracom Inc.'),
  (441205, '441', '205', 392, 'f5ca0309-a94a-5490-9cde-db21c1db288b', 'Katch Network Inc.'),
  (450001, '450', '01', 410, '6f435632-f2b6-5e81-8efd-e88dcb5f751b', 'Globalstar Asia Pacific'),
  (450002, '450', '02', 410, 'f33bb0cb-3e00-5a60-8a1f-023e003efdc6', 'KT'),
  (450004, '450', '04', 410, 'f33bb0cb-3e00-5a60-8a1f-023e003efdc6', 'KT'),
  (450005, '450', '05', 410, 'a56ca045-5eee-5557-87ee-2024834decd8', 'SK Telecom'),
  (450006, '450', '06', 410, '3564050c-dc7e-5cf8-aa33-b5297e4d254e', 'LG Telecom'),
  (450008, '450', '08', 410, 'd6fb5e1e-3ac7-5ac5-b43b-df20bd189ad6', 'KT'),
  (450011, '450', '11', 410, '8674836f-3caa-5d2c-8425-6ef993911381', 'Korea Cable Telecom'),
  (450012, '450', '12', 410, 'a56ca045-5eee-5557-87ee-2024834decd8', 'SK Telecom'),
  (452001, '452', '01', 704, 'e80b3738-0f0a-57b5-934e-a67461b314e9', 'Vietnam Mobile Telecom Services Company'),
  (452002, '452', '02', 704, 'fcdff046-4692-5107-96d9-3e908d68488d', 'Vietnam Telecom Services Company'),
  (452004, '452', '04', 704, '8c2f6895-2eda-5a38-b2e5-3e5bfa59968f', 'Viettel Telecom'),
  (452005, '452', '05', 704, '6ea7e0bd-455a-5b4c-af8b-c2e4ef9769a7', 'Hanoi Telecom'),
  (452007, '452', '07', 704, '533dd892-2667-5715-be14-6b1f6ef1078a', 'GTEL Mobile JSC'),
  (452008, '452', '08', 704, 'afaeabdc-607f-5ab7-9250-80e34be3a698', 'Indochina Telecom'),
  (452009, '452', '09', 704, 'e682ec40-6e14-500c-b4ff-7f4215f935c1', 'MOBICAST JSC'),
  (454000, '454', '00', 344, '05482ba9-a7e6-5772-80a4-ce975fda4a12', 'CSL Limited'),
  (454001, '454', '01', 344, 'c300106f-0909-5a9d-b221-533e69554f2e', 'CITIC Telecom 1616'),
  (454002, '454', '02', 344, 'b5565917-88e9-5385-ae34-dac8cc54f90d', 'CSL Limited'),
  (454003, '454', '03', 344, 'ed79243e-6774-57fc-8a49-86ca93e711a3', 'Hutchison Telecom'),
  (454006, '454', '06', 344, '67facec5-78ed-5c5d-868d-6d25d3cdc735', 'SmarTone Mobile Communications Limited'),
  (454007, '454', '07', 344, 'f2b384df-abea-5ce9-8b80-5690301b76e7', 'China Unicom (Hong Kong) Limited'),
  (454008, '454', '08', 344, '7334492e-d932-52e3-af11-87ca4971efbe', 'Truphone Limited'),
  (454011, '454', '11', 344, '18d5b2ba-41f8-5238-9e20-4df361e67c76', 'China-Hong Kong Telecom'),
  (454012, '454', '12', 344, '6798f7da-f5c0-5f5c-adbb-5702e0f38f05', 'China Mobile Hong Kong Company Limited'),
  (454013, '454', '13', 344, '6798f7da-f5c0-5f5c-adbb-5702e0f38f05', 'China Mobile Hong Kong Company Limited'),
  (454016, '454', '16', 344, 'fc7c992a-9728-5da9-8cd7-866f9811fe64', 'PCCW'),
  (454019, '454', '19', 344, 'c2fdc3fd-4457-54a2-bfd2-2925e8163e70', 'PCCW-HKT'),
  (454020, '454', '20', 344, 'e556c53b-cd23-57f5-b011-9db45723ff7a', 'PCCW-HKT'),
  (454022, '454', '22', 344, '2996fba7-3ab3-53d7-9c7f-19b864e420c7', '263 Mobile Communications (HongKong) Limited'),
  (454024, '454', '24', 344, '2f1a1eef-b45b-51a8-9f36-c9bd38b3da60', 'Multibyte Info Technology Ltd'),
  (454029, '454', '29', 344, 'dd83dd06-e741-5ad5-9f5a-a493fb9de01a', 'PCCW-HKT'),
  (454031, '454', '31', 344, 'a5318c86-104c-5178-81f8-6c7600dc5685', 'China Telecom Global Limited'),
  (454032, '454', '32', 344, 'ab727209-8a40-5bb5-9fb1-224f21d35469', 'Hong Kong Broadband Network Ltd'),
  (454035, '454', '35', 344, '9847ad1a-f5c6-5432-8e16-df5b1fdd4e88', 'Webbing Hong Kong Ltd'),
  (455000, '455', '00', 446, 'f6b0ef36-6905-53ec-9566-7ba7eb21d3c4', 'Smartone – Comunicações Móveis, S.A.'),
  (455001, '455', '01', 446, '09dca27f-d60f-5495-a1ea-5486ec0dfa9c', 'Companhia de Telecomunicações de Macau, S.A.R.L.'),
  (455004, '455', '04', 446, '09dca27f-d60f-5495-a1ea-5486ec0dfa9c', 'Companhia de Telecomunicações de Macau, S.A.R.L.'),
  (455005, '455', '05', 446, 'fb5d286d-779e-5c7b-ad74-53bc7482d683', 'Hutchison Telephone (Macau), Limitada'),
  (455006, '455', '06', 446, 'f6b0ef36-6905-53ec-9566-7ba7eb21d3c4', 'Smartone – Comunicações Móveis, S.A.'),
  (455007, '455', '07', 446, '2ee8e2e1-b505-58da-b6ce-2ba40a4ce464', 'China Telecom (Macau) Limitada'),
  (456001, '456', '01', 116, '7989f417-a6a8-579b-8e67-a643d64070f3', 'CamGSM / The Royal Group'),
  (456002, '456', '02', 116, '538bef29-c533-55f6-a407-9e33c1e353bd', 'Smart Axiata Co. Ltd'),
  (456005, '456', '05', 116, '538bef29-c533-55f6-a407-9e33c1e353bd', 'Smart Axiata Co. Ltd'),
  (456006, '456', '06', 116, '538bef29-c533-55f6-a407-9e33c1e353bd', 'Smart Axiata Co. Ltd'),
  (456008, '456', '08', 116, 'b27c48ee-3b56-50fd-8432-ad27f5cb672f', 'Viettel'),
  (456009, '456', '09', 116, 'b27c48ee-3b56-50fd-8432-ad27f5cb672f', 'Viettel'),
  (456011, '456', '11', 116, '6558e744-1598-50b6-8656-124fc351b226', 'SEATEL Cambodia'),
  (456018, '456', '18', 116, '7989f417-a6a8-579b-8e67-a643d64070f3', 'The Royal Group'),
  (457001, '457', '01', 418, '45a78dcf-fcf2-51c2-af40-87dd7d421185', 'Lao Telecom'),
  (457002, '457', '02', 418, '47202947-f5e6-564c-83e3-1a3b612d31ea', 'Enterprise of Telecommunications Lao'),
  (457003, '457', '03', 418, 'f4c8a5e8-5ad1-5d62-a01f-350a15394ce0', 'Star Telecom Co., Ltd'),
  (457007, '457', '07', 418, '28e9b4e2-fe95-57d2-893b-10d1e3ab6d33', 'Best Telecom Co., Ltd'),
  (457008, '457', '08', 418, 'a31317bf-2471-5730-9c35-8a6797a5e613', 'TPLUS Digital Sole Co., Ltd'),
  (460000, '460', '00', 156, 'c0b7862d-7aee-5c5c-8b48-8b63b5aa56be', 'China Mobile'),
  (460001, '460', '01', 156, '9254b850-ffeb-57c4-9708-70af9aca4b80', 'China Unicom'),
  (460003, '460', '03', 156, 'e203cffd-06e9-5315-9882-fcb888c7bd6e', 'China Telecom'),
  (460009, '460', '09', 156, '9254b850-ffeb-57c4-9708-70af9aca4b80', 'China Unicom'),
  (460011, '460', '11', 156, 'e203cffd-06e9-5315-9882-fcb888c7bd6e', 'China Telecom'),
  (460015, '460', '15', 156, 'b232c65a-5f07-5bfe-bd2f-45e14ce345ee', 'China Broadnet'),
  (460020, '460', '20', 156, '2a232761-f532-55e8-ae75-d68c7af785f8', 'China Tietong'),
  (466001, '466', '01', 158, '3afca5ed-4bee-5e46-ba72-4e07cc7804a6', 'Far EasTone Telecommunications Co Ltd'),
  (466005, '466', '05', 158, '1d86651f-208d-5be6-8a08-de662ed7ef0b', 'Asia Pacific Telecom'),
  (466009, '466', '09', 158, '74046999-d6d6-5615-8ae4-eef79932078a', 'Vmax Telecom'),
  (466010, '466', '10', 158, '8fd93e3a-d719-5e1c-bf7d-c6ca17b944bd', 'Global Mobile Corp.'),
  (466012, '466', '12', 158, '2918dd2b-4828-50b3-a110-ff89b9b22ece', 'Ambit Microsystems'),
  (466089, '466', '89', 158, '2b5bd4f4-8429-5b76-abf5-4852291b4fe5', 'Taiwan Star Telecom'),
  (466092, '466', '92', 158, 'af753a16-4c01-5869-949d-cc64978c1263', 'Chunghwa Telecom'),
  (466097, '466', '97', 158, 'ef658237-35c1-529e-bbe8-b3237ed803f8', 'Taiwan Mobile Co. Ltd'),
  (467005, '467', '05', 408, '5016bb06-1a61-5579-9484-5faffe780a31', 'Cheo Technology Jv Company'),
  (467006, '467', '06', 408, 'b8ac19ba-b4d0-5620-943e-9ed0d0060ccd', 'Korea Posts and Telecommunications Corporation'),
  (470001, '470', '01', 50, '937007e7-593a-5cc1-ae38-a0dfe39ecf61', 'Grameenphone Ltd.'),
  (470002, '470', '02', 50, '24cfcb5d-d935-55fa-bc7b-839b5deccbce', 'Axiata Bangladesh Ltd.'),
  (470003, '470', '03', 50, '895e2907-b084-5a1f-9583-6f73d3bc0756', 'Banglalink Digital Communications Ltd.'),
  (470004, '470', '04', 50, '23bbd379-5495-56ed-aeaa-caab91a19797', 'Teletalk Bangladesh Limited'),
  (470007, '470', '07', 50, '886b776e-c428-52c8-9f7e-69556e43c497', 'Bharti Airtel Bangladesh Ltd.'),
  (470010, '470', '10', 50, 'a3ede7d3-128a-5e9b-abd7-ecfaf9480f6f', 'Banglalion Communications Ltd.'),
  (472001, '472', '01', 462, 'a933b152-a71f-55bb-835c-9d12e27cb417', 'Dhivehi Raajjeyge Gulhun'),
  (472002, '472', '02', 462, 'b3994b29-8cb5-5b6d-af9d-8103e8e5dbf6', 'Ooredoo Maldives'),
  (502010, '502', '10', 458, 'b12dba48-fb12-5c1c-a258-d4ddc507a4ba', 'Celcom, DiGi, Maxis, Tune Talk, U Mobile, Unifi, XOX, Yes'),
  (502011, '502', '11', 458, '3b4a14db-b9bb-5c52-8b88-c95cb5463c35', 'Telekom Malaysia Bhd'),
  (502012, '502', '12', 458, '4c4003c0-ab26-5dd8-9b33-e1bf3643dc8f', 'Maxis Communications Berhad'),
  (502013, '502', '13', 458, '14c97432-c86d-59fe-bbb4-0e078702a917', 'Celcom Axiata Berhad'),
  (502016, '502', '16', 458, '45e84c7d-e34c-5603-9789-cc6cee004102', 'DiGi Telecommunications'),
  (502017, '502', '17', 458, '4c4003c0-ab26-5dd8-9b33-e1bf3643dc8f', 'Maxis Communications Berhad'),
  (502018, '502', '18', 458, '03ee827e-a320-53bd-b782-0e90ed5cbf4c', 'U Mobile Sdn Bhd'),
  (502019, '502', '19', 458, '14c97432-c86d-59fe-bbb4-0e078702a917', 'Celcom Axiata Berhad'),
  (502150, '502', '150', 458, '9fd5317c-e125-531b-9265-e1c65697aa1d', 'Tune Talk Sdn Bhd'),
  (502152, '502', '152', 458, 'f6fe18f3-8e95-5406-bb55-36415ebcde76', 'YTL Communications Sdn Bhd'),
  (502153, '502', '153', 458, '6d38bfa0-0a2b-5979-925b-2a9e7e7a08f7', 'Webe Digital Sdn Bhd'),
  (502156, '502', '156', 458, '20b152c8-5f32-5db1-9bf6-3f830e53eb98', 'Altel Communications Sdn Bhd'),
  (502157, '502', '157', 458, '76de8d8b-f8e8-52d9-9882-6be0ad1d084c', 'Telekomunikasi Indonesia International (M) Sdn Bhd'),
  (505001, '505', '01', 36, '371ce1d1-6fbc-56df-b40b-a94c01068a03', 'Telstra Corporation Limited'),
  (505002, '505', '02', 36, '2ce69d85-ba4a-5800-9c3f-4ad53ab98f93', 'Singtel Optus Pty Ltd'),
  (505003, '505', '03', 36, 'f59c960c-bf4e-5048-afff-f6e9d53157c2', 'Vodafone Hutchison Australia Pty Ltd'),
  (505004, '505', '04', 36, '71000617-be50-5269-8e54-dcd801ad8b36', 'Department of Defence'),
  (505010, '505', '10', 574, 'de0da476-2128-5d1b-8e7f-1b8c466f73f0', 'Norfolk Telecom'),
  (505013, '505', '13', 36, '060a2c79-8a5a-56b9-bec6-fbde757366e1', 'Railcorp, Transport for NSW'),
  (505014, '505', '14', 36, '0cbbb40e-36d4-5b3a-8e2e-4c0260cf3c16', 'TPG Telecom'),
  (505016, '505', '16', 36, '1c8dceee-9fd1-58ec-b197-2e2ce7cb0185', 'Victorian Rail Track'),
  (505017, '505', '17', 36, '2ce69d85-ba4a-5800-9c3f-4ad53ab98f93', 'Optus'),
  (505019, '505', '19', 36, 'e21deeee-402d-5f29-abc3-f15017162e57', 'Lycamobile Pty Ltd'),
  (505023, '505', '23', 36, '3e081d67-fcff-568e-8207-68904b10fcb1', 'Challenge Networks Pty Ltd'),
  (505038, '505', '38', 36, '912c977c-46cf-5b80-a255-b69cb96e70c0', 'Truphone Pty Ltd'),
  (505050, '505', '50', 36, 'e1fe21f8-c2d5-5073-b3cd-2cd21c47f8e0', 'Pivotel Group Pty Ltd'),
  (505052, '505', '52', 36, '8e9c7942-b91c-5117-9ed6-4422ce93dac2', 'OptiTel Australia'),
  (505062, '505', '62', 36, '94a61d96-11cd-5f9d-af68-8e58d28cece6', 'National Broadband Network Co.'),
  (505068, '505', '68', 36, '94a61d96-11cd-5f9d-af68-8e58d28cece6', 'National Broadband Network Co.'),
  (505071, '505', '71', 36, '371ce1d1-6fbc-56df-b40b-a94c01068a03', 'Telstra Corporation Limited'),
  (505072, '505', '72', 36, '371ce1d1-6fbc-56df-b40b-a94c01068a03', 'Telstra Corporation Limited'),
  (505088, '505', '88', 36, 'e1fe21f8-c2d5-5073-b3cd-2cd21c47f8e0', 'Pivotel Group Pty Ltd'),
  (505090, '505', '90', 36, '2ce69d85-ba4a-5800-9c3f-4ad53ab98f93', 'Singtel Optus Proprietary Ltd'),
  (510000, '510', '00', 360, '10c6ef51-3c43-5fcb-9eb5-6547f16c9c90', 'PT Pasifik Satelit Nusantara'),
  (510001, '510', '01', 360, '41ec55d6-9726-5e51-8e2c-cab480f8ca45', 'PT Indosat Tbk'),
  (510009, '510', '09', 360, '8e83d2a8-2242-5de5-aad8-cf2a4e4b9ca6', 'PT Smartfren Telecom'),
  (510010, '510', '10', 360, '669a5344-a143-5998-92e5-a985e8d055ec', 'PT Telekomunikasi Selular'),
  (510011, '510', '11', 360, 'e61a68c5-be89-52c3-92b7-5355d48c1c22', 'PT XL Axiata Tbk'),
  (510021, '510', '21', 360, '41ec55d6-9726-5e51-8e2c-cab480f8ca45', 'PT Indosat Tbk'),
  (510028, '510', '28', 360, '993713ed-2049-5a76-b821-21f5f2b6aa28', 'PT Mobile-8 Telecom'),
  (510089, '510', '89', 360, '63ff2557-68e7-542f-a4dd-20f7e9555cb6', 'PT Hutchison 3 Indonesia'),
  (514001, '514', '01', 626, '49023b2f-b117-586c-be54-e22ecb781829', 'PT Telekomunikasi Indonesia International'),
  (514002, '514', '02', 626, '302185bc-cd2f-5397-82b4-4c5a488b1b07', 'Timor Telecom'),
  (514003, '514', '03', 626, '021b696b-89a8-54d2-8703-4499be76fdf1', 'Viettel Timor-Leste'),
  (515002, '515', '02', 608, '73527245-297b-553f-98ff-032d9550696e', 'Globe Telecom'),
  (515003, '515', '03', 608, '81dd13ea-14f9-53bf-ad65-7265e01593d2', 'PLDT via Smart Communications'),
  (515005, '515', '05', 608, 'bad7ac07-a0ac-56d6-8a50-13f1633b490e', 'Digital Telecommunications Philippines'),
  (515024, '515', '24', 608, '80a7734d-218d-5edc-bd4c-661d5b110cd8', 'ABS-CBN Convergence with Globe Telecom'),
  (515066, '515', '66', 608, '138861ee-f51f-58d0-befa-704f5e1db3ce', 'Dito Telecommunity Corp.'),
  (515088, '515', '88', 608, '070b0116-309d-546b-9c77-2a10a9a01194', 'Next Mobile Inc.'),
  (520000, '520', '00', 764, '73f187f8-8bfc-59d0-afef-86d1b8d9df20', 'National Telecom Public Company Limited'),
  (520001, '520', '01', 764, '55c5aeda-1631-557a-a29a-c8c23d6db183', 'Advanced Info Service'),
  (520002, '520', '02', 764, '32a484da-aa15-5181-a1a7-939780c95915', 'National Telecom Public Company Limited'),
  (520003, '520', '03', 764, '55c5aeda-1631-557a-a29a-c8c23d6db183', 'Advanced Wireless Network Company Ltd.'),
  (520004, '520', '04', 764, 'be0cadbe-2ec9-5e88-af68-acdd471d6ec2', 'True Move H Universal Communication Company Ltd.'),
  (520005, '520', '05', 764, 'a5ffd317-069a-5f3e-a541-4c26b76d3f6b', 'DTAC TriNet Company Ltd.'),
  (520009, '520', '09', 764, '17e2bae4-dc69-5abb-bcbf-f7e0e7bf4db1', 'Royal Thai Police'),
  (520015, '520', '15', 764, '18dd81cc-155e-5cd2-8af4-173f52077c93', 'National Telecom Public Company Limited'),
  (520017, '520', '17', 764, '32a484da-aa15-5181-a1a7-939780c95915', 'National Telecom Public Company Limited'),
  (520018, '520', '18', 764, 'a5ffd317-069a-5f3e-a541-4c26b76d3f6b', 'Total Access Communications Public Company Ltd.'),
  (520047, '520', '47', 764, '74b2a5c0-aa35-588d-b2d4-982105db3e8f', 'National Telecom Public Company Limited'),
  (520099, '520', '99', 764, '5f84a3bc-f86b-53ba-91ba-1f43129bbc38', 'True Corporation'),
  (525001, '525', '01', 702, '8abfd024-0d59-57d3-92a4-3ef9ec378af1', 'Singapore Telecom'),
  (525003, '525', '03', 702, 'cc39e8f4-b15e-5b68-b500-d70efe96832d', 'M1 Limited'),
  (525005, '525', '05', 702, 'c41b7598-1364-5d8f-a1e1-67ab591d9a7e', 'StarHub Mobile'),
  (525009, '525', '09', 702, '711c8bd9-7c04-531e-aaf8-519463099d7f', 'Liberty Wireless Pte Ltd'),
  (525010, '525', '10', 702, '05cac4e7-dfab-5679-b76a-3649a14fc1c6', 'SIMBA Telecom Pte Ltd'),
  (525012, '525', '12', 702, 'ed269278-19a6-54eb-9c36-f7a15001cb68', 'GRID Communications Pte Ltd.'),
  (528002, '528', '02', 96, '54cb304e-8ec7-50e5-ad38-61240a912c93', 'Progresif Cellular Sdn Bhd'),
  (528011, '528', '11', 96, '9ace3f6e-c41c-504f-a5f9-b15aab06c520', 'Data Stream Technology Sdn Bhd'),
  (530001, '530', '01', 554, '0db2a963-588c-593e-87a9-e704ba5b07ac', 'Vodafone New Zealand'),
  (530005, '530', '05', 554, 'df4bbab1-27fe-5204-b177-3bc74811dde7', 'Spark New Zealand'),
  (530024, '530', '24', 554, '86f2a051-29f8-506d-a405-7fab88ef75a5', '2degrees'),
  (536002, '536', '02', 520, 'c063ed64-5ac5-58b4-b4ad-4541cbcb678c', 'Digicel (Nauru) Corporation'),
  (537001, '537', '01', 598, '9d19a02f-873a-561a-9120-7788decc64e4', 'Bemobile Limited'),
  (537002, '537', '02', 598, '1bada4e7-4377-54d9-9566-d53ecddac071', 'Telikom PNG Ltd.'),
  (537003, '537', '03', 598, 'b0f26d60-9050-5156-8e0b-519317feec1d', 'Digicel PNG'),
  (539001, '539', '01', 776, '90b10c0c-1bd4-5784-b61b-80e5503f1c13', 'Tonga Communications Corporation'),
  (539043, '539', '43', 776, '8bc47477-7cdf-546e-95c2-0bcd1159ae72', 'Shoreline Communication'),
  (539088, '539', '88', 776, 'f4f219e8-b790-5a19-952d-1bf809bce26f', 'Digicel (Tonga) Limited'),
  (540001, '540', '01', 90, 'a9383b0e-e9ea-5872-9c4a-6707dacacf3a', 'Our Telekom'),
  (540002, '540', '02', 90, '14c86416-98e1-526e-86a9-dd0e20210791', 'BMobile (SI) Ltd'),
  (541000, '541', '00', 548, 'a6d0f342-9250-58b3-aa28-e8a8571e93f9', 'ACeS International (AIL)'),
  (541001, '541', '01', 548, 'e2bf67d6-081e-5cd5-ae45-9c1bd49dac7f', 'Telecom Vanuatu Ltd'),
  (541005, '541', '05', 548, '5da2ee63-b726-5754-855d-72e226ce9034', 'Digicel Vanuatu Ltd'),
  (541007, '541', '07', 548, 'a4341ecb-1e9d-5db9-89e1-1f596072cf51', 'WanTok Vanuatu Ltd'),
  (542001, '542', '01', 242, '620423ac-766e-5f49-9794-a3474b554f0b', 'Vodafone Fiji'),
  (542002, '542', '02', 242, 'ba13d00e-025d-5f60-9d09-1b44deac7cde', 'Digicel Fiji'),
  (542003, '542', '03', 242, '87b7abe7-0edd-5d42-8a48-d97b842de4ab', 'Telecom Fiji Ltd'),
  (543001, '543', '01', 876, '9cb685ab-103b-5984-88ae-47f67a8ddb95', 'Service des Postes et Télécommunications des Îles Wallis et Futuna (SPT)'),
  (544011, '544', '11', 16, '1b79cad7-bd67-56cd-92c0-1388dce46cc4', 'Bluesky'),
  (545001, '545', '01', 296, 'dae0f577-fe19-5b75-a728-be3a52aa896b', 'Amalgamated Telecom Holdings Kiribati Limited'),
  (545009, '545', '09', 296, '75cc86ee-bc1c-5fc5-b731-f2cddf8dcd22', 'Amalgamated Telecom Holdings Kiribati Limited'),
  (546001, '546', '01', 540, '2db4a56e-17b0-5aa6-8bf1-9c631b6f815e', 'OPT New Caledonia'),
  (547005, '547', '05', 258, '2b33bff6-90a6-56c8-95ec-cf38e6988645', 'VITI'),
  (547015, '547', '15', 258, '3cdf9c2f-3fee-5cef-9dfd-4defea103e90', 'Pacific Mobile Telecom'),
  (547020, '547', '20', 258, 'ba722acd-5b2a-51c1-94d3-fb9d15a2aa1d', 'Onati S.A.S.'),
  (548001, '548', '01', 184, '27680eb6-65c0-569d-a9e7-2946ea32a9e5', 'Telecom Cook Islands'),
  (549001, '549', '01', 882, '92cc2a56-4a8c-55ee-b845-d89656121738', 'Digicel Pacific Ltd.'),
  (549027, '549', '27', 882, '50975168-9e5d-5198-8756-2cdde74cc4a8', 'Vodafone Samoa Ltd.'),
  (550001, '550', '01', 583, 'd0bd0d4c-b877-5ce0-ad94-0864ef986131', 'FSMTC'),
  (551001, '551', '01', 584, '38115cf0-5bc1-5871-a0d1-a6edb1481e45', 'Marshall Islands National Telecommunications Authority (MINTA)'),
  (552001, '552', '01', 585, '5c2aadc6-ae1d-5de1-854e-89a820bc07ca', 'Palau National Communications Corp.'),
  (552002, '552', '02', 585, '3ec4fcda-211a-562f-953d-27174e823573', 'Palau Equipment Company Inc.'),
  (552099, '552', '99', 585, 'fdf3af98-33cb-5c60-8d2d-22637a887a2e', 'Palau Mobile Communications Inc.'),
  (553001, '553', '01', 798, '01ed7c0c-021f-5fe5-8fc9-2180bf19b80b', 'Tuvalu Telecom'),
  (554001, '554', '01', 772, 'a729a021-3bfd-5477-abd8-7b66e645286a', 'Teletok'),
  (555001, '555', '01', 570, '66c00bcc-4d78-5af5-ae90-a5845c80b32d', 'Telecom Niue'),
  (602001, '602', '01', 818, '7223a6b8-5ef6-5334-a144-762918c9341f', 'Orange Egypt'),
  (602002, '602', '02', 818, '72aeb4a8-a2f9-53dd-abf1-6c750f2d3bee', 'Vodafone Egypt'),
  (602003, '602', '03', 818, '72d668a5-758a-5da7-af84-11d4389dd939', 'Etisalat Egypt'),
  (602004, '602', '04', 818, 'e921e0ff-7b26-5643-ab59-8c76fe37a09f', 'Telecom Egypt'),
  (603001, '603', '01', 12, 'df73a262-56d4-5729-b4df-836217f07d5d', 'Algérie Télécom'),
  (603002, '603', '02', 12, '93532ec6-66a7-597b-bcfc-a24549a93954', 'Optimum Telecom Algérie Spa'),
  (603003, '603', '03', 12, '801e24ca-7462-575c-aef7-01adb1fea13d', 'Wataniya Telecom Algérie'),
  (603007, '603', '07', 12, '27c74c4b-38a9-5765-969e-6d01f6bc5bca', 'Algérie Télécom'),
  (603009, '603', '09', 12, '27c74c4b-38a9-5765-969e-6d01f6bc5bca', 'Algérie Télécom'),
  (604000, '604', '00', 504, '76ac29d4-8998-5421-8f78-4dc4556c324f', 'Médi Télécom'),
  (604001, '604', '01', 504, 'c48d7f6a-adfa-53a3-9c7f-341e5a345496', 'Ittissalat Al-Maghrib (Maroc Telecom)'),
  (604002, '604', '02', 504, 'dad44c2e-ecbe-50d5-9605-d0705f868948', 'Wana Corporate'),
  (604005, '604', '05', 504, 'dad44c2e-ecbe-50d5-9605-d0705f868948', 'Wana Corporate'),
  (605001, '605', '01', 788, 'd794c1f8-893e-503e-89c4-6e410f788e90', 'Orange Tunisie'),
  (605002, '605', '02', 788, 'b352dafe-4e3e-5ebc-ae2a-7f1bea0a4938', 'Tunisie Telecom'),
  (605003, '605', '03', 788, 'c3154c1a-6f7c-5b77-8935-f5fe15b81e29', 'Ooredoo Tunisiana'),
  (606000, '606', '00', 434, '7cf08155-5787-53ae-a7c6-bf30a712f093', 'Libyana'),
  (606001, '606', '01', 434, 'f7e3b98e-cb70-51d7-b269-81f1292dd6cc', 'Al-Madar Al-Jadeed'),
  (606002, '606', '02', 434, 'f4f04938-f6a0-5d75-b563-42d9e42ebb33', 'Al-Jeel Al-Jadeed'),
  (606003, '606', '03', 434, '8c7d2b81-5f0c-5e0e-acb8-6845b213db96', 'Libya Telecom & Technology (LTT)'),
  (606006, '606', '06', 434, '3413f1fa-9873-527c-a71c-a3dea0137d08', 'Hatef Libya'),
  (607001, '607', '01', 270, 'ec3d37c8-1f1e-5cc6-8f9f-e855f47e8bce', 'Gamcel'),
  (607002, '607', '02', 270, '55d32cdb-d560-5673-8df8-f0be64c5412e', 'Africell'),
  (607003, '607', '03', 270, '5984b28a-ad17-5dfd-a491-d46f9ecfdde9', 'Comium'),
  (607004, '607', '04', 270, 'a7339330-cb0e-5a0a-bfcd-173fa4bec318', 'QCell Gambia'),
  (607006, '607', '06', 270, '4d198835-b0c6-5b37-987b-f27a1a078d6b', 'NETPAGE'),
  (608001, '608', '01', 686, 'eb0d5d7a-c3f9-5060-927e-5360698bc1d9', 'Sonatel'),
  (608002, '608', '02', 686, 'a549e6d5-3291-5cf8-aa1c-6511120571ef', 'Saga Africa Holdings Limited'),
  (608003, '608', '03', 686, '84c264a0-3581-5459-9bd7-801112c48b89', 'Expresso Telecom'),
  (609001, '609', '01', 478, '629c31c7-70d4-580a-9ca1-dce6b86f01d9', 'Mattel'),
  (609002, '609', '02', 478, '7ecf2947-d696-527b-ada3-53c4a40fb330', 'Chinguitel'),
  (609010, '609', '10', 478, 'a59c234b-31e0-5225-84d5-a6b335e96d24', 'Mauritel Mobiles'),
  (610001, '610', '01', 466, 'a0e0d724-5709-56d5-8983-21fc2f3fb0ca', 'Malitel SA'),
  (610002, '610', '02', 466, '82dea14c-e486-57e9-adc8-3db9cb0c14d2', 'Orange Mali SA'),
  (610003, '610', '03', 466, 'a569eff3-a541-50cc-aef5-83bddcbe6b96', 'Alpha Telecommunication Mali S.A.'),
  (611001, '611', '01', 324, '86b37295-6134-5281-931f-6ab51e845bc5', 'Orange S.A.'),
  (611002, '611', '02', 324, 'daaf0de2-10bf-5e58-9627-a7a33233d72a', 'Sotelgui Lagui'),
  (611004, '611', '04', 324, '2b3624e8-510c-5e17-8276-3d99e8426919', 'Areeba Guinea'),
  (611005, '611', '05', 324, 'b0b4a1d0-6326-5c69-a68c-3ca81b34359a', 'Cellcom'),
  (612002, '612', '02', 384, 'f3d9ea7a-90cc-5614-a228-9b4e778e0f51', 'Atlantique Cellulaire'),
  (612003, '612', '03', 384, '9641c9aa-0788-5579-a284-e9e197fb7f16', 'Orange'),
  (612004, '612', '04', 384, '8e2ed446-8576-5835-b05e-7631c314ec5e', 'Comium Ivory Coast Inc'),
  (612005, '612', '05', 384, '6192a94b-ddf2-58a8-877a-f9ce47eb8800', 'Loteny Telecom'),
  (612006, '612', '06', 384, 'b1b7189a-46aa-51a1-94d1-5769d6a7d75a', 'Oricel'),
  (612007, '612', '07', 384, 'adb8f21c-9ff2-5d95-a848-d1f962516ff0', 'Aircomm'),
  (612018, '612', '18', 384, '8868205c-93f4-53d3-9172-2db0fef8b59a', 'YooMee'),
  (613001, '613', '01', 854, '5814b04b-5421-52e3-bfe1-68f86c13e756', 'Onatel'),
  (613002, '613', '02', 854, '5da015bf-f549-56f4-b074-cc8ae54bd9a2', 'Orange Burkina Faso'),
  (613003, '613', '03', 854, '5d739858-fdd5-531d-a44a-64503dd91018', 'Telecel Faso SA'),
  (614001, '614', '01', 562, '8bd762b6-d7e7-5d8c-b2c7-6558c04d00e6', 'La Société Sahélienne de Télécommunications (SahelCom)'),
  (614002, '614', '02', 562, '839f2a63-6189-5162-8693-02d3001674da', 'Bharti Airtel Limited'),
  (614003, '614', '03', 562, 'e5b0aa60-f05c-5805-92ab-18721bad27f6', 'Atlantique Telecom (subsidiary of Etisalat)'),
  (614004, '614', '04', 562, '43674dbd-70d8-5c4d-9643-224b45bcfc51', 'Orange Niger'),
  (615001, '615', '01', 768, '1e84cb64-fd3b-5e3b-beca-f914ede1d554', 'Togo Telecom'),
  (615003, '615', '03', 768, '84a61e91-a9f7-5996-9ac4-6128616c8c79', 'Moov Togo'),
  (616001, '616', '01', 204, '7c4cd1f9-7cfb-5d16-ac53-d219f55eebdd', 'Benin Telecoms Mobile'),
  (616002, '616', '02', 204, '9475356a-3a6d-5ef4-a061-2c5148b6f3c3', 'Telecel Benin'),
  (616003, '616', '03', 204, 'ccf24ef9-a48a-5f32-b6a4-6ce73e1ac32d', 'Spacetel Benin'),
  (616004, '616', '04', 204, 'fcd83f4f-d7d9-5dec-bc90-2f9f2e7f88ee', 'Bell Benin Communications'),
  (617001, '617', '01', 480, '816cb409-836a-52d6-aee8-53c3ac01f04d', 'Cellplus Mobile Communications Ltd.'),
  (617002, '617', '02', 480, '3cedef43-98a1-524d-9068-3638f46c6118', 'Mahanagar Telephone Mauritius Limited (MTML)'),
  (617003, '617', '03', 480, '02ca4fa7-47ee-5408-9925-09a5331334a2', 'Mahanagar Telephone Mauritius Limited (MTML)'),
  (617010, '617', '10', 480, '9cfdc437-337e-5608-bba5-7178201bde58', 'Emtel Ltd.'),
  (618001, '618', '01', 430, '6383fce7-f7c1-55e3-a279-8e64ab17d4ca', 'Lonestar Communications Corporation'),
  (618004, '618', '04', 430, '5630527a-0b25-525b-b0f5-7a6b16a8f2db', 'Novafone Inc.'),
  (618007, '618', '07', 430, 'ea4bd735-1fcb-5ac4-99f8-8bc61c081a0a', 'Orange Liberia'),
  (618020, '618', '20', 430, '01ab976f-2242-53a0-8f71-2df995150da3', 'Liberia Telecommunications Corporation'),
  (619001, '619', '01', 694, '3f8700ca-9bc6-5c92-82b6-30c38cab8ce1', 'Orange SL Limited'),
  (619003, '619', '03', 694, '6ed337c3-f96c-5eb5-aec4-ed00ed10876b', 'Lintel Sierra Leone Limited'),
  (619005, '619', '05', 694, '6ed337c3-f96c-5eb5-aec4-ed00ed10876b', 'Lintel Sierra Leone Limited'),
  (619006, '619', '06', 694, '7de4771d-98d8-5f63-9742-3003df189ca1', 'Sierra Leone Telephony'),
  (619009, '619', '09', 694, 'bd52f990-d70d-570b-9128-82f5aa382174', 'InterGroup Telecom SL'),
  (620001, '620', '01', 288, 'b27d01b5-42b9-5a5f-a3c2-0c2e59eed325', 'MTN Group'),
  (620002, '620', '02', 288, 'da8b37b5-d555-529a-a170-2b67d3c3d0aa', 'Vodafone Group'),
  (620003, '620', '03', 288, 'cab2f709-0c01-57dd-9df1-1b4201ab9abe', 'Millicom Ghana'),
  (620004, '620', '04', 288, 'db4511e0-b04d-5ba2-aa60-88330e6d428a', 'Kasapa / Hutchison Telecom'),
  (620006, '620', '06', 288, 'cab2f709-0c01-57dd-9df1-1b4201ab9abe', 'Airtel'),
  (620007, '620', '07', 288, '5b501b60-2f1d-5777-8646-88ab96b61a83', 'Globacom Group'),
  (620010, '620', '10', 288, '621803a5-d6d2-55cc-8a6a-63e01416e468', 'Blu Telecommunications'),
  (620014, '620', '14', 288, '9b63e13a-0f52-5b23-a466-32fba9e2553d', 'BusyInternet'),
  (620015, '620', '15', 288, '6249f0d5-99a7-5c88-b882-aa08bea200d1', 'Lebara'),
  (620016, '620', '16', 288, '81850771-8672-536f-b664-dc1782d7926c', 'Telesol'),
  (621020, '621', '20', 566, '41fdce60-908c-5580-8750-f0258b1fd026', 'Bharti Airtel Limited'),
  (621022, '621', '22', 566, '38628359-7800-5d1e-9abc-37ebb2ed96ac', 'InterC Network Ltd.'),
  (621024, '621', '24', 566, '7a9b2817-a588-524b-af9e-b814b9c6e085', 'Spectranet'),
  (621026, '621', '26', 566, '1561ea3e-0778-50f0-923e-139131caf416', 'Swift'),
  (621027, '621', '27', 566, '463392a6-c5e4-5272-b8bf-915da6d06024', 'Smile Communications Nigeria'),
  (621030, '621', '30', 566, 'e9ec5b56-b7e2-5da9-93c3-663f9f25cf1c', 'MTN Nigeria Communications Limited'),
  (621040, '621', '40', 566, '58bee788-a663-5ed5-9b86-80aa51dc5356', 'Nigerian Mobile Telecommunications Limited'),
  (621050, '621', '50', 566, 'c1bab1c7-8f1b-50b0-8f33-da5c35a1cea9', 'Globacom Ltd'),
  (621060, '621', '60', 566, '532c189b-1061-591e-83a9-14b0253d13e8', 'Emerging Markets Telecommunication Services Ltd.'),
  (622001, '622', '01', 148, '65bd6690-2f2f-59c8-95fb-7b0b9da5951b', 'Bharti Airtel SA'),
  (622002, '622', '02', 148, '0d87e2ed-5faa-5adf-a480-ddbbd0773abb', 'SotelTchad'),
  (622003, '622', '03', 148, '58cf1693-7f07-5cad-9734-c6ae7eb1bf4d', 'Millicom'),
  (622007, '622', '07', 148, 'af35b2ff-5900-5088-956f-8efc5fc9f17b', 'SotelTchad'),
  (623001, '623', '01', 140, '49f896ec-53cb-5d20-a8b4-c0d3eb4bdd65', 'Atlantique Telecom Centrafrique SA'),
  (623002, '623', '02', 140, 'f65f1322-626e-5b3a-a0b7-a28477c9f329', 'Telecel Centrafrique'),
  (623003, '623', '03', 140, '4043aa50-2f76-5641-9cd7-f151ebc2ea3a', 'Orange RCA'),
  (623004, '623', '04', 140, 'ac28650c-251b-5276-b5c2-791da9f0c9ad', 'Azur RCA'),
  (624001, '624', '01', 120, 'ac8dbf38-aa34-524b-8726-2c6debe30d09', 'Mobile Telephone Network Cameroon Ltd'),
  (624002, '624', '02', 120, '672b4371-21d7-5d98-b0bd-d8ac9b69728c', 'Orange Cameroun S.A.'),
  (624003, '624', '03', 120, '0ac861cc-cc47-537f-ba07-b01dd0480ec7', 'Camtel'),
  (624004, '624', '04', 120, 'd2e5e382-854f-5509-907e-959714b60565', 'Viettel Cameroun'),
  (625001, '625', '01', 132, '024f86a0-ffef-5f80-8d9c-fc294c490fb9', 'CVMóvel, S.A.'),
  (625002, '625', '02', 132, 'a8078929-3c66-5a1f-9b13-f71db1f1ede0', 'UNITEL T+ TELECOMUNICACÕES, S.A.'),
  (626001, '626', '01', 678, '43d0fb48-e182-5432-81c5-1451f8165ed5', 'Companhia Santomense de Telecomunicações'),
  (626002, '626', '02', 678, '221decdd-a4ae-5ba1-885c-c3024d6b14df', 'Unitel São Tomé and Príncipe'),
  (627001, '627', '01', 226, '2287ad43-af75-590f-9788-60aba95e76cc', 'GETESA'),
  (627003, '627', '03', 226, '36ebfd52-f2fe-537a-b12c-b049da01a121', 'Green Com S.A.'),
  (628001, '628', '01', 266, 'd7199f84-72a1-57bb-96e0-dbb0b0bd192e', 'Gabon Telecom S.A.'),
  (628002, '628', '02', 266, '76171436-29d8-5143-ae92-291ce7b6bf44', 'Gabon Telecom S.A.'),
  (628003, '628', '03', 266, 'b4569de7-079d-5f08-b2b8-1339618ddd46', 'Airtel Gabon S.A.'),
  (629001, '629', '01', 178, '61d76c85-4d48-52b2-b400-573933f44202', 'Celtel Congo'),
  (629007, '629', '07', 178, '61d76c85-4d48-52b2-b400-573933f44202', 'Warid Telecom'),
  (629010, '629', '10', 178, '445cd20a-a4a9-5512-ab0d-3b508b6ec4a1', 'MTN CONGO S.A'),
  (630001, '630', '01', 180, '35583ce6-f64a-565e-8712-5ce144c70f95', 'Vodacom Congo RDC sprl'),
  (630002, '630', '02', 180, '02cb1015-f67b-5642-b090-3f8cef61e5ea', 'Airtel sprl'),
  (630005, '630', '05', 180, '83fa2213-8648-544e-9bb2-f06346256e72', 'Supercell SPRL'),
  (630086, '630', '86', 180, '22ea131e-812b-5cea-b173-e5d158bd3ef0', 'Orange RDC sarl'),
  (630089, '630', '89', 180, '22ea131e-812b-5cea-b173-e5d158bd3ef0', 'Orange RDC sarl'),
  (630090, '630', '90', 180, '15e82124-256f-5700-b4cb-b182119856b4', 'Africell RDC sprl'),
  (631002, '631', '02', 24, 'd8e6ef5c-bfcb-5e8c-bfb8-82b394511825', 'UNITEL S.a.r.l.'),
  (631004, '631', '04', 24, '243fe226-3e53-5b32-b13e-8d0d71c2e81c', 'MOVICEL Telecommunications S.A.'),
  (631005, '631', '05', 24, 'b96a17fb-dc07-5cdf-859a-a240cce57992', 'Africell'),
  (632001, '632', '01', 624, 'f0ad16b6-5a6f-5b3b-9fe9-08f8e0af7e72', 'Guinétel S.A.'),
  (632002, '632', '02', 624, '2df88a06-d7e3-5de2-9300-8621c0d2878f', 'Spacetel Guiné-Bissau S.A.'),
  (632003, '632', '03', 624, 'b6e27cc3-ebe9-5d61-91de-45ed5b90f137', NULL),
  (632007, '632', '07', 624, 'f0ad16b6-5a6f-5b3b-9fe9-08f8e0af7e72', 'Guinétel S.A.'),
  (633001, '633', '01', 690, '227eb33c-c732-5ae8-bc02-36d6646762d5', 'Cable & Wireless Seychelles'),
  (633010, '633', '10', 690, '1b342fa5-2acf-56a6-b62e-e0f3254dea91', 'Telecom Seychelles Ltd'),
  (634001, '634', '01', 729, '5f774b18-0ae8-5fad-b80f-54b652a7973a', 'Zain Group - Sudan'),
  (634002, '634', '02', 729, 'c5253954-4a9d-5db5-be53-8490632e9884', 'MTN Sudan'),
  (634005, '634', '05', 729, '4a979d9c-805d-54e9-81a1-d1691b18077a', 'Canar Telecom'),
  (634007, '634', '07', 729, '9435d4c2-6530-554d-a7e9-0fde5c29cd28', 'Sudatel Group'),
  (634009, '634', '09', 729, '1b79df2a-6a8d-53ce-9618-77ab57825c73', 'NEC'),
  (635010, '635', '10', 646, 'feeb75b6-25fc-5eb1-a8bb-5bf6cbbc61be', 'MTN Rwandacell SARL'),
  (635013, '635', '13', 646, '510fd176-4362-5a80-b4cf-b82e69302fc9', 'Airtel RWANDA'),
  (635017, '635', '17', 646, '6e754272-3116-5ecb-9d1f-e81c612bc0a1', 'Olleh Rwanda Networks'),
  (636001, '636', '01', 231, '1a922149-c1db-5567-9635-f37acf98e5c5', 'Ethio Telecom'),
  (637001, '637', '01', 706, 'bacfffb3-b069-5435-9801-508eeba673ac', 'Telesom'),
  (637004, '637', '04', 706, 'c255b50f-875d-5fdd-8c0b-501d8f49293f', 'Somafone FZLLC'),
  (637010, '637', '10', 706, '47645451-eb7e-5ebd-9cee-ab14f7d84646', 'NationLink Telecom'),
  (637020, '637', '20', 706, '73f70cb7-d949-5121-884b-c9781cb44be2', 'SOMNET'),
  (637030, '637', '30', 706, '4d40df14-ea01-5eec-af19-d99eab6f1abe', 'Golis Telecom Somalia'),
  (637050, '637', '50', 706, 'e428392f-d8a3-555e-8799-686afe2495a2', 'Hormuud Telecom Somalia Inc'),
  (637057, '637', '57', 706, 'bb102cda-bcac-5a17-b03a-efb7edf37a36', 'UNITEL S.a.r.l.'),
  (637060, '637', '60', 706, '47645451-eb7e-5ebd-9cee-ab14f7d84646', 'Nationlink Telecom'),
  (637067, '637', '67', 706, '1e86db65-dcc4-5cf5-986f-87fe01199086', 'HTG Group Somalia'),
  (637071, '637', '71', 706, '01abb797-74ec-568f-9142-e3a67fb0ea61', 'Somtel'),
  (637082, '637', '82', 706, 'e782a604-7c15-5ddd-a620-e01357406730', 'Telcom Somalia'),
  (638001, '638', '01', 262, '849123cb-bdc2-579c-b176-937375a7416a', 'Djibouti Telecom SA'),
  (639002, '639', '02', 404, '3f32cea2-e95e-5485-ac47-04c269af5bc4', 'Safaricom Limited'),
  (639003, '639', '03', 404, 'c0553f3f-db40-5363-b079-040a741566bd', 'Bharti Airtel'),
  (639007, '639', '07', 404, 'b31d5ec8-b0dc-5cdf-82c7-383bf989c58f', 'Telkom Kenya'),
  (639010, '639', '10', 404, '9fe654d2-fd0d-5684-a770-db8ca5dd5b29', 'Jamii Telecommunications Limited'),
  (640002, '640', '02', 834, '3f4e3d87-f029-5c90-9538-bc6d8e50616c', 'MIC Tanzania Limited'),
  (640003, '640', '03', 834, 'bae657c2-a4bc-5dc3-bf20-efd9110d55ae', 'Zanzibar Telecom Ltd'),
  (640004, '640', '04', 834, 'baa9f86a-57a7-5a65-9e01-7c5c4e030d6b', 'Vodacom Tanzania Limited'),
  (640005, '640', '05', 834, 'e3f35b13-7e9b-5106-83bd-faca95fc10f6', 'Bharti Airtel'),
  (640006, '640', '06', 834, '6d115786-d099-55d5-8806-f8bac960f5a9', 'WIA Company Limited'),
  (640007, '640', '07', 834, 'd581ec96-57f6-5a9c-af58-45f68b8eb5dc', 'Tanzania Telecommunication Company LTD (TTCL)'),
  (640009, '640', '09', 834, 'c53386e0-817c-596e-83f8-b9a009e067dc', 'Viettel Tanzania Limited'),
  (640011, '640', '11', 834, '0a0333e0-bb71-5914-8804-03de41236390', 'Smile Telecoms Holdings Ltd.'),
  (641001, '641', '01', 800, '3d08f472-acdd-53ea-8dde-6a590d2bcabf', 'Bharti Airtel'),
  (641004, '641', '04', 800, '61135215-60de-530a-883b-e54a26c599e6', 'Tangerine Uganda Limited'),
  (641010, '641', '10', 800, 'a3e95cb7-a966-5871-9fc2-9545673449b0', 'MTN Uganda'),
  (641011, '641', '11', 800, '625f1871-917e-5559-b34e-a988cbd83816', 'Uganda Telecom Ltd.'),
  (641014, '641', '14', 800, '55f02132-0c21-5a5f-8440-a6ad54aaff45', 'Africell Uganda'),
  (641022, '641', '22', 800, '3d08f472-acdd-53ea-8dde-6a590d2bcabf', 'Bharti Airtel'),
  (641033, '641', '33', 800, 'd98483a8-10cf-5a7f-a2cd-05d1f1c9c734', 'Smile Communications Uganda Limited'),
  (641044, '641', '44', 800, '4f9f3962-ac72-550d-8ce4-73375f139c1c', 'K2 Telecom Ltd'),
  (642001, '642', '01', 108, '1ab5c76c-1d7f-52b4-aa13-cff83e6bfe6a', 'Econet Wireless Burundi PLC'),
  (642003, '642', '03', 108, '1793c4d8-1ade-5b52-a5e2-1c85cb9b3373', 'Onatel'),
  (642008, '642', '08', 108, '1bfdbe8c-66b0-5c58-896a-a7196187ee33', 'Viettel Burundi'),
  (642082, '642', '82', 108, '1ab5c76c-1d7f-52b4-aa13-cff83e6bfe6a', 'Econet Wireless Burundi PLC'),
  (643001, '643', '01', 508, '2cdb80c7-6e63-5780-97ef-a49bc9b3809a', 'Mocambique Celular S.A.'),
  (643003, '643', '03', 508, 'c2a3cc25-57b4-522d-8315-2b296db054d0', 'Movitel, SA'),
  (643004, '643', '04', 508, 'd05a1c7b-8aad-50e9-a0a1-7ab46fcdf333', 'Vodacom Mozambique, S.A.'),
  (645001, '645', '01', 894, '4f20414b-8aa7-56e0-bca8-6d7bbde2522a', 'Bharti Airtel'),
  (645002, '645', '02', 894, '8ae1a809-98eb-587c-afa7-34537616e822', 'MTN Group'),
  (645003, '645', '03', 894, '38e53f5b-1030-5e71-b8c8-4153c984f0fe', 'Zambia Telecommunications Company Ltd'),
  (646001, '646', '01', 450, 'ede4c9b7-408d-5681-89fe-c3247bf3a66f', 'Bharti Airtel'),
  (646002, '646', '02', 450, '9ae8fe02-23be-5054-b040-035e771970f5', 'Orange Madagascar S.A.'),
  (646004, '646', '04', 450, 'a7836eda-94f7-5971-94d8-3d0e75c81c23', 'Telma Mobile S.A.'),
  (646005, '646', '05', 450, '39dbab13-ca06-5e14-8ed1-88fc174bb774', 'Gulfsat Madagascar S.A.'),
  (647000, '647', '00', 638, 'fa1643a1-c3ec-56b4-86f8-a0512e7c3fab', 'Orange La Réunion'),
  (647001, '647', '01', 638, '661d9d5d-0168-5798-b4b7-e4f0e5aae183', 'BJT Partners'),
  (647002, '647', '02', 638, '1dc5f72d-10e4-5211-a104-8ea2a425acb5', 'Telco OI'),
  (647003, '647', '03', 638, '696cfa53-5282-5883-85b8-66ea53ecb089', 'Telco OI'),
  (647010, '647', '10', 638, '7e547792-5b67-56a2-9f4d-5348261dcc66', 'Société Réunionnaise du Radiotéléphone'),
  (648001, '648', '01', 716, '1dfeff8c-5020-524e-83ab-b4c27adb282f', 'Net*One Cellular (Pvt) Ltd'),
  (648003, '648', '03', 716, '2fb5d161-8f76-5f03-93d6-5e1c00391ed1', 'Telecel Zimbabwe (PVT) Ltd'),
  (648004, '648', '04', 716, 'ab0e5f37-338c-5804-aa6e-9c03fb9e131d', 'Econet Wireless'),
  (649001, '649', '01', 516, '5dc8a468-8712-5180-856a-582366bda54a', 'MTC Namibia'),
  (649002, '649', '02', 516, '8010a152-84bd-5ec7-a5c4-34851bb69878', 'Telecom Namibia'),
  (649003, '649', '03', 516, 'b6433c0b-61d3-514d-aa9f-9927b1811753', 'Telecom Namibia'),
  (649004, '649', '04', 516, '32659786-ee6e-5731-8abf-27bb6c859946', 'Paratus Telecommunications (Pty)'),
  (649006, '649', '06', 516, '26803d52-b97c-5d33-997a-fdb7878226a6', 'MTN Namibia'),
  (650001, '650', '01', 454, '479d344c-83ee-5a5c-b0be-c6342dbb40ca', 'Telecom Network Malawi'),
  (650002, '650', '02', 454, '93f2000b-a145-57d4-a5b7-79d682da7f5b', 'Access Communications Ltd'),
  (650003, '650', '03', 454, 'c85857cc-19f7-5efc-abae-c7e4a841f71b', 'Malawi Telecommunications Limited'),
  (650010, '650', '10', 454, '9f5f2767-dc19-5006-bb1c-c48c6c9acddf', 'Airtel Malawi Limited'),
  (651001, '651', '01', 426, 'a53e5c1e-0a04-561b-9e36-8cf6fd1402ed', 'Vodacom Lesotho (Pty) Ltd'),
  (651002, '651', '02', 426, 'a2958ae0-2ff3-5bc1-9ebc-53d26b928b3d', 'Econet Ezi-cel'),
  (652001, '652', '01', 72, '45bfcb06-48bc-58e7-b05b-508bab89ac84', 'Mascom Wireless (Pty) Limited'),
  (652002, '652', '02', 72, 'c8a914b9-ea22-5e3b-a54b-2414949ed550', 'Orange (Botswana) Pty Limited'),
  (652004, '652', '04', 72, '81360df2-d6ca-5fa5-96ff-7a8e34b46006', 'Botswana Telecommunications Corporation'),
  (653002, '653', '02', 748, '322a3c61-3441-50b4-ae6e-31c039db6368', 'Eswatini Mobile Limited'),
  (653010, '653', '10', 748, '45264fe1-bfdb-529e-91e6-8af8fff7b419', 'MTN Eswatini Limited'),
  (654001, '654', '01', 174, '72634d0e-c26d-5dd0-b909-8bf4dc57b6ab', 'Comores Telecom'),
  (654002, '654', '02', 174, '26fcaa54-1a17-5d1a-b67f-7d399afe8377', 'Telecom Malagasy (Telma)'),
  (655001, '655', '01', 710, 'ac497787-bdb4-5ebe-b500-e988d7113ad7', 'Vodacom'),
  (655002, '655', '02', 710, '49b389e5-a047-5b79-8688-a33ff9753e27', 'Telkom SA SOC Ltd'),
  (655006, '655', '06', 710, 'bfc7ff6e-48c4-553b-b3d5-80dd98703ea7', 'Sentech (Pty) Ltd'),
  (655007, '655', '07', 710, 'feaa8b5f-6434-5c9f-a466-0ffdf941ffec', 'Cell C (Pty) Ltd'),
  (655010, '655', '10', 710, 'c9a6cec0-a5b5-5f38-9eed-5599f814b5b2', 'MTN Group'),
  (655014, '655', '14', 710, '7dfd4525-2743-53d1-b9e6-a3d2c4903ffd', 'Neotel Pty Ltd'),
  (655019, '655', '19', 710, 'eb0078c9-07b0-5c6b-8f26-5afd43764be1', 'Wireless Business Solutions (Pty) Ltd'),
  (655030, '655', '30', 710, 'c11f7c31-acd6-5af4-b5cb-1a6c4c42844f', 'Bokamoso Consortium'),
  (655031, '655', '31', 710, '6b979cc4-2a3c-5b16-a530-5dbeb2438e59', 'Karabo Telecoms (Pty) Ltd.'),
  (655032, '655', '32', 710, '235e5e52-4f3e-5ead-b3e1-b2b9297ca951', 'Ilizwi Telecommunications'),
  (655033, '655', '33', 710, 'ddc639bb-6ac1-5886-a79d-e5b4af4b2457', 'Thinta Thinta Telecommunications Pty Ltd'),
  (655046, '655', '46', 710, 'de2ba6df-746c-5e5f-990c-cec6fd156c86', 'SMS Cellular Services (Pty) Ltd'),
  (655076, '655', '76', 710, '8a868eba-ace3-52e8-af36-37af0d76a1ab', 'Comsol Networks (Pty) Ltd'),
  (657001, '657', '01', 232, '41b9e88d-0aac-56ea-9f0a-ec01c566f6cc', 'Eritrea Telecommunications Services Corporation'),
  (658001, '658', '01', 654, '2b2ddb17-23ab-5ef2-bcfa-692e9411b7bc', 'Sure South Atlantic Ltd.'),
  (659002, '659', '02', 728, '7a42ead1-342b-5a18-a5ba-9ae646a4326e', 'MTN South Sudan'),
  (659003, '659', '03', 728, 'cb425b4e-14ad-5ef0-817c-0d7bd3894a8d', 'Gemtel'),
  (659006, '659', '06', 728, '41750757-b768-51a5-b4f5-cc2aa0c02da9', 'Zain South Sudan'),
  (659007, '659', '07', 728, '5d40c5d8-6117-579d-90d4-c03cf9f5937a', 'Sudani'),
  (702067, '702', '67', 84, '920d065b-627c-598f-86fd-69709f072318', 'Belize Telemedia Limited (BTL)'),
  (702069, '702', '69', 84, '695aaa10-eca2-508a-b6e5-3b8d962992e9', 'Speednet Communications Limited'),
  (702099, '702', '99', 84, '695aaa10-eca2-508a-b6e5-3b8d962992e9', 'Speednet Communications Limited'),
  (704001, '704', '01', 320, 'da65f25b-5b23-5219-8351-564788ad29cb', 'Telecomunicaciones de Guatemala, S.A.'),
  (704002, '704', '02', 320, '3fb39ed2-3ee2-5827-88e7-71590a7203e5', 'Millicom / Local partners'),
  (704003, '704', '03', 320, 'da65f25b-5b23-5219-8351-564788ad29cb', 'Telecomunicaciones de Guatemala, S.A.'),
  (706001, '706', '01', 222, 'd2ee10e9-a28c-515d-92b6-f846c7fcf54e', 'CTE Telecom Personal, S.A. de C.V.'),
  (706002, '706', '02', 222, 'df080aa4-16e9-5d4b-9901-a65147b6cc08', 'Digicel, S.A. de C.V.'),
  (706003, '706', '03', 222, 'be2329f0-5e58-59cc-a9f0-693cf4c44792', 'Telemovil El Salvador S.A.'),
  (706004, '706', '04', 222, '596a4da0-5cb6-58fe-bc36-31cc9f3b1954', 'Telefónica Móviles El Salvador'),
  (706005, '706', '05', 222, '3a56d2e6-ebd2-5c45-b880-8d69943be88c', 'INTELFON, S.A. de C.V.'),
  (708001, '708', '001', 340, '8087d2bf-ca3c-5966-b2a5-1d936153d3a3', 'Servicios de Comunicaciones de Honduras S.A. de C.V.'),
  (708002, '708', '002', 340, 'b50c5c68-bdfd-5f1c-82ef-13bb3d845739', 'Celtel'),
  (708030, '708', '030', 340, '9fd47c85-d675-5998-9736-dbca1516ae1f', 'Empresa Hondureña de Telecomunicaciones'),
  (710021, '710', '21', 558, '26844ab7-61ff-5cea-936a-0fdcd32c00f3', 'Empresa Nicaragüense de Telecomunicaciones, S.A. (ENITEL) (América Móvil)'),
  (710073, '710', '73', 558, '26844ab7-61ff-5cea-936a-0fdcd32c00f3', 'Servicios de Comunicaciones S.A.'),
  (710300, '710', '300', 558, '3c28dae4-2ae2-5e7d-ba65-7ffa3e370f8e', 'Telefonía Celular de Nicaragua, S.A.'),
  (712001, '712', '01', 188, '17f646da-11aa-5187-a50e-d89263cc991a', 'Instituto Costarricense de Electricidad'),
  (712002, '712', '02', 188, '17f646da-11aa-5187-a50e-d89263cc991a', 'Instituto Costarricense de Electricidad'),
  (712003, '712', '03', 188, '2baa509b-2030-55ad-a409-8b39045899d5', 'Claro CR Telecomunicaciones (Aló)'),
  (712004, '712', '04', 188, '9914656f-20b6-54f3-b682-0b1204e41b3d', 'Liberty Latin America'),
  (714001, '714', '01', 591, 'a3310fca-fa0b-56b4-a3e0-93f2b0ae0631', 'Cable & Wireless Panama S.A.'),
  (714002, '714', '02', 591, 'b5cd47dc-3d43-5852-8850-87df8a62f657', 'Grupo de Comunicaciones Digitales, S.A.'),
  (714003, '714', '03', 591, '238eb9b7-f641-5d10-b6e4-d81958a53249', 'América Móvil'),
  (714004, '714', '04', 591, 'bb3d4f1a-6ea2-5b1c-8094-a5a5a4465f37', 'Digicel Group'),
  (714020, '714', '020', 591, 'b5cd47dc-3d43-5852-8850-87df8a62f657', 'Grupo de Comunicaciones Digitales, S.A.'),
  (716006, '716', '06', 604, '2a240db2-a165-5e54-a721-3ef84a258268', 'Telefónica del Perú S.A.A.'),
  (716007, '716', '07', 604, 'dd441d01-635c-502c-b837-1370e2cd282e', 'Entel Perú S.A.'),
  (716010, '716', '10', 604, 'b1e42eaa-8707-5e4d-91f1-2bdf1d2198e4', 'América Móvil Perú'),
  (716015, '716', '15', 604, '9d67c7e0-c75b-5233-965e-66e1f204f895', 'Viettel Peru S.A.C.'),
  (716017, '716', '17', 604, 'dd441d01-635c-502c-b837-1370e2cd282e', 'Entel Perú S.A.'),
  (722010, '722', '010', 32, '56c6cb4f-4926-59c5-b4b5-b1709cfc897b', 'Telefónica Móviles Argentina S.A.'),
  (722034, '722', '034', 32, 'f9d15c91-ffcf-51c1-9973-6cf9e39d4521', 'Telecom Personal S.A.'),
  (722040, '722', '040', 32, 'b0effbfe-7d3d-57ec-8752-03c13158cd08', 'TE.SA.M Argentina S.A.'),
  (722070, '722', '070', 32, '56c6cb4f-4926-59c5-b4b5-b1709cfc897b', 'Telefónica Móviles Argentina S.A.'),
  (722310, '722', '310', 32, 'c142605a-144b-5edb-9c0a-5605b27ee6db', 'AMX Argentina S.A.'),
  (722320, '722', '320', 32, 'c142605a-144b-5edb-9c0a-5605b27ee6db', 'AMX Argentina S.A.'),
  (722330, '722', '330', 32, 'c142605a-144b-5edb-9c0a-5605b27ee6db', 'AMX Argentina S.A.'),
  (722341, '722', '341', 32, 'f9d15c91-ffcf-51c1-9973-6cf9e39d4521', 'Telecom Personal S.A.'),
  (724002, '724', '02', 76, 'f7a78da4-0853-583f-9ec4-cbfe15eb2881', 'Telecom Italia Mobile'),
  (724003, '724', '03', 76, 'f7a78da4-0853-583f-9ec4-cbfe15eb2881', 'Telecom Italia Mobile'),
  (724004, '724', '04', 76, 'f7a78da4-0853-583f-9ec4-cbfe15eb2881', 'Telecom Italia Mobile'),
  (724005, '724', '05', 76, '25524cc8-b7cc-5518-948c-ac412dd1615b', 'Claro'),
  (724006, '724', '06', 76, '1176c5be-871c-559f-abc1-628831d965cc', 'Telefônica Brasil S.A.'),
  (724010, '724', '10', 76, '1176c5be-871c-559f-abc1-628831d965cc', 'Telefônica Brasil S.A.'),
  (724011, '724', '11', 76, '1176c5be-871c-559f-abc1-628831d965cc', 'Telefônica Brasil S.A.'),
  (724015, '724', '15', 76, 'f660f89b-0cff-5c06-8b02-eb27a442d1da', 'Sercomtel Celular'),
  (724017, '724', '17', 76, '94c18744-be21-5648-b604-9a379240eb0f', 'Correios Celula'),
  (724018, '724', '18', 76, 'ed31124f-93f3-56b0-8b8e-f6ee3c0228f9', 'Datora (Vodafone)'),
  (724021, '724', '21', 76, 'ee992859-e48f-5790-b2f1-9e836d381f64', 'Ligue Telecom'),
  (724023, '724', '23', 76, '1176c5be-871c-559f-abc1-628831d965cc', 'Telefônica Brasil S.A.'),
  (724028, '724', '28', 76, '08773019-6dba-5f57-a961-4cfbba040333', NULL),
  (724029, '724', '29', 76, '1e2f3e95-b562-59e5-bc66-6635f8f9a419', 'Unifique Telecomunicações S/A')
ON CONFLICT ("id") DO UPDATE SET "mcc" = EXCLUDED."mcc", "mnc" = EXCLUDED."mnc", "country_id" = EXCLUDED."country_id", "brand_id" = EXCLUDED."brand_id", "operator" = EXCLUDED."operator";

INSERT INTO "networks" ("id", "mcc", "mnc", "country_id", "brand_id", "operator") VALUES
  (724032, '724', '32', 76, 'e1de3e6f-77ef-5d20-9b70-30c078a9ea3b', 'Algar Telecom S.A.'),
  (724033, '724', '33', 76, 'e1de3e6f-77ef-5d20-9b70-30c078a9ea3b', 'Algar Telecom S.A.'),
  (724034, '724', '34', 76, 'e1de3e6f-77ef-5d20-9b70-30c078a9ea3b', 'Algar Telecom S.A.'),
  (724038, '724', '38', 76, '25524cc8-b7cc-5518-948c-ac412dd1615b', 'Claro'),
  (724039, '724', '39', 76, '0994eabd-9e74-5918-9e9a-6a0825e00e66', 'NII Holdings, Inc.'),
  (724054, '724', '54', 76, '44452194-b872-5110-90e8-6599aed9a81f', 'PORTO SEGURO TELECOMUNICAÇÔES'),
  (724099, '724', '99', 76, '0c185201-c184-5bfd-8394-8a2b34c8b445', NULL),
  (730001, '730', '01', 152, '2aea7601-89b3-5fac-9874-c48dd3323b03', 'Entel Telefonía Móvil S.A.'),
  (730002, '730', '02', 152, '825233a9-795c-5539-9b1d-b18cd3714861', 'Telefónica Móvil de Chile'),
  (730003, '730', '03', 152, '24c63e39-d203-5d90-a9f9-75caa32773c0', 'Claro Chile S.A.'),
  (730004, '730', '04', 152, 'f78ac37e-1612-5dec-ab1d-995b78f18b7c', 'Novator Partners'),
  (730006, '730', '06', 152, 'd2a243d9-adc5-5ac8-bb19-dd3de2cf04cc', 'Blue Two Chile S.A.'),
  (730008, '730', '08', 152, '3e50106e-fd2d-5d36-b073-c14df8e68697', 'VTR S.A.'),
  (730009, '730', '09', 152, 'f78ac37e-1612-5dec-ab1d-995b78f18b7c', 'Novator Partners'),
  (730010, '730', '10', 152, '2aea7601-89b3-5fac-9874-c48dd3323b03', 'Entel Telefonía Móvil S.A.'),
  (730012, '730', '12', 152, '93221223-ce07-5661-82ba-3aed1b24db5b', 'Telestar Móvil S.A.'),
  (730013, '730', '13', 152, 'a8b0492b-6e50-5da5-b75f-7683987f7c3f', 'Tribe Mobile Chile SPA'),
  (730019, '730', '19', 152, 'cad182c3-bf47-581b-9d97-452032a6bbe4', 'Sociedad Falabella Móvil SPA'),
  (730099, '730', '99', 152, '24bfbe8f-04a6-5f84-8bdf-e304671c7812', 'WILL Telefonía'),
  (732001, '732', '001', 170, '4def898b-46b2-54ea-a766-129d40370f85', 'Colombia Telecomunicaciones S.A. ESP'),
  (732020, '732', '020', 170, '83b39b71-0ee8-5eeb-8095-8cf98a06d3f8', 'Une EPM Telecomunicaciones S.A. E.S.P.'),
  (732099, '732', '099', 170, 'a18bc06a-2d73-5468-8bee-2140dacdab2f', 'Empresas Municipales de Cali'),
  (732101, '732', '101', 170, 'b61e1617-3a97-5e2f-96e3-92bb796ea47d', 'Comunicacion Celular S.A. (Comcel)'),
  (732103, '732', '103', 170, '83b39b71-0ee8-5eeb-8095-8cf98a06d3f8', 'Colombia Móvil S.A. ESP'),
  (732111, '732', '111', 170, '83b39b71-0ee8-5eeb-8095-8cf98a06d3f8', 'Colombia Móvil S.A. ESP'),
  (732123, '732', '123', 170, '4def898b-46b2-54ea-a766-129d40370f85', 'Colombia Telecomunicaciones S.A. ESP'),
  (732130, '732', '130', 170, '57c13338-b671-5b7b-80c9-e77a78282cec', 'Avantel S.A.S'),
  (732154, '732', '154', 170, 'cc5ac56d-fdeb-5091-a755-68c37a1f07db', 'Virgin Mobile Colombia S.A.S.'),
  (732176, '732', '176', 170, '39cab767-9e1b-5b78-9c69-650e0a34a92d', 'DirecTV Colombia Ltda'),
  (732187, '732', '187', 170, '08112cc4-454e-526d-b485-ebad94361d32', 'Empresa de Telecomunicaciones de Bogotá S.A. ESP'),
  (732240, '732', '240', 170, '71d15c78-768e-5a6c-8bf0-f1e654baeee6', 'Logistica Flash Colombia SAS'),
  (732360, '732', '360', 170, 'f49eda2e-7677-5fb1-a279-182613921af9', 'Partners Telecom Colombia SAS'),
  (734002, '734', '02', 862, 'b4792c24-0a7d-57af-93c2-8db91195156a', 'Corporacion Digitel C.A.'),
  (734004, '734', '04', 862, 'ec955628-3f37-5ad2-b6e8-601367bc0d93', 'Telefónica Móviles Venezuela'),
  (734006, '734', '06', 862, '2aa66cd2-e0ab-5016-ba62-30b7a4b1724d', 'Telecomunicaciones Movilnet'),
  (736001, '736', '01', 68, '63155b7c-7544-5799-942a-c91390916339', 'Nuevatel PCS De Bolivia SA'),
  (736002, '736', '02', 68, '1cb9cdda-16b5-5988-88c2-9e6f60d7c76c', 'Entel SA'),
  (736003, '736', '03', 68, '2a98ad8d-f3e4-56c0-bedb-91ef105f3430', 'Telefónica Celular De Bolivia S.A'),
  (738000, '738', '00', 328, '12fba920-2c91-57a4-9fdf-db83698a1635', 'E-Networks Inc.'),
  (738001, '738', '01', 328, 'c03f8f88-f78b-58c2-a0e0-e94e439fa907', 'U-Mobile (Cellular) Inc.'),
  (738002, '738', '002', 328, 'dd18a0bc-020e-59eb-9e20-605f0796917c', 'Guyana Telephone & Telegraph Co.'),
  (738003, '738', '003', 328, 'ab6d6960-a44f-5ea5-9c93-b096dd1a205c', 'Quark Communications Inc.'),
  (740000, '740', '00', 218, '0e11cbd9-7221-5d7a-9d25-0fec10c96cd0', 'Otecel S.A.'),
  (740001, '740', '01', 218, '1330d102-21fc-5ef1-b14a-b6b1f2a471a8', 'CONECEL S.A.'),
  (740002, '740', '02', 218, '1ca9bbff-839b-5a28-871d-4cb96a7e0082', 'Corporación Nacional de Telecomunicaciones (CNT EP)'),
  (740003, '740', '03', 218, '0cf3d4b1-1890-5fba-aeb6-c42ce61e8b79', 'Otecel S.A.'),
  (744001, '744', '01', 600, 'f8c0bac8-bafd-57e6-a6e9-42febf242dbd', 'Hola Paraguay S.A.'),
  (744002, '744', '02', 600, '0b2382a2-a29f-50e4-9459-500aeaa108b8', 'AMX Paraguay S.A.'),
  (744004, '744', '04', 600, '435d75ca-807f-5e79-9bf0-677d8214cdb6', 'Telefónica Celular Del Paraguay S.A. (Telecel)'),
  (744005, '744', '05', 600, 'ca756c1a-dac5-5b7f-8da7-5f80ebcfd08c', 'Núcleo S.A. (TIM)'),
  (744006, '744', '06', 600, 'b8188de1-8681-57dc-9a99-b4bc9b9af3a2', 'Copaco S.A.'),
  (746002, '746', '02', 740, '0d1180db-2c4e-584a-997a-a1bcb8b4f244', 'Telecommunications Company Suriname (Telesur)'),
  (746003, '746', '03', 740, 'e875833a-1705-55e9-ad15-d2c0efbf8b53', 'Digicel Group Limited'),
  (748001, '748', '01', 858, '50916d1b-83e0-52f7-8011-c85a96f283fb', 'Administración Nacional de Telecomunicaciones'),
  (748007, '748', '07', 858, '2d53f9ca-9f21-5ca6-85cb-479f35187e7b', 'Telefónica Móviles Uruguay'),
  (748010, '748', '10', 858, '9bb0125a-7f34-5ea0-b56b-b3ada5473443', 'AM Wireless Uruguay S.A.'),
  (750001, '750', '001', 238, '5e6192e5-86f5-5b54-a381-da38829c12e5', 'Sure South Atlantic Ltd.')
ON CONFLICT ("id") DO UPDATE SET "mcc" = EXCLUDED."mcc", "mnc" = EXCLUDED."mnc", "country_id" = EXCLUDED."country_id", "brand_id" = EXCLUDED."brand_id", "operator" = EXCLUDED."operator";
