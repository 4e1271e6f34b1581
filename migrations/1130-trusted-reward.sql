-- Tracks that are already served keep their reward.
update ledger.rates set trusted_reward_cents = 25;
