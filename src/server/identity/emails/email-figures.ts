import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { RefusedEmail, SystemFigures } from '#contract/operation/admin/admin-system.ts';
import type { Metrics } from '../../adapters/metrics/metrics.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { sharedRead } from '../../foundation/shared-read.ts';
import { normalizeEmail } from './email-rules.ts';
import {
  accountsOfAddresses,
  countEnded,
  countRefusedSince,
  countWaitingMails,
  newestRefused,
} from './outbox-store.ts';

/** Counts of waiting, sent and rejected emails, and the newest rejected ones with their accounts. */
export async function readEmailFigures({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): Promise<SystemFigures['emails']> {
  const now = clock.now().getTime();
  const waiting = await countWaitingMails(database);
  const ended = await countEnded.only(database, {
    dayAgo: new Date(now - dayMilliseconds),
    weekAgo: new Date(now - 7 * dayMilliseconds),
  });
  return {
    hasMailServer: config.smtpUrl !== undefined,
    waiting: waiting.emails,
    oldestWaitingSeconds: waiting.oldestSeconds,
    ...ended,
    refused: await readRefused(database),
  };
}

async function readRefused(database: Dependencies['database']): Promise<RefusedEmail[]> {
  const rows = await newestRefused.all(database, {});
  const addresses = [...new Set(rows.map(({ recipient }) => normalizeEmail(recipient)))];
  const accounts = await accountsOfAddresses.all(database, { addresses });
  const byAddress = new Map(accounts.map((account) => [account.emailNormalized, account]));
  return rows.map(({ refusedAt, ...row }) => {
    const account = byAddress.get(normalizeEmail(row.recipient));
    return {
      ...row,
      refusedAt: refusedAt.toISOString(),
      user: account === undefined ? null : { id: account.id, displayName: account.displayName },
      isStopped: account?.isStopped === true,
    };
  });
}

/** Alert threshold in seconds for the oldest waiting email, as in docs/monitoring/alerts.yml. */
export const mostEmailSeconds = 3_600;

const hourMilliseconds = 3_600_000;

/** Registers metrics of emails that wait, were rejected or bounced. */
export function watchEmails(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const waiting = sharedRead(() => countWaitingMails(database));
  metrics.gauge(
    'earshot_emails_waiting',
    'Emails that are neither sent nor rejected permanently.',
    async () => [{ value: (await waiting()).emails }],
  );
  metrics.gauge(
    'earshot_emails_waiting_seconds',
    'How long the oldest waiting email has waited.',
    async () => [{ value: (await waiting()).oldestSeconds }],
  );
  // Queried from the database, because another process records the bounces.
  metrics.gauge(
    'earshot_emails_refused_last_hour',
    'Emails that were rejected permanently or bounced in the last hour.',
    async () => {
      const since = new Date(clock.now().getTime() - hourMilliseconds);
      return [{ value: (await countRefusedSince.only(database, { since })).emails }];
    },
  );
}

/** Seconds that the oldest email has waited; 0 if none is waiting. */
export const secondsOfOldestWaitingEmail = async ({
  database,
}: Pick<Dependencies, 'database'>): Promise<number> => (await countWaitingMails(database)).oldestSeconds;
