-- What a payment service would know about payouts that go to the test provider. Kept through restarts, as theirs is.
create table test_transfers (
  payout_id uuid primary key constraint test_transfers__payout_id references payout_requests (id),
  conduct text not null constraint test_transfers__conduct
    check (conduct in ('pays', 'pays_later', 'fails', 'returns', 'loses_the_answer')),
  amount_cents bigint not null constraint test_transfers__amount_cents check (amount_cents > 0),
  received_at timestamptz(3) not null,
  -- When it was told that the money came back.
  returned_at timestamptz(3)
);
create index test_transfers__to_return on test_transfers (received_at) where conduct = 'returns' and returned_at is null;
grant select, insert, update on test_transfers to earshot_app;
