import type { Answer } from '#contract/call.ts';
import type { createTestListener as createCall } from '#contract/test-kit.ts';
import { makeTestListener, newTestAccount } from '../accounts/make-test-account.ts';
import type { Dependencies } from '../dependencies.ts';
import { grantTestFunds } from '../wallet/grant-test-funds.ts';

/** Makes a test listener with test funds; the password is told this once and kept nowhere. */
export async function createTestListener(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  adminId: string,
): Promise<Answer<typeof createCall>> {
  const account = await newTestAccount();
  const availableCents = await database.transaction(async (tx) => {
    const listenerId = await makeTestListener(tx, account, clock.now());
    return grantTestFunds(tx, { listenerId, grantedBy: adminId });
  });
  return { email: account.email, password: account.password, availableCents };
}
