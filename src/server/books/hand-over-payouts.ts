import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { exportById, ordersOfExport } from './books-store.ts';

/**
 * Hands an export to whoever moves the money. May be repeated: each payout carries its id as idempotency key. Refuses
 * 'not_found'.
 */
export async function handOverPayouts(
  { database, clock, payoutService }: Pick<Dependencies, 'database' | 'clock' | 'payoutService'>,
  actorId: string,
  exportId: string,
): Promise<{ file: { name: string; content: string } | null }> {
  const made = await exportById.one(database, { id: exportId });
  if (!made) return refuse('not_found');
  const rows = await ordersOfExport.all(database, { exportId });
  const orders = rows.map((row) => ({ ...row, approvedAt: row.approvedAt ?? made.createdAt }));
  const act = { event: 'payouts_handed_over', userId: null, actorId, details: { export: exportId } } as const;
  await database.transaction((tx) => recordAdminAct(tx, act, clock.now()));
  return { file: await payoutService.handOver({ id: exportId, madeAt: made.createdAt, orders }) };
}
