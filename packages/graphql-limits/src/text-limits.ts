import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';

/** As Yoga and Envelop take it. */
export type Plugin = ReturnType<typeof maxTokensPlugin>;

/** Most of each in one document. */
export interface TextLimits {
  readonly tokens: number;
  readonly aliases: number;
  readonly directives: number;
}

/** What an operation's text may hold. Armor allows some aliases more than once unless told otherwise. */
export const textLimits = ({ tokens, aliases, directives }: TextLimits): Plugin[] => [
  maxTokensPlugin({ n: tokens }),
  maxAliasesPlugin({ n: aliases, allowList: [] }),
  maxDirectivesPlugin({ n: directives }),
];
