import type { PayoutExport } from '#contract/books.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { exportById, takeForExport } from './books-store.ts';
import { refuseOutcome } from './money-act.ts';
import { toPayoutExport } from './payout-export.ts';

/**
 * Puts every approved payout that has not left into one export, each payout into one only. The same key finds the first
 * export again, for ever. Refuses 'nothing_to_export'.
 */
export function exportPayouts(
  { database }: Pick<Dependencies, 'database'>,
  admin: string,
  { key, onRepeat }: { readonly key: string; readonly onRepeat: () => void },
): Promise<PayoutExport> {
  return database.transaction(async (tx) => {
    const { outcome, exportId } = await takeForExport.only(tx, { madeBy: admin, key });
    if (outcome === 'nothing') refuse('nothing_to_export');
    if (exportId === null) return refuseOutcome(outcome, null);
    if (outcome === 'already') onRepeat();
    return toPayoutExport(await exportById.only(tx, { id: exportId }));
  });
}
