import { assetPath, favicon, SCHEMA_ASSET } from '../http/assets.ts';
import { EXAMPLES } from './graphiql-examples.ts';

/** What GraphiQL opens with on the first visit. Later visits restore what the browser kept. */
export interface Explorer {
  /** The document of each tab. */
  tabs: readonly string[];
  /** Sent with every operation. */
  token: string;
}

const NOBODY: Explorer = { tabs: EXAMPLES, token: '' };

/** The page itself is small, and browsers cache what it loads. */
export function createGraphiQL({ tabs, token }: Explorer = NOBODY): () => string {
  const headers = JSON.stringify({ Authorization: `Bearer ${token}` }, null, 2);
  const options = {
    title: 'Outbound',
    defaultTabs: tabs.map((query) => ({ query, headers })),
    defaultHeaders: headers,
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: true,
  };
  return () => page({ options, workers: assetPath('graphiql-workers.js'), schema: assetPath(SCHEMA_ASSET) });
}

/** Data in a script element that is not a script. A `<` could end the element. */
const data = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

const page = (settings: object) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Outbound</title>
${favicon()}
<link rel="stylesheet" href="${assetPath('graphiql.css')}">
<style>html, body, #root { height: 100%; margin: 0; overflow: hidden }</style>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root"></div>
<script type="application/json" id="settings">${data(settings)}</script>
<script src="${assetPath('graphiql.js')}"></script>
<script src="${assetPath('graphiql-start.js')}"></script>
</body>
</html>
`;
