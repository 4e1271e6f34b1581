import type { Metrics } from '../../adapters/metrics/metrics.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countWaitingMails } from './outbox-store.ts';

/** The oldest email that a mail server takes waits less. As in docs/monitoring/alerts.yml. */
export const mostEmailSeconds = 3_600;

/** Tells how many emails wait for the mail server. */
export function watchWaitingEmails(metrics: Metrics, { database }: Pick<Dependencies, 'database'>): void {
  metrics.gauge('earshot_emails_waiting', 'Emails that are neither sent nor refused for good.', async () => [
    { value: (await countWaitingMails(database)).emails },
  ]);
  metrics.gauge(
    'earshot_emails_waiting_seconds',
    'How long the oldest waiting email has waited.',
    async () => [{ value: (await countWaitingMails(database)).oldestSeconds }],
  );
}

/** How long the oldest waiting email has waited; 0 without any. */
export const secondsOfOldestWaitingEmail = async ({
  database,
}: Pick<Dependencies, 'database'>): Promise<number> => (await countWaitingMails(database)).oldestSeconds;

/** Counts the emails that the mail server refuses for good. Answers what to call for each. */
export function countRefusedEmails(metrics: Metrics): () => void {
  const refused = metrics.counter('earshot_emails_refused_total', 'Emails that were refused for good.', []);
  return () => refused.inc();
}
