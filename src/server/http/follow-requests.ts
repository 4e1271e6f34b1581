import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requestIdHeader } from '#contract/request-id.ts';
import { runAsWork } from '../adapters/database/current-work.ts';
import type { Metrics } from '../adapters/telemetry/metrics.ts';
import { beginTrace, runInSpan, type Span } from '../adapters/telemetry/trace.ts';
import type { Clock } from '../foundation/clock.ts';
import { errorCodeOf } from './error-answers.ts';
import type { RequestSource } from './request-source.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route serves, for example `wallet.readWallet`. */
    readonly call?: string;
    readonly isMoney?: boolean;
    readonly takesLong?: boolean;
  }
}

const RequestId = z.uuid();

/** The client's own id for its request if it is valid; else a new one. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[requestIdHeader];
  // Most requests have none, and a failing schema is slow.
  return (given === undefined ? undefined : RequestId.safeParse(given).data) ?? randomUUID();
};

/** Returns every request's id in the response, and passes it on to the database. */
export function followRequests(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    // A browser compares the dates of responses with it, because the device's clock may be wrong.
    reply.header('date', clock.now().toUTCString());
    done();
  });
  // After the body was read, because reading it would lose the async context.
  app.addHook('preHandler', (request, _reply, done) => {
    const { config, url = '' } = request.routeOptions;
    const { call, isMoney = false, takesLong = false } = config;
    const timed = call === undefined || takesLong ? {} : { timedFrom: performance.now() };
    runAsWork({ id: request.id, call: call ?? url, isMoney, ...timed }, done);
  });
}

/** Upper bounds of the buckets in seconds. */
const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5];

/** The call's name, else the route's pattern: never an id or other client input. */
const nameOf = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config.call ?? routeOptions.url ?? 'nothing';

/** Counts and times every request, and logs one line for it. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const answered = metrics.counter('earshot_requests_total', 'Requests answered, by call and status.', [
    'call',
    'status',
  ]);
  const took = metrics.histogram(
    'earshot_request_seconds',
    'Time from the request headers to the end of the response.',
    {
      labelNames: ['call'],
      buckets: bounds,
    },
  );
  const running = new Map<string, number>();
  const change = (name: string, delta: number) => running.set(name, (running.get(name) ?? 0) + delta);
  metrics.gauge(
    'earshot_requests_running',
    'Requests in progress, including uploads and audio.',
    () => [...running].map(([call, value]) => ({ labels: { call }, value })),
    ['call'],
  );

  app.addHook('onRequest', (request, _reply, done) => {
    change(nameOf(request), 1);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const call = nameOf(request);
    const status = reply.raw.statusCode;
    change(call, -1);
    answered.inc({ call, status: String(status) });
    took.observe({ call }, reply.elapsedTime / 1000);
    const error = errorCodeOf(reply);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      { call, method: request.method, status, ...(error === undefined ? {} : { error }), ms },
      'answered',
    );
    done();
  });
}

/**
 * Records each request under its call's name, with the request id; its log lines name the trace. `traceparent` is only
 * accepted from trusted proxies, because otherwise any client could override the operator's sampling.
 */
export function traceRequests(
  app: FastifyInstance,
  { isFromTrustedProxy }: Pick<RequestSource, 'isFromTrustedProxy'>,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    const call = nameOf(request);
    const span = beginTrace({
      name: `${request.method} ${call}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': call,
        'earshot.request_id': request.id,
      },
      traceparent: typeof traceparent === 'string' && isFromTrustedProxy(request) ? traceparent : undefined,
    });
    if (span) {
      spans.set(request, span);
      request.log = request.log.child({ trace: span.traceId });
      reply.log = request.log;
    }
    done();
  });
  // After the body was read, because reading it would lose the async context.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const status = reply.raw.statusCode;
    span?.setAttributes({ 'http.response.status_code': status });
    span?.end(status >= 500 ? new Error() : undefined);
    done();
  });
}
