import { Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import type { Manner } from '../input/read-input.ts';
import { asWritten } from '../input/scalars.ts';

/** GraphQL's own rules. Errors are named by the operation's arguments, like those of the domain's rules. */
export function graphqlInput(operation: OperationDefinitionNode): Manner {
  const places = placesOf(operation);
  return {
    nameOf: (name) => name,
    tidy: (value) => value,
    scalar: asWritten,
    isStrict: true,
    placeOf: (variable) => places.get(variable) ?? variable,
  };
}

/** The argument, or the field of one, that a variable stands for. The argument `input` stands for itself. */
export function placesOf({ selectionSet }: OperationDefinitionNode): Map<string, string> {
  const places = new Map<string, string>();
  const note = (value: ValueNode, path: string) => {
    if (value.kind === Kind.VARIABLE && !places.has(value.name.value)) places.set(value.name.value, path);
    if (value.kind === Kind.LIST) for (const [at, item] of value.values.entries()) note(item, `${path}.${at}`);
    if (value.kind !== Kind.OBJECT) return;
    for (const field of value.fields) note(field.value, path === '' ? field.name.value : `${path}.${field.name.value}`);
  };
  for (const selection of selectionSet.selections) {
    for (const { name, value } of (selection.kind === Kind.FIELD && selection.arguments) || []) {
      note(value, name.value === 'input' ? '' : name.value);
    }
  }
  return places;
}
