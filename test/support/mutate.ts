import type { GraphQLAnswer, TestApp } from './app.ts';

// biome-ignore lint/suspicious/noExplicitAny: every operation answers something else
type Answer = GraphQLAnswer<any>;

/** `mutate('updateRoute', { id, input: [input, 'UpdateRouteInput'] }, '{ name }')`: inputs need their type, ids do not. */
export function mutate(
  app: TestApp,
  token: string,
  field: string,
  args: Record<string, string | [value: object, type: string]>,
  select = '{ id }',
): Promise<Answer> {
  const names = Object.keys(args);
  const types = names.map((name) => `$${name}: ${Array.isArray(args[name]) ? args[name][1] : 'ID'}!`);
  const query = `mutation (${types}) { ${field}(${names.map((name) => `${name}: $${name}`)}) ${select} }`;
  const variables = Object.fromEntries(
    names.map((name) => [name, Array.isArray(args[name]) ? args[name][0] : args[name]]),
  );
  return app.graphql(query, { token, variables });
}

export const refused = (code: string, message: string) => ({ errors: [{ message, extensions: { code } }] });
export const invalid = (fields: object) => ({ errors: [{ extensions: { code: 'VALIDATION_FAILED', fields } }] });
