import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { connectDatabase, connectLender } from '../adapters/database/connections/postgres-database.ts';
import type { Database } from '../adapters/database/database.ts';
import type { DatabaseAddress } from '../adapters/database/database-address.ts';
import { startDatabaseClock } from '../adapters/database/database-clock.ts';
import type { EmbeddedPostgres } from '../adapters/database/embedded/embedded-postgres.ts';
import { migrate } from '../adapters/database/migrations/migrate.ts';
import { postgresNews } from '../adapters/database/news.ts';
import { enqueue, slowQueue } from '../adapters/jobs/job-queue.ts';
import { startJobWorker, traceTasks } from '../adapters/jobs/job-worker.ts';
import { returnPath } from '../adapters/mail/delivery-report.ts';
import { fileTransport } from '../adapters/mail/file-transport.ts';
import type { MailTransport } from '../adapters/mail/mail-transport.ts';
import { smtpTransport } from '../adapters/mail/smtp-transport.ts';
import { localBilling } from '../adapters/payments/local-billing.ts';
import { localTransfers } from '../adapters/payments/local-transfers.ts';
import { bankFiles, payPalFiles } from '../adapters/payments/payout-files.ts';
import type { TransferProvider } from '../adapters/payments/payout-service.ts';
import { stripeBilling } from '../adapters/payments/stripe-billing.ts';
import { stripeTransfers } from '../adapters/payments/stripe-transfers.ts';
import { webPush } from '../adapters/push/web-push.ts';
import { diskSeals } from '../adapters/storage/disk-seals.ts';
import { makeMetrics, watchPool, watchProcess } from '../adapters/telemetry/metrics.ts';
import { startTracing } from '../adapters/telemetry/start-tracing.ts';
import { buildApp } from '../app.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WaitingClock } from '../foundation/clock.ts';
import { writeMissingPages } from '../foundation/operator-pages.ts';
import type { ServerKeys } from '../foundation/server-keys.ts';
import type { Drain } from '../http/drain.ts';
import { grantFirstAdmin } from '../identity/admin-role.ts';
import { jobTimetable } from '../job-timetable.ts';
import { setTaxLimits } from '../money/payout-transfers/tax-details.ts';
import type { AnalyseAudio } from '../music/tracks/audio/analyse-audio.ts';
import { checkPricesJob } from '../plans/subscriptions/prices.ts';
import type { Config } from '../settings/config.ts';
import { assertCanListen, assertCanStore } from './check-machine.ts';
import { openDatabase, openKeys, openSweptStorage } from './open-parts.ts';
import { jobTasks } from './scheduled-jobs.ts';

const migrations = join(import.meta.dirname, '../../../migrations');
const clockReadAgainMilliseconds = 60_000;
/** A database on another machine may start later than this one, for example after a power cut. */
const databasePatienceMilliseconds = 300_000;
const drainMilliseconds = 10_000;
/** Public changes are visible within a second, even if a change event is lost. */
const shareMilliseconds = 1_000;
const reviveMilliseconds = 1000;
/** Backlog of connections. With Node's 511, bursts of a thousand were reset; the system may limit it further. */
const backlog = 4096;
const drain: Drain = { quietMilliseconds: 1000, mostMilliseconds: 5_000 };

export interface RunningServer {
  /** The address it listens on, for example http://127.0.0.1:3000. */
  readonly address: string;
  /** Ends running requests and jobs, then the embedded database, if it is used. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Folder of the built web app; without it only the API is served. */
  readonly webRoot?: string;
  /** Tests control the time; by default it is the database's. */
  readonly clock?: WaitingClock;
  /** For tests only: an embedded database that a crash may destroy. */
  readonly throwAway?: boolean;
  /** For tests only: multiplies the time it waits for the database. */
  readonly patience?: number;
  /** For tests only: measures equal audio files once. */
  readonly analyse?: AnalyseAudio;
  /** Called while the database cannot be reached yet. */
  readonly onWait?: (line: string) => void;
}

