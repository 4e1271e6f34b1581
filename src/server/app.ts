import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { watchDatabase } from './adapters/database/database-figures.ts';
import type { News } from './adapters/database/news.ts';
import { watchJobs } from './adapters/jobs/job-queue.ts';
import { watchSchedule } from './adapters/jobs/job-schedule.ts';
import { watchBackups } from './adapters/storage/backups.ts';
import { type Metrics, makeMetrics, watchDisk } from './adapters/telemetry/metrics.ts';
import type { Dependencies } from './dependencies.ts';
import { serverLog } from './foundation/server-log.ts';
import { readArtistDrawing, serveArtistHead } from './http/artist-head.ts';
import { audioRoute } from './http/audio-route.ts';
import { type Drain, drainBeforeClose, noDrain } from './http/drain.ts';
import { answerErrors, answerFrameworkError, answerNotFound } from './http/error-answers.ts';
import { exportRoute } from './http/export-route.ts';
import { followRequests, measureRequests, requestIdOf, traceRequests } from './http/follow-requests.ts';
import { bearerToken, callLimits } from './http/guards.ts';
import { linkEventsRoute, readListenPageDrawing, serveListenPages } from './http/listen-page.ts';
import { serveMailbox } from './http/mailbox-page.ts';
import {
  environmentHandlers,
  mayReadOperation,
  serveHealth,
  serveMetrics,
  serveReadiness,
} from './http/monitoring.ts';
import { type AllHandlers, mountCalls } from './http/mount-calls.ts';
import { serveOpenApi } from './http/openapi.ts';
import { serveOperatorPages } from './http/operator-page-routes.ts';
import { answerOwnMachineOnly } from './http/own-machine-only.ts';
import { avatarRoutes, coverRoutes } from './http/picture-routes.ts';
import { servePageFonts } from './http/plain-page.ts';
import { serveRealtime } from './http/realtime.ts';
import { refreshCookies } from './http/refresh-cookie.ts';
import { requestSource, watchProxies } from './http/request-source.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { nameBuild, readPageDocuments, serveWeb, withPercentEncoded } from './http/serve-web.ts';
import { sharedAnswers } from './http/shared-answers.ts';
import {
  readSharedVerdictDrawing,
  serveSharedVerdicts,
  sharedPictureRoute,
} from './http/shared-verdict-page.ts';
import { billingRoute, payoutNoticeRoute } from './http/signed-notices.ts';
import { serveTestCheckout } from './http/test-checkout-pages.ts';
import { closeSlowBodies, refuseAmbiguous } from './http/unsafe-connections.ts';
import { serveUnsubscribe } from './http/unsubscribe-route.ts';
import { uploadRoute } from './http/upload-route.ts';
import { watchLinks } from './http/watch-links.ts';
import { accountsRoutes } from './identity/accounts-routes.ts';
import { authenticateCaller } from './identity/authenticate-caller.ts';
import { watchEmails } from './identity/emails/mail-delivery.ts';
import { recordRefusedAdminCall } from './identity/record-admin-act.ts';
import { verdictRoutes } from './insight/verdict/verdict-routes.ts';
import { jobTimetable } from './job-timetable.ts';
import { watchAudit } from './money/books/audit-books.ts';
import { booksRoutes } from './money/books/books-routes.ts';
import { payoutDestinationsRoutes } from './money/payout-destinations/payout-destinations-routes.ts';
import { walletRoutes } from './money/wallet/wallet-routes.ts';
import { watchPayouts } from './money/wallet/watch-payouts.ts';
import { circleRoutes } from './music/circle/circle-routes.ts';
import { discoveryRoutes } from './music/discovery/discovery-routes.ts';
import { watchAudio } from './music/tracks/audio/intact-audio.ts';
import { questionsRoutes, tracksRoutes, versionsRoutes } from './music/tracks/tracks-routes.ts';
import { adminRoutes, demoRoutes, testKitRoutes } from './operation/admin/admin-routes.ts';
import { personalDataRoutes } from './operation/personal-data/personal-data-routes.ts';
import { reportsRoutes } from './operation/reports/reports-routes.ts';
import { balanceRoutes } from './plans/balance/balance-routes.ts';
import { subscriptionsRoutes } from './plans/subscriptions/subscriptions-routes.ts';
import { watchSubscriptions } from './plans/subscriptions/watch-subscriptions.ts';
import { listeningRoutes } from './reviewing/listening/listening-routes.ts';
import { reviewsRoutes } from './reviewing/reviews/reviews-routes.ts';
import { recordAdminMarks } from './trust/linked-accounts/refuse-own.ts';
import { standingRoutes } from './trust/standing/standing-routes.ts';

const headersWithinMilliseconds = 10_000;
// Node's default check is every half minute, so slow connections would live that much longer.
const lookAtConnectionsMilliseconds = 1_000;
const largestJsonBody = 64 * 1024;

export interface AppOptions {
  readonly deps: Dependencies;
  /** Folder of the built web app; without it only the API is served. */
  readonly webRoot?: string;
  /** Changes of the database; without them pages get no realtime updates. */
  readonly news?: News;
  /** Including the process's metrics; by default only the application's. */
  readonly metrics?: Metrics;
  /** Without it, closing only waits for running requests. */
  readonly drain?: Drain;
  /** Maximum age of shared public responses; 0 by default, which disables sharing. */
  readonly shareMilliseconds?: number;
  /** For tests: the timeout of slow request bodies. */
  readonly bodyMilliseconds?: number;
}

