import type { Dependencies } from '../dependencies.ts';
import { emailOf } from './evidence-store.ts';
import { creditOfMailbox } from './mailbox-credit-store.ts';
import { mailboxMark } from './marks.ts';

interface MonthOfAccount {
  readonly userId: string;
  /** The month's first day, YYYY-MM-DD in UTC. */
  readonly periodStart: string;
  /** The credits that an account gets each month. */
  readonly credits: number;
}

/** Whether another account of this account's mailbox has used a credit this month, even if this one has no evidence yet. */
export async function hasMailboxUsedCredit(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  month: MonthOfAccount,
): Promise<boolean> {
  const { emailNormalized } = await emailOf.only(database, month);
  const mark = mailboxMark(keys, emailNormalized);
  return (await creditOfMailbox.one(database, { ...month, mark })) !== undefined;
}
