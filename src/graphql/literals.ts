import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isValueNode,
  Kind,
  type OperationDefinitionNode,
  parseType,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  ValuesOfCorrectTypeRule,
  type VariableDefinitionNode,
  type VariableNode,
  validate,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type FieldErrors, ValidationError } from '../errors.ts';
import { compileInput } from '../input/read-input.ts';
import { asWritten } from '../input/scalars.ts';
import { messages } from '../input/validation-messages.ts';
import { placesOf } from './input-manner.ts';

type Errors = readonly GraphQLError[];

/** Refuses values written in the document as it would refuse variables: by field, with the errors of the rules (`liftLiterals`). */
export const literalsPlugin: Plugin = {
  onValidate({ validateFn, setValidationFn }) {
    setValidationFn((schema, document: DocumentNode, ...options: unknown[]) => {
      const errors: Errors = validateFn(schema, document, ...options);
      const fields =
        errors.length > 0 && areAboutValues(schema, document, errors) ? fieldsOf(schema, document, errors) : null;
      if (!fields) return errors;
      const extensions = { code: 'VALIDATION_FAILED', fields };
      return [new GraphQLError(new ValidationError(fields).message, { nodes: errors[0]!.nodes, extensions })];
    });
  },
};

/** What only values in the text have against them; undefined for any other error. */
export const fieldsOfLiterals = ([error]: Errors): FieldErrors | undefined =>
  error?.extensions.fields as FieldErrors | undefined;

export interface Lifted {
  readonly document: DocumentNode;
  readonly values: Readonly<Record<string, unknown>>;
  /** Of the variables that were literals, the arguments that they stand for. */
  readonly places: ReadonlyMap<string, string>;
}

/** The document with variables in place of its literals. A default that was refused is the value of its variable. */
export function liftLiterals(schema: GraphQLSchema, document: DocumentNode): Lifted {
  const { literals } = literalsIn(schema, document);
  const byNode = new Map<ASTNode, Literal & { name: string }>(
    literals.map((literal, at) => [literal.value, { ...literal, name: `__${at}` }]),
  );
  const values: Record<string, unknown> = {};
  const places = new Map<string, string>();
  const definitions: VariableDefinitionNode[] = [];
  const lift = (node: ValueNode): VariableNode | undefined => {
    const literal = byNode.get(node);
    if (!literal) return undefined;
    const { name, path, type } = literal;
    values[name] = valueFromASTUntyped(node);
    places.set(name, path);
    const variable: VariableNode = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } };
    definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(type)) });
    return variable;
  };
  const bare = visit(document, {
    VariableDefinition({ defaultValue, ...definition }) {
      if (!defaultValue || !byNode.has(defaultValue)) return undefined;
      const { variable, type } = definition;
      values[variable.name.value] = valueFromASTUntyped(defaultValue);
      // With its default it may stand where a value is required.
      const isOpen = type.kind === Kind.NON_NULL_TYPE || defaultValue.kind === Kind.NULL;
      return isOpen ? definition : { ...definition, type: { kind: Kind.NON_NULL_TYPE, type } };
    },
    IntValue: lift,
    FloatValue: lift,
    StringValue: lift,
    BooleanValue: lift,
    NullValue: lift,
    EnumValue: lift,
    ListValue: lift,
    ObjectValue: lift,
  });
  const withVariables = visit(bare, {
    OperationDefinition: (operation) => ({
      ...operation,
      variableDefinitions: [...(operation.variableDefinitions ?? []), ...definitions],
    }),
  });
  return { document: withVariables, values, places };
}

/** Errors of scalars name no place, and neither do those of limits, which are another matter. */
function areAboutValues(schema: GraphQLSchema, document: DocumentNode, errors: Errors): boolean {
  const [known, placeless] = [errors.filter(({ nodes }) => nodes), errors.filter(({ nodes }) => !nodes)];
  if (!known.every(isAboutValue)) return false;
  if (placeless.length === 0) return true;
  const texts = new Set(validate(schema, document, [ValuesOfCorrectTypeRule]).map(({ message }) => message));
  return placeless.every(({ message }) => texts.has(message));
}

const isAboutValue = ({ nodes: [node] = [] }: GraphQLError) =>
  node !== undefined && node.kind !== Kind.VARIABLE && (isValueNode(node) || node.kind === Kind.OBJECT_FIELD);

