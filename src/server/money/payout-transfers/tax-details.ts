import type { Cents } from '#contract/primitives.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { Clock } from '../../foundation/clock.ts';
import { normalizeEmail } from '../../identity/emails/email-rules.ts';
import { noteTaxDetails, replaceTaxLimits } from './payout-transfers-store.ts';

/** Replaces the yearly limits with those of the settings. */
export async function setTaxLimits(database: Database, limits: ReadonlyMap<string, Cents>): Promise<void> {
  await replaceTaxLimits.run(database, { limits: JSON.stringify(Object.fromEntries(limits)) });
}

/**
 * Records that the operator has a listener's tax details for a year. Returns whether the address has an account.
 * @param ownerDatabase the server's own role cannot write this
 */
export function receiveTaxDetails(
  { ownerDatabase, clock }: { readonly ownerDatabase: Database; readonly clock: Clock },
  email: string,
  year: number,
): Promise<boolean> {
  const noted = { email: normalizeEmail(email), year, now: clock.now() };
  return noteTaxDetails.all(ownerDatabase, noted).then((rows) => rows.length > 0);
}
