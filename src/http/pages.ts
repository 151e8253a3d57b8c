import type { FastifyInstance, FastifyReply } from 'fastify';
import { TransportError } from './http.ts';
import { refuseOtherMethods } from './other-methods.ts';

export const pagePolicy = (scripts: string): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const OWN_SCRIPTS = pagePolicy("'self'");

export const sendPage = (reply: FastifyReply, html: string, policy = OWN_SCRIPTS): FastifyReply =>
  reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policy).send(html);

export function pageRoute(app: FastifyInstance, url: string, html: () => string, policy?: string): void {
  app.get(url, (_request, reply) => sendPage(reply, html(), policy));
  refuseOtherMethods(
    app,
    url,
    ['GET', 'HEAD'],
    () => new TransportError(405, 'Pages answer to GET.', { allow: 'GET, HEAD' }),
  );
}
