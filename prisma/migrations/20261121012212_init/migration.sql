-- CreateEnum
CREATE TYPE "ledger_kind" AS ENUM ('charge', 'top_up');

-- CreateEnum
CREATE TYPE "voice_provider" AS ENUM ('provider_a', 'provider_b', 'provider_c', 'provider_d');

-- CreateEnum
CREATE TYPE "call_outcome" AS ENUM ('interested', 'not_interested', 'voice_mail', 'call_me_later', 'do_not_call', 'wrong_number', 'no_user_response', 'not_qualified', 'burned_experience', 'quick_hangup', 'maybe_interested', 'agent_issue', 'no_answer', 'failed', 'audio_issue', 'busy', 'unknown_error');

-- CreateEnum
CREATE TYPE "call_status" AS ENUM ('scheduled', 'queued', 'ringing', 'in_progress', 'forwarding', 'ended');

-- CreateEnum
CREATE TYPE "call_source" AS ENUM ('campaign', 'inbound', 'manual');

-- CreateEnum
CREATE TYPE "outcome_log_status" AS ENUM ('applied', 'failed');

-- CreateEnum
CREATE TYPE "call_event_status" AS ENUM ('received', 'processed', 'ignored', 'failed');

-- CreateEnum
CREATE TYPE "data_file_status" AS ENUM ('uploaded', 'importing', 'imported', 'failed');

-- CreateEnum
CREATE TYPE "lookup_status" AS ENUM ('pending', 'running', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "margin_type" AS ENUM ('percentage', 'fixed');

-- CreateEnum
CREATE TYPE "sms_test_status" AS ENUM ('pending', 'sending', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "send_type" AS ENUM ('manual', 'multistep', 'planner', 'recurring', 'feed');

-- CreateEnum
CREATE TYPE "campaign_status" AS ENUM ('draft', 'pending', 'running', 'in_progress', 'sent', 'failed', 'stopped');

-- CreateEnum
CREATE TYPE "send_status" AS ENUM ('pending', 'running', 'sent', 'failed', 'stopped');

-- CreateEnum
CREATE TYPE "log_caller_type" AS ENUM ('sms_campaign', 'sms_campaign_send', 'voice_campaign', 'voice_campaign_send');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'member');

-- CreateEnum
CREATE TYPE "trace_kind" AS ENUM ('mutation', 'event', 'job');

-- CreateEnum
CREATE TYPE "post_processing_kind" AS ENUM ('outcome_classifier', 'webhook', 'tag_contact');

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "user_id" UUID,
    "email" TEXT,
    "token_id" UUID,
    "action" TEXT NOT NULL,
    "target_type" TEXT,
    "target_id" TEXT,
    "address" TEXT NOT NULL,
    "trace_id" CHAR(32) NOT NULL,
    "input" JSONB NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "address" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "team_tokens" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "created_by_id" UUID,
    "name" TEXT NOT NULL,
    "role" "role" NOT NULL DEFAULT 'admin',
    "token_hash" BYTEA NOT NULL,
    "token_ciphertext" BYTEA NOT NULL,
    "scopes" JSONB NOT NULL DEFAULT '[]',
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_tokens_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "integrations" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_balance_managed" BOOLEAN NOT NULL DEFAULT false,
    "balance" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "low_balance" DECIMAL(18,6),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "integration_id" UUID NOT NULL,
    "kind" "ledger_kind" NOT NULL,
    "amount" DECIMAL(18,6) NOT NULL,
    "balance_after" DECIMAL(18,6) NOT NULL,
    "reason" TEXT,
    "webhook_request_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "voice_accounts" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "provider" "voice_provider" NOT NULL,
    "webhook_secret_hash" BYTEA NOT NULL,
    "previous_secret_hash" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "secret_last_used_at" TIMESTAMPTZ(3),
    "previous_secret_last_used_at" TIMESTAMPTZ(3),
    "secret_rotated_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "voice_accounts_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "agents" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "voice_account_id" UUID,
    "name" TEXT NOT NULL,
    "external_id" TEXT,
    "prompt" TEXT,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "numbers" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "voice_account_id" UUID,
    "inbound_agent_id" UUID,
    "number" BIGINT NOT NULL,
    "voice_provider" "voice_provider" NOT NULL,
    "voice_provider_id" TEXT,
    "sip_config" TEXT,
    "disallowed_countries" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "numbers_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "calls" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "contact_id" UUID,
    "number_id" UUID,
    "call_agent_id" UUID,
    "agent_id" UUID,
    "voice_campaign_id" UUID,
    "voice_campaign_send_id" UUID,
    "external_id" TEXT,
    "meta" JSONB NOT NULL DEFAULT '[]',
    "is_processed" BOOLEAN NOT NULL DEFAULT false,
    "is_answer_machine" BOOLEAN NOT NULL DEFAULT false,
    "is_answered" BOOLEAN NOT NULL DEFAULT false,
    "is_lead" BOOLEAN NOT NULL DEFAULT false,
    "is_sale" BOOLEAN NOT NULL DEFAULT false,
    "is_picked_up" BOOLEAN NOT NULL DEFAULT false,
    "to_number" BIGINT NOT NULL,
    "events_count" INTEGER NOT NULL DEFAULT 0,
    "tool_logs_count" INTEGER NOT NULL DEFAULT 0,
    "timezone" TEXT,
    "chat" TEXT,
    "recording_url" TEXT,
    "cost" DECIMAL(18,6),
    "status" "call_status" NOT NULL DEFAULT 'scheduled',
    "call_outcome" "call_outcome",
    "outcome_decided_at" TIMESTAMPTZ(3),
    "call_source" "call_source" NOT NULL DEFAULT 'campaign',
    "country_id" INTEGER,
    "ended_reason" TEXT,
    "scheduled_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "lead_submitted_at" TIMESTAMPTZ(3),
    "last_event_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "calls_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "call_outcome_logs" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "call_outcome_classifier_id" UUID,
    "call_outcome_classifier_run_id" UUID,
    "initial_call_outcome" "call_outcome",
    "new_call_outcome" "call_outcome",
    "status" "outcome_log_status" NOT NULL DEFAULT 'applied',
    "failure_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_outcome_logs_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "call_events" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "voice_account_id" UUID NOT NULL,
    "call_id" UUID,
    "external_call_id" TEXT,
    "type" TEXT NOT NULL,
    "call_status" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "payload" JSONB NOT NULL,
    "status" "call_event_status" NOT NULL DEFAULT 'received',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure_reason" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "call_events_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "country_id" INTEGER,
    "network_id" INTEGER,
    "network_brand" TEXT,
    "email" TEXT,
    "name" TEXT,
    "foreign_id" TEXT,
    "timezone" TEXT,
    "custom1_str" TEXT,
    "custom2_str" TEXT,
    "custom3_str" TEXT,
    "custom4_str" TEXT,
    "custom5_str" TEXT,
    "custom1_int" BIGINT,
    "custom2_int" BIGINT,
    "custom3_int" BIGINT,
    "custom4_int" BIGINT,
    "custom5_int" BIGINT,
    "custom1_dec" DECIMAL(20,6),
    "custom2_dec" DECIMAL(20,6),
    "custom1_datetime" TIMESTAMPTZ(3),
    "custom2_datetime" TIMESTAMPTZ(3),
    "custom3_datetime" TIMESTAMPTZ(3),
    "custom4_datetime" TIMESTAMPTZ(3),
    "custom5_datetime" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "import_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "suppressed_numbers" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_numbers_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "tags" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "contact_tags" (
    "team_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "tag_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_tags_pkey" PRIMARY KEY ("team_id","contact_id","tag_id")
);

