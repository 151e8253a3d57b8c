import { assetPath, favicon } from '../http/assets.ts';

/** `token` is tried out with; without one, the reader enters their own. */
export const docsPage = (token: string | null = null) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbound REST API</title>
${favicon()}
<link rel="stylesheet" href="${assetPath('swagger-ui.css')}">
<style>body { margin: 0 } .swagger-ui .topbar { display: none }</style>
</head>
<body>
<div id="ui"${token === null ? '' : ` data-token="${token}"`}></div>
<script src="${assetPath('swagger-ui.js')}"></script>
<script src="${assetPath('rest-docs-start.js')}"></script>
</body>
</html>
`;
