-- A first payout to a destination is looked at by a person, whatever else speaks for it.
alter table payout_rule_findings
  drop constraint payout_rule_findings__doubts,
  add constraint payout_rule_findings__doubts check (doubts <@ array['taken_back', 'amount', 'standing', 'related', 'suspended',
    'not_seen', 'held', 'destination', 'artists', 'refused_before', 'owed']);
