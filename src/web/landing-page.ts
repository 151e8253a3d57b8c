import { favicon } from '../http/assets.ts';

export interface Shown {
  graphiql: boolean;
}

export function landingPage({ graphiql }: Shown): string {
  const links = [
    link('/app', 'Dashboard', 'campaigns, contacts, calls and reports'),
    ...(graphiql ? [link('/graphql', 'GraphiQL', 'try the GraphQL API in the browser')] : []),
    link('/api/docs', 'REST reference', 'the documented operations, with “try it”'),
    link('/api/openapi.json', 'OpenAPI 3.1', 'the same for programs'),
    link('/api/asyncapi.json', 'AsyncAPI 3', 'the events that webhook endpoints are sent'),
    link('/health', 'Health', 'whether this process lives'),
    link('/ready', 'Ready', 'whether it reaches its database'),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbound</title>
${favicon()}
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1c2430; }
ul { padding: 0; list-style: none; } li { margin: .75rem 0; } a { font-weight: 600; } small { color: #5a6675; }
code { background: #f0f2f5; padding: .1rem .3rem; border-radius: .2rem; }
@media (prefers-color-scheme: dark) { body { background: #14181f; color: #e6e9ee; } a { color: #8ab8ff; } small { color: #9aa5b4; } code { background: #242b36; } }
</style>
</head>
<body>
<h1>Outbound</h1>
<p>SMS and voice campaigns: a GraphQL API at <code>/graphql</code>, a REST API at <code>/api</code>, over the same data.</p>
<ul>
${links.join('\n')}
</ul>
</body>
</html>
`;
}

const link = (path: string, name: string, what: string) =>
  `<li><a href="${path}">${name}</a><br><small>${what}</small></li>`;