-- CreateTable
CREATE TABLE "segments" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "segments_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "data_files" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT,
    "status" "data_file_status" NOT NULL DEFAULT 'uploaded',
    "is_uploading" BOOLEAN NOT NULL DEFAULT false,
    "header" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "has_header" BOOLEAN NOT NULL DEFAULT true,
    "delimiter" TEXT NOT NULL DEFAULT ',',
    "encoding" TEXT NOT NULL DEFAULT 'utf-8',
    "preview" JSONB NOT NULL DEFAULT '[]',
    "guessed_columns" JSONB NOT NULL DEFAULT '{}',
    "columns" JSONB,
    "fixed_country_id" INTEGER,
    "fixed_network_brand" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "total_rows" INTEGER NOT NULL DEFAULT 0,
    "processed_rows" INTEGER NOT NULL DEFAULT 0,
    "imported_rows" INTEGER NOT NULL DEFAULT 0,
    "failed_rows" INTEGER NOT NULL DEFAULT 0,
    "duplicate_rows" INTEGER NOT NULL DEFAULT 0,
    "import_id" UUID,
    "checkpoint_bytes" BIGINT NOT NULL DEFAULT 0,
    "checkpoint_lines" INTEGER NOT NULL DEFAULT 0,
    "rows_per_second" REAL,
    "failure_reason" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_files_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "data_file_chunks" (
    "team_id" UUID NOT NULL,
    "data_file_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "data_file_chunks_pkey" PRIMARY KEY ("team_id","data_file_id","position")
);

-- CreateTable
CREATE TABLE "data_file_row_errors" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "data_file_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "value" TEXT,
    "reason" TEXT NOT NULL,

    CONSTRAINT "data_file_row_errors_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "mnp_lookups" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "amount" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "filters" TEXT,
    "filter_list" JSONB NOT NULL DEFAULT '[]',
    "hlr_settings" JSONB,
    "status" "lookup_status" NOT NULL DEFAULT 'pending',
    "status_reason" TEXT,
    "notes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "mnp_lookups_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "lookup_results" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "mnp_lookup_id" UUID NOT NULL,
    "contact_id" UUID,
    "number" BIGINT NOT NULL,
    "network_id" INTEGER,
    "is_ported" BOOLEAN,
    "is_reachable" BOOLEAN,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "next_try_at" TIMESTAMPTZ(3),

    CONSTRAINT "lookup_results_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "client_companies" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "client_companies_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "seller_usernames" (
    "username" TEXT NOT NULL,
    "team_id" UUID NOT NULL,

    CONSTRAINT "seller_usernames_pkey" PRIMARY KEY ("username")
);

-- CreateTable
CREATE TABLE "seller_endpoints" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "client_company_id" UUID,
    "sms_routing_plan_id" UUID,
    "default_route_id" UUID,
    "name" TEXT,
    "username" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "pricing_update_email" TEXT,
    "allowed_ips" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tx" INTEGER NOT NULL DEFAULT 0,
    "rx" INTEGER NOT NULL DEFAULT 0,
    "trx" INTEGER NOT NULL DEFAULT 0,
    "is_sending_allowed" BOOLEAN NOT NULL DEFAULT true,
    "max_price" DECIMAL(18,6),
    "is_max_price_enabled" BOOLEAN NOT NULL DEFAULT false,
    "min_margin" DECIMAL(18,6),
    "active_tx" INTEGER NOT NULL DEFAULT 0,
    "active_rx" INTEGER NOT NULL DEFAULT 0,
    "active_trx" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seller_endpoints_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "routing_plans" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "routing_plans_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "routing_plan_rules" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "routing_plan_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "country_id" INTEGER,
    "network_id" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "routing_plan_rules_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "routes" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "company_name" TEXT,
    "is_connected" BOOLEAN NOT NULL DEFAULT true,
    "price" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "routes_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_test_schedules" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "to_number" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "interval_minutes" INTEGER NOT NULL DEFAULT 60,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "last_run_at" TIMESTAMPTZ(3),
    "next_run_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_test_schedules_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_test_results" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "sms_test_schedule_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "sms_test_status" NOT NULL DEFAULT 'pending',
    "sms_id" TEXT,
    "failure_reason" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sms_test_results_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "profit_rules" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "client_company_id" UUID,
    "country_id" INTEGER,
    "network_id" INTEGER,
    "network_brand_id" UUID,
    "margin_type" "margin_type" NOT NULL DEFAULT 'percentage',
    "current_profit" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "old_profit" DECIMAL(18,6),
    "upcoming_profit" DECIMAL(18,6),
    "applied_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "profit_rules_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "profit_rule_changes" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "profit_rule_id" UUID NOT NULL,
    "margin_type" "margin_type" NOT NULL,
    "old_profit" DECIMAL(18,6) NOT NULL,
    "new_profit" DECIMAL(18,6) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profit_rule_changes_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "team_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" BYTEA NOT NULL,
    "answer" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("team_id","operation","key")
);

