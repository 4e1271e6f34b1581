-- How the text of a review came about in its form: counts alone, never keys or the moments of keys. Kept 180 days.

create table review_typing (
  review_id uuid not null constraint review_typing__review primary key
    constraint review_typing__review_id references reviews (id),
  listener_id uuid not null constraint review_typing__listener_id references profiles (user_id),
  sent_at timestamptz(3) not null,
  sent_letters integer not null
    constraint review_typing__sent_letters check (sent_letters between 1 and 5000),
  typed_letters integer not null
    constraint review_typing__typed_letters check (typed_letters between 0 and 100000),
  pasted_letters integer not null
    constraint review_typing__pasted_letters check (pasted_letters between 0 and 100000),
  text_ms integer not null
    constraint review_typing__text_ms check (text_ms between 0 and 86400000)
);
create index review_typing__listener on review_typing (listener_id, sent_at desc, review_id desc);
create index review_typing__sent on review_typing (sent_at);
grant select, insert, delete on review_typing to earshot_app;

-- Who brings finished texts again and again: it adds to what joins accounts, and joins none.
alter table evidence
  drop constraint evidence__kind,
  add constraint evidence__kind
    check (kind in ('network', 'device', 'script', 'mailbox', 'domain', 'typing'));
