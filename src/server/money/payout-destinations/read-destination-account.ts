import type { PayeeAccount } from '#contract/money/payout-destinations/payout-destinations.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { givenAccount } from './given-account.ts';

/**
 * What the payment service still needs for the latest account. Asked each time, because it may need more long after it
 * was satisfied.
 * @throws Refusal not_found if the destination needs no onboarding, provider_unavailable
 */
export async function readDestinationAccount(
  deps: Pick<Dependencies, 'database' | 'keys' | 'transferProviders'>,
  userId: string,
): Promise<PayeeAccount> {
  const account = await givenAccount(deps, userId);
  if (!account) return refuse('not_found');
  const state = await account.onboarding.read(account.accountId).catch(() => undefined);
  if (state === undefined) return refuse('provider_unavailable');
  return state.kind === 'asked'
    ? { state: 'asked', sentence: state.sentence, asks: [...state.asks] }
    : { state: state.kind, sentence: null, asks: [] };
}
