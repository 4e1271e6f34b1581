-- An undone approval leaves its review pending. A later approval pays the reward again, by an entry that reverses the reversal,
-- so that at most one reward of a review is in force.
alter table ledger.transactions
  drop constraint transactions__kind_source,
  add constraint transactions__kind_source unique nulls not distinct (kind, source_id, reverses),
  drop constraint transactions__reversal,
  add constraint transactions__reversal
    check (kind = 'reward' or (kind in ('reward_reversal', 'payout_return')) = (reverses is not null));
