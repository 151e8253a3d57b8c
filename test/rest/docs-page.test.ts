import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Element {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>> | null;
  readonly children: readonly unknown[];
}

const START = readFileSync('src/http/pages/rest-docs-start.js', 'utf8');

interface Options {
  plugins: unknown[];
  requestSnippets: { generators: object };
}

/** The page's own script, run with what it finds in a browser. */
function optionsOfPage(): Options {
  const found: { options?: Options } = {};
  const bundle = (options: Options) => void Object.assign(found, { options });
  new Function('SwaggerUIBundle', START)(bundle);
  return found.options!;
}

function startPage() {
  const [plugin] = optionsOfPage().plugins as [
    (system: object) => { wrapComponents: { responseBody: (original: unknown) => (props: object) => Element } },
  ];
  const createElement = (type: unknown, props: Element['props'], ...children: unknown[]) => ({ type, props, children });
  return plugin({ React: { createElement } }).wrapComponents.responseBody('Original');
}

describe('the page of the REST API', () => {
  const show = startPage();

  test('shows an answer of up to 50 kB as Swagger UI does', () => {
    const props = { content: 'x'.repeat(50_000), contentType: 'application/json' };
    expect(show(props)).toEqual({ type: 'Original', props, children: [] });
    expect(show({ content: new Blob([]) })).toMatchObject({ type: 'Original' });
  });

  test('offers a larger one as a file and does not lay it out', () => {
    const content = 'x'.repeat(400_000);
    const { type, children } = show({ content, contentType: 'application/json' });
    expect(type).toBe('div');
    expect(children).toMatchObject([
      { type: 'h5', children: ['Response body'] },
      { type: 'p', children: ['The answer is too long to be shown here: 400 kB.'] },
      { type: 'button', children: ['Download'] },
    ]);
    expect(JSON.stringify(children)).not.toContain('xx');
  });
});

/** An Immutable map, as far as it is used. */
const mapOf = (of: Record<string, unknown>) => ({
  get: (name: string) => (name === 'headers' ? { toJS: () => of.headers } : of[name]),
});

test('the request is shown in four languages', () => {
  const { plugins, requestSnippets } = optionsOfPage();
  expect(Object.keys(requestSnippets.generators)).toEqual(['curl_bash', 'javascript', 'python', 'php']);
  const { fn } = plugins[1] as { fn: Record<string, (request: unknown) => string> };
  const request = mapOf({
    url: 'https://api.example/api/v1/offers',
    method: 'POST',
    headers: { Authorization: 'Bearer obt_1' },
    body: '{"name":"Nora’s \'best\'"}',
  });
  expect(
    fn.requestSnippetGenerator_javascript!(request),
  ).toBe(`const response = await fetch("https://api.example/api/v1/offers", {
  method: "POST",
  headers: {
    "Authorization": "Bearer obt_1"
  },
  body: "{\\"name\\":\\"Nora’s 'best'\\"}"
});
console.log(response.status, await response.json());`);
  expect(fn.requestSnippetGenerator_python!(request)).toBe(`import requests

response = requests.request(
    "POST",
    "https://api.example/api/v1/offers",
    headers={
      "Authorization": "Bearer obt_1"
    },
    data="{\\"name\\":\\"Nora’s 'best'\\"}".encode(),
)
print(response.status_code, response.json())`);
  expect(fn.requestSnippetGenerator_php!(request)).toBe(`<?php
$curl = curl_init('https://api.example/api/v1/offers');
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer obt_1',
    ],
    CURLOPT_POSTFIELDS => '{"name":"Nora’s \\'best\\'"}',
]);
echo curl_exec($curl);`);
});
