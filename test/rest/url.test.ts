import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { urlOf } from '../../src/rest/url.ts';

const at = (host: string | undefined, publicUrl?: string) =>
  urlOf({ path: '/api/v1/x/', headers: { host } }, readConfig({ PUBLIC_URL: publicUrl }).PUBLIC_URL);

test('the public URL names the server', () => {
  expect(at('evil.example', 'https://api.example.com/')).toBe('https://api.example.com/api/v1/x');
});

test('without one the host header does', () => {
  expect(at('localhost:4000')).toBe('http://localhost:4000/api/v1/x');
  expect(at('[::1]:4000')).toBe('http://[::1]:4000/api/v1/x');
});

test('a host that is none is left out', () => {
  expect(at('a b"<script>')).toBe('/api/v1/x');
  expect(at(undefined)).toBe('/api/v1/x');
});
