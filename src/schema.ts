import './modules/voice/agents/graphql/schema.ts';
import './modules/insight/reports/graphql/schema.ts';
import './modules/identity/audit-log/graphql/schema.ts';
import './modules/identity/auth/graphql/schema.ts';
import './modules/billing/graphql/schema.ts';
import './modules/voice/calls/graphql/schema.ts';
import './modules/campaigns/graphql/schema.ts';
import './modules/audience/contacts/graphql/schema.ts';
import './modules/audience/consents/graphql/schema.ts';
import './modules/audience/data-files/graphql/schema.ts';
import './modules/campaigns/domain-plans/graphql/schema.ts';
import './modules/delivery/enrichment/graphql/schema.ts';
import './modules/campaigns/explain/graphql/schema.ts';
import './modules/hub/messages/graphql/schema.ts';
import './modules/hub/pricing/graphql/schema.ts';
import './modules/delivery/routing/graphql/schema.ts';
import './modules/hub/sellers/graphql/schema.ts';
import './modules/campaigns/live/graphql/schema.ts';
import './modules/campaigns/timeline/graphql/schema.ts';
import './modules/delivery/networks/graphql/schema.ts';
import './modules/voice/numbers/graphql/schema.ts';
import './modules/campaigns/offers/graphql/schema.ts';
import './modules/voice/post-processing/graphql/schema.ts';
import './modules/audience/person/graphql/schema.ts';
import './modules/audience/segments/graphql/schema.ts';
import './modules/audience/conversations/graphql/schema.ts';
import './modules/delivery/engine/graphql/schema.ts';
import './modules/identity/teams/graphql/schema.ts';
import './modules/identity/tracing/graphql/schema.ts';
import './modules/voice/accounts/graphql/schema.ts';
import './modules/webhooks/endpoints/graphql/schema.ts';
import { builder } from './graphql/builder.ts';
import { schemaRuleViolations } from './graphql/field-plugin.ts';
import { withoutInternal } from './graphql/internal.ts';

/**
 * What REST runs on: the public schema and what only a documented operation needs (`internal`). Its fields keep the order in which
 * they were written, which is the order of errors. The server does not start when a field breaks one of its rules.
 */
export const restSchema = builder.toSchema({ sortSchema: false });

/** What clients see and ask. */
export const schema = withoutInternal(restSchema);

const violations = schemaRuleViolations(restSchema);
if (violations.length > 0) throw new Error(`The schema breaks its rules:\n${violations.join('\n')}`);
