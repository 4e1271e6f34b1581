import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, type RefusalCode, refusals } from '#contract/errors.ts';
import { DatabaseUnavailable } from '../adapters/database/connections/database-unavailable.ts';
import { Refusal } from '../foundation/refusals.ts';
import { closeUnlessWholeIn } from './unsafe-connections.ts';

const retryAfterSeconds = 2;
const codes = new WeakMap<FastifyReply, RefusalCode>();

/** The error code of a response; undefined if it is not an error. */
export const errorCodeOf = (reply: FastifyReply): RefusalCode | undefined => codes.get(reply);

/** Handles all errors in one format: refused, malformed or broken (logged, without details in the response). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof Refusal) return answer(request, reply, error.code, error.message, error.details);
    if (error instanceof DatabaseUnavailable) {
      if (error.needsOperator) request.log.error({ err: error }, 'the database is full or damaged');
      else request.log.warn({ err: error }, 'the database did not respond');
      return answer(request, reply, 'unavailable', refusals.unavailable.message({ retryAfterSeconds }), {
        retryAfterSeconds,
      });
    }
    const status = 'statusCode' in error ? error.statusCode : undefined;
    if (status !== undefined && status >= 400 && status < 500) {
      return answerMalformed(error, status, request, reply);
    }
    request.log.error({ err: error }, 'broken');
    return answer(request, reply, 'broken', refusals.broken.message({}), {});
  });
}

/** Handles requests that are rejected before routing, for example for an overlong path segment. */
export const answerFrameworkError =
  (bodyMilliseconds?: number) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Hooks do not run for a request without a route.
    closeUnlessWholeIn(request.raw, bodyMilliseconds);
    return answerMalformed(error, error.statusCode ?? 400, request, reply);
  };

const answerMalformed = (
  { message }: Error,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => answer(request, reply, 'malformed', message, { issues: [{ path: '', message }] }, status);

/** The response for an unknown path of the API. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(request, reply, 'not_found', refusals.not_found.message({}), {});
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  code: RefusalCode,
  message: string,
  details: Readonly<Record<string, unknown>>,
  status: number = refusals[code].status,
): FastifyReply {
  codes.set(reply, code);
  const wait = details.retryAfterSeconds;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  const body: ErrorAnswer = { error: { code, message, details, requestId: request.id } };
  return reply.code(status).send(body);
}
