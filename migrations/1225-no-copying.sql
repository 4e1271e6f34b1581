-- A copied text waits for a person by itself, so copying is no evidence of its own any more.
delete from evidence where kind = 'copying';
update cluster_members set kinds = array_remove(kinds, 'copying') where 'copying' = any (kinds) and cardinality(kinds) > 2;
delete from cluster_members where 'copying' = any (kinds);
update clusters set members = (select count(*) from cluster_members where cluster_id = clusters.id)
 where members <> (select count(*) from cluster_members where cluster_id = clusters.id);
delete from clusters where members = 0 and decision is null;
alter table review_texts drop column is_copied;
alter table evidence drop constraint evidence__kind;
alter table evidence add constraint evidence__kind
  check (kind in ('network', 'device', 'script', 'mailbox', 'domain', 'started', 'typing')) not valid;
