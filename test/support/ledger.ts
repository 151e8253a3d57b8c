import type { TestApp } from './app.ts';

const QUERY = `{ ledgerEntries(first: 100) { nodes { kind reason call { id } directMessage { id } smsSend { id } route { id }
  sellerEndpoint { id } } } }`;

type Entry = { kind: string; reason: string } & Record<string, { id: string } | string | null>;

/** A team’s entries, the oldest first, each with the ids of what it names. */
export async function ledgerOf(app: TestApp, token: string): Promise<[kind: string, reason: string, of: object][]> {
  const { data } = (await app.graphql(QUERY, { token })) as unknown as { data: { ledgerEntries: { nodes: Entry[] } } };
  return data.ledgerEntries.nodes.reverse().map(({ kind, reason, ...links }) => {
    const named = Object.entries(links).flatMap(([name, record]) =>
      record ? [[name, (record as { id: string }).id]] : [],
    );
    return [kind, reason, Object.fromEntries(named)];
  });
}