-- CreateTable
CREATE TABLE "offers" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "profit" DECIMAL(18,6) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "offers_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_campaign_offers" (
    "team_id" UUID NOT NULL,
    "sms_campaign_id" UUID NOT NULL,
    "offer_id" UUID NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sms_campaign_offers_pkey" PRIMARY KEY ("team_id","sms_campaign_id","offer_id")
);

-- CreateTable
CREATE TABLE "voice_campaign_offers" (
    "team_id" UUID NOT NULL,
    "voice_campaign_id" UUID NOT NULL,
    "offer_id" UUID NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "voice_campaign_offers_pkey" PRIMARY KEY ("team_id","voice_campaign_id","offer_id")
);

-- CreateTable
CREATE TABLE "countries" (
    "id" INTEGER NOT NULL,
    "iso2" CHAR(2) NOT NULL,
    "iso3" CHAR(3) NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "countries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "network_brands" (
    "id" UUID NOT NULL,
    "country_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "network_brands_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "networks" (
    "id" INTEGER NOT NULL,
    "mcc" VARCHAR(3) NOT NULL,
    "mnc" VARCHAR(3) NOT NULL,
    "country_id" INTEGER NOT NULL,
    "brand_id" UUID NOT NULL,
    "operator" TEXT,

    CONSTRAINT "networks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sms_campaigns" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" "campaign_status" NOT NULL DEFAULT 'draft',
    "send_type" "send_type",
    "segment_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "filter_segment_id" UUID,
    "sms_routing_plan_id" UUID,
    "domain_plan_id" UUID,
    "use_dedicated_domains" BOOLEAN NOT NULL DEFAULT false,
    "manual_data" JSONB,
    "multistep_data" JSONB,
    "planner_data" JSONB,
    "recurring_data" JSONB,
    "feed_data" JSONB,
    "multistep_status" JSONB,
    "hlr_settings" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "sms_campaigns_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "campaign_texts" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "sms_campaign_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_texts_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_sends" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "sms_campaign_id" UUID NOT NULL,
    "status" "send_status" NOT NULL DEFAULT 'pending',
    "next_step_at" TIMESTAMPTZ(3),
    "meta" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_sends_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "logs" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "caller_type" "log_caller_type" NOT NULL,
    "caller_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "logs_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sms_messages" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "sms_campaign_id" UUID NOT NULL,
    "sms_send_id" UUID NOT NULL,
    "segment_id" UUID,
    "contact_id" UUID NOT NULL,
    "offer_id" UUID,
    "campaign_text_id" UUID,
    "sms_id" TEXT,
    "foreign_id" TEXT,
    "phone_normalized" TEXT NOT NULL,
    "network_id" INTEGER,
    "country_id" INTEGER,
    "network_brand" TEXT,
    "final_text" TEXT NOT NULL,
    "text_parts" INTEGER NOT NULL DEFAULT 1,
    "sms_parts" INTEGER NOT NULL DEFAULT 1,
    "sender_id" TEXT,
    "sender_id_id" UUID,
    "domain_id" UUID,
    "shortened_url" TEXT,
    "sms_routing_plan_id" UUID,
    "sms_routing_plan_rule_id" UUID,
    "sms_routing_route_id" UUID,
    "sms_rule_selected_data" TEXT,
    "is_sent" BOOLEAN NOT NULL DEFAULT false,
    "is_clicked" BOOLEAN NOT NULL DEFAULT false,
    "is_lead" BOOLEAN NOT NULL DEFAULT false,
    "is_sale" BOOLEAN NOT NULL DEFAULT false,
    "dlr_code" INTEGER,
    "fail_reason" TEXT,
    "unsubscribed_method" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "time_clicked" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_messages_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "domain_plans" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "domain_plans_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "onboarding_data" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL DEFAULT 'member',
    "token_hash" BYTEA NOT NULL,
    "invited_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "traces" (
    "id" UUID NOT NULL,
    "trace_id" CHAR(32) NOT NULL,
    "team_id" UUID NOT NULL,
    "kind" "trace_kind" NOT NULL,
    "operation" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "statements" INTEGER NOT NULL,

    CONSTRAINT "traces_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "voice_campaigns" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" "campaign_status" NOT NULL DEFAULT 'draft',
    "send_type" "send_type",
    "segment_ids" JSONB NOT NULL DEFAULT '[]',
    "filter_segment_id" UUID,
    "agent_id" UUID,
    "number_id" UUID,
    "agent_ids" JSONB,
    "number_ids" JSONB,
    "manual_data" JSONB,
    "recurring_data" JSONB,
    "feed_data" JSONB,
    "hlr_settings" JSONB,
    "stopped_reason" TEXT,
    "calls_total" INTEGER NOT NULL DEFAULT 0,
    "calls_in_flight" INTEGER NOT NULL DEFAULT 0,
    "calls_answered" INTEGER NOT NULL DEFAULT 0,
    "calls_ended" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "voice_campaigns_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "voice_campaign_sends" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "voice_campaign_id" UUID NOT NULL,
    "status" "send_status" NOT NULL DEFAULT 'pending',
    "next_step_at" TIMESTAMPTZ(3),
    "meta" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "voice_campaign_sends_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "post_processings" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "voice_campaign_id" UUID,
    "name" TEXT NOT NULL,
    "kind" "post_processing_kind" NOT NULL,
    "config" JSONB NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "post_processings_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_created_at_id_idx" ON "audit_entries"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_user_id_created_at_id_idx" ON "audit_entries"("team_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_token_id_created_at_id_idx" ON "audit_entries"("team_id", "token_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_action_created_at_id_idx" ON "audit_entries"("team_id", "action", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_trace_id_created_at_id_idx" ON "audit_entries"("team_id", "trace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_team_id_target_id_created_at_id_idx" ON "audit_entries"("team_id", "target_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_team_id_token_hash_key" ON "sessions"("team_id", "token_hash");

-- CreateIndex
CREATE INDEX "team_tokens_team_id_created_at_id_idx" ON "team_tokens"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "team_tokens_created_by_id_idx" ON "team_tokens"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_tokens_team_id_token_hash_key" ON "team_tokens"("team_id", "token_hash");

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- CreateIndex
CREATE INDEX "integrations_team_id_created_at_id_idx" ON "integrations"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "integrations_team_id_name_id_idx" ON "integrations"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "ledger_entries_team_id_integration_id_created_at_id_idx" ON "ledger_entries"("team_id", "integration_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entries_team_id_created_at_id_idx" ON "ledger_entries"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_team_id_integration_id_webhook_request_id_key" ON "ledger_entries"("team_id", "integration_id", "webhook_request_id");

-- CreateIndex
CREATE INDEX "voice_accounts_team_id_created_at_id_idx" ON "voice_accounts"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "voice_accounts_team_id_webhook_secret_hash_key" ON "voice_accounts"("team_id", "webhook_secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "voice_accounts_team_id_previous_secret_hash_key" ON "voice_accounts"("team_id", "previous_secret_hash");

-- CreateIndex
CREATE INDEX "agents_team_id_name_id_idx" ON "agents"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "agents_team_id_created_at_id_idx" ON "agents"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "agents_team_id_voice_account_id_idx" ON "agents"("team_id", "voice_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "agents_team_id_external_id_key" ON "agents"("team_id", "external_id");

-- CreateIndex
CREATE INDEX "numbers_team_id_created_at_id_idx" ON "numbers"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "numbers_team_id_voice_account_id_idx" ON "numbers"("team_id", "voice_account_id");

-- CreateIndex
CREATE INDEX "numbers_team_id_inbound_agent_id_idx" ON "numbers"("team_id", "inbound_agent_id");

-- CreateIndex
CREATE UNIQUE INDEX "numbers_team_id_number_key" ON "numbers"("team_id", "number");

-- CreateIndex
CREATE INDEX "calls_team_id_created_at_id_idx" ON "calls"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_call_outcome_created_at_id_idx" ON "calls"("team_id", "call_outcome", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_voice_campaign_id_created_at_id_idx" ON "calls"("team_id", "voice_campaign_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_voice_campaign_send_id_created_at_id_idx" ON "calls"("team_id", "voice_campaign_send_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_to_number_created_at_id_idx" ON "calls"("team_id", "to_number", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_contact_id_created_at_id_idx" ON "calls"("team_id", "contact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_number_id_created_at_id_idx" ON "calls"("team_id", "number_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_agent_id_created_at_id_idx" ON "calls"("team_id", "agent_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_team_id_call_agent_id_idx" ON "calls"("team_id", "call_agent_id");

-- CreateIndex
CREATE INDEX "calls_country_id_idx" ON "calls"("country_id");

-- CreateIndex
CREATE UNIQUE INDEX "calls_team_id_external_id_key" ON "calls"("team_id", "external_id");

-- CreateIndex
CREATE INDEX "call_outcome_logs_team_id_call_id_created_at_id_idx" ON "call_outcome_logs"("team_id", "call_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_outcome_logs_team_id_created_at_id_idx" ON "call_outcome_logs"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_events_team_id_call_id_occurred_at_id_idx" ON "call_events"("team_id", "call_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "call_events_team_id_received_at_id_idx" ON "call_events"("team_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_events_team_id_status_received_at_id_idx" ON "call_events"("team_id", "status", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_events_team_id_external_call_id_received_at_id_idx" ON "call_events"("team_id", "external_call_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_events_team_id_voice_account_id_received_at_id_idx" ON "call_events"("team_id", "voice_account_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "call_events_team_id_voice_account_id_fingerprint_key" ON "call_events"("team_id", "voice_account_id", "fingerprint");

-- CreateIndex
CREATE INDEX "contacts_team_id_created_at_id_idx" ON "contacts"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contacts_team_id_name_id_idx" ON "contacts"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "contacts_team_id_country_id_created_at_id_idx" ON "contacts"("team_id", "country_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contacts_country_id_idx" ON "contacts"("country_id");

-- CreateIndex
CREATE INDEX "contacts_network_id_idx" ON "contacts"("network_id");

-- CreateIndex
CREATE UNIQUE INDEX "contacts_team_id_number_key" ON "contacts"("team_id", "number");

-- CreateIndex
CREATE INDEX "suppressed_numbers_team_id_created_at_id_idx" ON "suppressed_numbers"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "suppressed_numbers_team_id_number_key" ON "suppressed_numbers"("team_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "tags_team_id_name_key" ON "tags"("team_id", "name");

-- CreateIndex
CREATE INDEX "contact_tags_team_id_tag_id_contact_id_idx" ON "contact_tags"("team_id", "tag_id", "contact_id");

-- CreateIndex
CREATE INDEX "segments_team_id_created_at_id_idx" ON "segments"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "data_files_team_id_created_at_id_idx" ON "data_files"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "data_files_team_id_sha256_idx" ON "data_files"("team_id", "sha256");

-- CreateIndex
CREATE INDEX "data_files_fixed_country_id_idx" ON "data_files"("fixed_country_id");

-- CreateIndex
CREATE UNIQUE INDEX "data_file_row_errors_team_id_data_file_id_line_field_key" ON "data_file_row_errors"("team_id", "data_file_id", "line", "field");

-- CreateIndex
CREATE INDEX "mnp_lookups_team_id_created_at_id_idx" ON "mnp_lookups"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mnp_lookups_team_id_amount_id_idx" ON "mnp_lookups"("team_id", "amount", "id");

-- CreateIndex
CREATE INDEX "mnp_lookups_team_id_cost_id_idx" ON "mnp_lookups"("team_id", "cost", "id");

-- CreateIndex
CREATE INDEX "lookup_results_team_id_mnp_lookup_id_next_try_at_idx" ON "lookup_results"("team_id", "mnp_lookup_id", "next_try_at");

-- CreateIndex
CREATE INDEX "lookup_results_team_id_contact_id_idx" ON "lookup_results"("team_id", "contact_id");

-- CreateIndex
CREATE INDEX "lookup_results_network_id_idx" ON "lookup_results"("network_id");

-- CreateIndex
CREATE UNIQUE INDEX "lookup_results_team_id_mnp_lookup_id_number_key" ON "lookup_results"("team_id", "mnp_lookup_id", "number");

-- CreateIndex
CREATE INDEX "client_companies_team_id_created_at_id_idx" ON "client_companies"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "client_companies_team_id_name_id_idx" ON "client_companies"("team_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "seller_usernames_team_id_username_key" ON "seller_usernames"("team_id", "username");

-- CreateIndex
CREATE INDEX "seller_endpoints_team_id_created_at_id_idx" ON "seller_endpoints"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "seller_endpoints_team_id_client_company_id_idx" ON "seller_endpoints"("team_id", "client_company_id");

-- CreateIndex
CREATE INDEX "seller_endpoints_team_id_sms_routing_plan_id_idx" ON "seller_endpoints"("team_id", "sms_routing_plan_id");

-- CreateIndex
CREATE INDEX "seller_endpoints_team_id_default_route_id_idx" ON "seller_endpoints"("team_id", "default_route_id");

-- CreateIndex
CREATE UNIQUE INDEX "seller_endpoints_team_id_username_key" ON "seller_endpoints"("team_id", "username");

-- CreateIndex
CREATE INDEX "routing_plans_team_id_created_at_id_idx" ON "routing_plans"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "routing_plans_team_id_name_id_idx" ON "routing_plans"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "routing_plan_rules_team_id_routing_plan_id_position_id_idx" ON "routing_plan_rules"("team_id", "routing_plan_id", "position", "id");

-- CreateIndex
CREATE INDEX "routing_plan_rules_team_id_route_id_idx" ON "routing_plan_rules"("team_id", "route_id");

-- CreateIndex
CREATE INDEX "routes_team_id_created_at_id_idx" ON "routes"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "routes_team_id_name_id_idx" ON "routes"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "sms_test_schedules_team_id_created_at_id_idx" ON "sms_test_schedules"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_test_schedules_team_id_route_id_idx" ON "sms_test_schedules"("team_id", "route_id");

-- CreateIndex
CREATE INDEX "sms_test_schedules_next_run_at_idx" ON "sms_test_schedules"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "sms_test_results_team_id_sms_test_schedule_id_due_at_key" ON "sms_test_results"("team_id", "sms_test_schedule_id", "due_at");

-- CreateIndex
CREATE INDEX "profit_rules_team_id_created_at_id_idx" ON "profit_rules"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "profit_rules_team_id_client_company_id_idx" ON "profit_rules"("team_id", "client_company_id");

-- CreateIndex
CREATE INDEX "profit_rules_country_id_idx" ON "profit_rules"("country_id");

-- CreateIndex
CREATE INDEX "profit_rules_network_id_idx" ON "profit_rules"("network_id");

-- CreateIndex
CREATE INDEX "profit_rules_network_brand_id_idx" ON "profit_rules"("network_brand_id");

-- CreateIndex
CREATE INDEX "profit_rules_applied_at_idx" ON "profit_rules"("applied_at");

-- CreateIndex
CREATE INDEX "profit_rules_team_id_updated_at_id_idx" ON "profit_rules"("team_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "profit_rule_changes_team_id_profit_rule_id_created_at_id_idx" ON "profit_rule_changes"("team_id", "profit_rule_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "offers_team_id_created_at_id_idx" ON "offers"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "offers_team_id_updated_at_id_idx" ON "offers"("team_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "offers_team_id_name_id_idx" ON "offers"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "offers_team_id_profit_id_idx" ON "offers"("team_id", "profit", "id");

-- CreateIndex
CREATE INDEX "sms_campaign_offers_team_id_offer_id_idx" ON "sms_campaign_offers"("team_id", "offer_id");

-- CreateIndex
CREATE INDEX "sms_campaign_offers_team_id_sms_campaign_id_position_offer__idx" ON "sms_campaign_offers"("team_id", "sms_campaign_id", "position", "offer_id");

-- CreateIndex
CREATE INDEX "voice_campaign_offers_team_id_offer_id_idx" ON "voice_campaign_offers"("team_id", "offer_id");

-- CreateIndex
CREATE INDEX "voice_campaign_offers_team_id_voice_campaign_id_position_of_idx" ON "voice_campaign_offers"("team_id", "voice_campaign_id", "position", "offer_id");

-- CreateIndex
CREATE UNIQUE INDEX "countries_iso2_key" ON "countries"("iso2");

-- CreateIndex
CREATE UNIQUE INDEX "countries_iso3_key" ON "countries"("iso3");

-- CreateIndex
CREATE UNIQUE INDEX "network_brands_country_id_name_key" ON "network_brands"("country_id", "name");

-- CreateIndex
CREATE INDEX "networks_country_id_idx" ON "networks"("country_id");

-- CreateIndex
CREATE INDEX "networks_brand_id_idx" ON "networks"("brand_id");

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_created_at_id_idx" ON "sms_campaigns"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_name_id_idx" ON "sms_campaigns"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_status_created_at_id_idx" ON "sms_campaigns"("team_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_send_type_created_at_id_idx" ON "sms_campaigns"("team_id", "send_type", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_updated_at_id_idx" ON "sms_campaigns"("team_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_filter_segment_id_idx" ON "sms_campaigns"("team_id", "filter_segment_id");

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_sms_routing_plan_id_idx" ON "sms_campaigns"("team_id", "sms_routing_plan_id");

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_domain_plan_id_created_at_id_idx" ON "sms_campaigns"("team_id", "domain_plan_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_campaigns_team_id_status_id_idx" ON "sms_campaigns"("team_id", "status", "id");

-- CreateIndex
CREATE INDEX "campaign_texts_team_id_sms_campaign_id_position_id_idx" ON "campaign_texts"("team_id", "sms_campaign_id", "position", "id");

-- CreateIndex
CREATE INDEX "sms_sends_team_id_sms_campaign_id_created_at_id_idx" ON "sms_sends"("team_id", "sms_campaign_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_sends_team_id_created_at_id_idx" ON "sms_sends"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "logs_team_id_caller_id_created_at_id_idx" ON "logs"("team_id", "caller_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "logs_team_id_created_at_id_idx" ON "logs"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_team_id_created_at_id_idx" ON "sms_messages"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_team_id_sms_campaign_id_created_at_id_idx" ON "sms_messages"("team_id", "sms_campaign_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_team_id_contact_id_created_at_id_idx" ON "sms_messages"("team_id", "contact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_team_id_segment_id_idx" ON "sms_messages"("team_id", "segment_id");

-- CreateIndex
CREATE INDEX "sms_messages_team_id_sms_send_id_created_at_id_idx" ON "sms_messages"("team_id", "sms_send_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_team_id_offer_id_created_at_id_idx" ON "sms_messages"("team_id", "offer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_team_id_campaign_text_id_idx" ON "sms_messages"("team_id", "campaign_text_id");

-- CreateIndex
CREATE INDEX "sms_messages_country_id_idx" ON "sms_messages"("country_id");

-- CreateIndex
CREATE INDEX "sms_messages_network_id_idx" ON "sms_messages"("network_id");

-- CreateIndex
CREATE INDEX "sms_messages_team_id_sms_routing_plan_id_idx" ON "sms_messages"("team_id", "sms_routing_plan_id");

-- CreateIndex
CREATE INDEX "sms_messages_team_id_sms_routing_plan_rule_id_idx" ON "sms_messages"("team_id", "sms_routing_plan_rule_id");

-- CreateIndex
CREATE INDEX "sms_messages_team_id_sms_routing_route_id_idx" ON "sms_messages"("team_id", "sms_routing_route_id");

-- CreateIndex
CREATE UNIQUE INDEX "sms_messages_team_id_sms_send_id_contact_id_key" ON "sms_messages"("team_id", "sms_send_id", "contact_id");

-- CreateIndex
CREATE INDEX "domain_plans_team_id_created_at_id_idx" ON "domain_plans"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "domain_plans_team_id_name_id_idx" ON "domain_plans"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "memberships_team_id_created_at_user_id_idx" ON "memberships"("team_id", "created_at", "user_id");

-- CreateIndex
CREATE INDEX "invitations_team_id_created_at_id_idx" ON "invitations"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "invitations_invited_by_id_idx" ON "invitations"("invited_by_id");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_team_id_token_hash_key" ON "invitations"("team_id", "token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_team_id_email_key" ON "invitations"("team_id", "email");

-- CreateIndex
CREATE INDEX "traces_team_id_trace_id_started_at_id_idx" ON "traces"("team_id", "trace_id", "started_at", "id");

-- CreateIndex
CREATE INDEX "traces_team_id_started_at_id_idx" ON "traces"("team_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "traces_team_id_operation_started_at_id_idx" ON "traces"("team_id", "operation", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "traces_started_at_idx" ON "traces"("started_at");

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_created_at_id_idx" ON "voice_campaigns"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_name_id_idx" ON "voice_campaigns"("team_id", "name", "id");

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_status_created_at_id_idx" ON "voice_campaigns"("team_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_send_type_created_at_id_idx" ON "voice_campaigns"("team_id", "send_type", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_updated_at_id_idx" ON "voice_campaigns"("team_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_filter_segment_id_idx" ON "voice_campaigns"("team_id", "filter_segment_id");

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_agent_id_idx" ON "voice_campaigns"("team_id", "agent_id");

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_number_id_idx" ON "voice_campaigns"("team_id", "number_id");

-- CreateIndex
CREATE INDEX "voice_campaigns_team_id_status_id_idx" ON "voice_campaigns"("team_id", "status", "id");

-- CreateIndex
CREATE INDEX "voice_campaign_sends_team_id_voice_campaign_id_created_at_i_idx" ON "voice_campaign_sends"("team_id", "voice_campaign_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "voice_campaign_sends_team_id_created_at_id_idx" ON "voice_campaign_sends"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "post_processings_team_id_created_at_id_idx" ON "post_processings"("team_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "post_processings_team_id_voice_campaign_id_position_id_idx" ON "post_processings"("team_id", "voice_campaign_id", "position", "id");

-- CreateIndex
CREATE INDEX "post_processings_team_id_position_id_idx" ON "post_processings"("team_id", "position", "id");

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "team_tokens" ADD CONSTRAINT "team_tokens_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "team_tokens" ADD CONSTRAINT "team_tokens_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_team_id_integration_id_fkey" FOREIGN KEY ("team_id", "integration_id") REFERENCES "integrations"("team_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_accounts" ADD CONSTRAINT "voice_accounts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_team_id_voice_account_id_fkey" FOREIGN KEY ("team_id", "voice_account_id") REFERENCES "voice_accounts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "numbers" ADD CONSTRAINT "numbers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "numbers" ADD CONSTRAINT "numbers_team_id_voice_account_id_fkey" FOREIGN KEY ("team_id", "voice_account_id") REFERENCES "voice_accounts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "numbers" ADD CONSTRAINT "numbers_team_id_inbound_agent_id_fkey" FOREIGN KEY ("team_id", "inbound_agent_id") REFERENCES "agents"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_id_number_id_fkey" FOREIGN KEY ("team_id", "number_id") REFERENCES "numbers"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_id_call_agent_id_fkey" FOREIGN KEY ("team_id", "call_agent_id") REFERENCES "agents"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_id_agent_id_fkey" FOREIGN KEY ("team_id", "agent_id") REFERENCES "agents"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_id_voice_campaign_id_fkey" FOREIGN KEY ("team_id", "voice_campaign_id") REFERENCES "voice_campaigns"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_id_voice_campaign_send_id_fkey" FOREIGN KEY ("team_id", "voice_campaign_send_id") REFERENCES "voice_campaign_sends"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "countries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "call_outcome_logs" ADD CONSTRAINT "call_outcome_logs_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_outcome_logs" ADD CONSTRAINT "call_outcome_logs_team_id_call_id_fkey" FOREIGN KEY ("team_id", "call_id") REFERENCES "calls"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_events" ADD CONSTRAINT "call_events_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_events" ADD CONSTRAINT "call_events_team_id_voice_account_id_fkey" FOREIGN KEY ("team_id", "voice_account_id") REFERENCES "voice_accounts"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_events" ADD CONSTRAINT "call_events_team_id_call_id_fkey" FOREIGN KEY ("team_id", "call_id") REFERENCES "calls"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "countries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppressed_numbers" ADD CONSTRAINT "suppressed_numbers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_team_id_tag_id_fkey" FOREIGN KEY ("team_id", "tag_id") REFERENCES "tags"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "segments" ADD CONSTRAINT "segments_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "data_files" ADD CONSTRAINT "data_files_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "data_files" ADD CONSTRAINT "data_files_fixed_country_id_fkey" FOREIGN KEY ("fixed_country_id") REFERENCES "countries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_file_chunks" ADD CONSTRAINT "data_file_chunks_team_id_data_file_id_fkey" FOREIGN KEY ("team_id", "data_file_id") REFERENCES "data_files"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "data_file_row_errors" ADD CONSTRAINT "data_file_row_errors_team_id_data_file_id_fkey" FOREIGN KEY ("team_id", "data_file_id") REFERENCES "data_files"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mnp_lookups" ADD CONSTRAINT "mnp_lookups_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lookup_results" ADD CONSTRAINT "lookup_results_team_id_mnp_lookup_id_fkey" FOREIGN KEY ("team_id", "mnp_lookup_id") REFERENCES "mnp_lookups"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lookup_results" ADD CONSTRAINT "lookup_results_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lookup_results" ADD CONSTRAINT "lookup_results_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_companies" ADD CONSTRAINT "client_companies_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "seller_endpoints" ADD CONSTRAINT "seller_endpoints_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "seller_endpoints" ADD CONSTRAINT "seller_endpoints_team_id_client_company_id_fkey" FOREIGN KEY ("team_id", "client_company_id") REFERENCES "client_companies"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "seller_endpoints" ADD CONSTRAINT "seller_endpoints_team_id_sms_routing_plan_id_fkey" FOREIGN KEY ("team_id", "sms_routing_plan_id") REFERENCES "routing_plans"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "seller_endpoints" ADD CONSTRAINT "seller_endpoints_team_id_username_fkey" FOREIGN KEY ("team_id", "username") REFERENCES "seller_usernames"("team_id", "username") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "seller_endpoints" ADD CONSTRAINT "seller_endpoints_team_id_default_route_id_fkey" FOREIGN KEY ("team_id", "default_route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "routing_plans" ADD CONSTRAINT "routing_plans_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "routing_plan_rules" ADD CONSTRAINT "routing_plan_rules_team_id_routing_plan_id_fkey" FOREIGN KEY ("team_id", "routing_plan_id") REFERENCES "routing_plans"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "routing_plan_rules" ADD CONSTRAINT "routing_plan_rules_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "routes" ADD CONSTRAINT "routes_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_test_schedules" ADD CONSTRAINT "sms_test_schedules_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_test_schedules" ADD CONSTRAINT "sms_test_schedules_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_test_results" ADD CONSTRAINT "sms_test_results_team_id_sms_test_schedule_id_fkey" FOREIGN KEY ("team_id", "sms_test_schedule_id") REFERENCES "sms_test_schedules"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "profit_rules" ADD CONSTRAINT "profit_rules_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "profit_rules" ADD CONSTRAINT "profit_rules_team_id_client_company_id_fkey" FOREIGN KEY ("team_id", "client_company_id") REFERENCES "client_companies"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "profit_rules" ADD CONSTRAINT "profit_rules_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "countries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profit_rules" ADD CONSTRAINT "profit_rules_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profit_rules" ADD CONSTRAINT "profit_rules_network_brand_id_fkey" FOREIGN KEY ("network_brand_id") REFERENCES "network_brands"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profit_rule_changes" ADD CONSTRAINT "profit_rule_changes_team_id_profit_rule_id_fkey" FOREIGN KEY ("team_id", "profit_rule_id") REFERENCES "profit_rules"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "offers" ADD CONSTRAINT "offers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_campaign_offers" ADD CONSTRAINT "sms_campaign_offers_team_id_sms_campaign_id_fkey" FOREIGN KEY ("team_id", "sms_campaign_id") REFERENCES "sms_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_campaign_offers" ADD CONSTRAINT "sms_campaign_offers_team_id_offer_id_fkey" FOREIGN KEY ("team_id", "offer_id") REFERENCES "offers"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaign_offers" ADD CONSTRAINT "voice_campaign_offers_team_id_voice_campaign_id_fkey" FOREIGN KEY ("team_id", "voice_campaign_id") REFERENCES "voice_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaign_offers" ADD CONSTRAINT "voice_campaign_offers_team_id_offer_id_fkey" FOREIGN KEY ("team_id", "offer_id") REFERENCES "offers"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "network_brands" ADD CONSTRAINT "network_brands_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "countries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "networks" ADD CONSTRAINT "networks_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "countries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "networks" ADD CONSTRAINT "networks_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "network_brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_campaigns" ADD CONSTRAINT "sms_campaigns_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_campaigns" ADD CONSTRAINT "sms_campaigns_team_id_filter_segment_id_fkey" FOREIGN KEY ("team_id", "filter_segment_id") REFERENCES "segments"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_campaigns" ADD CONSTRAINT "sms_campaigns_team_id_sms_routing_plan_id_fkey" FOREIGN KEY ("team_id", "sms_routing_plan_id") REFERENCES "routing_plans"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_campaigns" ADD CONSTRAINT "sms_campaigns_team_id_domain_plan_id_fkey" FOREIGN KEY ("team_id", "domain_plan_id") REFERENCES "domain_plans"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_texts" ADD CONSTRAINT "campaign_texts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_texts" ADD CONSTRAINT "campaign_texts_team_id_sms_campaign_id_fkey" FOREIGN KEY ("team_id", "sms_campaign_id") REFERENCES "sms_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_team_id_sms_campaign_id_fkey" FOREIGN KEY ("team_id", "sms_campaign_id") REFERENCES "sms_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "logs" ADD CONSTRAINT "logs_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_sms_campaign_id_fkey" FOREIGN KEY ("team_id", "sms_campaign_id") REFERENCES "sms_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_sms_send_id_fkey" FOREIGN KEY ("team_id", "sms_send_id") REFERENCES "sms_sends"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_segment_id_fkey" FOREIGN KEY ("team_id", "segment_id") REFERENCES "segments"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_contact_id_fkey" FOREIGN KEY ("team_id", "contact_id") REFERENCES "contacts"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_offer_id_fkey" FOREIGN KEY ("team_id", "offer_id") REFERENCES "offers"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_campaign_text_id_fkey" FOREIGN KEY ("team_id", "campaign_text_id") REFERENCES "campaign_texts"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "countries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_sms_routing_plan_id_fkey" FOREIGN KEY ("team_id", "sms_routing_plan_id") REFERENCES "routing_plans"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_sms_routing_plan_rule_id_fkey" FOREIGN KEY ("team_id", "sms_routing_plan_rule_id") REFERENCES "routing_plan_rules"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_team_id_sms_routing_route_id_fkey" FOREIGN KEY ("team_id", "sms_routing_route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "domain_plans" ADD CONSTRAINT "domain_plans_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "traces" ADD CONSTRAINT "traces_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaigns" ADD CONSTRAINT "voice_campaigns_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaigns" ADD CONSTRAINT "voice_campaigns_team_id_filter_segment_id_fkey" FOREIGN KEY ("team_id", "filter_segment_id") REFERENCES "segments"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaigns" ADD CONSTRAINT "voice_campaigns_team_id_agent_id_fkey" FOREIGN KEY ("team_id", "agent_id") REFERENCES "agents"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaigns" ADD CONSTRAINT "voice_campaigns_team_id_number_id_fkey" FOREIGN KEY ("team_id", "number_id") REFERENCES "numbers"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaign_sends" ADD CONSTRAINT "voice_campaign_sends_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voice_campaign_sends" ADD CONSTRAINT "voice_campaign_sends_team_id_voice_campaign_id_fkey" FOREIGN KEY ("team_id", "voice_campaign_id") REFERENCES "voice_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "post_processings" ADD CONSTRAINT "post_processings_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "post_processings" ADD CONSTRAINT "post_processings_team_id_voice_campaign_id_fkey" FOREIGN KEY ("team_id", "voice_campaign_id") REFERENCES "voice_campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What is rare among millions: an index of those rows alone costs the others nothing.
CREATE INDEX "sms_messages_leads_idx" ON "sms_messages"("team_id", "created_at" DESC, "id" DESC) WHERE "is_lead";
CREATE INDEX "sms_messages_sales_idx" ON "sms_messages"("team_id", "created_at" DESC, "id" DESC) WHERE "is_sale";
CREATE INDEX "sms_messages_failed_idx" ON "sms_messages"("team_id", "created_at" DESC, "id" DESC) WHERE "fail_reason" IS NOT NULL;
CREATE INDEX "calls_leads_idx" ON "calls"("team_id", "created_at" DESC, "id" DESC) WHERE "is_lead";
CREATE INDEX "calls_sales_idx" ON "calls"("team_id", "created_at" DESC, "id" DESC) WHERE "is_sale";
CREATE INDEX "traces_failed_idx" ON "traces"("team_id", "started_at" DESC, "id" DESC) WHERE "outcome" <> 'ok';
