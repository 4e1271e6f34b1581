import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { RefusedEmail, SystemFigures } from '#contract/operation/admin/admin-system.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { normalizeEmail } from './email-rules.ts';
import { countWaitingMails } from './outbox-store.ts';
import { accountsOfAddresses, countEnded, newestRefused } from './refused-emails-store.ts';

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
