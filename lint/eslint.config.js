import graphql from '@graphql-eslint/eslint-plugin';

const recommended = graphql.configs['flat/schema-recommended'].rules;
const relay = graphql.configs['flat/schema-relay'].rules;
const [severity, naming] = recommended['@graphql-eslint/naming-convention'];

/** Called what the documented fields are called. */
const DOCUMENTED = ['accessToken', 'callAgent', 'callAgentId', 'callOutcome', 'callSource'];

/** The rule has no exceptions of its own. */
const exceptDocumented = {
  preprocess: (text) => [text],
  postprocess: ([messages]) =>
    messages.filter(
      ({ ruleId, message }) =>
        ruleId !== '@graphql-eslint/no-typename-prefix' || !DOCUMENTED.some((name) => message.includes(`"${name}"`)),
    ),
};

const DAYS = '^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$';

/** The recommended rules for schemas and Relay’s for connections, and every way in which ours differs. */
export default [
  {
    files: ['**/*.graphql'],
    processor: exceptDocumented,
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...recommended,
      ...relay,
      // There is no `node(id)`: a cache knows a record by its type and id. Lists that a rule bounds are plain lists.
      '@graphql-eslint/relay-edge-types': ['error', { shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false }],
      // Enum values are the documented values verbatim (`in_progress`, `Mon`, `notContains`): one vocabulary on both faces.
      // The same goes for objects whose documented keys are the days of the week.
      '@graphql-eslint/naming-convention': [
        severity,
        {
          ...naming,
          EnumValueDefinition: { ignorePattern: '.' },
          FieldDefinition: { style: naming.FieldDefinition, ignorePattern: DAYS },
          InputValueDefinition: { style: naming.InputValueDefinition, ignorePattern: DAYS },
        },
      ],
      // Only records have an identity; values, payloads, connections and their edges have none. That every record has an
      // `id` is a test of its own (test/graphql/schema.test.ts), which knows the types whose objects are rows.
      '@graphql-eslint/strict-id-in-types': 'off',
    },
  },
];
