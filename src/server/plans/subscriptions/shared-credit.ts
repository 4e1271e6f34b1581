import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { ownMailboxMark } from '../../trust/linked-accounts/marks.ts';
import { sharedCreditUse } from './subscriptions-store.ts';

/**
 * Whether an account with the same mailbox, browser or payout destination has used a credit this month. The account's own
 * mailbox counts even if it has not been recorded with an upload yet.
 * @param periodStart the month's first day, YYYY-MM-DD in UTC
 */
export async function isCreditShared(
  deps: Pick<Dependencies, 'keys' | 'config'>,
  db: Queryable,
  { userId, periodStart }: { readonly userId: string; readonly periodStart: string },
): Promise<boolean> {
  const mark = await ownMailboxMark(deps, db, userId);
  const asked = { userId, mark, periodStart, credits: deps.config.freeCreditsPerMonth };
  return (await sharedCreditUse.one(db, asked)) !== undefined;
}
