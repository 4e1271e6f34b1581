import type { FileMethod } from '#contract/money/payout-destinations/destinations.ts';
import type { PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOutcome } from '../wallet/refuse-outcome.ts';
import { toPayoutExport } from './payout-export.ts';
import { exportById, takeForExport } from './payout-exports-store.ts';

/**
 * Puts every approved payout that is ready for such a file into one export; a payout is only ever in one. The same key
 * always returns the first export.
 * @throws Refusal nothing_to_export
 */
export function exportPayouts(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  admin: string,
  file: { readonly method: FileMethod; readonly euroRate?: number | undefined },
  { key, onRepeat }: { readonly key: string; readonly onRepeat: () => void },
): Promise<PayoutExport> {
  return database.transaction(async (tx) => {
    const { outcome, exportId } = await takeForExport.only(tx, {
      madeBy: admin,
      key,
      method: file.method,
      euroRate: file.euroRate ?? null,
      now: clock.now(),
    });
    if (outcome === 'nothing') refuse('nothing_to_export');
    if (exportId === null) return refuseOutcome(outcome, null);
    const made = await exportById.only(tx, { id: exportId });
    if (outcome === 'already') onRepeat();
    else {
      const details = { export: exportId, payouts: made.lineCount, cents: made.totalCents };
      const act = { event: 'payouts_exported', userId: null, actorId: admin, details } as const;
      await recordAdminAct(tx, act, clock.now());
    }
    return toPayoutExport(made);
  });
}
