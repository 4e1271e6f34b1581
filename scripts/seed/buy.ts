import type { LocalBilling } from '#server/adapters/payments/local-billing.ts';
import type { Dependencies } from '#server/foundation/dependencies.ts';
import { createCheckout } from '#server/plans/subscriptions/create-checkout.ts';
import { takeBillingNotice } from '#server/plans/subscriptions/take-billing-notice.ts';

type Needs = Dependencies & { readonly billing: LocalBilling };

/** Delivers the local provider's notices without a running server. */
export function takeNotices(deps: Needs): void {
  deps.billing.connect(async (body, headers) => {
    const report = (line: string) => process.stderr.write(`${line}\n`);
    if (!(await takeBillingNotice(deps, body, headers, report)))
      throw new Error('A billing notice was refused.');
  });
}

/** Buys a plan or a pack for a sample artist through the test mode's checkout. */
export async function buy(deps: Needs, userId: string, priceId: string): Promise<void> {
  const { url } = await createCheckout(deps, userId, priceId);
  await deps.billing.complete(url.split('/').at(-1) ?? '');
}
