import type { BatchFile } from '../../adapters/payout-service/payout-service.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { ordersOf } from '../payout-transfers/orders-of.ts';
import { fileProvider } from '../payout-transfers/provider-of.ts';
import { exportById, payoutsOfExport } from './payout-exports-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'keys' | 'transferProviders'>;

/**
 * The files of an export. Destinations are frozen into its payouts, so the files stay the same, except that payouts
 * returned since and those with a withdrawn destination are left out.
 * @throws Refusal not_found, also if nothing is left or a former version made it in another format
 */
export async function handOverPayouts(
  deps: Needs,
  actorId: string,
  exportId: string,
): Promise<{ files: BatchFile[] }> {
  const { database, clock } = deps;
  const made = await exportById.one(database, { id: exportId });
  const provider = made?.method && fileProvider(deps, made.method);
  if (!made || !provider) return refuse('not_found');
  const lines = await payoutsOfExport.all(database, { exportId });
  const orders = await ordersOf(
    deps,
    lines.map(({ payoutId }) => payoutId),
  );
  const rate = made.euroRate === null ? {} : { euroRate: made.euroRate };
  const files = provider.write({ id: exportId, madeAt: made.createdAt, ...rate, orders });
  if (files.length === 0) return refuse('not_found');
  const act = { event: 'payouts_handed_over', userId: null, actorId, details: { export: exportId } } as const;
  await database.transaction((tx) => recordAdminAct(tx, act, clock.now()));
  return { files: [...files] };
}
