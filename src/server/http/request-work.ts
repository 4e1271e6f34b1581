import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requestIdHeader } from '#contract/request-id.ts';
import { runAsWork } from '../adapters/database/current-work.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route serves, for example `wallet.readWallet`. */
    readonly call?: string;
    readonly isMoney?: boolean;
    readonly takesLong?: boolean;
  }
}

/** Nobody waits longer for a call that does not say so, however slow the database or the way to it is. */
const callMilliseconds = 4_000;

const RequestId = z.uuid();

/** The client's own id for its act, where it is one; else a new one. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[requestIdHeader];
  // Most requests bring none, and a refusal by a schema is slow.
  return (given === undefined ? undefined : RequestId.safeParse(given).data) ?? randomUUID();
};

/** Answers every request with its id, and gives the id to whatever the request asks of the database. */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
  // After the body has been read: reading it would lose the context.
  app.addHook('preHandler', (request, _reply, done) => {
    const { call, isMoney = false, takesLong = false } = request.routeOptions.config;
    const timed = call === undefined || takesLong ? {} : { deadline: performance.now() + callMilliseconds };
    runAsWork({ id: request.id, isMoney, ...timed }, done);
  });
}
