import type { Answer } from '#contract/call.ts';
import type { createTestListener as createCall } from '#contract/test-kit.ts';
import { makeTestListener, newTestAccount } from '../accounts/make-test-account.ts';
import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Dependencies } from '../dependencies.ts';
import { grantTestFunds } from '../wallet/grant-test-funds.ts';

/** Makes a test listener with test funds; the password is told this once and kept nowhere. */
export async function createTestListener(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  adminId: string,
): Promise<Answer<typeof createCall>> {
  const account = await newTestAccount();
  const availableCents = await database.transaction(async (tx) => {
    const now = clock.now();
    const listenerId = await makeTestListener(tx, account, now);
    const cents = await grantTestFunds(tx, { listenerId, grantedBy: adminId });
    const act = {
      event: 'test_listener_made',
      userId: listenerId,
      actorId: adminId,
      details: { cents },
    } as const;
    await recordAdminAct(tx, act, now);
    return cents;
  });
  return { email: account.email, password: account.password, availableCents };
}
