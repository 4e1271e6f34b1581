-- A person reads: where an artist says that a review says nothing, where money leaves, and by chance.

create table readings (
  id uuid primary key default gen_random_uuid(),
  -- 'press': the track's artist asked for it. 'spot': chosen by chance. 'payout': read before a payout was decided.
  kind text not null constraint readings__kind check (kind in ('press', 'spot', 'payout')),
  review_id uuid not null constraint readings__review_id references reviews (id),
  -- Of the review, which never changes it.
  listener_id uuid not null constraint readings__listener_id references profiles (user_id),
  asked_by uuid constraint readings__asked_by references users (id),
  payout_id uuid constraint readings__payout_id references payout_requests (id),
  asked_at timestamptz(3) not null,
  read_at timestamptz(3),
  read_by uuid constraint readings__read_by references users (id),
  says_nothing boolean not null default false,
  constraint readings__asked check ((kind = 'press') = (asked_by is not null)),
  constraint readings__of_payout check ((kind = 'payout') = (payout_id is not null)),
  constraint readings__read check ((read_at is null) = (read_by is null) and (read_at is not null or not says_nothing)),
  constraint readings__payout_read check (kind <> 'payout' or read_at is not null)
);
create unique index readings__once on readings (review_id, kind) where kind <> 'payout';
create unique index readings__payout on readings (payout_id, read_by, review_id) where kind = 'payout';
create index readings__asked_by on readings (asked_by, asked_at) where kind = 'press';
create index readings__listener on readings (listener_id, read_at);
create index readings__nothing on readings (read_at) where says_nothing;
create index readings__read_by on readings (read_by) where read_by is not null;
create index readings__unread on readings (asked_at, id) where read_at is null;
grant delete, insert, select, update on readings to earshot_app;
grant select on readings to earshot_audit;

-- Reviews of a listener that a person decided.
create index reviews__decided_by_person on reviews (listener_id) where decided_by is not null;

-- A place that an artist's press frees stays with the rejected review until its appeal is over.
drop index reviews__assignment;
create index reviews__assignment on reviews (assignment_id) where assignment_id is not null;
create index reviews__held_place on reviews (decided_at) where status = 'rejected' and assignment_id is not null;

-- A payout that an admin found to be paid for no reviews. Its money is under review until an admin decides finally.
create table ledger.withheld (
  payout_id uuid primary key constraint withheld__payout_id references payout_requests (id),
  listener_id uuid not null constraint withheld__listener_id references profiles (user_id),
  amount_cents bigint not null constraint withheld__amount_cents check (amount_cents > 0),
  -- The listener reads it.
  sentence text not null constraint withheld__sentence check (char_length(btrim(sentence)) between 1 and 1000),
  withheld_by uuid not null constraint withheld__withheld_by references users (id),
  withheld_at timestamptz(3) not null,
  appeal text constraint withheld__appeal check (char_length(appeal) between 1 and 1000),
  appealed_at timestamptz(3),
  outcome text constraint withheld__outcome check (outcome in ('returned', 'taken')),
  decided_by uuid constraint withheld__decided_by references users (id),
  decided_at timestamptz(3),
  decision_note text constraint withheld__decision_note check (char_length(btrim(decision_note)) between 1 and 1000),
  constraint withheld__appealed check ((appeal is null) = (appealed_at is null)),
  constraint withheld__decided check (num_nonnulls(outcome, decided_by, decided_at, decision_note) in (0, 4)),
  constraint withheld__own check (listener_id not in (withheld_by, decided_by))
);
create unique index withheld__open on ledger.withheld (listener_id) where outcome is null;
create index withheld__open_oldest on ledger.withheld (withheld_at, payout_id) where outcome is null;
create index withheld__withheld_by on ledger.withheld (withheld_by);
create index withheld__decided_by on ledger.withheld (decided_by);
create index withheld__listener on ledger.withheld (listener_id);
grant select on ledger.withheld to earshot_app, earshot_audit;

-- Nothing reads it.
alter table ledger.accounts drop column class;
alter table ledger.accounts drop constraint accounts__kind,
  add constraint accounts__kind check (case when listener_id is null
    then kind in ('reward_expense', 'payout_cash', 'payout_costs', 'corrections', 'test_funds',
      'plan_income', 'plan_refunds', 'plan_disputes', 'billing_fees', 'provider_cash')
    else kind in ('available', 'pending', 'owed', 'under_review') end) not valid;

drop index ledger.transactions__payout_decision;
create unique index transactions__payout_decision on ledger.transactions (source_id)
  where kind in ('payout_completion', 'payout_rejection', 'payout_cancellation', 'payout_withheld');
alter table ledger.transactions drop constraint transactions__kind,
  add constraint transactions__kind check (kind in ('reward', 'reward_reversal', 'payout_request', 'payout_completion',
    'payout_rejection', 'payout_cancellation', 'payout_return', 'payout_cost', 'payout_withheld', 'withheld_return',
    'correction', 'test_grant', 'plan_payment', 'plan_fee', 'plan_refund', 'plan_refund_failure', 'plan_dispute',
    'plan_dispute_won', 'plan_dispute_fee')) not valid;

alter table payout_rule_findings drop constraint payout_rule_findings__doubts,
  add constraint payout_rule_findings__doubts check (doubts <@ array['taken_back', 'amount', 'standing', 'related', 'suspended',
    'not_seen', 'held', 'destination', 'artists', 'refused_before', 'owed', 'unread', 'says_nothing', 'under_review']);
