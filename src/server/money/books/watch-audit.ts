import type { Metrics } from '../../adapters/metrics/metrics.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { sharedRead } from '../../foundation/shared-read.ts';
import { lastRun } from './audit-store.ts';

type Run = Awaited<ReturnType<typeof lastRun.only>>;

/** Registers metrics of the latest ledger audit: its findings and its age. */
export function watchAudit(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const lastAudit = sharedRead(() => lastRun.one(database, {}));
  const figure = (name: string, help: string, figureOf: (run: Run) => number) =>
    metrics.gauge(name, help, async () => {
      const run = await lastAudit();
      return run ? [{ value: figureOf(run) }] : [];
    });
  figure(
    'earshot_ledger_findings',
    'Findings of the last audit of the ledger, at most 100. Must be 0.',
    ({ findings }) => findings.length,
  );
  figure('earshot_ledger_audit_age_seconds', 'Time since the last audit of the ledger.', ({ ranAt }) =>
    Math.max(0, (clock.now().getTime() - ranAt.getTime()) / 1000),
  );
}
