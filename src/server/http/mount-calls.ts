import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type RefusalCode, refusals } from '#contract/errors.ts';
import { type Api, api } from '#contract/index.ts';
import { DatabaseUnavailable } from '../adapters/database/connections/database-unavailable.ts';
import type { Caller, Client } from '../foundation/caller.ts';
import type { Handlers, RefreshCookie } from '../foundation/handlers.ts';
import { Refusal, refuse } from '../foundation/refusals.ts';
import { type WorkQueue, workQueue } from '../foundation/work-queue.ts';
import { type CountCall, guard, refusalsOf } from './guards.ts';
import type { RequestSource } from './request-source.ts';
import { type SharedAnswer, type SharedAnswers, sendShared, sharedAnswerOf } from './shared-answers.ts';

export type AllHandlers = { readonly [Concept in keyof Api]: Handlers<Concept> };

export interface MountOptions {
  readonly handlers: AllHandlers;
  /** Concepts disabled in this deployment; their paths return 404. */
  readonly removed: readonly (keyof Api)[];
  /** The caller of an access token; refuses if there is none. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly countCall: CountCall;
  readonly clientOf: RequestSource['clientOf'];
  /** The store of shared responses. */
  readonly answers: SharedAnswers;
  readonly refreshCookie: (request: FastifyRequest, reply: FastifyReply) => RefreshCookie;
  /** Called before every admin call that changes something. */
  readonly onAdminAct: (admin: Caller, client: Client) => Promise<void>;
  /** Called for every refused admin call. */
  readonly onAdminRefusal: (refused: {
    readonly userId: string;
    readonly call: string;
    readonly code: RefusalCode;
    readonly isRead: boolean;
  }) => Promise<void>;
}

/** Any handler: `never`, because each takes exactly its own call's input. */
type AnyHandler = (request: never) => Promise<unknown>;

const IdempotencyKey = z.uuid();
/** Shared, because a schema is compiled at its first use. */
const Nothing = z.strictObject({});

/** Mounts every call of the contract on Fastify, with its access rule and its schemas. */
export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  const turns = perUserTurns();
  const shared = options.answers.of<SharedAnswer>();
  for (const [concept, calls] of Object.entries(api)) {
    if (options.removed.includes(concept as keyof Api)) continue;
    const handlers: Readonly<Record<string, AnyHandler>> = options.handlers[concept as keyof Api];
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const handler = handlers[name];
      if (!handler) throw new Error(`No handler for ${concept}.${name}`);
      mountCall(app, `${concept}.${name}`, call, handler, { ...options, turns, shared });
    }
  }
}

/** State shared by all calls. */
interface Mounted {
  readonly turns: PerUserTurns;
  readonly shared: (key: string, make: () => Promise<SharedAnswer>) => Promise<SharedAnswer>;
}

function mountCall(
  app: FastifyInstance,
  name: string,
  call: Call,
  handler: AnyHandler,
  { turns, shared, ...options }: MountOptions & Mounted,
): void {
  const onDenied = ({ userId }: Caller, code: RefusalCode = 'access_denied') =>
    options.onAdminRefusal({ userId, call: name, code, isRead: call.method === 'GET' });
  const authenticated = guard(call.who, options.authenticate, onDenied);
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: name, isMoney: call.idempotencyKey === true, takesLong: call.takesLong === true },
    handler: async (request, reply) => {
      const caller = await authenticated(request);
      const onRefusal = await options.countCall(call.limit, caller, request);
      try {
        return await answerTo(request, reply, caller);
      } catch (error) {
        if (error instanceof Refusal) await onRefusal();
        throw error;
      }
    },
  });

  async function answerTo(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined) {
    let { status } = call;
    const onRepeat = () => {
      if (status === 201) status = 200;
    };
    const parts = receive(call, request);
    const refreshCookie = options.refreshCookie(request, reply);
    const { deviceMark, keptMark } = refreshCookie;
    const client = { ...options.clientOf(request), deviceMark, keptMark };
    const received = {
      ...parts,
      ...(call.idempotencyKey ? { onRepeat } : {}),
      caller,
      client,
      refreshCookie,
    };
    if (call.who === 'admin' && call.method !== 'GET' && caller) await options.onAdminAct(caller, client);
    // This call's schemas parsed the parts, and the contract derives the handler's types from them.
    const work = () => handler(received as never);
    const act = async () => {
      const answering = caller ? turns.run(caller.userId, work) : work();
      const answer = await answering.catch(async (error) => {
        // Says that the caller's own account was deleted meanwhile. If it was another one, the call can be repeated.
        if (caller && isOfDeletedAccount(error)) await options.authenticate(request);
        if (call.who === 'admin' && caller && isForbidden(error)) await onDenied(caller, error.code);
        return throwDeclared(call, error);
      });
      return call.answer.parse(answer);
    };
    if (call.isShared && !caller) {
      const key = `${name} ${JSON.stringify(parts)}`;
      return sendShared(request, reply, await shared(key, async () => sharedAnswerOf(await act())));
    }
    const answer = await act();
    reply.code(status);
    return answer;
  }
}

const isOfDeletedAccount = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.isOfDeletedAccount;

const isForbidden = (error: unknown): error is Refusal =>
  error instanceof Refusal && refusals[error.code].status === 403;

/** Turns an undeclared refusal into an error: it is a bug of ours. */
function throwDeclared(call: Call, error: unknown): never {
  if (error instanceof Refusal && !refusalsOf(call).includes(error.code)) {
    throw new Error(`${call.method} ${call.path} refused with '${error.code}', which it does not declare`);
  }
  throw error;
}

/** Parses everything a call takes; unknown fields are rejected. */
function receive(call: Call, request: FastifyRequest): Record<string, unknown> {
  const received: Record<string, unknown> = {
    params: parsePart(call.params ?? Nothing, request.params, 'params'),
    query: parsePart(call.query ?? Nothing, request.query, 'query'),
  };
  if (call.body) received.body = parsePart(call.body, request.body ?? {}, '');
  if (call.idempotencyKey) {
    received.idempotencyKey = parsePart(
      IdempotencyKey,
      request.headers['idempotency-key'],
      'Idempotency-Key',
    );
  }
  return received;
}

function parsePart(schema: z.ZodType, value: unknown, part: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    path: [part, ...issue.path.map(String)].filter(Boolean).join('.'),
    message: issue.message,
  }));
  return refuse('malformed', { issues });
}

const size = { atOnce: 4, waiting: 100 };
const retryAfterSeconds = 1;

interface PerUserTurns {
  /** Runs the work when it is the user's turn. @throws Refusal too_many_requests if too many are waiting */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Runs a few calls per user at a time; further ones wait outside the database, so that one user cannot take every
 * connection of the pool by waiting for locked rows.
 */
function perUserTurns(): PerUserTurns {
  const users = new Map<string, { readonly queue: WorkQueue; calls: number }>();
  return {
    run: async (userId, work) => {
      const user = users.get(userId) ?? { queue: workQueue(size), calls: 0 };
      users.set(userId, user);
      user.calls += 1;
      try {
        return await user.queue.run(work, () => refuse('too_many_requests', { retryAfterSeconds }));
      } finally {
        user.calls -= 1;
        if (user.calls === 0) users.delete(userId);
      }
    },
  };
}
