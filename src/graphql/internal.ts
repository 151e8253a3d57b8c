import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';

/** The schema without fields that are `internal` and the types that only they use. */
export const withoutInternal = (schema: GraphQLSchema): GraphQLSchema =>
  pruneSchema(
    mapSchema(schema, { [MapperKind.OBJECT_FIELD]: unlessInternal, [MapperKind.INPUT_OBJECT_FIELD]: unlessInternal }),
  );

const unlessInternal = ({ extensions }: { extensions?: { internal?: unknown } | null }) =>
  extensions?.internal ? null : undefined;
