import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginTrace, runInSpan, type Span } from '../adapters/tracing/trace.ts';
import { nameOf } from './measure-requests.ts';
import type { RequestSource } from './request-source.ts';

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
      told: { 'http.request.method': request.method, 'http.route': call, 'earshot.request_id': request.id },
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
    span?.tell({ 'http.response.status_code': status });
    span?.end(status >= 500 ? new Error() : undefined);
    done();
  });
}
