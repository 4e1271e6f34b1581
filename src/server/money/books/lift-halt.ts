import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { auditBooks } from './audit-books.ts';
import { allowLongReading, auditMilliseconds, liftOpenHalt } from './audit-store.ts';

/**
 * Audits the ledger and lifts the halt if there are no findings.
 * @throws Refusal books_unclean with findings, not_found without a halt
 */
export async function liftHalt(
  deps: Parameters<typeof auditBooks>[0] & Pick<Dependencies, 'database'>,
  liftedBy: string,
  reason: string,
): Promise<void> {
  const { findings } = await auditBooks(deps);
  if (findings.length > 0) refuse('books_unclean');
  await deps.database.transaction(async (tx) => {
    await allowLongReading.run(tx, { milliseconds: auditMilliseconds });
    const { outcome } = await liftOpenHalt.only(tx, { liftedBy, reason });
    if (outcome === 'missing') refuse('not_found');
    if (outcome === 'findings') refuse('books_unclean');
    if (outcome !== 'done') refuse('access_denied');
    const act = { event: 'halt_lifted', userId: null, actorId: liftedBy, details: { reason } } as const;
    await recordAdminAct(tx, act, deps.clock.now());
  });
}
