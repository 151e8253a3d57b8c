import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';

export async function assertPortIsFree({ PORT, HOST }: Config): Promise<void> {
  const server = createServer().listen(PORT, HOST);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

export async function listen(
  { server, close }: { server: FastifyInstance; close(): Promise<void> },
  { config }: Pick<Services, 'config'>,
): Promise<{ url: string; close(): Promise<void> }> {
  await server.listen({ port: config.PORT, host: config.HOST });
  return { url: server.listeningOrigin, close };
}
