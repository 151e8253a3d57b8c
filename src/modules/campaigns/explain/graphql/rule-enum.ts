import { builder } from '../../../../graphql/builder.ts';
import type { ExplainedRule } from '../rules.ts';

/** Typed with all rules: which of them a kind of campaign has is not known to the types. */
export const ruleEnum = (name: string, description: string, rules: Partial<Record<ExplainedRule, string>>) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(Object.entries(rules).map(([rule, text]) => [rule, { description: text }])) as Record<
      ExplainedRule,
      { description: string }
    >,
  });
