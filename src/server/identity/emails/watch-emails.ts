import type { Metrics } from '../../adapters/metrics/metrics.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { sharedRead } from '../../foundation/shared-read.ts';
import { countWaitingMails } from './outbox-store.ts';
import { countRefusedSince } from './refused-emails-store.ts';

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