const plainRoutes = [exportRoute, billingRoute, payoutNoticeRoute, sharedPictureRoute];
/** The handlers of all calls. */
const handlersOf = (deps: Dependencies): AllHandlers => ({
  accounts: accountsRoutes(deps),
  standing: standingRoutes(deps),
  payoutDestinations: payoutDestinationsRoutes(deps),
  wallet: walletRoutes(deps),
  subscriptions: subscriptionsRoutes(deps),
  balance: balanceRoutes(deps),
  versions: versionsRoutes(deps),
  tracks: tracksRoutes(deps),
  circle: circleRoutes(deps),
  listening: listeningRoutes(deps),
  reviews: reviewsRoutes(deps),
  questions: questionsRoutes(deps),
  verdict: verdictRoutes(deps),
  reports: reportsRoutes(deps),
  discovery: discoveryRoutes(deps),
  personalData: personalDataRoutes(deps),
  books: booksRoutes(deps),
  admin: adminRoutes(deps),
  demo: demoRoutes(deps),
  testKit: testKitRoutes(deps),
  environment: environmentHandlers(deps),
});

/** The gauges of everything that runs beside the calls. */
function watchOperation(metrics: Metrics, deps: Dependencies): void {
  watchDatabase(metrics, deps.database);
  watchDisk(metrics, deps.config.dataDirectory);
  watchBackups(metrics, deps.database);
  watchPayouts(metrics, deps);
  watchJobs(metrics, deps.database);
  watchSchedule(metrics, deps.database, jobTimetable);
  watchEmails(metrics, deps);
  watchAudit(metrics, deps);
  watchAudio(metrics, deps);
  watchSubscriptions(metrics, deps);
}

/** Builds the whole application; `main` starts it. Tests build the same one. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, webRoot, news, metrics = makeMetrics(), drain = noDrain, bodyMilliseconds } = options;
  const answers = sharedAnswers({ milliseconds: options.shareMilliseconds ?? 0 });
  const { config } = deps;
  const app = fastify({
    logger: serverLog(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: largestJsonBody,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 600 },
    http: {
      headersTimeout: headersWithinMilliseconds,
      requestTimeout: 0,
      connectionsCheckingInterval: lookAtConnectionsMilliseconds,
      // Some clients offer HTTP/2 by an upgrade header on every request. These are answered with HTTP/1.1.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => withPercentEncoded(url),
    frameworkErrors: answerFrameworkError(bodyMilliseconds),
    // During shutdown, connected clients still get a response and are told to reconnect.
    return503OnClosing: false,
  });
  const authenticate = (request: FastifyRequest) => authenticateCaller(deps, bearerToken(request));
  const source = requestSource(config);
  const { clientOf } = source;
  const countCall = callLimits({ ...deps, clientOf });

  refuseAmbiguous(app);
  drainBeforeClose(app, drain);
  answerErrors(app);
  followRequests(app, deps.clock);
  traceRequests(app, source);
  measureRequests(app, metrics);
  addSecurityHeaders(app, config.publicUrl);
  if (webRoot) await nameBuild(app, webRoot, config);
  closeSlowBodies(app, bodyMilliseconds);
  watchProxies(app, source);
  await app.register(async (calls) => {
    mountCalls(calls, {
      handlers: handlersOf(deps),
      removed: config.testKit ? [] : ['testKit'],
      authenticate,
      countCall,
      clientOf,
      answers,
      refreshCookie: refreshCookies(config),
      onAdminAct: ({ userId }, client) => recordAdminMarks(deps, userId, client),
      onAdminRefusal: (refused) => recordRefusedAdminCall(deps, refused),
    });
  });
  await app.register(uploadRoute({ deps, authenticate, countCall }));
  await app.register(avatarRoutes({ deps, authenticate, countCall }));
  await app.register(coverRoutes({ deps, authenticate, countCall }));
  const links = watchLinks(deps, news);
  await app.register(audioRoute({ deps, links }));
  await app.register(linkEventsRoute({ deps, links, countCall, clientOf }));
  for (const route of plainRoutes) await app.register(route(deps));
  await app.register(async (ownMachine) => {
    answerOwnMachineOnly(ownMachine, source, config);
    if (!config.allowLocalBilling) serveTestCheckout(ownMachine, deps);
    if (config.mailboxPage) serveMailbox(ownMachine, deps);
  });
  if (config.allowLocalBilling) serveTestCheckout(app, deps);
  await servePageFonts(app);
  const sendPage = webRoot ? await readPageDocuments(webRoot, config) : undefined;
  serveHealth(app, deps, sendPage);
  serveReadiness(app, deps, answers, (request) => mayReadOperation(request, source, config));
  await serveUnsubscribe(app, deps);
  serveOperatorPages(app, deps);
  watchOperation(metrics, deps);
  serveMetrics(app, metrics, (request) => mayReadOperation(request, source, config));
  serveOpenApi(app, config.publicUrl);
  if (news) {
    news.listen(({ topic }) => topic === 'public' && answers.forget(), answers.forget);
    serveRealtime(app, {
      news,
      metrics,
      authenticate: (token) => authenticateCaller(deps, token, { isUse: false }),
      publicUrl: config.publicUrl,
      allowOwnHost: !config.production,
    });
  }
  if (webRoot && sendPage) {
    await serveWeb(app, webRoot, sendPage);
    await serveArtistHead(app, deps, { webRoot, answers, draw: await readArtistDrawing(webRoot) });
    await serveSharedVerdicts(app, deps, { webRoot, draw: await readSharedVerdictDrawing(webRoot) });
    await serveListenPages(app, deps, { webRoot, draw: await readListenPageDrawing(webRoot) });
  } else app.setNotFoundHandler(answerNotFound);
  return app;
}
