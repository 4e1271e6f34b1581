-- An index over the texts of reviews that finds near-equal ones: MinHash in bands. Texts of 180 days are compared.

create table review_texts (
  no integer generated always as identity constraint review_texts__no primary key,
  review_id uuid not null constraint review_texts__review_id references reviews (id)
    constraint review_texts__review unique,
  sent_at timestamptz(3) not null,
  -- One for each band; kept to take the bands away again without an index of their own.
  keys integer[] not null
);
create index review_texts__sent on review_texts (sent_at);

-- Two texts with a key in common may be near-equal. Without a foreign key: 32 rows a review are written and swept with their text.
create table review_text_bands (
  key integer not null,
  text_no integer not null,
  constraint review_text_bands__key_text primary key (key, text_no)
);

-- How far back the reviews from before this index have been taken into it.
create table review_texts_taken (
  id boolean not null default true constraint review_texts_taken__one primary key check (id),
  before timestamptz(3) not null
);
-- A day ahead: servers of the version before may still take reviews.
insert into review_texts_taken (before) values (now() + interval '1 day');

create index reviews__sent on reviews (created_at);
grant select, insert, delete on review_texts, review_text_bands to earshot_app;
grant select, update (before) on review_texts_taken to earshot_app;
