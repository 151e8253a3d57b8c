import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HostileCaller {
  readonly name: string;
  /** Of requests, each at most once in {@link PAUSE_MS}. */
  readonly connections: number;
  /** The next one; those of a caller differ where that is the attack. */
  readonly next: () => { query: string; token: string | undefined };
}

/** Between two requests on one connection: 20 a second. */
const PAUSE_MS = 50;

const repeated = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at));

/** Each fragment is spread twice by the one before. */
const bomb = (levels: number) =>
  `{ me { ...f0 } } ${repeated(levels, (at) => `fragment f${at} on Viewer { role ...f${at + 1} ...f${at + 1} }`).join(' ')}
   fragment f${levels} on Viewer { role }`;

const CONTACT =
  'id number email name timezone custom1Str custom2Str custom3Str custom4Str custom5Str createdAt updatedAt';

/** A different set of fields for every number: 4,095 of them. */
const chosen = (at: number) => CONTACT.split(' ').filter((_, bit) => (at >> bit) & 1 || bit === at % 12);

/** Callers that each ask for what is dear in a way of their own, with one token or none. */
export function hostileCallers(token: string): HostileCaller[] {
  let made = 0;
  const caller = (name: string, connections: number, query: (at: number) => string, as?: string): HostileCaller => ({
    name,
    connections,
    next: () => ({ query: query(made++), token: as }),
  });
  return [
    caller('fragments that double', 2, (at) => bomb(20 + (at % 20))),
    caller('fragments that double, with a token', 2, (at) => bomb(20 + (at % 20)), token),
    caller(
      'aliases of fields of long lists',
      2,
      () =>
        `{ smsCampaigns(first: 100) { nodes { sends(first: 48) { logs(first: 100) { ${repeated(190, (at) => `a${at}: text`).join(' ')} } } } } }`,
      token,
    ),
    caller(
      'counts with filters within texts',
      8,
      (at) =>
        `{ ${repeated(40, (n) => `c${n}: contacts(filter: { name: "body ${at}${n}", email: "@a" }) { totalCount }`).join(' ')} }`,
      token,
    ),
    caller('invalid operations, none like another', 2, (at) => `{ me { ${`role nothing${at} `.repeat(600)} } }`),
    caller('invalid operations, with a token', 2, (at) => `{ me { ${`role nothing${at} `.repeat(600)} } }`, token),
    caller(
      'a statement of its own in every request',
      2,
      (at) => `{ contacts(first: 5) { nodes { ${chosen(at).join(' ')} } } }`,
      token,
    ),
    {
      name: 'tokens that nobody has',
      connections: 2,
      next: () => ({ query: '{ me { role } }', token: `${token.slice(0, -12)}${String(made++).padStart(12, '0')}` }),
    },
  ];
}

/** What was answered, by status and GraphQL's code. */
export type Answers = Map<string, number>;

export async function attack(
  port: number,
  callers: readonly HostileCaller[],
  isOver: () => boolean,
): Promise<Map<string, Answers>> {
  const all = new Map(callers.map(({ name }): [string, Answers] => [name, new Map()]));
  const connection = async ({ name, next }: HostileCaller, address: string) => {
    const seen = all.get(name)!;
    while (!isOver()) {
      const startedAt = performance.now();
      const answer = await ask(port, next(), address).catch(() => 'no answer');
      seen.set(answer, (seen.get(answer) ?? 0) + 1);
      await sleep(Math.max(0, PAUSE_MS - (performance.now() - startedAt)));
    }
  };
  await Promise.all(
    callers.flatMap((caller, at) =>
      Array.from({ length: caller.connections }, () => connection(caller, `203.0.113.${at + 1}`)),
    ),
  );
  return all;
}

function ask(
  port: number,
  { query, token }: { query: string; token: string | undefined },
  address: string,
): Promise<string> {
  const body = JSON.stringify({ query });
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ port, host: '127.0.0.1', method: 'POST', path: '/graphql' },
        headers: {
          ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
          ...{ 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
        },
      },
      (answer) => {
        let start = '';
        answer.on('data', (chunk: Buffer) => {
          if (start.length < 2_000) start += chunk.toString('latin1', 0, 2_000);
        });
        answer.once('end', () => resolve(`${answer.statusCode} ${/"code":"(\w+)"/.exec(start)?.[1] ?? ''}`.trim()));
        answer.once('error', reject);
      },
    );
    sent.once('error', reject).end(body);
  });
}
