import type { SchemaTypes } from '@pothos/core';

type Builder = PothosSchemaTypes.SchemaBuilder<SchemaTypes>;
type Pair = readonly [page: never, edge: never];

const known = new WeakMap<Builder, Map<string, Pair>>();

/** `OfferConnection` and `OfferEdge`: one pair of types for a type of node, whichever fields list it. */
export function connectionOf(builder: object, { name }: { name: string }, texts = textsOf(name)): Pair {
  const to = builder as Builder;
  const pairs = known.get(to) ?? new Map<string, Pair>();
  known.set(to, pairs);
  const pair = pairs.get(name) ?? declare(to, name, texts);
  pairs.set(name, pair);
  return pair;
}

function declare(builder: Builder, name: string, texts: { page: string; edge: string }): Pair {
  const type = name as never;
  const edge = builder.edgeObject({ type, name: `${name}Edge`, description: texts.edge }) as never;
  return [builder.connectionObject({ type, name: `${name}Connection`, description: texts.page }, edge) as never, edge];
}

const textsOf = (name: string) => ({
  page: `A page of a list of \`${name}\`.`,
  edge: `One \`${name}\` of a page, with its cursor.`,
});
