import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { health } from '../process/build-info.ts';
import type { Metrics } from './metrics.ts';

interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** On its own port, and on the loopback address unless `at` names another. `/health` is for workers. */
export async function serveMetrics(metrics: Metrics, at: string): Promise<MetricsServer> {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d+)$/.exec(at)!;
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, async ({ url, method }, response) => {
    const reply = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (method !== 'GET') return reply(405, 'text/plain', 'GET only\n');
    if (url === '/health') return reply(200, 'application/json', JSON.stringify(health));
    if (url !== '/metrics') return reply(404, 'text/plain', 'See /metrics\n');
    const text = await metrics.text().catch(() => null);
    return text === null ? reply(500, 'text/plain', 'No metrics\n') : reply(200, metrics.contentType, text);
  });
  server.listen(Number(port), host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
