import {
  coerceInputValue,
  type ExecutionResult,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';

type Given = Readonly<Record<string, unknown>>;

export type ReadVariables = (
  given: Given,
) => { coerced: Record<string, unknown> } | { errors: NonNullable<ExecutionResult['errors']> };

/** Inherits nothing, so that no variable's name means anything else. An object without a prototype would be slower. */
class Coerced {
  [name: string]: unknown;
}
Object.setPrototypeOf(Coerced.prototype, null);
Reflect.deleteProperty(Coerced.prototype, 'constructor');

/**
 * Coerces the variables of one operation as graphql-js does, with their types looked up once. Everything that is not
 * clearly right is left to graphql-js, which writes the errors.
 */
export function variablesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): ReadVariables {
  const variables = variableDefinitions.map((definition) => reader(schema, definition));
  return (given) => {
    const coerced = new Coerced();
    if (variables.every((read) => read(given, coerced))) return { coerced };
    const { errors, coerced: others } = getVariableValues(schema, variableDefinitions, given);
    return errors ? { errors } : { coerced: others };
  };
}

/** Adds the variable to the coerced ones; false when graphql-js must decide. */
function reader(schema: GraphQLSchema, { variable, type: typeNode, defaultValue }: VariableDefinitionNode) {
  const name = variable.name.value;
  // The variables of a valid operation have input types.
  const type = typeFromAST(schema, typeNode as never) as GraphQLInputType;
  const isRequired = isNonNullType(type);
  return (given: Given, coerced: Record<string, unknown>): boolean => {
    if (!Object.hasOwn(given, name)) {
      if (defaultValue) coerced[name] = valueFromAST(defaultValue, type);
      return defaultValue !== undefined || !isRequired;
    }
    const value = given[name];
    if (value === null && isRequired) return false;
    let isRight = true;
    coerced[name] = coerceInputValue(value, type, () => {
      isRight = false;
    });
    return isRight;
  };
}
