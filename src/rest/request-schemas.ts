import type { JsonSchema } from './json-schema.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** openapi-typescript requires a property with a `default`, so descriptions state the defaults. */
export function requestSchemas(schemas: Schemas): Record<string, JsonSchema> {
  const { RestDailyRecurringDataInput: days, ...others } = schemas;
  const all = { ...others, ...(days && { RestDailyRecurringDataInput: withDays(days), RecurringDay: RECURRING_DAY }) };
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, withDefaultsInWords(schema)]));
}

function withDefaultsInWords(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema;
  return { ...schema, properties: mapped(schema.properties, inWords) };
}

function inWords({ default: value, ...schema }: JsonSchema): JsonSchema {
  if (value === undefined) return schema;
  return { ...schema, description: `${schema.description ?? ''} Default: ${JSON.stringify(value)}.`.trim() };
}

/** GraphQL allows objects of any shape there. */
const withDays = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: mapped(schema.properties ?? {}, (day) => ({
    ...day,
    items: { $ref: '#/components/schemas/RecurringDay' },
  })),
});

const RECURRING_DAY: JsonSchema = {
  description: 'A send of a recurring day. Other fields are kept as given.',
  allOf: [
    {
      type: 'object',
      properties: {
        send_amount: { type: ['integer', 'null'], minimum: 1, description: 'Contacts to reach; 200 without it.' },
        send_datetime: {
          type: ['string', 'null'],
          pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
          description: 'Time of day, `HH:MM`, in the team’s time zone; an entry without one sends nothing.',
        },
      },
    },
    { type: 'object', additionalProperties: true },
  ],
};

const mapped = (schemas: Schemas, change: (schema: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
