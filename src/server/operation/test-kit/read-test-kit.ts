import type { TestKit } from '#contract/operation/test-kit/test-kit.ts';
import { product } from '#contract/product.ts';
import { readPostgresVersion } from '../../adapters/database/database-figures.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { findTestListener } from '../../identity/find-test-listener.ts';
import { readProfile } from '../../identity/profile/read-profile.ts';
import { readCheckedPrices } from '../../plans/check-prices.ts';
import { checkSubscription } from '../../plans/check-subscription.ts';
import { getUploadEligibility } from '../../plans/get-upload-eligibility.ts';

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
