import { Server } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const lookMilliseconds = 50;

/** How long a server that stops waits for the connections that are open. */
export interface Drain {
  /** Nobody has asked anything for so long: idle connections may go. */
  readonly quietMilliseconds: number;
  /** Idle connections go after so long, whoever still asks. */
  readonly mostMilliseconds: number;
}

export const noDrain: Drain = { quietMilliseconds: 0, mostMilliseconds: 0 };

/**
 * Lets a server go without failing anybody: it takes no new connections, answers what comes on those that are open with
 * `Connection: close`, and cuts an idle one only after nobody has asked anything for a while. Its hooks count for the
 * routes that are added after it.
 */
export function drainBeforeClose(app: FastifyInstance, { quietMilliseconds, mostMilliseconds }: Drain): void {
  let lastAsked = 0;
  let isDrained = false;
  app.addHook('onRequest', (_request, _reply, done) => {
    lastAsked = performance.now();
    done();
  });
  app.addHook('preClose', async () => {
    // Right behind the event loop's look for connections: what waits to be accepted when the server closes is reset.
    await setImmediate();
    const started = performance.now();
    // HTTP's own close would cut idle connections at once, and with them a request that is just on its way.
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
    // HTTP's close cuts what is idle then; a connection that ends a long answer later would stay open for keep-alive.
    if (isDrained) app.server.closeIdleConnections();
    done();
  });
}

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
