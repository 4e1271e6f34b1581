import type { Answer } from '#contract/call.ts';
import type { createTestListener as createCall, TestKit } from '#contract/operation/test-kit/test-kit.ts';
import { product } from '#contract/product.ts';
import { readPostgresVersion } from '../../adapters/database/database-figures.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readProfile } from '../../identity/own-profile.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { findTestListener, newTestAccount, openTestListener } from '../../identity/test-listener.ts';
import { giveTestDestination } from '../../money/payout-destinations/give-test-destination.ts';
import { grantTestFunds } from '../../money/wallet/grant-test-funds.ts';
import { checkSubscription } from '../../plans/subscriptions/check-subscription.ts';
import { getUploadEligibility } from '../../plans/subscriptions/get-upload-eligibility.ts';
import { readCheckedPrices } from '../../plans/subscriptions/prices.ts';

/** The components of this deployment, the caller, and what they may upload. */
export async function readTestKit(
  deps: Pick<Dependencies, 'database' | 'config' | 'billing' | 'clock' | 'keys'>,
  userId: string,
): Promise<TestKit> {
  const { database, config, billing } = deps;
  const prices = await readCheckedPrices(deps);
  const wrong = prices.filter(({ problem }) => problem !== null).length;
  const version = await readPostgresVersion(database);
  const { displayName, role } = await readProfile(database, userId, deps.clock.now());
  return {
    version: product.version,
    database: `PostgreSQL ${version}, ${config.databaseUrl === undefined ? 'Earshot’s own' : 'a separate server'}`,
    storage: config.s3 === undefined ? 'Files on disk' : 'S3',
    mail: config.smtpUrl === undefined ? 'Files on disk' : 'SMTP',
    billing: billing.testMode ? 'Test mode' : wrong > 0 ? `Stripe, ${wrong} of its prices wrong` : 'Stripe',
    demoMode: config.demoMode,
    displayName,
    role,
    testListenerEmail: await findTestListener(database),
    uploads: await readUploads(deps, userId),
  };
}

async function readUploads(
  deps: Pick<Dependencies, 'database' | 'config' | 'billing' | 'clock' | 'keys'>,
  userId: string,
): Promise<TestKit['uploads']> {
  const { trial, subscriptionEnd } = await checkSubscription(deps, userId);
  const { creditsRemaining } = await getUploadEligibility(deps, userId);
  return { trialUntil: trial ? subscriptionEnd : null, creditsRemaining };
}

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
