import type { Context } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { authorizeContext } from '../graphql/access.ts';
import { rowErrorsCsv } from '../modules/data-files/csv/row-errors-csv.ts';
import { reportCsv } from '../modules/reports/export-csv.ts';
import { type HttpRequest, type HttpResponse, json } from './http.ts';

/** Files that fields of the GraphQL API link to; its tokens open them, too. */
export const isDownload = (path: string) => path.startsWith('/downloads/');

const ROW_ERRORS = /^\/downloads\/data-files\/([^/]+)\/row-errors\.csv$/;
/** Its link says whose it is and until when: it needs no token. */
const REPORT = /^\/downloads\/reports\/obr_([\w-]+)\.csv$/;

export async function answerDownload({ method, path, query }: HttpRequest, context: Context): Promise<HttpResponse> {
  const [, dataFileId] = ROW_ERRORS.exec(path) ?? [];
  const [, link] = REPORT.exec(path) ?? [];
  if (dataFileId === undefined && link === undefined) throw new NotFoundError('File');
  if (method !== 'GET') return json(405, { message: 'Downloads answer to GET.' }, { allow: 'GET' });
  if (link !== undefined) return csv('report.csv', await reportCsv(context, link, query.get('after')));
  authorizeContext('viewer', context);
  return csv('row-errors.csv', await rowErrorsCsv(context, dataFileId!));
}

const csv = (name: string, pieces: AsyncIterable<string>): HttpResponse => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
  },
  body: null,
  pieces,
});