interface Literal {
  value: ValueNode;
  type: GraphQLInputType;
  path: string;
}

/** Null when an error is of a value that no field has. */
function fieldsOf(schema: GraphQLSchema, document: DocumentNode, errors: Errors): FieldErrors | null {
  const { literals, paths } = literalsIn(schema, document);
  const fields: FieldErrors = refusedIn(schema, literals);
  for (const { nodes } of errors) {
    if (!nodes) continue;
    const path = paths.get(nodes[0]!);
    if (path === undefined) return null;
    // Variables know no difference between an enum's value and a text.
    const isTold = Object.keys(fields).some((told) => told === path || path === '' || told.startsWith(`${path}.`));
    if (!isTold) fields[path || 'input'] = [messages.format(path || 'input')];
  }
  return Object.keys(fields).length > 0 ? fields : null;
}

/**
 * Arguments of fields, or the parts of them that have no variables, and the defaults of variables, as the arguments that they are
 * used in. The argument `input` stands for itself.
 */
function literalsIn(schema: GraphQLSchema, document: DocumentNode) {
  const literals: Literal[] = [];
  const paths = new Map<ASTNode, string>();
  const note = (value: ValueNode, path: string): void => {
    paths.set(value, path);
    for (const { node, name, holder } of partsOf(value)) {
      paths.set(holder, join(path, name));
      note(node, join(path, name));
    }
  };
  const take = (value: ValueNode, type: GraphQLInputType | undefined, path: string): void => {
    if (type === undefined || value.kind === Kind.VARIABLE) return;
    if (!hasVariables(value)) literals.push({ value, type, path });
    else for (const { node, name } of partsOf(value)) take(node, typeOfPart(type, name), join(path, name));
  };
  const typeInfo = new TypeInfo(schema);
  let places: ReadonlyMap<string, string> = new Map();
  const noteValues = {
    OperationDefinition(operation: OperationDefinitionNode) {
      places = placesOf(operation);
    },
    VariableDefinition({ variable, type, defaultValue }: VariableDefinitionNode) {
      if (!defaultValue) return;
      const path = places.get(variable.name.value) ?? variable.name.value;
      note(defaultValue, path);
      take(defaultValue, typeFromAST(schema, type as never) as GraphQLInputType | undefined, path);
    },
    Argument({ name, value }: { name: { value: string }; value: ValueNode }) {
      const argument = typeInfo.getArgument();
      if (!argument || typeInfo.getDirective()) return;
      const path = name.value === 'input' ? '' : name.value;
      note(value, path);
      take(value, argument.type, path);
    },
  };
  visit(document, visitWithTypeInfo(typeInfo, noteValues));
  return { literals, paths };
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function partsOf(value: ValueNode): { node: ValueNode; name: string; holder: ASTNode }[] {
  if (value.kind === Kind.LIST) return value.values.map((node, at) => ({ node, name: String(at), holder: node }));
  if (value.kind !== Kind.OBJECT) return [];
  return value.fields.map((field) => ({ node: field.value, name: field.name.value, holder: field }));
}

const hasVariables = (value: ValueNode): boolean =>
  value.kind === Kind.VARIABLE || partsOf(value).some(({ node }) => hasVariables(node));

function typeOfPart(type: GraphQLInputType, name: string): GraphQLInputType | undefined {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) return /^\d+$/.test(name) ? bare.ofType : typeOfPart(bare.ofType, name);
  const named = getNamedType(bare);
  return isInputObjectType(named) ? named.getFields()[name]?.type : undefined;
}

/** Reads each literal as the value of a variable of its own. */
function refusedIn(schema: GraphQLSchema, literals: readonly Literal[]): FieldErrors {
  const nameOf = (at: number) => `v${at}`;
  const variableDefinitions = literals.map(({ type }, at) => ({
    variable: { name: { value: nameOf(at) } },
    type: parseType(String(type)),
  })) as unknown as VariableDefinitionNode[];
  const read = compileInput(schema, { variableDefinitions } as unknown as OperationDefinitionNode, {
    nameOf: (name) => name,
    tidy: (value) => value,
    scalar: asWritten,
    isStrict: true,
    placeOf: (variable) => literals[Number(variable.slice(1))]!.path,
  });
  const values = literals.map(({ value }, at) => [nameOf(at), valueFromASTUntyped(value)]);
  return read(Object.fromEntries(values)).errors ?? {};
}
