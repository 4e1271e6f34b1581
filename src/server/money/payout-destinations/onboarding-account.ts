import type { DestinationAccount } from '#contract/money/payout-destinations/payout-destinations.ts';
import type { Onboarding } from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { openDestination } from './destination-secret.ts';
import { openDestinations } from './destination-store.ts';

interface GivenAccount {
  readonly accountId: string;
  readonly isConfirmed: boolean;
  /** The payment service's onboarding for its owner. */
  readonly onboarding: Onboarding;
}

/** The account at a payment service that was given last; undefined for other kinds of destination. */
export async function givenAccount(
  { database, keys, transferProviders }: Pick<Dependencies, 'database' | 'keys' | 'transferProviders'>,
  userId: string,
): Promise<GivenAccount | undefined> {
  // The one that waits for its link comes last, if there is one.
  const payee = (await openDestinations.all(database, { userId })).findLast(
    ({ method }) => method === 'stripe',
  );
  const provider = transferProviders.find(({ method }) => method === payee?.method);
  const onboarding = provider?.takes === 'orders' ? provider.onboarding : undefined;
  const secret = payee && openDestination(keys, payee.id, payee.detailsEncrypted);
  if (!payee || !onboarding || secret?.destination.method !== 'stripe') return undefined;
  const { accountId } = secret.destination;
  return { accountId, isConfirmed: payee.confirmedAt !== null, onboarding };
}

/**
 * What the payment service still needs for the latest account. Asked each time, because it may need more long after it
 * was satisfied.
 * @throws Refusal not_found if the destination needs no onboarding, provider_unavailable
 */
export async function readDestinationAccount(
  deps: Pick<Dependencies, 'database' | 'keys' | 'transferProviders'>,
  userId: string,
): Promise<DestinationAccount> {
  const account = await givenAccount(deps, userId);
  if (!account) return refuse('not_found');
  const state = await account.onboarding.read(account.accountId).catch(() => undefined);
  if (state === undefined) return refuse('provider_unavailable');
  return state.kind === 'asked'
    ? { state: 'asked', sentence: state.sentence, asks: [...state.asks] }
    : { state: state.kind, sentence: null, asks: [] };
}

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
