import { randomUUID } from 'node:crypto';
import type { Cents } from '#contract/primitives.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { grantFunds } from './ledger-store.ts';

/** Tops up a test account's wallet to the test funds. Returns the available cents. */
export async function grantTestFunds(
  tx: Transaction,
  grant: { readonly listenerId: string; readonly grantedBy: string },
): Promise<Cents> {
  const { outcome, availableCents } = await grantFunds.only(tx, { ...grant, requestKey: randomUUID() });
  if ((outcome !== 'done' && outcome !== 'enough') || availableCents === null)
    throw new Error(`The ledger answered a test grant with: ${outcome}`);
  return availableCents;
}
