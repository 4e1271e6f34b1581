import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginTrace, runInSpan, type Span } from '../adapters/tracing/trace.ts';
import { nameOf } from './measure-requests.ts';
import type { RequestSource } from './request-source.ts';

/**
 * Records each request by its call, with the id that its answer carries; its lines of log name the trace. A `traceparent` is
 * continued from a trusted proxy only: anybody else's could have each request recorded, whatever the operator samples.
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
  // After the body has been read: reading it would lose the context.
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
