import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Dependencies } from '../dependencies.ts';
import { forgetOldAudit } from './audit-store.ts';
import { removeOldNotices } from './emails/notices-store.ts';
import { removeOldMails } from './emails/outbox-store.ts';
import { removeExpiredTokens } from './one-time-tokens-store.ts';

/** Expired links are kept a little longer, to investigate late clicks. */
const tokenDays = 7;
const mailDays = 30;
const noticeDays = 90;

/** Deletes expired links, old emails and notices, and log entries older than 180 days. */
export async function sweepAccounts({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await removeExpiredTokens(database, new Date(now.getTime() - tokenDays * dayMilliseconds));
  await removeOldMails(database, new Date(now.getTime() - mailDays * dayMilliseconds));
  await removeOldNotices.run(database, { before: new Date(now.getTime() - noticeDays * dayMilliseconds) });
  await forgetOldAudit(database, now);
}