/** Starts all parts from one configuration. If one fails, those already started are stopped. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const stops: (() => Promise<unknown>)[] = [];
  // A part that fails to stop must not keep the others running, least of all the database.
  const close = async () => {
    const failures: unknown[] = [];
    for (const stop of stops.splice(0).reverse())
      await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'The server did not shut down cleanly.');
  };
  try {
    const address = await startAll(config, options, (stop) => stops.push(stop));
    return { address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAll(
  config: Config,
  { webRoot, clock, throwAway = false, patience = 1, analyse, onWait }: StartOptions,
  onStop: OnStop,
): Promise<string> {
  await assertCanListen(config.port, config.host);
  await assertCanStore(config.dataDirectory);
  await writeMissingPages(config.dataDirectory);
  const address = await openDatabase(config, {
    mayCreate: true,
    patienceMilliseconds: databasePatienceMilliseconds,
    throwAway,
    ...(onWait ? { onWait } : {}),
  });
  if (address.embedded) {
    const { embedded } = address;
    onStop(() => embedded.stop());
    onStop(reviveWhenDown(embedded));
  }
  await migrate({ address: address.owner, applicationAddress: address.app, folder: migrations });
  const options = { address: address.app, role: 'earshot_app', throwAway, patience } as const;
  const { database, places } = await connectDatabase({
    ...options,
    poolSize: config.databasePool,
    namedStatements: config.namedStatements,
    ...(address.pooler ? { address: address.pooler, isPooler: true } : {}),
  });
  onStop(() => database.close());

  const time = clock ?? (await databaseClock(database, onStop));
  await appointFirstAdmin(address.owner, time, config.firstAdminEmail);

  const metrics = makeMetrics();
  const keys = await openKeys(config, database);
  const deps: Dependencies = {
    config,
    database,
    clock: time,
    storage: await openSweptStorage(config),
    mail: mailTransport(config, keys),
    push: webPush({ clock: time, supportEmail: config.supportEmail }),
    billing: config.stripe
      ? stripeBilling(config.stripe)
      : localBilling({ database, clock: time, publicUrl: config.publicUrl, signingKey: keys.billingNotices }),
    transferProviders: transferProviders(config, { database, clock: time }),
    seals: diskSeals(join(config.dataDirectory, 'seals')),
    keys,
  };
  await setTaxLimits(database, config.payouts.taxLimits);
  const news = postgresNews(address.app);
  onStop(() => news.close());
  const unwatch = watchProcess(metrics);
  onStop(async () => unwatch());
  watchPool(metrics, places);
  const app = await buildApp({
    deps,
    news,
    metrics,
    drain,
    shareMilliseconds,
    ...(webRoot === undefined ? {} : { webRoot }),
  });
  onStop(await startTracing({ ...config.tracing, report: (details, line) => app.log.warn(details, line) }));
  onStop(() => closeWithin(app, drainMilliseconds));
  const jobs = connectLender({ ...options, poolSize: 6, applicationName: 'earshot jobs' });
  onStop(() => jobs.database.close());
  const running = startJobWorker({
    pool: jobs.pool,
    database: jobs.database,
    tasks: traceTasks(jobTasks(deps, analyse)),
    timetable: jobTimetable,
    log: app.log,
  });
  onStop(() => running.stop());
  // As a job, so that an unreachable provider does not prevent the start.
  await database.transaction((tx) =>
    enqueue(tx, { name: checkPricesJob, payload: {}, key: checkPricesJob, queue: slowQueue }),
  );
  return app.listen({ port: config.port, host: config.host, backlog });
}

function mailTransport(
  { smtpUrl, mailFrom: from, bounceAddress, dataDirectory }: Config,
  { returnPaths }: ServerKeys,
): MailTransport {
  if (!smtpUrl) return fileTransport({ folder: join(dataDirectory, 'mail'), from });
  if (bounceAddress === undefined) return smtpTransport({ url: smtpUrl, from });
  const back = (mailId: string) => returnPath(bounceAddress, returnPaths, mailId);
  return smtpTransport({ url: smtpUrl, from, returnPath: back });
}

/** Waits for running requests. Those that exceed the time, uploads or audio streams, are cut off. */
async function closeWithin(app: FastifyInstance, milliseconds: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  await app.close().finally(() => {
    clearTimeout(cut);
  });
}

async function appointFirstAdmin(
  owner: DatabaseAddress,
  clock: WaitingClock,
  email: string | undefined,
): Promise<void> {
  if (!email) return;
  const { database: ownerDatabase } = await connectDatabase({
    address: owner,
    role: 'earshot_owner',
    poolSize: 1,
  });
  try {
    await grantFirstAdmin({ ownerDatabase, clock }, email);
  } finally {
    await ownerDatabase.close();
  }
}

type OnStop = (stop: () => Promise<unknown>) => void;

async function databaseClock(database: Database, onStop: OnStop): Promise<WaitingClock> {
  const clock = await startDatabaseClock(database);
  // While the database is unreachable, the clock continues by itself.
  const timer = setInterval(() => clock.readAgain().catch(() => undefined), clockReadAgainMilliseconds);
  onStop(async () => clearInterval(timer));
  return clock;
}

/**
 * Restarts the embedded database if it dies, because it has no service manager. Returns the function that stops the
 * supervision.
 */
function reviveWhenDown(embedded: EmbeddedPostgres): () => Promise<void> {
  let reviving = Promise.resolve();
  const timer = setInterval(() => {
    reviving = reviving.then(() => embedded.revive()).catch(() => undefined);
  }, reviveMilliseconds);
  return async () => {
    clearInterval(timer);
    await reviving;
  };
}

/** One provider per configured method. Without any, the test provider, except in production, where nothing is sent. */
function transferProviders(
  { payouts, stripe, production }: Pick<Config, 'payouts' | 'stripe' | 'production'>,
  deps: Pick<Dependencies, 'database' | 'clock'>,
): TransferProvider[] {
  const { methods, debtor } = payouts;
  const made: TransferProvider[] = [];
  if (methods.includes('stripe') && stripe)
    made.push(stripeTransfers({ secretKey: stripe.secretKey, ...payouts.stripe }));
  if (methods.includes('paypal')) made.push(payPalFiles());
  if (methods.includes('bank') && debtor) made.push(bankFiles(debtor));
  if (methods.includes('local') || (methods.length === 0 && !production)) made.push(localTransfers(deps));
  return made;
}
