import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { Dependencies } from '../dependencies.ts';
import { readLastAudit } from './audit-ledger.ts';

/** Tells what the last audit of the ledger found, and how long ago that was. */
export function watchAudit(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const figure = (name: string, help: string, of: (audit: { findings: number; checkedAt: Date }) => number) =>
    metrics.gauge(name, help, async () => {
      const last = await readLastAudit(database);
      return last ? [{ value: of(last) }] : [];
    });
  figure(
    'earshot_ledger_findings',
    'Contradictions that the last audit of the ledger found: must be 0.',
    (last) => last.findings,
  );
  figure('earshot_ledger_audit_age_seconds', 'Since the last audit of the ledger.', (last) =>
    Math.max(0, (clock.now().getTime() - last.checkedAt.getTime()) / 1000),
  );
}
