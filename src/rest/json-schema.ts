export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export function nullable(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (schema.type === undefined) return schema;
  const type = [...new Set([schema.type, 'null'].flat())];
  return { ...schema, type, ...(schema.enum !== undefined && { enum: [...schema.enum, null] }) };
}

export const string: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };

export const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

/** Phone numbers and ids of countries and networks are integers in the reference. */
export const withIntegers = ({ properties, ...record }: JsonSchema, ...names: readonly string[]): JsonSchema => ({
  ...record,
  properties: Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, schema]) => {
      if (!names.includes(name)) return [name, schema];
      const isNullable = [schema.type].flat().includes('null');
      return [name, { ...schema, type: isNullable ? ['integer', 'null'] : 'integer' }];
    }),
  ),
});

export function property(schema: JsonSchema, name: string): JsonSchema {
  return schema.properties?.[name] ?? {};
}

export function paginated(data: JsonSchema): JsonSchema {
  const link = object({ url: nullable(string), label: string, active: { type: 'boolean' } });
  return object({
    data,
    links: object({ first: string, last: string, prev: nullable(string), next: nullable(string) }),
    meta: object({
      current_page: integer,
      from: nullable(integer),
      last_page: integer,
      links: list(link),
      path: string,
      per_page: integer,
      to: nullable(integer),
      total: integer,
    }),
  });
}
