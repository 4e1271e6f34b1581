import type { Transaction } from '../adapters/database/database.ts';
import { heardStretch, type Stretch, stretchesOf } from './heard-rules.ts';
import { hearSeconds, readHeard } from './heard-store.ts';
import { hearUnpaid } from './unpaid-store.ts';

interface HeardReport {
  readonly listenerId: string;
  readonly trackId: string;
  readonly durationMs: number;
  /** Where the playback was at the report before. */
  readonly fromMs: number;
  readonly positionMs: number;
  readonly creditedMs: number;
}

/** Keeps the seconds that a report vouches for. Answers all that the listener has heard of the track. */
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

/** The same for a track that is heard without pay: it is kept with the assignment alone, and none of it counts. */
export async function hearReportUnpaid(tx: Transaction, id: string, report: HeardReport): Promise<Stretch[]> {
  const { fromMs, positionMs, creditedMs, durationMs } = report;
  if (creditedMs > 0) {
    await hearUnpaid.run(tx, { id, ...heardStretch(fromMs, positionMs, creditedMs, durationMs) });
  }
  return [];
}
