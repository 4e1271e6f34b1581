import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { errorCodeOf } from './error-answers.ts';

/** Upper bounds of the buckets in seconds. */
const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5];

/** The call's name, else the route's pattern: never an id or other client input. */
export const nameOf = ({ routeOptions }: FastifyRequest): string =>
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
  const change = (name: string, by: number) => running.set(name, (running.get(name) ?? 0) + by);
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
