import { randomUUID } from 'node:crypto';
import {
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** Stands in for a refused value, so that the rules for other fields can still run. */
export function placeholder(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return placeholder(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (!isInputObjectType(type)) return scalars[(type as GraphQLScalarType).name]?.() ?? null;
  const required = Object.values(type.getFields()).filter(
    (field) => isNonNullType(field.type) && field.defaultValue === undefined,
  );
  return Object.fromEntries(required.map((field) => [field.name, placeholder(field.type)]));
}

/** No caller sends these texts, and no record has them. */
const scalars: Readonly<Record<string, () => unknown>> = {
  ID: randomUUID,
  UUID: randomUUID,
  String: randomUUID,
  Int: () => 1,
  Float: () => 1,
  PhoneNumber: () => '+12025550100',
  SafeInt: () => 1,
  PositiveInt: () => 1,
  NonNegativeInt: () => 1,
  Decimal: () => '1',
  Boolean: () => false,
  EmailAddress: () => `${randomUUID()}@example.com`,
  URL: () => `https://${randomUUID()}.example`,
  DateTime: () => '2099-01-01T00:00:00Z',
  JSON: () => ({}),
  JSONObject: () => ({}),
};
