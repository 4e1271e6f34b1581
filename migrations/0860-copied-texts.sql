-- Whether a text nearly equals an earlier one of another listener: once may be chance, again and again is evidence.

alter table review_texts add column is_copied boolean not null default false;
grant update (is_copied) on review_texts to earshot_app;

-- Who copies again and again: it adds to what joins accounts, and joins none.
alter table evidence
  drop constraint evidence__kind,
  add constraint evidence__kind
    check (kind in ('network', 'device', 'script', 'mailbox', 'domain', 'typing', 'copying'));

-- A single near-equal text relates nobody any longer.
delete from related_acts act
 where act.kind = 'text' and (
   select count(*) from reviews review
     join review_findings finding on finding.review_id = review.id
      and finding.rule = 'near_equal' and not finding.passed
    where review.listener_id = act.user_id) < 2;
