import {
  boolean,
  cents,
  integer,
  nullable,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Pending payouts without any decision yet, never checked ones first. */
export const payoutsToLookAt = statement({
  takes: { before: timestamp, most: integer },
  gives: { payoutId: uuid },
})`select request.id as "payoutId"
   from payout_requests request
   join users person on person.id = request.listener_id and not person.is_test
   left join payout_rule_findings found on found.payout_id = request.id
   where request.status = 'pending' and request.first_approved_by is null
     and (found.looked_at is null or found.looked_at <= ${'before'} and not 'taken_back' = any (found.doubts))
     and not exists (select from payout_approvals standing where standing.payout_id = request.id)
   order by found.looked_at nulls first, request.created_at limit ${'most'}::integer`;

/**
 * Facts about a payout and its listener. An artist counts as proven by a first payment before `provenBefore`, if none was
 * refunded or disputed. The approver of an earlier payout has seen the destination it had then. Completion by rule does
 * not end an earlier refusal.
 */
export const payoutFacts = statement({
  takes: { payoutId: uuid, provenBefore: timestamp, now: timestamp },
  gives: {
    listenerId: uuid,
    amountCents: cents,
    isSeen: boolean,
    isSuspended: boolean,
    heldUntil: nullable(timestamp),
    isStopped: boolean,
    confirmedAt: nullable(timestamp),
    wasRefused: boolean,
    earnedCents: cents,
    unprovenCents: cents,
    isRead: boolean,
    saysNothing: boolean,
    isUnderReview: boolean,
  },
})`select request.listener_id as "listenerId", request.amount_cents as "amountCents",
     exists (select from payout_requests earlier
       join payees known on known.id = earlier.seen_payee_id and known.destination_mark = payee.destination_mark
       where earlier.listener_id = request.listener_id and earlier.status = 'completed'
         and earlier.decided_by is not null) as "isSeen",
     person.suspended_at is not null as "isSuspended", hold.held_until as "heldUntil",
     hold.stopped_at is not null as "isStopped", payee.confirmed_at as "confirmedAt",
     coalesce((select last.status <> 'completed' from payout_requests last
       where last.listener_id = request.listener_id
         and (last.status in ('rejected', 'returned') or last.status = 'completed' and not last.by_rule)
       order by coalesce(last.returned_at, last.processed_at) desc, last.status = 'completed' limit 1), false)
       or exists (select from payout_requests other join payout_rule_findings found on found.payout_id = other.id
         where other.listener_id = request.listener_id and 'taken_back' = any (found.doubts)
           and not exists (select from payout_requests seen where seen.listener_id = other.listener_id
             and seen.status = 'completed' and seen.decided_by is not null
             and (seen.id = other.id or seen.created_at >= found.looked_at))) as "wasRefused",
     rewards.earned_cents as "earnedCents", rewards.unproven_cents as "unprovenCents",
     ledger.is_read(request.listener_id, ${'now'}) as "isRead",
     ledger.has_found_nothing(request.listener_id, ${'now'}) as "saysNothing",
     ledger.is_under_review(request.listener_id) as "isUnderReview"
   from payout_requests request
   join users person on person.id = request.listener_id
   join payout_transfers travel on travel.payout_id = request.id
   left join payees payee on payee.id = travel.payee_id and payee.withdrawn_at is null
   left join payout_holds hold on hold.user_id = request.listener_id
   cross join lateral (
     select coalesce(sum(earned.cents), 0)::bigint as earned_cents,
       coalesce(sum(earned.cents) filter (where not exists (
           select from billing_payments paid where paid.user_id = earned.artist_id and paid.paid_at <= ${'provenBefore'})
         or exists (select from billing_payments paid join billing_reversals back on back.payment_id = paid.id
           where paid.user_id = earned.artist_id and back.status not in ('failed', 'won')))
         , 0)::bigint as unproven_cents
     from (
       select review.artist_id, sum(review.earned_cents) as cents
         from reviews review
        where review.id in (select ledger.rewarded_in(request.id))
        group by review.artist_id
     ) as earned
   ) as rewards
   where request.id = ${'payoutId'} and request.status = 'pending'`;

/** Stores the doubts about a payout. An approval that an admin undid stays a doubt. */
export const storeDoubts = statement({
  takes: { payoutId: uuid, doubts: textList, now: timestamp },
  gives: {},
})`insert into payout_rule_findings (payout_id, looked_at, doubts) values (${'payoutId'}, ${'now'}, ${'doubts'})
   on conflict (payout_id) do update set looked_at = excluded.looked_at, doubts = excluded.doubts
     where not 'taken_back' = any (payout_rule_findings.doubts)`;
