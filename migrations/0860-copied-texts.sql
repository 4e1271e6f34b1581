-- Whether a text nearly equals an earlier one of another listener: once may be chance, again and again is evidence.

-- A single near-equal text relates nobody any longer. This takes longest, so it comes before the tables are locked.
delete from related_acts
 where kind = 'text' and user_id not in (
   select review.listener_id from review_findings finding join reviews review on review.id = finding.review_id
    where finding.rule = 'near_equal' and not finding.passed
    group by review.listener_id having count(*) >= 2);

alter table review_texts add column is_copied boolean not null default false;
grant update (is_copied) on review_texts to earshot_app;

-- Who copies again and again: it adds to what joins accounts, and joins none. The next migration checks the rows, because
-- nothing is recorded while this one holds its lock.
alter table evidence
  drop constraint evidence__kind,
  add constraint evidence__kind
    check (kind in ('network', 'device', 'script', 'mailbox', 'domain', 'typing', 'copying')) not valid;
