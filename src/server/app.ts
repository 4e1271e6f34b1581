import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { accountsRoutes } from './accounts/accounts-routes.ts';
import { authenticateCaller } from './accounts/authenticate-caller.ts';
import type { News } from './adapters/news/news.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { booksRoutes } from './books/books-routes.ts';
import { demoRoutes } from './demo/demo-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { discoveryRoutes } from './discovery/discovery-routes.ts';
import { serveArtistHead } from './http/artist-head.ts';
import { audioRoute } from './http/audio-route.ts';
import { avatarRoutes } from './http/avatar-routes.ts';
import { billingRoute } from './http/billing-route.ts';
import { closeSlowBodies } from './http/body-deadline.ts';
import { callLimits } from './http/call-limits.ts';
import { environmentHandlers } from './http/environment.ts';
import { answerErrors, answerNotFound } from './http/error-answers.ts';
import { exportRoute } from './http/export-route.ts';
import { bearerToken } from './http/guards.ts';
import { serveHealth } from './http/health.ts';
import { serveMailbox } from './http/mailbox-page.ts';
import { mountCalls } from './http/mount-calls.ts';
import { openApiDocument } from './http/openapi.ts';
import { readPageDocuments } from './http/page-documents.ts';
import { serveRealtime } from './http/realtime.ts';
import { refreshCookies } from './http/refresh-cookie.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serveWeb } from './http/static-files.ts';
import { serveTestCheckout } from './http/test-checkout-pages.ts';
import { uploadRoute } from './http/upload-route.ts';
import { listeningRoutes } from './listening/listening-routes.ts';
import { ownDataRoutes } from './own-data/own-data-routes.ts';
import { reviewsRoutes } from './reviews/reviews-routes.ts';
import { subscriptionsRoutes } from './subscriptions/subscriptions-routes.ts';
import { testKitRoutes } from './test-kit/test-kit-routes.ts';
import { tracksRoutes } from './tracks/tracks-routes.ts';
import { walletRoutes } from './wallet/wallet-routes.ts';

const headersWithinMilliseconds = 10_000;
const largestJsonBody = 64 * 1024;

export interface AppOptions {
  readonly deps: Dependencies;
  /** Folder of the built web; without it only the API is served. */
  readonly webRoot?: string;
  /** Changes of the database; without them pages are not told to look again. */
  readonly news?: News;
}

/** What the log says of a request: never a header, and never the link that opens a track or somebody's data. */
const loggedRequest = ({ method, url, ip }: FastifyRequest) => ({
  method,
  url: url.replace(/^(\/api\/(?:audio|exports)\/).*/, '$1...'),
  ip,
});

/** Builds the whole application; starting it is `main`'s business, so that tests build the same. */
export async function buildApp({ deps, webRoot, news }: AppOptions): Promise<FastifyInstance> {
  const { config } = deps;
  const app = fastify({
    logger: { level: config.logLevel, serializers: { req: loggedRequest } },
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: largestJsonBody,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 600 },
    http: { headersTimeout: headersWithinMilliseconds, requestTimeout: 0 },
    forceCloseConnections: 'idle',
  });
  const authenticate = (request: FastifyRequest) => authenticateCaller(deps, bearerToken(request));

  const countCall = callLimits(deps);

  answerErrors(app);
  addSecurityHeaders(app);
  await app.register(async (calls) => {
    closeSlowBodies(calls);
    mountCalls(calls, {
      handlers: {
        accounts: accountsRoutes(deps),
        wallet: walletRoutes(deps),
        subscriptions: subscriptionsRoutes(deps),
        tracks: tracksRoutes(deps),
        listening: listeningRoutes(deps),
        reviews: reviewsRoutes(deps),
        discovery: discoveryRoutes(deps),
        ownData: ownDataRoutes(deps),
        books: booksRoutes(deps),
        admin: adminRoutes(deps),
        demo: demoRoutes(deps),
        testKit: testKitRoutes(deps),
        environment: environmentHandlers(deps),
      },
      removed: config.testKit ? [] : ['testKit'],
      authenticate,
      countCall,
      refreshCookie: refreshCookies(config.publicUrl),
    });
  });
  await app.register(uploadRoute({ deps, authenticate, countCall }));
  await app.register(avatarRoutes({ deps, authenticate, countCall }));
  await app.register(audioRoute({ deps }));
  await app.register(exportRoute(deps));
  await app.register(billingRoute(deps));
  serveTestCheckout(app, deps);
  const sendPage = webRoot ? await readPageDocuments(webRoot, config) : undefined;
  serveHealth(app, deps, sendPage);
  app.get('/api/openapi.json', async () => openApiDocument(config.publicUrl));
  if (news) {
    serveRealtime(app, {
      news,
      authenticate: (token) => authenticateCaller(deps, token),
      publicUrl: config.publicUrl,
      allowOwnHost: !config.production,
    });
  }
  if (config.mailboxPage) serveMailbox(app, deps);
  if (webRoot && sendPage) {
    await serveWeb(app, webRoot, sendPage);
    await serveArtistHead(app, deps, webRoot);
  } else app.setNotFoundHandler(answerNotFound);
  return app;
}
