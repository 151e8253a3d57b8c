import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Element {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>> | null;
  readonly children: readonly unknown[];
}

const START = readFileSync('src/http/pages/rest-docs-start.js', 'utf8');

/** The page's own script, run with what it finds in a browser. */
function startPage() {
  const found: { options?: { plugins: unknown[] } } = {};
  const bundle = (options: { plugins: unknown[] }) => void Object.assign(found, { options });
  new Function('SwaggerUIBundle', START)(bundle);
  const [plugin] = found.options!.plugins as [
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
