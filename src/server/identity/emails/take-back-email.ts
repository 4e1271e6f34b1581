import type { Dependencies } from '../../foundation/dependencies.ts';
import { markMailCameBack } from './outbox-store.ts';

export interface ReturnedEmail {
  readonly mailId: string;
  /** Lowercase addresses that permanently rejected the email. */
  readonly refused: readonly string[];
}

/**
 * Records a bounce as if the mail server had rejected the email at once: notices to the address stop until an admin
 * lifts it or a later email is delivered. Returns whether the email exists; a report about another address, such as a
 * forwarding target, changes nothing.
 */
export const takeBackEmail = (
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { mailId, refused }: ReturnedEmail,
): Promise<boolean> => markMailCameBack(database, mailId, refused, clock.now());
