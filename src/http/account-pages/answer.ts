import { type HttpRequest, type HttpResponse, json } from '../http.ts';
import { pagePolicy } from '../security-headers.ts';
import { htmlOf, PAGES } from './pages.ts';

const SCRIPT_PATH = '/account/page.js';

export const isAccountPage = (path: string): boolean => path === SCRIPT_PATH || Object.hasOwn(PAGES, path);

/** Small pages for those who come with a link and no client: they run the same operations as everybody else. */
export function answerAccountPage({ method, path }: Pick<HttpRequest, 'method' | 'path'>): HttpResponse {
  if (method !== 'GET' && method !== 'HEAD')
    return json(405, { message: 'Pages answer to GET.' }, { allow: 'GET, HEAD' });
  const isScript = path === SCRIPT_PATH;
  const type = isScript ? 'text/javascript' : 'text/html';
  const body = isScript ? SCRIPT : htmlOf(PAGES[path]!);
  const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': pagePolicy("'self'") };
  return { status: 200, headers, body: method === 'HEAD' ? null : body };
}

const SCRIPT = `'use strict';
const form = document.querySelector('form');
const status = document.querySelector('[role=status]');

function tell(text, isError) {
  status.textContent = text;
  status.className = isError ? 'error' : '';
}

function variables() {
  const { query } = form.dataset;
  const input = Object.fromEntries(new FormData(form));
  if (query.includes('CreateFirstOwnerInput')) input.timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    ...(query.includes('$token') && { token: location.hash.slice(1) }),
    ...(query.includes('$input') && { input }),
  };
}

function showMistakes(fields) {
  for (const place of document.querySelectorAll('[data-error]')) {
    const texts = fields[place.dataset.error] || [];
    place.textContent = texts.join(' ');
    form.elements[place.dataset.error].setAttribute('aria-invalid', String(texts.length > 0));
  }
}

async function send() {
  const { query, hash } = form.dataset;
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: variables(), extensions }),
  });
  const { errors: [error] = [] } = await response.json();
  const { code, fields = {} } = (error && error.extensions) || {};
  showMistakes(fields);
  if (code === 'NOT_FOUND') return tell('This link does not work, or does not work any more.', true);
  if (error) return tell(error.message, true);
  form.hidden = true;
  history.replaceState(null, '', location.pathname);
  tell(form.dataset.done, false);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  tell('', false);
  send().catch(() => tell('The server cannot be reached. Try again.', true));
});
`;
