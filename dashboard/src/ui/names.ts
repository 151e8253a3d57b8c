import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import * as gql from '../gql/graphql.ts';
import { useData, useLater } from '../lib/client.ts';
import { type Named, type Options, optionsOf } from '../lib/format.ts';
import { general } from '../texts/first.ts';

export type Item = readonly [value: string, text: string];
type Node = { id: string; name?: string | null; username?: string; person?: { name: string } | null };

/** Of what was asked for by name or by id, so that it stays known when a box is drawn anew. */
export const found = new Map<string, string>();

const kindOf = (named: Named) => (named === 'tagNames' ? 'tags' : named);
const textOf = ({ name, username, person }: Node) => name ?? username ?? person?.name ?? general.somebody;

/** The first hundred are given; the others are asked for as their name is typed. */
export function useOthers(named: Named | undefined, options: readonly Item[], typed: string): Item[] {
  const name = useLater(typed.trim(), 200);
  const kind = named && kindOf(named);
  const { data } = useData(gql.NamesDocument, { name, ...(kind && { [kind]: true }) }, !kind || !name);
  const answer = kind === 'members' ? data?.team?.members : kind && data?.[kind];
  const nodes: readonly Node[] = (name && answer?.nodes) || [];
  const isByName = named === 'tagNames' || named === 'replyKeywords';
  const others = new Map(nodes.map((node) => [isByName ? textOf(node) : node.id, textOf(node)]));
  for (const [value, text] of others) found.set(value, text);
  return [...others].filter(([value]) => !options.some(([one]) => one === value));
}

/** The options with what was chosen of others, whose names are asked for; and whether they are known. */
export function useKnown(of: Options, chosen: readonly string[], named?: Named): [Item[], isKnown: boolean] {
  const client = useClient();
  const [, drawAgain] = useState(0);
  const options = optionsOf(of);
  const others = chosen.filter((id) => id && !options.some(([one]) => one === id));
  const kind = named && kindOf(named);
  const isById = kind && named !== 'tagNames' && kind !== 'replyKeywords';
  const unknown = isById ? others.filter((id) => !found.has(id)) : [];
  const asked = unknown.join(' ');
  useEffect(() => {
    for (const id of asked.split(' ').filter(Boolean)) {
      void client.query(gql.NameOfDocument, { id, [kind!]: true }).then(({ data }) => {
        const node: Node | null | undefined = isById
          ? kind === 'members'
            ? data?.team?.members.nodes[0]
            : data?.[kind]
          : null;
        found.set(id, node ? textOf(node) : id);
        drawAgain((times) => times + 1);
      });
    }
  }, [client, asked, kind, isById]);
  const all = [...options, ...others.map((id): Item => [id, unknown.includes(id) ? '…' : (found.get(id) ?? id)])];
  return [all, unknown.length === 0];
}
