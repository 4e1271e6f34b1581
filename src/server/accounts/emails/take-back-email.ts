import type { Dependencies } from '../../dependencies.ts';
import { markMailCameBack } from './outbox-store.ts';

export interface ReturnedEmail {
  readonly mailId: string;
  /** Addresses, in small letters, whose mailbox will never take it. */
  readonly refused: readonly string[];
}

/**
 * Counts an email that was sent as refused for good, as if the mail server had refused it at once: notices to its address stop
 * until an admin sends there again, unless a later one was sent. Answers whether there is such an email; a report about another
 * address, such as one that its reader forwards to, changes nothing.
 */
export const takeBackEmail = (
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { mailId, refused }: ReturnedEmail,
): Promise<boolean> => markMailCameBack(database, mailId, refused, clock.now());
