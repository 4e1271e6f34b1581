-- Words as a search compares them: without case, accents, apostrophes, quotation marks, invisible characters and compatibility forms. Both
-- sides are folded alike, so it does not matter that this also joins a few letters that some languages tell apart, such as и and й.
-- No extension is needed.
create function folded(p_text text) returns text language sql immutable parallel safe
return replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(lower(case when octet_length(p_text) = char_length(p_text) then p_text
    else regexp_replace(regexp_replace(normalize(p_text, nfkd),
      -- An acute accent typed as an apostrophe decomposes into a space and a mark.
      ' \u0301|[\u0300-\u036f\u00ad\u0591-\u05bd\u064b-\u065f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff‘’‛ʹʻʼʽˈ′՚׳ꞌ“”„«»]', '', 'g'),
      '[‐‒–—−]', '-', 'g') end), '''', ''), '`', ''), '"', ''),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i');

-- New titles and names arrive in this form.
update artist_tracks set title = normalize(title, nfc) where title is not nfc normalized;
update profiles set display_name = normalize(display_name, nfc) where display_name is not nfc normalized;

-- Stored, because a search compares a thousand titles and names, and folding one takes ten times as long as comparing it.
alter table artist_tracks add column folded_title text not null generated always as (folded(title)) stored;
alter table profiles add column folded_name text not null generated always as (folded(display_name)) stored;
drop index artist_tracks__title_words;
drop index profiles__name_words;
drop index profiles__name_prefix;
create index artist_tracks__title_words on artist_tracks using gin (folded_title gin_trgm_ops) where status = 'active';
create index profiles__name_words on profiles using gin (folded_name gin_trgm_ops);
create index profiles__name_prefix on profiles (folded_name text_pattern_ops);
