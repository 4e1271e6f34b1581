-- Two keys for each sentence of at least eight words, of its even and its odd words. Without a foreign key, like the bands.
create table review_sentences (
  key bigint not null,
  text_no integer not null,
  constraint review_sentences__key_text primary key (key, text_no)
);
grant delete, insert, select on review_sentences to earshot_app;

-- The keys, to delete them again without an index of their own.
alter table review_texts add column sentence_keys bigint[] not null default '{}';
grant update (sentence_keys) on review_texts to earshot_app;
