import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countTroubled, readNoticeAge } from './billing-store.ts';
import { readCheckedPrices } from './prices.ts';

export function watchSubscriptions(metrics: Metrics, deps: Pick<Dependencies, 'database' | 'billing'>): void {
  metrics.gauge(
    'earshot_subscriptions_troubled',
    'Subscriptions that are past due, paused, unreadable or without a known user or price, by problem.',
    async () =>
      Object.entries(await countTroubled.only(deps.database, {})).map(([trouble, value]) => ({
        labels: { trouble },
        value,
      })),
    ['trouble'],
  );
  metrics.gauge(
    'earshot_billing_price_problems',
    'Prices in the settings that do not match the plans. Must be 0.',
    async () => [{ value: (await readCheckedPrices(deps)).filter(({ problem }) => problem !== null).length }],
  );
  metrics.gauge(
    'earshot_billing_notice_age_seconds',
    'Time since the last notice from the billing provider; absent before the first one.',
    async () => (await readNoticeAge.all(deps.database, {})).map(({ ageSeconds }) => ({ value: ageSeconds })),
  );
}
