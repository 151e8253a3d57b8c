import { type ExecutionArgs, GraphQLError, type ValidationRule } from 'graphql';
import { flawOf, isObject, isStorable, maxDepth } from 'plain-json';
import { type AppError, ValidationError } from '../errors.ts';
import { messages } from '../input/validation-messages.ts';

/**
 * Refuses text that PostgreSQL cannot store – null characters and halves of surrogate pairs – for every field: in
 * variables under the path of the input, in literals during validation.
 */
export function textFlaw({ variableValues }: ExecutionArgs): GraphQLError | null {
  const error = variableValues ? flawIn(variableValues) : null;
  return error && new GraphQLError(error.message, { originalError: error });
}

export const storableLiterals: ValidationRule = (context) => ({
  StringValue(node) {
    if (!isStorable(node.value)) {
      context.reportError(
        new GraphQLError('Text must not hold null characters or unpaired surrogates.', { nodes: node }),
      );
    }
  },
});

function flawIn(variables: Readonly<Record<string, unknown>>): AppError | null {
  for (const name of Object.keys(variables)) {
    const value = variables[name];
    const flaw = flawOf(value);
    if (flaw === null) continue;
    const path = pathOf(value, name).replace(/^input\./, '');
    return new ValidationError({ [path]: [flaw === 'text' ? messages.text(path) : messages.depth(path)] });
  }
  return null;
}

/** The path to the problem, as far as it consists of safe names, and no deeper than the limit on nesting. */
function pathOf(value: unknown, path: string, depth = 0): string {
  if (depth === maxDepth) return path;
  const children = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  const flawed = children.find(([key, child]) => isStorable(key) && flawOf(child) !== null);
  return flawed ? pathOf(flawed[1], `${path}.${flawed[0]}`, depth + 1) : path;
}
