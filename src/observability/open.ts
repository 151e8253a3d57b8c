import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Reach } from '../database/reach.ts';
import { type ObservedEvent, subscribe } from './events.ts';
import type { Metrics } from './metrics.ts';
import { withoutPrivate } from './private.ts';
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

/** One line for the begin and the end of each send, and for each change of a route's health. */
const logEvents = (logger: Logger): (() => void) => subscribe((event) => write(logger, event));

function write(logger: Logger, event: ObservedEvent): void {
  if (event.is === 'send_began') logger.info(fieldsOf(event), 'a send began');
  if (event.is === 'send_ended') logger.info(fieldsOf(event), 'a send ended');
  if (event.is === 'route_down') logger.warn(fieldsOf(event), 'a route is down');
  if (event.is === 'route_back') logger.info(fieldsOf(event), 'a route is back');
}

/** A reason may quote a provider or a person. */
function fieldsOf({ is: _, ...fields }: ObservedEvent): object {
  const { reason } = fields as { reason?: string | null };
  return reason ? { ...fields, reason: withoutPrivate(reason) } : fields;
}
