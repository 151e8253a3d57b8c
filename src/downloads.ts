import type { Context } from './context.ts';
import { NotFoundError } from './errors.ts';
import { authorizeContext } from './graphql/access.ts';
import { type HttpRequest, type HttpResponse, json } from './http.ts';
import { rowErrorsCsv } from './modules/data-files/row-errors-csv.ts';

/** Files that fields of the GraphQL API link to; its tokens open them, too. */
export const isDownload = (path: string) => path.startsWith('/downloads/');

const ROW_ERRORS = /^\/downloads\/data-files\/([^/]+)\/row-errors\.csv$/;

export async function answerDownload({ method, path }: HttpRequest, context: Context): Promise<HttpResponse> {
  const [, dataFileId] = ROW_ERRORS.exec(path) ?? [];
  if (dataFileId === undefined) throw new NotFoundError('File');
  if (method !== 'GET') return json(405, { message: 'Downloads answer to GET.' }, { allow: 'GET' });
  authorizeContext('viewer', context);
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="row-errors.csv"',
      'cache-control': 'private, no-store',
    },
    body: null,
    pieces: await rowErrorsCsv(context, dataFileId),
  };
}
