import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../foundation/dependencies.ts';
import { exportPath, openExport } from '../operation/personal-data/create-export.ts';
import { deliver } from './deliver.ts';
import { perUserLimit } from './per-user-limit.ts';

const idleMilliseconds = 60_000;

const exportHeaders = {
  'content-type': 'application/zip',
  'content-disposition': 'attachment; filename="earshot-data.zip"',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** GET of a user's own data by its link, one at a time per user. */
export const exportRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) => {
    const running = perUserLimit(1);
    app.get<{ Params: { payload: string; mac: string } }>(
      `${exportPath}/:payload.:mac`,
      // Programs that first ask for the headers would use the link up.
      { exposeHeadRoute: false },
      async (request, reply) => {
        const { userId, write } = await openExport(deps, request.params);
        const leave = running.enter(userId);
        try {
          reply.hijack();
          reply.raw.writeHead(200, exportHeaders);
          await deliver(reply.raw, write(), { idleMilliseconds });
        } finally {
          leave();
        }
      },
    );
  };
