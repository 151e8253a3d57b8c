import type { FastifyPluginCallback } from 'fastify';
import { JSON_TYPE } from '../http/http.ts';
import { describeEvents } from '../modules/webhooks/events/asyncapi.ts';

export const eventDescription: FastifyPluginCallback = (app, _options, done) => {
  const description = JSON.stringify(describeEvents());
  app.get('/asyncapi.json', (_request, reply) => reply.header('content-type', JSON_TYPE).send(description));
  done();
};
