import { Server } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const lookMilliseconds = 50;
/** A busy server finds an idle turn within milliseconds. */
const mostIdleTurnMilliseconds = 500;

/** How a stopping server waits for open connections. */
export interface Drain {
  /** Idle connections are closed once there was no request for this long. */
  readonly quietMilliseconds: number;
  /** Idle connections are closed after this time at the latest. */
  readonly mostMilliseconds: number;
}

export const noDrain: Drain = { quietMilliseconds: 0, mostMilliseconds: 0 };

/**
 * Shuts down without failing requests: accepts no new connections, answers requests on open ones with `Connection:
 * close`, and closes idle ones once there were no requests for a while. Its hooks apply to routes added afterwards.
 */
export function drainBeforeClose(app: FastifyInstance, { quietMilliseconds, mostMilliseconds }: Drain): void {
  let lastAsked = 0;
  let isDrained = false;
  app.addHook('onRequest', (_request, _reply, done) => {
    lastAsked = performance.now();
    done();
  });
  app.addHook('preClose', async () => {
    // Connections that wait to be accepted when the server closes are reset, with the request on them.
    await idleTurn(mostIdleTurnMilliseconds);
    const started = performance.now();
    // HTTP's own close would cut idle connections at once, including one with a request on its way.
    Server.prototype.close.call(app.server);
    for (;;) {
      const now = performance.now();
      const isQuiet = now - Math.max(started, lastAsked) >= quietMilliseconds;
      if (isQuiet || now - started >= mostMilliseconds || (await openConnections(app)) === 0) break;
      await sleep(lookMilliseconds);
    }
    isDrained = true;
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    // HTTP's close only cuts connections that are idle then; one that finishes a long response later would stay open
    // for keep-alive.
    if (isDrained) app.server.closeIdleConnections();
    done();
  });
}

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** A turn of the event loop that takes no longer has only looked for new connections and messages. */
const idleMilliseconds = 0.05;

/**
 * Resolves right after a turn of the event loop that had nothing to do: at that moment no connection waits to be
 * accepted. Resolves after `most` milliseconds in any case.
 */
export async function idleTurn(most: number): Promise<void> {
  const until = performance.now() + most;
  let began: number;
  do {
    began = performance.now();
    await setImmediate();
  } while (performance.now() - began > idleMilliseconds && began < until);
}
