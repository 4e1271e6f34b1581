import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { product } from '#contract/product.ts';
import type { Beginning, SpanKind as Kind, Span, Tracer } from './trace.ts';

const exportMilliseconds = 5_000;
const batchMilliseconds = 2_000;
/** Further spans are dropped, so that an unreachable endpoint does not fill the memory. */
const mostWaiting = 4_096;
const stopMilliseconds = 2_000;

const kinds: Readonly<Record<Kind, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

export interface OpenTelemetryOptions {
  /** The collector's address for OTLP over HTTP; `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Called for each batch that could not be sent. */
  readonly onFailure: (error: Error | undefined) => void;
}

export interface OpenTelemetry extends Tracer {
  /** Sends pending spans, within two seconds. */
  stop(): Promise<void>;
}

/**
 * Records spans and sends them to a collector. Further settings are OpenTelemetry's own environment variables
 * (OTEL_...).
 */
export function openTelemetry({ endpoint, serviceName, onFailure }: OpenTelemetryOptions): OpenTelemetry {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportMilliseconds,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': product.version }),
    spanProcessors: [
      new BatchSpanProcessor(tellingFailures(exporter, onFailure), {
        scheduledDelayMillis: batchMilliseconds,
        exportTimeoutMillis: exportMilliseconds,
        maxQueueSize: mostWaiting,
      }),
    ],
  });
  const tracer = provider.getTracer(product.name, product.version);
  const made = new WeakMap<Span, ReturnType<typeof tracer.startSpan>>();
  return {
    begin: (beginning) => {
      const { name, kind, attributes, parent } = beginning;
      const above = parent && made.get(parent);
      const context = above ? trace.setSpan(ROOT_CONTEXT, above) : remoteContext(beginning);
      const recorded = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
      const span: Span = {
        traceId: recorded.spanContext().traceId,
        setAttributes: (more) => recorded.setAttributes(more),
        end: (error) => {
          if (error !== undefined) {
            const type = error instanceof Error ? error.name : 'Error';
            recorded.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
          }
          recorded.end();
        },
      };
      made.set(span, recorded);
      return span;
    },
    stop: () => within(stopMilliseconds, provider.shutdown()),
  };
}

/** The remote parent of a request, from its W3C trace context header. */
function remoteContext({ traceparent = '' }: Beginning) {
  const [, traceId = '', spanId = '', flags = '0'] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent) ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

const tellingFailures = (
  exporter: OTLPTraceExporter,
  onFailure: OpenTelemetryOptions['onFailure'],
): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== 0) onFailure(result.error);
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

/** Waits for the work at most this long, whether it succeeds or not. */
function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    work
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
