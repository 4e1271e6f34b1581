-- Whether the artist shows a picture of what paid listeners did with the track to everybody who has its address.
alter table artist_tracks add column shares_verdict boolean not null default false;
grant update (shares_verdict) on artist_tracks to earshot_app;
