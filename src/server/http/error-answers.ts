import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, type RefusalCode, refusals } from '#contract/errors.ts';
import { DatabaseUnavailable } from '../adapters/database/connections/database-unavailable.ts';
import { Refusal } from '../refusals.ts';
import { closeUnlessWholeIn } from './body-deadline.ts';

const retryAfterSeconds = 2;

/** Answers every error in one shape: refused, malformed, or broken (logged, and nothing of it told). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof Refusal) return answer(request, reply, error.code, error.message, error.details);
    if (error instanceof DatabaseUnavailable) {
      if (error.needsOperator) request.log.error({ err: error }, 'the database is full or damaged');
      else request.log.warn({ err: error }, 'the database did not answer');
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

/** Answers what was refused before a route was found, for example a path with a part that is too long. */
export const answerFrameworkError =
  (bodyMilliseconds?: number) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // No hook sees a request without a route.
    closeUnlessWholeIn(request.raw, bodyMilliseconds);
    return answerMalformed(error, error.statusCode ?? 400, request, reply);
  };

const answerMalformed = (
  { message }: Error,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => answer(request, reply, 'malformed', message, { issues: [{ path: '', message }] }, status);

/** Answers that a path of the API holds nothing. */
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
  const wait = details.retryAfterSeconds;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  const body: ErrorAnswer = { error: { code, message, details, requestId: request.id } };
  return reply.code(status).send(body);
}
