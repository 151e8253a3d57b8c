import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import type { ErrorCode } from '../errors.ts';
import { documentedName } from '../input/validation-messages.ts';
import { answers } from './error-bodies.ts';

/** Errors by their status, fields by their documented names. */
export function inRestWords<Part>(schema: GraphQLSchema, description: Part): Part {
  const reworded = restWords(schema);
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return key === 'description' || key === 'summary' ? reworded(value) : value;
    if (typeof value !== 'object' || value === null || key === 'example') return value;
    if (Array.isArray(value)) return value.map((item) => walk(item, ''));
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, walk(child, name)]));
  };
  return walk(description, '') as Part;
}

function restWords(schema: GraphQLSchema): (text: string) => string {
  const fields = new Set<string>();
  const values = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type)) for (const { name } of type.getValues()) values.add(name);
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      for (const name of Object.keys(type.getFields())) fields.add(name);
  }
  const word = (name: string) => {
    if (Object.hasOwn(answers, name)) return `\`${answers[name as ErrorCode].status}\``;
    const [head = ''] = name.split('.');
    return fields.has(head) && !values.has(head) ? `\`${documentedName(name)}\`` : `\`${name}\``;
  };
  return (text) => text.replace(/`([\w.]+)`/g, (_, name: string) => word(name)).replace(/\bviewer\b/g, 'caller');
}
