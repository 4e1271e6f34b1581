import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Dependencies } from '../dependencies.ts';
import { forgetOldAudit } from './audit-store.ts';
import { removeOldItems } from './emails/digest-store.ts';
import { removeOldNotices } from './emails/notices-store.ts';
import { removeOldMails } from './emails/outbox-store.ts';
import { removeExpiredTokens } from './one-time-tokens-store.ts';

/** Expired links are kept a little longer, to investigate late clicks. */
const tokenDays = 7;
const mailDays = 30;
const noticeDays = 90;

/** Deletes expired links, old emails, notices and their items, and log entries older than 180 days. */
export async function sweepAccounts({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await removeExpiredTokens(database, new Date(now.getTime() - tokenDays * dayMilliseconds));
  await removeOldMails(database, new Date(now.getTime() - mailDays * dayMilliseconds));
  const before = new Date(now.getTime() - noticeDays * dayMilliseconds);
  await removeOldNotices.run(database, { before });
  await removeOldItems.run(database, { before });
  await forgetOldAudit(database, now);
}
