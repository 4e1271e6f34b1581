import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { Dependencies } from '../dependencies.ts';
import { readCheckedPrices } from './check-prices.ts';
import { countTroubled, readNoticeAge } from './subscriptions-figures-store.ts';

/** Registers metrics of billing problems for the operator. */
export function watchSubscriptions(metrics: Metrics, deps: Pick<Dependencies, 'database' | 'billing'>): void {
  metrics.gauge(
    'earshot_subscriptions_troubled',
    'Subscriptions that are past due or paused, or that cannot be placed or read, by trouble.',
    async () =>
      Object.entries(await countTroubled.only(deps.database, {})).map(([trouble, value]) => ({
        labels: { trouble },
        value,
      })),
    ['trouble'],
  );
  metrics.gauge(
    'earshot_billing_price_problems',
    'Prices of the settings that are not what the plans say: must be 0.',
    async () => [{ value: (await readCheckedPrices(deps)).filter(({ problem }) => problem !== null).length }],
  );
  metrics.gauge(
    'earshot_billing_notice_age_seconds',
    'Since the last notice of the billing provider; nothing before the first one.',
    async () => (await readNoticeAge.all(deps.database, {})).map(({ ageSeconds }) => ({ value: ageSeconds })),
  );
}
