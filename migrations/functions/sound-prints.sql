-- Prints of recordings, which find the same recording uploaded again.

create or replace function index_print() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into sound_print_terms (term, print_id) select distinct term, new.id from unnest(new.sampled) as term;
  else
    delete from sound_print_terms where term = any (old.sampled) and print_id = old.id;
  end if;
  return null;
end $$;

-- A deleted track loses its print, whoever deletes it.
create or replace function remove_print() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sound_prints where audio_file_id = new.audio_file_id;
  return null;
end $$;
