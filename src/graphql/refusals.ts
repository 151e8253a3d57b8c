import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode, type Source } from 'graphql';
import { sizeProblem } from 'graphql-limits';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Documents } from './documents.ts';

/** Characters of texts and their errors together. The least recently refused text is dropped. */
const KEPT_CHARACTERS = 8_000_000;
const KEPT_REFUSALS = 5_000;
/** Messages contain names that the caller chose. */
const MESSAGE_CHARACTERS = 1_000;

type Errors = readonly GraphQLError[];

export interface Refusals {
  /** Why a text is refused; undefined when nothing is remembered about it. */
  of(text: string): Errors | undefined;
  plugin: Plugin;
}

/**
 * Remembers texts that are refused: no document, too large, or not valid. Finding that out costs as much as a valid
 * operation, and without this every repeat would cost it again. The plugin must be the last, around those that parse
 * and validate.
 */
export function rememberRefusals(documents: Documents): Refusals {
  const kept = new LRUCache<string, Refusal>({
    max: KEPT_REFUSALS,
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ errors }, text) => text.length + lengthOf(errors),
  });
  const errorsOf = new WeakMap<DocumentNode, Errors>();

  const plugin: Plugin = {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, ...options: unknown[]) => {
        const text = typeof source === 'string' ? source : source.body;
        const known = kept.get(text);
        if (known) return documentOf(known);
        try {
          const document: DocumentNode = parseFn(source, ...options);
          const problem = sizeProblem(document);
          if (problem) throw problem;
          return document;
        } catch (error) {
          if (error instanceof GraphQLError) kept.set(text, { errors: [withoutDocument(error)], document: null });
          throw error;
        }
      });
    },
    onValidate({ validateFn, setValidationFn }) {
      setValidationFn((schema, document: DocumentNode, ...options: unknown[]) => {
        const known = errorsOf.get(document);
        if (known) return known;
        const errors = found(() => validateFn(schema, document, ...options)).map(withoutDocument);
        const text = document.loc?.source.body;
        if (errors.length === 0 || text === undefined) return errors;
        // Refused documents must not take room from those that run.
        documents.delete(text);
        const outline = outlineOf(document);
        errorsOf.set(outline, errors);
        kept.set(text, { errors, document: outline });
        return errors;
      });
    },
  };

  return { of: (text) => kept.get(text)?.errors, plugin };
}

interface Refusal {
  readonly errors: Errors;
  /** Stands in for a document that is not valid; null when the text is no document. */
  readonly document: DocumentNode | null;
}

function documentOf({ errors, document }: Refusal): DocumentNode {
  if (document) return document;
  throw withoutDocument(errors[0]!);
}

/** Yoga looks for the operations before it validates. */
const outlineOf = ({ definitions }: DocumentNode): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: definitions.flatMap((definition): OperationDefinitionNode[] => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const name = definition.name && { kind: definition.name.kind, value: definition.name.value };
    const selectionSet = { kind: Kind.SELECTION_SET, selections: [] } as const;
    return [{ kind: definition.kind, operation: definition.operation, name, selectionSet }];
  }),
});

/** The rules for limits throw. */
function found(validate: () => Errors): Errors {
  try {
    return validate();
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

/** An error refers to its nodes, and they to the whole document. */
function withoutDocument({ message, extensions, locations }: GraphQLError): GraphQLError {
  const short = message.length > MESSAGE_CHARACTERS ? `${message.slice(0, MESSAGE_CHARACTERS)}…` : message;
  const { http: _, ...own } = extensions;
  const error = new GraphQLError(short, { extensions: own });
  return locations ? Object.assign(error, { locations }) : error;
}

const lengthOf = (errors: Errors) =>
  errors.reduce((sum, { message, extensions }) => sum + message.length + JSON.stringify(extensions).length + 200, 1);
