import { ImportDataFileDocument } from '../../generated/rest-documents.ts';
import { eb1 } from '../error-bodies.ts';
import { type JsonSchema, object, property, string } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const dataFileRoutes: readonly Route[] = [
  route({
    operation: 'E3',
    method: 'POST',
    path: '/v1/data-files/:dataFile/import',
    document: ImportDataFileDocument,
    variables: ({ params, body }) => ({ dataFile: params.dataFile, input: body }),
    respond: ({ data }) => ({
      data: {
        ...data,
        columns: JSON.stringify(withoutNulls(data.columns)),
        total_rows: String(data.total_rows),
        processed_rows: String(data.processed_rows),
        can_continue: String(data.can_continue),
      },
    }),
    response: (selection) => withText(selection, ['columns', 'total_rows', 'processed_rows', 'can_continue']),
    errors: { CONFLICT: eb1 },
  }),
];

/** The reference types these as text. */
const withText = (selection: JsonSchema, names: readonly string[]): JsonSchema =>
  object({
    data: {
      ...property(selection, 'data'),
      properties: {
        ...property(selection, 'data').properties,
        ...Object.fromEntries(names.map((name) => [name, string])),
      },
    },
  });

const withoutNulls = (map: object | null | undefined) =>
  Object.fromEntries(Object.entries(map ?? {}).filter(([, position]) => position !== null));
