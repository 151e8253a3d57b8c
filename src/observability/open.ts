import type { Services } from '../context.ts';
import type { Metrics } from './metrics.ts';
import type { Spans } from './spans.ts';

interface Observability {
  readonly metrics: Metrics | undefined;
  readonly spans: Spans | undefined;
  close(): Promise<void>;
}

/** Loads only what the configuration asks for. */
export async function openObservability(
  services: Pick<Services, 'config' | 'logger' | 'pool'>,
): Promise<Observability> {
  const { METRICS, OTEL_EXPORTER_OTLP_ENDPOINT } = services.config;
  const metrics = METRICS === undefined ? undefined : (await import('./metrics.ts')).openMetrics(services);
  const server = metrics && (await (await import('./metrics-server.ts')).serveMetrics(metrics, METRICS!));
  const spans = OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('./spans.ts')).openSpans(OTEL_EXPORTER_OTLP_ENDPOINT)
    : undefined;
  if (server) services.logger.info({ url: server.url }, 'metrics');
  return {
    metrics,
    spans,
    async close() {
      await server?.close();
      await spans?.close();
    },
  };
}
