import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { openPayee } from './payee-secret.ts';
import { openPayees } from './payee-store.ts';

/**
 * A link to the provider's own page for the destination that was given last.
 * @throws Refusal not_found where no provider asks anything itself, provider_unavailable
 */
export async function openOnboarding(
  {
    database,
    keys,
    config,
    transferProviders,
  }: Pick<Dependencies, 'database' | 'keys' | 'config' | 'transferProviders'>,
  userId: string,
): Promise<{ url: string }> {
  const payee = (await openPayees.all(database, { userId })).at(-1);
  const secret = payee && openPayee(keys, payee.id, payee.detailsEncrypted);
  const provider = transferProviders.find(({ method }) => method === payee?.method);
  const onboarding = provider?.takes === 'orders' ? provider.onboarding : undefined;
  if (!onboarding || secret?.destination.method !== 'stripe') return refuse('not_found');
  const returnUrl = `${config.publicUrl}/app/wallet`;
  const url = await onboarding.link(secret.destination.accountId, returnUrl).catch(() => undefined);
  return url === undefined ? refuse('provider_unavailable') : { url };
}
