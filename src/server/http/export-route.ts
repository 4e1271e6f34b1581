import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { readAccessToken } from '../identity/access-token.ts';
import { readCookieSession } from '../identity/authenticate-caller.ts';
import { exportPath, openExport } from '../operation/personal-data/create-export.ts';
import { deliver } from './deliver.ts';
import { bearerToken } from './guards.ts';
import { perUserLimit } from './per-user-limits.ts';
import { refreshCookies } from './refresh-cookie.ts';

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

/** GET of a user's own data by its link, in the session that asked for it, one at a time per user. */
export const exportRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) => {
    const running = perUserLimit(1);
    const cookies = refreshCookies(deps.config);
    /** By the access token, or by the cookie when a browser opens the link. */
    const sessionOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> => {
      if (request.headers.authorization !== undefined)
        return (await readAccessToken(deps, bearerToken(request)))?.sessionId;
      return (await readCookieSession(deps, cookies(request, reply).readForLink()))?.claim.sessionId;
    };
    app.get<{ Params: { payload: string; mac: string } }>(
      `${exportPath}/:payload.:mac`,
      // Programs that first ask for the headers would use the link up.
      { exposeHeadRoute: false },
      async (request, reply) => {
        const { userId, write } = await openExport(deps, request.params, await sessionOf(request, reply));
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
