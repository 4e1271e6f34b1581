import type { Transaction } from '../../adapters/database/database.ts';
import { heardStretch, type Stretch, stretchesOf } from './heard-rules.ts';
import { hearSeconds, readHeard } from './heard-store.ts';
import { hearUnpaid } from './unpaid-store.ts';

interface HeardReport {
  readonly listenerId: string;
  readonly trackId: string;
  readonly durationMs: number;
  /** The position of the previous report. */
  readonly fromMs: number;
  readonly positionMs: number;
  readonly creditedMs: number;
}

/** Stores the seconds that a report proves. Returns everything that the listener has heard of the track. */
export async function hearReport(tx: Transaction, report: HeardReport): Promise<Stretch[]> {
  const { listenerId, trackId } = report;
  const row =
    report.creditedMs > 0
      ? await hearSeconds.only(tx, {
          trackId,
          listenerId,
          ...heardStretch(report.fromMs, report.positionMs, report.creditedMs, report.durationMs),
        })
      : await readHeard.one(tx, { trackId, listenerId });
  return stretchesOf(row?.heard ?? []);
}

/** The same for unpaid listening: stored only with the lease, and it counts nowhere. */
export async function hearReportUnpaid(tx: Transaction, id: string, report: HeardReport): Promise<Stretch[]> {
  const { fromMs, positionMs, creditedMs, durationMs } = report;
  if (creditedMs > 0) {
    await hearUnpaid.run(tx, { id, ...heardStretch(fromMs, positionMs, creditedMs, durationMs) });
  }
  return [];
}
