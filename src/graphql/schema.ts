import '../modules/agents/schema.ts';
import '../modules/reports/schema.ts';
import '../modules/audit/schema.ts';
import '../modules/auth/schema.ts';
import '../modules/billing/schema.ts';
import '../modules/calls/schema.ts';
import '../modules/contacts/schema.ts';
import '../modules/data-files/schema.ts';
import '../modules/domain-plans/schema.ts';
import '../modules/enrichment/schema.ts';
import '../modules/explain/schema.ts';
import '../modules/pricing/schema.ts';
import '../modules/routing/schema.ts';
import '../modules/sellers/schema.ts';
import '../modules/live/schema.ts';
import '../modules/networks/schema.ts';
import '../modules/numbers/schema.ts';
import '../modules/offers/schema.ts';
import '../modules/post-processing/schema.ts';
import '../modules/segments/schema.ts';
import '../modules/sending/schema.ts';
import '../modules/sms-campaigns/schema.ts';
import '../modules/teams/schema.ts';
import '../modules/tracing/schema.ts';
import '../modules/voice-accounts/schema.ts';
import '../modules/voice-campaigns/schema.ts';
import { builder } from './builder.ts';
import { schemaRuleViolations } from './field-plugin.ts';

/**
 * The executable schema, its fields in the order they were written: it is the order in which errors are told. A field
 * that breaks one of its rules stops the start.
 */
export const schema = builder.toSchema({ sortSchema: false });

const violations = schemaRuleViolations(schema);
if (violations.length > 0) throw new Error(`The schema breaks its rules:\n${violations.join('\n')}`);
