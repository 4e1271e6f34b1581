import type { Answer } from '#contract/call.ts';
import type { createTestListener as createCall } from '#contract/operation/test-kit/test-kit.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { newTestAccount, openTestListener } from '../../identity/make-test-account.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { giveTestDestination } from '../../money/payout-destinations/give-test-destination.ts';
import { grantTestFunds } from '../../money/wallet/grant-test-funds.ts';

/**
 * Creates the test listener, or sets a new password for the existing one, and adds the test funds. The password is not
 * stored.
 */
export async function createTestListener(
  deps: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  adminId: string,
): Promise<Answer<typeof createCall>> {
  const account = await newTestAccount();
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const { userId, email, isNew } = await openTestListener(tx, account, now);
    await giveTestDestination(tx, deps, userId);
    const availableCents = await grantTestFunds(tx, { listenerId: userId, grantedBy: adminId });
    const event = isNew ? 'test_listener_made' : 'test_listener_renewed';
    await recordAdminAct(tx, { event, userId, actorId: adminId, details: { cents: availableCents } }, now);
    return { email, password: account.password, availableCents };
  });
}
