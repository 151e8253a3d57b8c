import type { FastifyPluginCallback } from 'fastify';
import { pageRoute } from '../../http/pages.ts';
import { htmlOf, PAGES } from './pages.ts';

export const accountPageRoutes: FastifyPluginCallback = (app, _options, done) => {
  for (const [path, page] of Object.entries(PAGES)) pageRoute(app, path, () => htmlOf(page));
  app.get('/account/page.js', (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(SCRIPT),
  );
  done();
};

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
  if (!query.includes('RequestPasswordResetInput')) input.token = location.hash.slice(1);
  return { input };
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
  if (code === 'TWO_FACTOR_REQUIRED') {
    form.elements.code.parentElement.hidden = false;
    form.elements.code.focus();
  }
  if (error) return tell(error.message, true);
  form.hidden = true;
  document.getElementById('next').hidden = false;
  history.replaceState(null, '', location.pathname);
  tell(form.dataset.done, false);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  tell('', false);
  send().catch(() => tell('The server cannot be reached. Try again.', true));
});
`;
