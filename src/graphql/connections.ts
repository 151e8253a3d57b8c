import type { SchemaTypes } from '@pothos/core';

type Builder = PothosSchemaTypes.SchemaBuilder<SchemaTypes>;
type Pair = readonly [page: never, edge: never];

const known = new WeakMap<Builder, Map<string, Pair>>();

/** `OfferConnection` and `OfferEdge`: one pair of types for a type of node, whichever fields list it. */
export function connectionOf(builder: object, { name }: { name: string }): Pair {
  const to = builder as Builder;
  const pairs = known.get(to) ?? new Map<string, Pair>();
  known.set(to, pairs);
  const pair = pairs.get(name) ?? declare(to, name);
  pairs.set(name, pair);
  return pair;
}

function declare(builder: Builder, name: string): Pair {
  const type = name as never;
  const edge = builder.edgeObject({
    type,
    name: `${name}Edge`,
    description: `One \`${name}\` of a page, with its cursor.`,
  }) as never;
  return [
    builder.connectionObject(
      { type, name: `${name}Connection`, description: `A page of a list of \`${name}\`.` },
      edge,
    ) as never,
    edge,
  ];
}
