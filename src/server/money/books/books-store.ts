import { EntryKind } from '#contract/money/wallet/wallet.ts';
import {
  bigint,
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

export const bookFigures = statement({
  takes: {},
  gives: { secondAdminPayoutCents: nullable(cents), secondAdminCorrectionCents: nullable(cents) },
})`select second_admin_payout_cents as "secondAdminPayoutCents",
     second_admin_correction_cents as "secondAdminCorrectionCents"
   from ledger.rates`;

export const waitingCorrections = statement({
  takes: {},
  gives: {
    id: uuid,
    listenerId: uuid,
    displayName: text,
    amountCents: cents,
    reason: text,
    proposedBy: uuid,
    proposerName: text,
    proposedAt: timestamp,
  },
})`select waiting.id, waiting.listener_id as "listenerId", listener.display_name as "displayName",
     waiting.amount_cents as "amountCents", waiting.reason, waiting.proposed_by as "proposedBy",
     proposer.display_name as "proposerName", waiting.proposed_at as "proposedAt"
   from ledger.corrections waiting
   join profiles listener on listener.user_id = waiting.listener_id
   join profiles proposer on proposer.user_id = waiting.proposed_by
   where waiting.status = 'waiting' order by waiting.proposed_at, waiting.id limit 50`;

const entry = {
  id: bigint,
  kind: oneOf(...EntryKind.options),
  createdAt: timestamp,
  listenerId: uuid,
  displayName: text,
  grossCents: cents,
  changeCents: cents,
  sourceId: uuid,
  reason: nullable(text),
  actorName: nullable(text),
  isUndone: boolean,
};

const entryColumns = fragment`entry.id, entry.kind, entry.created_at as "createdAt", listener.user_id as "listenerId",
     listener.display_name as "displayName", entry.gross_cents as "grossCents",
     owner.cents as "changeCents", entry.source_id as "sourceId",
     coalesce(review.decision_note, entry.reason) as reason, actor.display_name as "actorName",
     exists (select from ledger.transactions undoing where undoing.reverses = entry.id) as "isUndone"`;

const actorAndReview = fragment`
   left join profiles actor on actor.user_id = entry.actor
   left join reviews review on entry.kind = 'reward_reversal' and entry.reason = 'reversed' and review.id = entry.source_id
   order by entry.id desc`;

export const entriesOfAll = statement({
  takes: { before: bigint, most: integer },
  gives: entry,
})`select ${entryColumns}
   from (select * from ledger.transactions where id < ${'before'} order by id desc limit ${'most'}::integer) as entry
   join lateral (
     select account.listener_id, sum(posting.amount_cents)::bigint as cents from ledger.postings posting
     join ledger.accounts account on account.id = posting.account_id and account.listener_id is not null
     where posting.transaction_id = entry.id group by account.listener_id
   ) owner on true
   join profiles listener on listener.user_id = owner.listener_id ${actorAndReview}`;

export const entriesOfListener = statement({
  takes: { listenerId: uuid, before: bigint, most: integer },
  gives: entry,
})`select ${entryColumns}
   from (
     select posting.transaction_id as id, sum(posting.amount_cents)::bigint as cents from ledger.accounts account
     join ledger.postings posting on posting.account_id = account.id
     where account.listener_id = ${'listenerId'} and posting.transaction_id < ${'before'}
     group by posting.transaction_id order by posting.transaction_id desc limit ${'most'}::integer
   ) as owner
   join ledger.transactions entry on entry.id = owner.id
   join profiles listener on listener.user_id = ${'listenerId'} ${actorAndReview}`;

export const listenerByEmail = statement({
  takes: { emailNormalized: text },
  gives: {
    listenerId: uuid,
    displayName: text,
    availableCents: cents,
    pendingCents: cents,
    owedCents: cents,
    isTest: boolean,
  },
})`select person.id as "listenerId", profile.display_name as "displayName",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'available'), 0)::bigint as "availableCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'pending'), 0)::bigint as "pendingCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'owed'), 0)::bigint as "owedCents",
     person.is_test as "isTest"
   from users person join profiles profile on profile.user_id = person.id
   left join ledger.accounts account on account.listener_id = person.id
   where person.email_normalized = ${'emailNormalized'} group by person.id, profile.user_id`;

export const enterCorrection = statement({
  takes: { listenerId: uuid, amountCents: cents, reason: text, proposedBy: uuid, key: uuid },
  gives: { outcome: text, id: nullable(uuid), status: nullable(oneOf('waiting', 'booked', 'declined')) },
})`select outcome, correction_id as id, status
   from ledger.correct_balance(${'listenerId'}, ${'amountCents'}, ${'reason'}, ${'proposedBy'}, ${'key'})`;

export const settleCorrection = statement({
  takes: { correctionId: uuid, decidedBy: uuid, decision: text },
  gives: { outcome: text, status: nullable(oneOf('waiting', 'booked', 'declined')) },
})`select outcome, status from ledger.decide_correction(${'correctionId'}, ${'decidedBy'}, ${'decision'})`;

export const reverseApprovedReview = statement({
  takes: { reviewId: uuid, decidedBy: uuid, note: text },
  gives: { outcome: text, status: nullable(text) },
})`select outcome, status from ledger.reverse_review(${'reviewId'}, ${'decidedBy'}, 'reversed', ${'note'})`;

export const peopleOfReview = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid, artistId: uuid },
})`select listener_id as "listenerId", artist_id as "artistId" from reviews where id = ${'id'}`;

export const correctionById = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid, amountCents: cents, reason: text },
})`select listener_id as "listenerId", amount_cents as "amountCents", reason from ledger.corrections where id = ${'id'}`;

/** Only works as the owner of the database; the app's role is rejected. */
export const setAmountForTwo = statement({
  takes: { acts: text, aboveCents: nullable(cents) },
  gives: {},
})`select from ledger.set_second_admin(${'acts'}, ${'aboveCents'})`;

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
