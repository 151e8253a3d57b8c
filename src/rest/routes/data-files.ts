import { ImportDataFileDocument } from '../../generated/rest-documents.ts';
import { eb1 } from '../error-bodies.ts';
import { type JsonSchema, object, property, string } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

const COLUMNS = [
  ...['number', 'country', 'email', 'name', 'timezone', 'foreign_id'],
  ...['custom1_str', 'custom2_str', 'custom3_str', 'custom4_str', 'custom5_str'],
  ...['custom1_int', 'custom2_int', 'custom3_int', 'custom4_int', 'custom5_int'],
  ...['custom1_dec', 'custom2_dec'],
  ...['custom1_datetime', 'custom2_datetime', 'custom3_datetime', 'custom4_datetime', 'custom5_datetime'],
];

export const dataFileRoutes: readonly Route[] = [
  route({
    operation: 'E3',
    method: 'POST',
    path: '/v1/data-files/:dataFile/import',
    document: ImportDataFileDocument,
    body: [{ columns: COLUMNS }, 'fixed_country_id', 'fixed_network_brand', 'tags'],
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
