import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorAnswer } from '#contract/errors.ts';
import type { Config } from '../settings/config.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';
import type { RequestSource } from './request-source.ts';

const explanation =
  'This page opens only on the machine that runs Earshot. Requests from other machines or through a proxy are refused.';

/**
 * Limits the routes of this scope to requests from this machine, because they are as powerful as an account: emails
 * with sign-in links, and plans for free.
 */
export function answerOwnMachineOnly(
  scope: FastifyInstance,
  { isOwnMachine }: Pick<RequestSource, 'isOwnMachine'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void {
  const publicHost = new URL(publicUrl).hostname;
  scope.addHook('onRequest', async (request, reply) => {
    if (!isOwnMachine(request) || !isLocalName(request, publicHost)) return refuseVisitor(request, reply);
  });
}

/**
 * Another site can point its own host name at 127.0.0.1 and read this page through the user's browser (DNS rebinding).
 * Such requests carry that name.
 */
function isLocalName({ hostname }: FastifyRequest, publicHost: string): boolean {
  const name = hostname.toLowerCase();
  return name === publicHost || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name);
}

function refuseVisitor(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(403).headers(plainPageHeaders("'none'"));
  if (!request.routeOptions.url?.endsWith('.json')) {
    const page = plainPage('Only on this machine', '', `<section><p>${explanation}</p></section>`);
    return reply.type('text/html; charset=utf-8').send(page);
  }
  const body: ErrorAnswer = {
    error: { code: 'access_denied', message: explanation, details: {}, requestId: request.id },
  };
  return reply.send(body);
}
