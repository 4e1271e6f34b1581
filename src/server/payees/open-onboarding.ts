import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { givenAccount } from './given-account.ts';

/**
 * A link to the payment service's own page for the destination that was given last: its questions, or the account itself once
 * they are answered.
 * @throws Refusal not_found where no payment service asks anything itself, provider_unavailable
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
