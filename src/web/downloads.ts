import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ShareOf } from '../database/shares.ts';
import { NotFoundError } from '../errors.ts';
import { authorizeContext } from '../graphql/access.ts';
import { TransportError } from '../http/http.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { rowErrorsCsv } from '../modules/audience/data-files/csv/row-errors-csv.ts';
import { exportedPerson } from '../modules/audience/person/export-link.ts';
import { companyPriceList } from '../modules/hub/pricing/price-list.ts';
import { reportCsv } from '../modules/insight/reports/export-csv.ts';

const ROW_ERRORS = '/data-files/:dataFile/row-errors.csv';
const PRICE_LIST = '/client-companies/:company/prices.csv';
const REPORT = '/reports/:file';
const PERSON = '/people/:file';
const PERSON_LINK = /^obd_([\w-]+)\.(json|zip)$/;
const LINK = /^obr_([\w-]+)\.csv$/;

export const downloadRoutes = (shareOf: ShareOf) => (app: FastifyInstance, _options: object, done: () => void) => {
  app.setNotFoundHandler(() => {
    throw new NotFoundError('File');
  });
  for (const url of [ROW_ERRORS, PRICE_LIST, REPORT, PERSON]) {
    refuseOtherMethods(app, url, ['GET'], () => new TransportError(405, 'Downloads answer to GET.', { allow: 'GET' }));
  }
  const options = { exposeHeadRoute: false, compress: false } as const;

  app.get<{ Params: { dataFile: string } }>(ROW_ERRORS, options, async ({ context, params }, reply) => {
    authorizeContext('viewer', context);
    return sendCsv(reply, 'row-errors.csv', await rowErrorsCsv(context, params.dataFile));
  });
  app.get<{ Params: { company: string }; Querystring: URLSearchParams }>(
    PRICE_LIST,
    options,
    async (request, reply) => {
      authorizeContext('viewer', request.context);
      return sendCsv(
        reply,
        'prices.csv',
        await companyPriceList(request.context, request.params.company, request.query.get('at')),
      );
    },
  );
  app.get<{ Params: { file: string }; Querystring: URLSearchParams }>(REPORT, options, async (request, reply) => {
    const [, link] = LINK.exec(request.params.file) ?? [];
    if (link === undefined) throw new NotFoundError('File');
    return sendCsv(reply, 'report.csv', await reportCsv(request.context, shareOf, link, request.query.get('after')));
  });
  app.get<{ Params: { file: string } }>(PERSON, options, async ({ context, params }, reply) => {
    const [, link, form] = PERSON_LINK.exec(params.file) ?? [];
    if (link === undefined) throw new NotFoundError('File');
    const isZip = form === 'zip';
    const content = await exportedPerson(context, shareOf, link, isZip ? 'zip' : 'json');
    const type = isZip ? 'application/zip' : 'application/json; charset=utf-8';
    return sendFile(reply, type, `person.${form}`, content);
  });
  done();
};

const sendCsv = (reply: FastifyReply, name: string, pieces: AsyncIterable<string>) =>
  sendFile(reply, 'text/csv; charset=utf-8; header=present', name, pieces);

const sendFile = (reply: FastifyReply, type: string, name: string, pieces: AsyncIterable<string | Uint8Array>) =>
  reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(pieces));
