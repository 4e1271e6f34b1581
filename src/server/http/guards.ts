import type { FastifyRequest } from 'fastify';
import type { Call, Who } from '#contract/call.ts';
import type { RefusalCode } from '#contract/errors.ts';
import type { Caller } from '../foundation/caller.ts';
import { Refusal, refuse } from '../foundation/refusals.ts';

type Authenticate = (request: FastifyRequest) => Promise<Caller>;
type Guard = (request: FastifyRequest) => Promise<Caller | undefined>;

/**
 * Checks who may make a call. For `owner` calls any user passes; the use case checks the ownership.
 * @param onDenied called for each non-admin who makes an admin call
 */
export function guard(
  who: Who,
  authenticate: Authenticate,
  onDenied: (caller: Caller) => Promise<void>,
): Guard {
  switch (who) {
    case 'public':
      return async () => undefined;
    case 'everybody':
      return async (request) =>
        request.headers.authorization ? callerOrNobody(request, authenticate) : undefined;
    case 'signed_in':
    case 'owner':
      return authenticate;
    case 'artist':
    case 'listener':
      return async (request) => {
        const caller = await authenticate(request);
        return caller.userType === who ? caller : refuse('wrong_user_type', { needed: who });
      };
    case 'admin':
      return async (request) => {
        const caller = await authenticate(request);
        if (caller.isAdmin) return caller;
        await onDenied(caller);
        return refuse('access_denied');
      };
    default:
      // A call without a known rule keeps the server from starting.
      throw new Error(`Nobody may make this call: ${String(who)}`);
  }
}

/** On calls for everyone, an invalid token counts as signed out. */
async function callerOrNobody(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  try {
    return await authenticate(request);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The access token of the Authorization header. */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w.-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1];
  return token ?? refuse('not_authenticated');
}

/** The refusals a call may return: its own and those of its access rule. */
export function refusalsOf(call: Call): readonly RefusalCode[] {
  const standard: RefusalCode[] = ['malformed', 'unavailable', 'broken', 'too_many_requests'];
  if (call.who !== 'public' && call.who !== 'everybody')
    standard.push('not_authenticated', 'invalid_token', 'account_suspended');
  if (call.who === 'artist' || call.who === 'listener') standard.push('wrong_user_type');
  if (call.who === 'admin') standard.push('access_denied');
  return [...new Set([...call.refusals, ...standard])];
}
