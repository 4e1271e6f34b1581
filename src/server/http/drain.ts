import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const lookMilliseconds = 50;

/**
 * Lets a server go without failing anybody: it takes no new connections, answers what comes on those that are open with
 * `Connection: close`, and cuts an idle one only after nobody has asked anything for a while.
 */
export function drainBeforeClose(
  app: FastifyInstance,
  quietMilliseconds: number,
  mostMilliseconds: number,
): void {
  let lastAsked = 0;
  app.addHook('onRequest', async () => {
    lastAsked = performance.now();
  });
  app.addHook('preClose', async () => {
    const started = performance.now();
    // HTTP's own close would cut idle connections at once, and with them a request that is just on its way.
    Server.prototype.close.call(app.server);
    for (;;) {
      const now = performance.now();
      const isQuiet = now - Math.max(started, lastAsked) >= quietMilliseconds;
      if (isQuiet || now - started >= mostMilliseconds || (await openConnections(app)) === 0) return;
      await sleep(lookMilliseconds);
    }
  });
}

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
