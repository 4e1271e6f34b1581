import { sql, sqlRow } from '#tests/support/world/sql.ts';
import type { LoadWorld } from '../load/load-world.ts';
import type { StripeReport } from './stripe-process.ts';

interface Compared {
  readonly paid: number;
  readonly failed: number;
  readonly lost: number;
  readonly doubled: number;
  readonly audit: number;
  readonly broken: readonly string[];
}

/** Compares each payout with Stripe: "paid" must be at the bank exactly once, "failed" must leave no money there. */
export async function comparePayouts(
  { owner }: LoadWorld,
  payoutIds: readonly string[],
  stripe: StripeReport,
): Promise<Compared> {
  const rows = await sql(
    owner.database,
    `select travel.payout_id as id, travel.transfer, request.amount_cents::integer as cents
       from payout_transfers travel join payout_requests request on request.id = travel.payout_id
      where travel.payout_id = any ($1)`,
    [payoutIds],
  );
  let lost = 0;
  let doubled = 0;
  let booked = 0;
  for (const { id, transfer, cents } of rows) {
    const made = stripe.transfers.filter(({ payoutId }) => payoutId === id);
    const standing = made.filter(({ isReversed }) => !isReversed);
    if (made.length > 1) doubled += 1;
    const isPaid =
      transfer === 'paid' && standing.length === 1 && standing[0]?.cents === cents && standing[0]?.isAtBank;
    const isBack = transfer === 'failed' && standing.length === 0;
    if (!isPaid && !isBack) lost += 1;
    if (transfer === 'paid') booked += Number(cents);
  }
  const { found, cash } = await sqlRow(
    owner.database,
    `select (select count(*) from ledger.audit())::integer as found,
       (select coalesce(sum(posting.amount_cents), 0) from ledger.postings posting
          join ledger.transactions entry on entry.id = posting.transaction_id
          join ledger.accounts account on account.id = posting.account_id
         where account.kind = 'payout_cash' and entry.source_id = any ($1))::integer as cash`,
    [payoutIds],
  );
  const outside = stripe.transfers.reduce(
    (sum, { cents, isReversed }) => (isReversed ? sum : sum + cents),
    0,
  );
  return {
    paid: rows.filter(({ transfer }) => transfer === 'paid').length,
    failed: rows.filter(({ transfer }) => transfer === 'failed').length,
    lost: lost + payoutIds.length - rows.length,
    doubled,
    audit: Number(found),
    broken: [
      ...(booked === Number(cash) ? [] : [`the ledger paid ${cash} cents, its payouts say ${booked}`]),
      ...(outside === booked ? [] : [`Stripe paid ${outside} cents, the payouts say ${booked}`]),
    ],
  };
}
