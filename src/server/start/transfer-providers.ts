import { minimumPayout } from '#contract/business-rules.ts';
import { bankFiles } from '../adapters/payout-service/bank-files.ts';
import { localTransfers } from '../adapters/payout-service/local-transfers.ts';
import type { TransferProvider } from '../adapters/payout-service/payout-service.ts';
import { payPalFiles } from '../adapters/payout-service/paypal-files.ts';
import { stripeTransfers } from '../adapters/payout-service/stripe-transfers.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import type { Config } from '../settings/config.ts';

/** One provider per configured method. Without any, the test provider, except in production, where nothing is sent. */
export function transferProviders(
  { payouts, stripe, production }: Pick<Config, 'payouts' | 'stripe' | 'production'>,
  deps: Pick<Dependencies, 'database' | 'clock'>,
): TransferProvider[] {
  const { methods, debtor } = payouts;
  const made: TransferProvider[] = [];
  if (methods.includes('stripe') && stripe)
    made.push(stripeTransfers({ secretKey: stripe.secretKey, ...payouts.stripe }));
  if (methods.includes('paypal')) made.push(payPalFiles({ minimumCents: minimumPayout }));
  if (methods.includes('bank') && debtor) made.push(bankFiles({ minimumCents: minimumPayout, debtor }));
  if (methods.includes('local') || (methods.length === 0 && !production)) made.push(localTransfers(deps));
  return made;
}
