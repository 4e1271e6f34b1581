import type { OpenTransfer } from '#contract/money/payout-transfers/payout-exports.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { waitsForCents } from '../payout-transfers/transfer-providers.ts';
import { refuseOwnPayout } from '../wallet/decide-payout.ts';
import { refuseOutcome } from '../wallet/ledger-outcomes.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';
import { confirmArrival, listenerOfPayout, openTransfers, returnToListener } from './open-transfers-store.ts';

const pageSize = 50;

/** Approved payouts that have not arrived, except those in files. */
export async function listOpenTransfers(
  { database, clock, transferProviders }: Pick<Dependencies, 'database' | 'clock' | 'transferProviders'>,
  cursor?: string,
): Promise<Page<OpenTransfer>> {
  const rows = await openTransfers.all(database, {
    ...decodeCursor(cursor, oldestFirst),
    methods: transferProviders.map(({ method }) => method),
    fileMethods: transferProviders.flatMap(({ method, takes }) => (takes === 'files' ? [method] : [])),
    now: clock.now(),
    most: pageSize + 1,
  });
  return pageOfRows(rows, pageSize, ({ id, createdAt, sentAt, country, gatheredCents, ...row }) => ({
    payoutId: id,
    approvedAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    waitsForCents: waitsForCents({ transferProviders }, { ...row, country, gatheredCents }),
    ...row,
  }));
}

/**
 * Records that a payout has arrived: one of a file, or one that a payment service has had for 14 days. Repeats change
 * nothing.
 * @throws Refusal not_found, own_decision; already_decided if it was returned or the service may still end it
 */
export function confirmPayout(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  payoutId: string,
): Promise<{ id: string; transfer: 'paid' }> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    await refuseOwnPayout(tx, actorId, payoutId);
    const { outcome, transfer, listenerId } = await confirmArrival.only(tx, {
      payoutId,
      confirmedBy: actorId,
      now,
    });
    if (outcome === 'conflict') return refuse('already_decided', { status: transfer ?? 'decided' });
    if (outcome !== 'done' && outcome !== 'already') return refuseOutcome(outcome, transfer);
    if (outcome === 'done') {
      const details = { payout: payoutId };
      await recordAdminAct(tx, { event: 'payout_arrived', userId: listenerId, actorId, details }, now);
    }
    return { id: payoutId, transfer: 'paid' };
  });
}

/**
 * Returns a completed payout that did not arrive to the balance, settling what is owed first.
 * @throws Refusal not_found, own_decision; already_decided if it was not completed, or a payment service has had it for
 * less than 14 days
 */
export function returnPayout(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  act: MoneyAct,
  returned: { readonly payoutId: string; readonly reason: string },
): Promise<{ id: string; status: 'rejected'; returnedAt: string }> {
  const { payoutId, reason } = returned;
  return moneyAct(deps, act, { call: 'returnPayout', request: returned }, async (tx) => {
    const now = deps.clock.now();
    const payout = await listenerOfPayout.one(tx, { id: payoutId });
    await refuseOwn(tx, act.admin, [payout?.listenerId]);
    const row = await returnToListener.only(tx, { payoutId, returnedBy: act.admin, reason, now });
    const isReturned = row.outcome === 'done' || row.outcome === 'already';
    if (!isReturned || row.returnedAt === null) return refuseOutcome(row.outcome, row.status);
    if (row.outcome === 'done' && payout) {
      const { listenerId: userId } = payout;
      const details = { payout: payoutId, reason };
      await recordAdminAct(tx, { event: 'payout_returned', userId, actorId: act.admin, details }, now);
    }
    return { id: payoutId, status: 'rejected', returnedAt: row.returnedAt.toISOString() };
  });
}
