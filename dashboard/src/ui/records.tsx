import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { isMine } from '../lib/session.ts';
import { general, nouns, ui as t } from '../texts/first.ts';
import { confirms, FormButton, Opens } from './dialog.tsx';
import type { FieldList } from './form.tsx';
import { List, type ListProps } from './list.tsx';

// biome-ignore lint/suspicious/noExplicitAny: of any answer and variables
type Mutation = TypedDocumentNode<any, any>;

interface RecordsProps<Node> extends ListProps<Node, Node> {
  create?: Mutation;
  update?: Mutation;
  remove?: Mutation;
  fields?: FieldList;
  /** Those of a record that is there, where some cannot be changed. */
  changed?: FieldList;
  /** A record in the input's shape. */
  inputOf?: (node: Node) => object;
  nameOf: (node: Node) => string;
  /** What follows from a deletion. */
  removed?: string;
  // biome-ignore lint/suspicious/noExplicitAny: of the creation's answer
  secretOf?: (answer: any) => string | null;
  /** Before those of every record. */
  actions?: (node: Node) => ReactNode;
}

interface PutAwayProps {
  of: { id: string; archivedAt: string | null };
  name: string;
  archive: Mutation;
  restore: Mutation;
}

/** Puts something away, or takes it out again. */
export function PutAway({ of: { id, archivedAt }, name, archive, restore }: PutAwayProps) {
  const button = archivedAt ? t.restore : t.archive;
  const document = archivedAt ? restore : archive;
  const text = archivedAt ? t.itCanBeUsed : t.itIsNoLonger;
  return (
    <Opens text={button} title={archivedAt ? t.restoreNamed(name) : t.archiveNamed(name)} of={document}>
      {confirms({ document, variables: { id }, text, button })}
    </Opens>
  );
}

/** A list of records that are made, changed and deleted in it. */
export function Records<Node extends { id: string }>(props: RecordsProps<Node>) {
  const { create, update, remove, fields = [], changed = fields, inputOf = (node) => node, nameOf, actions } = props;
  const { removed = general.thisCannotBeUndone, secretOf, columns, noun, children, ...list } = props;
  const actionsOf = (node: Node) => (
    <span className="actions">
      {actions?.(node)}
      {update && (
        <FormButton
          text={general.edit}
          title={general.changeNamed(nameOf(node))}
          document={update}
          given={{ id: node.id }}
          of={inputOf(node)}
          depth={1}
          fields={changed}
          button={general.save}
        />
      )}
      {remove && (
        <Opens text={general.delete} title={general.deleteNamed(nameOf(node))} of={remove}>
          {confirms({ document: remove, variables: { id: node.id }, text: removed })}
        </Opens>
      )}
    </span>
  );
  const make = create && isMine(create) && (
    <FormButton
      text={t.newNamed(nouns[noun][0])}
      className="main"
      document={create}
      fields={fields}
      {...(secretOf && { secretOf })}
    />
  );
  return (
    <List {...list} noun={noun} columns={[...columns, { cell: actionsOf }]} make={make}>
      {children}
    </List>
  );
}
