import type { Metrics } from '../../adapters/metrics/metrics.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countWaitingMails } from './outbox-store.ts';
import { countRefusedSince } from './refused-emails-store.ts';

/** The oldest email that a mail server takes waits less. As in docs/monitoring/alerts.yml. */
export const mostEmailSeconds = 3_600;

const hourMilliseconds = 3_600_000;

/** Tells how many emails wait for the mail server, and how many it does not want or others sent back. */
export function watchEmails(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  metrics.gauge('earshot_emails_waiting', 'Emails that are neither sent nor refused for good.', async () => [
    { value: (await countWaitingMails(database)).emails },
  ]);
  metrics.gauge(
    'earshot_emails_waiting_seconds',
    'How long the oldest waiting email has waited.',
    async () => [{ value: (await countWaitingMails(database)).oldestSeconds }],
  );
  // Asked of the database, as an email that came back is written down by a process of its own.
  metrics.gauge(
    'earshot_emails_refused_last_hour',
    'Emails of the last hour that were refused for good, at once or when they came back.',
    async () => {
      const since = new Date(clock.now().getTime() - hourMilliseconds);
      return [{ value: (await countRefusedSince.only(database, { since })).emails }];
    },
  );
}

/** How long the oldest waiting email has waited; 0 without any. */
export const secondsOfOldestWaitingEmail = async ({
  database,
}: Pick<Dependencies, 'database'>): Promise<number> => (await countWaitingMails(database)).oldestSeconds;
