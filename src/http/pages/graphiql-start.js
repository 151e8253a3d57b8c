// Runs in the browser after GraphiQL's own script.
const { options, workers, schema } = JSON.parse(document.getElementById('settings').textContent);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => `${workers}#${label}`,
};

// A browser keeps the schema until it changes; without it GraphiQL asks for it at every visit.
fetch(schema)
  .then((response) => (response.ok ? response.json() : undefined))
  .catch(() => undefined)
  .then((introspection) => {
    YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), { ...options, schema: introspection });
  });
