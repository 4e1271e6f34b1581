import { cents, integer, nullable, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** Balances from the ledger; sums over approved reviews, the month by the review's created_at. */
export const walletFigures = statement({
  takes: { listenerId: uuid, monthStart: timestamp },
  gives: {
    availableCents: cents,
    pendingCents: cents,
    totalEarningsCents: cents,
    thisMonthCents: cents,
    reviewsThisMonth: integer,
  },
})`select coalesce(b.available_cents, 0) as "availableCents", coalesce(b.pending_cents, 0) as "pendingCents",
     p.total_earnings_cents as "totalEarningsCents", month.earned_cents as "thisMonthCents",
     month.reviews as "reviewsThisMonth"
   from profiles p
   left join listener_balances b on b.listener_id = p.user_id
   cross join lateral (
     select coalesce(sum(r.earned_cents), 0)::bigint as earned_cents,
       (count(*) filter (where r.status in ('pending', 'approved')))::integer as reviews
     from reviews r where r.listener_id = p.user_id and r.created_at >= ${'monthStart'}
   ) as month
   where p.user_id = ${'listenerId'}`;

const payout = {
  id: uuid,
  amountCents: cents,
  status: oneOf('pending', 'completed', 'rejected'),
  decisionReason: nullable(text),
  createdAt: timestamp,
  processedAt: nullable(timestamp),
};

export const payoutById = statement({
  takes: { id: uuid },
  gives: payout,
})`select id, amount_cents as "amountCents", status, decision_reason as "decisionReason",
     created_at as "createdAt", processed_at as "processedAt" from payout_requests where id = ${'id'}`;

export const payoutsOfListener = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: payout,
})`select id, amount_cents as "amountCents", status, decision_reason as "decisionReason",
     created_at as "createdAt", processed_at as "processedAt" from payout_requests
   where listener_id = ${'listenerId'} and (created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

/** A completed or rejected request, for the notice of its decision. */
export const decidedPayout = statement({
  takes: { payoutId: uuid },
  gives: {
    listenerId: uuid,
    amountCents: cents,
    status: oneOf('completed', 'rejected'),
    reason: nullable(text),
  },
})`select listener_id as "listenerId", amount_cents as "amountCents", status, decision_reason as reason
   from payout_requests where id = ${'payoutId'} and status in ('completed', 'rejected')`;
