import { Readable } from 'node:stream';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { NotFoundError } from '../errors.ts';
import { authorizeContext } from '../graphql/access.ts';
import { TransportError } from '../http/http.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { rowErrorsCsv } from '../modules/audience/data-files/csv/row-errors-csv.ts';
import { reportCsv } from '../modules/insight/reports/export-csv.ts';

const ROW_ERRORS = '/data-files/:dataFile/row-errors.csv';
const REPORT = '/reports/:file';
const LINK = /^obr_([\w-]+)\.csv$/;

export const downloadRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.setNotFoundHandler(() => {
    throw new NotFoundError('File');
  });
  for (const url of [ROW_ERRORS, REPORT]) {
    refuseOtherMethods(app, url, ['GET'], () => new TransportError(405, 'Downloads answer to GET.', { allow: 'GET' }));
  }
  const options = { exposeHeadRoute: false, compress: false } as const;

  app.get<{ Params: { dataFile: string } }>(ROW_ERRORS, options, async ({ context, params }, reply) => {
    authorizeContext('viewer', context);
    return sendCsv(reply, 'row-errors.csv', await rowErrorsCsv(context, params.dataFile));
  });
  app.get<{ Params: { file: string }; Querystring: URLSearchParams }>(REPORT, options, async (request, reply) => {
    const [, link] = LINK.exec(request.params.file) ?? [];
    if (link === undefined) throw new NotFoundError('File');
    return sendCsv(reply, 'report.csv', await reportCsv(request.context, link, request.query.get('after')));
  });
  done();
};

const sendCsv = (reply: FastifyReply, name: string, pieces: AsyncIterable<string>) =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(pieces));
