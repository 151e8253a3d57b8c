export interface HostileCaller {
  readonly name: string;
  /** Of requests, each at most once in {@link PAUSE_MS}. */
  readonly connections: number;
  /** The next one; those of a caller differ where that is the attack. */
  readonly next: () => { query: string; token: string | undefined };
}

/** Between two requests on one connection: 20 a second. */
export const PAUSE_MS = 50;

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
        `{ smsCampaigns(first: 100) { nodes { sends(first: 48) { nodes { logs(first: 100) { nodes { ${repeated(190, (at) => `a${at}: text`).join(' ')} } } } } } } }`,
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
