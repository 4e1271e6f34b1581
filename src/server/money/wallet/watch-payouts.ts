import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sharedRead } from '../../foundation/work-queue.ts';
import { readWaitingPayouts } from './payouts-store.ts';

/** Registers metrics of waiting payouts and their age. */
export function watchPayouts(metrics: Metrics, { database }: Pick<Dependencies, 'database'>): void {
  const waiting = sharedRead(() => readWaitingPayouts.all(database, {}));
  metrics.gauge(
    'earshot_payouts',
    'Payouts that are pending or under review (waiting for an admin), or approved and on their way, by state.',
    async () =>
      (await waiting()).map(({ state, payouts }) => ({
        labels: { state },
        value: payouts,
      })),
    ['state'],
  );
  metrics.gauge(
    'earshot_payouts_oldest_seconds',
    'Age of the oldest of them, since its request, its appeal or its approval.',
    async () =>
      (await waiting()).map(({ state, oldestSeconds }) => ({
        labels: { state },
        value: oldestSeconds,
      })),
    ['state'],
  );
}
