export interface Hostile {
  name: string;
  bytes: Buffer;
  expected: readonly number[];
}

const head = (line: string, headers: Record<string, string | number> = {}) =>
  [line, ...Object.entries({ Host: 'x', Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`)]
    .join('\r\n')
    .concat('\r\n\r\n');

const post = (path: string, body: string, headers: Record<string, string | number> = {}) =>
  head(`POST ${path} HTTP/1.1`, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body, 'latin1'),
    ...headers,
  }) + body;

const graphql = (query: string, variables?: object) => post('/graphql', JSON.stringify({ query, variables }));

const hostile = (name: string, bytes: string, ...expected: number[]): Hostile => ({
  name,
  bytes: Buffer.from(bytes, 'latin1'),
  expected,
});

const DEEP = `${'{ smsCampaigns { nodes { offers { smsCampaigns { offers '.repeat(3)}`;

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** What the front, the parsers and the limits are for. */
export const HOSTILE: readonly Hostile[] = [
  hostile('no HTTP', 'hello\r\n\r\n', 400),
  hostile('bad Host', 'GET /health HTTP/1.1\r\nHost: [::bad\r\nConnection: close\r\n\r\n', 400),
  hostile('absolute target', head('GET http://x/health HTTP/1.1'), 400),
  hostile('endless header', head('GET /health HTTP/1.1', { X: 'x'.repeat(50_000) }), 431),
  hostile('broken JSON', post('/graphql', '{"query":'), 400),
  hostile('no UTF-8', post('/api/login', '{"email":"\xff\xfe"}'), 400),
  hostile('a list of operations', post('/graphql', '[{"query":"{ __typename }"}]'), 400),
  hostile('a form', post('/graphql', 'query=x', { 'Content-Type': 'application/x-www-form-urlencoded' }), 415),
  hostile('compressed', post('/graphql', 'x', { 'Content-Encoding': 'gzip' }), 415),
  hostile('a huge body announced', post('/graphql', '{', { 'Content-Length': 999_999_999 }), 413),
  hostile('a body too large', post('/api/login', JSON.stringify({ email: 'x'.repeat(1_500_000) })), 413),
  hostile('two lengths', post('/api/login', '{}', { 'Transfer-Encoding': 'chunked' }), 400),
  hostile('no token', head('GET /api/v1/sms/campaigns HTTP/1.1'), 401),
  hostile('a guessed token', head('GET /api/v1/sms/campaigns HTTP/1.1', { Authorization: 'Bearer obt_x' }), 401),
  hostile('path tricks', head('GET /api/v1/../../etc/passwd HTTP/1.1'), 404),
  hostile('unknown method', head('BREW /api/login HTTP/1.1'), 400),
  hostile('NUL in text', post('/api/login', '{"email":"a\\u0000@b.cc","password":"\\ud800"}'), 422),
  hostile('too many tokens', graphql(`{ ${'a '.repeat(6_000)} }`), 200),
  hostile('too deep', graphql(DEEP), 200),
  hostile(
    'too costly',
    graphql(
      'query ($n: Int) { smsCampaigns(first: $n) { nodes { sends(first: $n) { nodes { logs(first: $n) { nodes { id } } } } } } }',
      { n: 100 },
    ),
    200,
  ),
  hostile('deep JSON', post('/graphql', `{"query":"{ __typename }","variables":${nested(5_000)}}`), 200),
  // Ended by the client's own 40 s at the latest: only the server's deadline may close it before.
  hostile(
    'a request that stalls',
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
    408,
  ),
  hostile('a connection that says nothing', '', 408),
  hostile('requests sent ahead', head('GET /health HTTP/1.1', { Connection: 'keep-alive' }).repeat(200), 200),
];
