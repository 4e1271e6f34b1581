import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requestIdHeader } from '#contract/request-id.ts';
import type { Clock } from '../adapters/clock/clock.ts';
import { runAsWork } from '../adapters/database/current-work.ts';

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
