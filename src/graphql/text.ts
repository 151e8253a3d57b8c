import { type ExecutionArgs, GraphQLError, type ValidationRule } from 'graphql';
import { type AppError, ValidationError } from '../errors.ts';
import { flawOf, isObject, isStorable, maxDepth } from '../input/plain-json.ts';
import { messages } from '../input/validation-messages.ts';

/**
 * Text that PostgreSQL cannot store – null characters, halves of surrogate pairs – is refused at the edge, whichever
 * field it was meant for: in variables under the input's path, in literals when the document is validated.
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

/** Down to the flaw, as far as it has names that can be told, and no deeper than anything may be nested. */
function pathOf(value: unknown, path: string, depth = 0): string {
  if (depth === maxDepth) return path;
  const children = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  const flawed = children.find(([key, child]) => isStorable(key) && flawOf(child) !== null);
  return flawed ? pathOf(flawed[1], `${path}.${flawed[0]}`, depth + 1) : path;
}
