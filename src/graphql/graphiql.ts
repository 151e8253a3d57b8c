import { assetPath, favicon, SCHEMA_ASSET } from '../http/assets.ts';
import { EXAMPLE_OPERATIONS } from './graphiql-examples.ts';

/** What GraphiQL opens with. */
export interface Explorer {
  /** Operations to choose from. */
  operations: string;
  /** Headers of each operation. */
  headers: Record<string, string>;
}

const NOBODY: Explorer = { operations: EXAMPLE_OPERATIONS, headers: { Authorization: 'Bearer ' } };

/** The page itself is small, and browsers cache what it loads. */
export function createGraphiQL({ operations, headers }: Explorer = NOBODY): () => string {
  const options = {
    title: 'Outbound',
    // Without this, every visit but the first would open with an empty tab.
    query: operations,
    defaultQuery: operations,
    defaultEditorToolsVisibility: 'headers',
    headers: JSON.stringify(headers, null, 2),
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
