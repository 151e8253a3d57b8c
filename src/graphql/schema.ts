import '../modules/agents/graphql/schema.ts';
import '../modules/reports/graphql/schema.ts';
import '../modules/audit/graphql/schema.ts';
import '../modules/auth/graphql/schema.ts';
import '../modules/billing/graphql/schema.ts';
import '../modules/calls/graphql/schema.ts';
import '../modules/campaigns/graphql/schema.ts';
import '../modules/contacts/graphql/schema.ts';
import '../modules/data-files/graphql/schema.ts';
import '../modules/domain-plans/graphql/schema.ts';
import '../modules/enrichment/graphql/schema.ts';
import '../modules/explain/graphql/schema.ts';
import '../modules/pricing/graphql/schema.ts';
import '../modules/routing/graphql/schema.ts';
import '../modules/sellers/graphql/schema.ts';
import '../modules/live/graphql/schema.ts';
import '../modules/networks/graphql/schema.ts';
import '../modules/numbers/graphql/schema.ts';
import '../modules/offers/graphql/schema.ts';
import '../modules/post-processing/graphql/schema.ts';
import '../modules/segments/graphql/schema.ts';
import '../modules/sending/graphql/schema.ts';
import '../modules/teams/graphql/schema.ts';
import '../modules/tracing/graphql/schema.ts';
import '../modules/voice-accounts/graphql/schema.ts';
import { builder } from './builder.ts';
import { schemaRuleViolations } from './field-plugin.ts';

/**
 * The executable schema. Its fields keep the order in which they were written, which is the order of errors. The server
 * does not start when a field breaks one of its rules.
 */
export const schema = builder.toSchema({ sortSchema: false });

const violations = schemaRuleViolations(schema);
if (violations.length > 0) throw new Error(`The schema breaks its rules:\n${violations.join('\n')}`);
