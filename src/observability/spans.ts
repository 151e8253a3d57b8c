import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace as traces } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import { type DocumentNode, getOperationAST } from 'graphql';
import { inScope } from '../database/scope.ts';
import type { Trace } from '../trace.ts';
import { pathWithoutPrivate } from './private.ts';

/** OpenTelemetry: spans per request, operation and SQL statement. */
export interface Spans {
  request<T extends { readonly status: number }>(
    request: { readonly method: string; readonly path: string },
    trace: Trace,
    answer: () => Promise<T>,
  ): Promise<T>;
  operation<T extends { readonly errors?: readonly unknown[] }>(
    trace: Trace,
    document: DocumentNode,
    run: () => Promise<T>,
  ): Promise<T>;
  job(trace: Trace, task: string, run: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const STATEMENT_CHARACTERS = 2_000;
const CLOSE_MS = 3_000;

/** The rest follows the standard `OTEL_` variables. The trace id is that of answers and logs. */
export function openSpans(endpoint: string): Spans {
  let nextTraceId = '';
  const random = new RandomIdGenerator();
  const url = process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'outbound' }))
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: { generateTraceId: () => nextTraceId, generateSpanId: () => random.generateSpanId() },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const tracer = provider.getTracer('outbound');
  const places = new WeakMap<Trace, Context>();

  function open(name: string, kind: SpanKind, trace: Trace, attributes: Record<string, string>): Span {
    nextTraceId = trace.id;
    return tracer.startSpan(name, { kind, attributes }, places.get(trace) ?? callerOf(trace));
  }

  /** Spans that begin while `work` runs become children. */
  async function within<T>(span: Span, trace: Trace, work: () => Promise<T>): Promise<T> {
    const outside = places.get(trace) ?? callerOf(trace);
    places.set(trace, traces.setSpan(outside, span));
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      places.set(trace, outside);
      span.end();
    }
  }

  function withStatements<T>(trace: Trace, work: () => Promise<T>): Promise<T> {
    trace.onStatement = (sql) => {
      const [verb = 'SQL'] = sql.trimStart().split(/\s/, 1);
      const span = open(verb.toUpperCase(), SpanKind.CLIENT, trace, {
        'db.system.name': 'postgresql',
        'db.query.text': sql.slice(0, STATEMENT_CHARACTERS),
      });
      return (error) => {
        if (error) fail(span, error);
        span.end();
      };
    };
    return inScope({ count: trace }, work);
  }

  return {
    request({ method, path }, trace, answer) {
      const span = open(method, SpanKind.SERVER, trace, { 'http.request.method': method });
      return within(span, trace, async () => {
        const response = await withStatements(trace, answer);
        const name = trace.operation ?? 'other';
        span.updateName(name.startsWith(`${method} `) ? name : `${method} ${name}`);
        span.setAttribute('url.path', path.startsWith('/api/') ? '/api' : pathWithoutPrivate(path));
        span.setAttribute('http.response.status_code', response.status);
        if (trace.viewer) span.setAttribute('outbound.team.id', trace.viewer.teamId);
        if (trace.code) span.setAttribute('error.type', trace.code);
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return response;
      });
    },
    operation(trace, document, run) {
      const name = `${getOperationAST(document)?.operation ?? 'operation'} ${trace.operation}`;
      const span = open(name, SpanKind.INTERNAL, trace, { 'graphql.operation.name': trace.operation ?? 'other' });
      return within(span, trace, async () => {
        const result = await run();
        if (result.errors?.length) span.setStatus({ code: SpanStatusCode.ERROR });
        return result;
      });
    },
    job(trace, task, run) {
      const span = open(`job ${task}`, SpanKind.CONSUMER, trace, { 'messaging.operation.name': task });
      return within(span, trace, () => withStatements(trace, run));
    },
    async close() {
      const late = new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

function callerOf({ id, parent }: Trace): Context {
  if (!parent) return ROOT_CONTEXT;
  const { spanId, flags } = parent;
  return traces.setSpanContext(ROOT_CONTEXT, { traceId: id, spanId, traceFlags: flags, isRemote: true });
}

/** The message may contain what a caller sent. */
function fail(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
