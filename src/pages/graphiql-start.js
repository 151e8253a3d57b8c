// Runs in the browser after GraphiQL's own script.
const { options, workers } = JSON.parse(document.getElementById('settings').textContent);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService,
};

YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), options);
