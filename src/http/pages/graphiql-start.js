// Runs in the browser after GraphiQL's own script.
const { options, workers, schema } = JSON.parse(document.getElementById('settings').textContent);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => `${workers}#${label}`,
};

// Every answer shows its cost, above what may be thousands of lines.
const send = self.fetch;
self.fetch = async (input, init) => {
  if (init?.method !== 'POST' || typeof init.body !== 'string') return send(input, init);
  const body = JSON.parse(init.body);
  const asked = { ...body, extensions: { ...body.extensions, cost: true } };
  const response = await send(input, { ...init, body: JSON.stringify(asked) });
  if (!/json/.test(response.headers.get('content-type'))) return response;
  const { extensions, ...answer } = await response.json();
  return new Response(JSON.stringify({ extensions, ...answer }), response);
};

// Without the tab that was open, each visit would add an empty one.
function lastTab() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    const { query, variables, headers } = tabs[activeTabIndex];
    return { initialQuery: query, initialVariables: variables, initialHeaders: headers };
  } catch {
    return {};
  }
}

// A browser keeps the schema until it changes; without it GraphiQL asks for it at every visit.
fetch(schema)
  .then((response) => (response.ok ? response.json() : undefined))
  .catch(() => undefined)
  .then((introspection) => {
    YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
      ...options,
      ...lastTab(),
      schema: introspection,
    });
  });
