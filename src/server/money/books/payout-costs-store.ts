import { cents, integer, nullable, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const bookCost = statement({
  takes: { amountCents: cents, reason: text, bookedBy: uuid, key: uuid, now: timestamp },
  gives: { outcome: text, id: nullable(uuid) },
})`select outcome, cost_id as id
   from ledger.book_payout_cost(${'amountCents'}, ${'reason'}, ${'bookedBy'}, ${'key'}, ${'now'})`;

export const costsBooked = statement({
  takes: { createdAt: timestamp, id: uuid, most: integer },
  gives: { id: uuid, amountCents: cents, reason: text, bookedBy: text, createdAt: timestamp },
})`select cost.id, cost.amount_cents as "amountCents", cost.reason, maker.display_name as "bookedBy",
     cost.booked_at as "createdAt"
   from ledger.payout_costs cost join profiles maker on maker.user_id = cost.booked_by
   where (cost.booked_at, cost.id) < (${'createdAt'}, ${'id'})
   order by cost.booked_at desc, cost.id desc limit ${'most'}::integer`;

/** Costs are expenses, which are negative in the ledger. */
export const totalCost = statement({ takes: {}, gives: { totalCents: cents } })`
  select coalesce(-sum(posting.amount_cents), 0)::bigint as "totalCents"
  from ledger.accounts account join ledger.postings posting on posting.account_id = account.id
  where account.kind = 'payout_costs'`;
