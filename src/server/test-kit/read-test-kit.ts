import { product } from '#contract/product.ts';
import type { TestKit } from '#contract/test-kit/test-kit.ts';
import { findTestListener } from '../accounts/find-test-listener.ts';
import { readProfile } from '../accounts/profile/read-profile.ts';
import { readPostgresVersion } from '../adapters/database/database-figures.ts';
import type { Dependencies } from '../dependencies.ts';
import { readCheckedPrices } from '../subscriptions/check-prices.ts';
import { checkSubscription } from '../subscriptions/check-subscription.ts';
import { getUploadEligibility } from '../subscriptions/get-upload-eligibility.ts';

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
