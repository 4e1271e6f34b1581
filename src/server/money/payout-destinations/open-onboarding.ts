import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { givenAccount } from './given-account.ts';

/**
 * A link to the payment service's own page for the latest destination: its form, or the account once the form is
 * complete.
 * @throws Refusal not_found if the destination needs no onboarding, provider_unavailable
 */
export async function openOnboarding(
  deps: Pick<Dependencies, 'database' | 'keys' | 'config' | 'transferProviders'>,
  userId: string,
): Promise<{ url: string }> {
  const account = await givenAccount(deps, userId);
  if (!account) return refuse('not_found');
  const returnUrl = `${deps.config.publicUrl}/app/wallet`;
  const url = await account.onboarding.link(account.accountId, returnUrl).catch(() => undefined);
  return url === undefined ? refuse('provider_unavailable') : { url };
}
