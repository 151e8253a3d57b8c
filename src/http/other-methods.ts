import type { FastifyInstance } from 'fastify';
import type { TransportError } from './http.ts';

/** Before any of the body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  has: readonly string[],
  refusal: (method: string) => TransportError,
): void {
  const method = app.supportedMethods.filter((one) => !has.includes(one));
  app.route({
    method,
    url,
    onRequest: (request, _reply, done) => done(refusal(request.method)),
    handler: () => {},
  });
}
