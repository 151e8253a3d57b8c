import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Reach } from '../database/reach.ts';
import { logEvents } from './log-events.ts';
import type { Metrics } from './metrics.ts';
import type { Spans } from './spans.ts';

interface Observability {
  readonly metrics: Metrics | undefined;
  readonly spans: Spans | undefined;
  close(): Promise<void>;
}

/** Opens what the configuration asks for. Code for the rest is not loaded. */
export async function openObservability(services: {
  config: Config;
  logger: Logger;
  pool: pg.Pool;
  reach: Reach;
}): Promise<Observability> {
  const { METRICS, OTEL_EXPORTER_OTLP_ENDPOINT } = services.config;
  const metrics = METRICS === undefined ? undefined : (await import('./metrics.ts')).openMetrics(services);
  const server = metrics && (await (await import('./metrics-server.ts')).serveMetrics(metrics, METRICS!));
  const spans = OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('./spans.ts')).openSpans(OTEL_EXPORTER_OTLP_ENDPOINT)
    : undefined;
  const endLog = logEvents(services.logger);
  if (server) services.logger.info({ url: server.url }, 'metrics');
  return {
    metrics,
    spans,
    async close() {
      endLog();
      metrics?.close();
      await server?.close();
      await spans?.close();
    },
  };
}
