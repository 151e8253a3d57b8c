import {
  GraphQLInputObjectType,
  GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { changeTypes } from './change-types.ts';

/** The schema without fields that are `internal` and the types that only they use. */
export const withoutInternal = (schema: GraphQLSchema): GraphQLSchema =>
  changeTypes(schema, (type) => {
    if (isObjectType(type)) {
      const config = type.toConfig();
      return new GraphQLObjectType({ ...config, fields: publicFields(config.fields) });
    }
    if (!isInputObjectType(type)) return undefined;
    const config = type.toConfig();
    return new GraphQLInputObjectType({ ...config, fields: publicFields(config.fields) });
  });

const publicFields = <F extends { extensions?: { internal?: unknown } | null }>(fields: Record<string, F>) =>
  Object.fromEntries(Object.entries(fields).filter(([, { extensions }]) => !extensions?.internal));
