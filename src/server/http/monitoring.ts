import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Health } from '#contract/health.ts';
import { product } from '#contract/product.ts';
import { askDatabase } from '../adapters/database/database-figures.ts';
import { mostOverdueSeconds, secondsOverdue } from '../adapters/jobs/job-queue.ts';
import { readStoppedJobs } from '../adapters/jobs/job-schedule.ts';
import { mailboxOf } from '../adapters/mail/mail-transport.ts';
import { readBackupAge } from '../adapters/storage/backups.ts';
import { freeSpace, leastFreeShare } from '../adapters/storage/object-storage.ts';
import type { Metrics } from '../adapters/telemetry/metrics.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../foundation/handlers.ts';
import { mostEmailSeconds, secondsOfOldestWaitingEmail } from '../identity/emails/mail-delivery.ts';
import { jobTimetable } from '../job-timetable.ts';
import type { Config } from '../settings/config.ts';
import { answerNotFound } from './error-answers.ts';
import type { RequestSource } from './request-source.ts';
import type { SendPage } from './serve-web.ts';
import type { SharedAnswers } from './shared-answers.ts';

type HealthDependencies = Pick<Dependencies, 'config' | 'database' | 'clock'>;

/**
 * `/health`: a page for browsers if there is a web app, four values for machines. 200 only while the database responds.
 */
export function serveHealth(app: FastifyInstance, deps: HealthDependencies, sendPage?: SendPage): void {
  app.get('/health', async (request, reply) => {
    const health = await readHealth(deps, request);
    reply.code(health.code).header('vary', 'accept');
    if (sendPage && wantsPage(request)) return sendPage(request, reply);
    return health;
  });
}

const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;

async function readHealth(
  { config, database, clock }: HealthDependencies,
  { log }: FastifyRequest,
): Promise<Health> {
  const failure = await askDatabase(database).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure) log.warn({ err: failure }, 'the database did not respond');
  return {
    status: failure ? 'Unavailable' : 'OK',
    domain: new URL(config.publicUrl).host,
    code: failure ? 503 : 200,
    timestamp: clock.now().toISOString(),
  };
}

/** `off`: this server does not use it. */
const PartState = z.enum(['ok', 'late', 'full', 'down', 'off']);
type PartState = z.output<typeof PartState>;

/** Other parts than the database need an operator but take no server out, because all servers share them. */
const Parts = z.strictObject({
  database: PartState,
  jobs: PartState,
  email: PartState,
  disk: PartState,
  backups: PartState,
});

/** Whether this server should get requests, and the parts for those who may read the metrics. */
export const Readiness = z.strictObject({ ready: z.boolean(), parts: Parts.optional() });

type Needs = Pick<Dependencies, 'config' | 'database'>;

// In units of the schedule, as in docs/monitoring/alerts.yml.
const backupsLate = 1.5;

/**
 * `/ready` for proxies and monitoring. 503 removes this server from the proxy's list. Only those who may read the metrics
 * learn the state of the parts.
 */
export function serveReadiness(
  app: FastifyInstance,
  deps: Needs,
  answers: SharedAnswers,
  mayReadParts: (request: FastifyRequest) => boolean,
): void {
  const read = answers.of<Required<z.output<typeof Readiness>>>();
  app.get('/ready', async (request, reply) => {
    const { ready, parts } = await read('ready', () => readReadiness(deps));
    return reply.code(ready ? 200 : 503).send(mayReadParts(request) ? { ready, parts } : { ready });
  });
}

async function readReadiness({ config, database }: Needs): Promise<Required<z.output<typeof Readiness>>> {
  const [alive, jobs, email, disk, backups] = await Promise.all([
    stateOf(askDatabase(database), () => 'ok'),
    stateOf(areJobsLate(database), (late) => (late ? 'late' : 'ok')),
    stateOf(secondsOfOldestWaitingEmail({ database }), (seconds) =>
      seconds > mostEmailSeconds ? 'late' : 'ok',
    ),
    stateOf(freeSpace(config.dataDirectory), ({ freeBytes, totalBytes }) =>
      freeBytes < totalBytes * leastFreeShare ? 'full' : 'ok',
    ),
    backupState({ config, database }),
  ]);
  return { ready: alive === 'ok', parts: { database: alive, jobs, email, disk, backups } };
}

const areJobsLate = async (database: Needs['database']): Promise<boolean> =>
  (await secondsOverdue(database)) > mostOverdueSeconds ||
  (await readStoppedJobs(database, jobTimetable)).length > 0;

const stateOf = <Figure>(
  reading: Promise<Figure>,
  judge: (figure: Figure) => PartState,
): Promise<PartState> => reading.then(judge, () => 'down');

async function backupState({ config, database }: Needs): Promise<PartState> {
  if (!config.backups) return 'off';
  const mostSeconds = config.backups.everyHours * 3_600 * backupsLate;
  return stateOf(readBackupAge(database), (age) => (age === undefined || age > mostSeconds ? 'late' : 'ok'));
}

/** Clients with METRICS_TOKEN may read how the operation does; without that setting, trusted tools on this machine. */
export const mayReadOperation = (
  request: FastifyRequest,
  { isLocalTool }: Pick<RequestSource, 'isLocalTool'>,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): boolean => (metricsToken === undefined ? isLocalTool(request) : hasToken(request, metricsToken));

/** `/metrics` for those who may read it. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  mayRead: (request: FastifyRequest) => boolean,
): void {
  const build = { labels: { version: product.version }, value: 1 };
  metrics.gauge('earshot_build_info', 'The running version.', () => [build], ['version']);
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return answerNotFound(request, reply);
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** What anyone may know about this deployment. */
export const environmentHandlers = ({
  config,
  mail,
}: Pick<Dependencies, 'config' | 'mail'>): Handlers<'environment'> => ({
  readEnvironment: async ({ client }) => ({
    version: product.version,
    demoMode: config.demoMode,
    // Other machines cannot open it, so they get no link.
    mailboxPage: config.mailboxPage && mailboxOf(mail) !== undefined && client.isOwnMachine === true,
  }),
});
