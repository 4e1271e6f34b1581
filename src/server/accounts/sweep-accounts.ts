import type { Dependencies } from '../dependencies.ts';
import { forgetOldAudit } from './audit-store.ts';
import { removeExpiredTokens } from './emails/one-time-tokens-store.ts';
import { removeOldMails } from './emails/outbox-store.ts';
import { removeOldNotices } from './notices/notices-store.ts';

const day = 86_400_000;
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
  await removeExpiredTokens(database, new Date(now.getTime() - tokenDays * day));
  await removeOldMails(database, new Date(now.getTime() - mailDays * day));
  await removeOldNotices.run(database, { before: new Date(now.getTime() - noticeDays * day) });
  await forgetOldAudit(database, now);
}
