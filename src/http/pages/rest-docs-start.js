// Runs in the browser after Swagger UI's own script.

// In characters. A longer answer is a file to download: to show 400 kB takes Swagger UI half a minute.
const SHOWN = 50_000;

function download(text, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = 'answer.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const largeAnswers = ({ React: { createElement } }) => ({
  wrapComponents: {
    responseBody: (Original) => (props) => {
      const { content, contentType } = props;
      if (typeof content !== 'string' || content.length <= SHOWN) return createElement(Original, props);
      const size = Math.round(content.length / 1000);
      return createElement(
        'div',
        null,
        createElement('h5', null, 'Response body'),
        createElement('p', null, `The answer is too long to be shown here: ${size} kB.`),
        createElement(
          'button',
          { type: 'button', className: 'btn', onClick: () => download(content, contentType) },
          'Download',
        ),
      );
    },
  },
});

// The same request in other languages; `request` is an Immutable map.
const json = (value) => JSON.stringify(value, null, 2);
const parts = (request) => ({
  url: request.get('url'),
  method: request.get('method'),
  headers: request.get('headers')?.toJS() ?? {},
  body: request.get('body'),
});
const textOf = (body) => (typeof body === 'string' ? body : JSON.stringify(body));
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const languages = {
  javascript: (request) => {
    const { url, method, headers, body } = parts(request);
    const sent = body ? `,\n  body: ${JSON.stringify(textOf(body))}` : '';
    return `const response = await fetch(${JSON.stringify(url)}, {\n  method: "${method}",\n  headers: ${json(headers).replaceAll('\n', '\n  ')}${sent}\n});\nconsole.log(response.status, await response.json());`;
  },
  python: (request) => {
    const { url, method, headers, body } = parts(request);
    const sent = body ? `,\n    data=${JSON.stringify(textOf(body))}.encode()` : '';
    return `import requests\n\nresponse = requests.request(\n    "${method}",\n    ${JSON.stringify(url)},\n    headers=${json(headers).replaceAll('\n', '\n    ')}${sent},\n)\nprint(response.status_code, response.json())`;
  },
  php: (request) => {
    const { url, method, headers, body } = parts(request);
    const lines = Object.entries(headers).map(([name, value]) => `        ${quoted(`${name}: ${value}`)},\n`);
    const sent = body ? `    CURLOPT_POSTFIELDS => ${quoted(textOf(body))},\n` : '';
    return `<?php\n$curl = curl_init(${quoted(url)});\ncurl_setopt_array($curl, [\n    CURLOPT_CUSTOMREQUEST => '${method}',\n    CURLOPT_RETURNTRANSFER => true,\n    CURLOPT_HTTPHEADER => [\n${lines.join('')}    ],\n${sent}]);\necho curl_exec($curl);`;
  },
};

const codeSamples = {
  fn: Object.fromEntries(Object.entries(languages).map(([name, write]) => [`requestSnippetGenerator_${name}`, write])),
};

const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#ui',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: {
      curl_bash: { title: 'curl', syntax: 'bash' },
      javascript: { title: 'JavaScript', syntax: 'javascript' },
      python: { title: 'Python', syntax: 'python' },
      php: { title: 'PHP', syntax: 'php' },
    },
    languages: ['curl_bash', 'javascript', 'python', 'php'],
    defaultExpanded: true,
  },
  plugins: [largeAnswers, codeSamples],
  onComplete: () => {
    const { token } = document.getElementById('ui').dataset;
    if (token) ui.preauthorizeApiKey('bearer', token);
  },
});
