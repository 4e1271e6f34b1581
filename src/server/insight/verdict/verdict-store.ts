import { genreKeys } from '#contract/business-rules.ts';
import {
  bigint,
  boolean,
  bytes,
  double,
  integer,
  integerList,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import type { KeptVerdict } from './kept-verdict-rules.ts';

export const readKept = statement({
  takes: { trackId: uuid },
  gives: { basis: text, computedAt: timestamp, verdict: json<KeptVerdict>() },
})`select basis, computed_at as "computedAt", verdict from track_verdicts where track_id = ${'trackId'}`;

export const storeVerdict = statement({
  takes: { trackId: uuid, artistId: uuid, basis: text, now: timestamp, verdict: json<unknown>() },
  gives: {},
})`insert into track_verdicts (track_id, artist_id, basis, computed_at, verdict)
   values (${'trackId'}, ${'artistId'}, ${'basis'}, ${'now'}, ${'verdict'})
   on conflict (track_id) do update set basis = excluded.basis, computed_at = excluded.computed_at,
     verdict = excluded.verdict`;

/** Ratings of test accounts and of accounts linked with the artist do not count. */
const countedReviews = fragment`review.status in ('pending', 'approved') and not listener.is_test`;

/** The stars of a track's counted reviews, one star first, and how many reviews are not counted. */
export const readStars = statement({
  takes: { trackId: uuid },
  gives: { stars: integerList, reviewsLeftOut: integer },
})`with linked as materialized (
     select found.user_id from artist_tracks track cross join lateral linked_with(track.artist_id) as found (user_id)
      where track.id = ${'trackId'}),
   rated as materialized (
     select review.rating, review.listener_id in (select user_id from linked) as linked
       from reviews review join users listener on listener.id = review.listener_id
      where review.track_id = ${'trackId'} and ${countedReviews})
   select array(select (count(rated.rating) filter (where not linked))::integer from generate_series(1, 5) as star
                  left join rated on rated.rating = star group by star order by star) as stars,
     (select count(*)::integer from rated where linked) as "reviewsLeftOut"`;

/** Those of the tracks that are the artist's, with their stored verdicts. */
export const readKeptOfArtist = statement({
  takes: { artistId: uuid, trackIds: uuidList },
  gives: {
    trackId: uuid,
    stays: nullable(json<KeptVerdict['stays']>()),
    clusters: json<KeptVerdict['clusters']>(),
    computedAt: nullable(timestamp),
    reviewCount: integer,
  },
})`select track.id as "trackId", kept.verdict -> 'stays' as stays, coalesce(kept.verdict -> 'clusters', '[]') as clusters,
     kept.computed_at as "computedAt", track.review_count as "reviewCount"
   from artist_tracks track left join track_verdicts kept on kept.track_id = track.id
   where track.artist_id = ${'artistId'} and track.id = any(${'trackIds'})`;

/** While listeners review it blind, a track's name is not shown. */
const isNameless = fragment`(track.is_blind and track.open_places > 0)`;

/** Gives the artist's own track an address, or takes it. No row for another artist's, or if it is nameless. */
export const setShared = statement({
  takes: { trackId: uuid, artistId: uuid, isShared: boolean },
  gives: { verdictAddress: nullable(uuid) },
})`update artist_tracks track
      set verdict_address = case when ${'isShared'} then coalesce(verdict_address, gen_random_uuid()) end
    where id = ${'trackId'} and artist_id = ${'artistId'} and (not ${'isShared'} or not ${isNameless})
   returning verdict_address as "verdictAddress"`;

export const verdictAddress = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: { verdictAddress: nullable(uuid) },
})`select verdict_address as "verdictAddress" from artist_tracks
   where id = ${'trackId'} and artist_id = ${'artistId'}`;

/** The stored verdict at an address, unless the track is not active or nameless, or its artist suspended or gone. */
export const sharedVerdict = statement({
  takes: { verdictAddress: uuid },
  gives: {
    title: text,
    artistName: text,
    durationMs: integer,
    peaks: nullable(bytes),
    coverKey: nullable(text),
    stays: nullable(json<KeptVerdict['stays']>()),
    clusters: json<KeptVerdict['clusters']>(),
  },
})`select track.title, profile.display_name as "artistName", file.duration_ms::integer as "durationMs", file.peaks,
     track.cover_key as "coverKey", kept.verdict -> 'stays' as stays, kept.verdict -> 'clusters' as clusters
   from artist_tracks track
   join audio_files file on file.id = track.audio_file_id
   join track_verdicts kept on kept.track_id = track.id
   join users artist on artist.id = track.artist_id and artist.suspended_at is null and artist.deleted_at is null
   join profiles profile on profile.user_id = artist.id
   where track.verdict_address = ${'verdictAddress'} and track.status = 'active' and not ${isNameless}`;

export const trackToCompute = statement({
  takes: { trackId: uuid },
  gives: { artistId: uuid, genre: oneOf(...genreKeys), durationMs: integer, reviewCount: integer },
})`select track.artist_id as "artistId", track.genre, file.duration_ms::integer as "durationMs",
     track.review_count as "reviewCount"
   from artist_tracks track join audio_files file on file.id = track.audio_file_id where track.id = ${'trackId'}`;

const comparedColumns = {
  artistId: uuid,
  reviews: integer,
  ratingMean: double,
  ratingVariance: double,
  listeners: integer,
  stayed: integer,
};
const selectCompared = fragment`select artist_id as "artistId", reviews, rating_mean as "ratingMean",
     rating_variance as "ratingVariance", listeners, stayed from compared_tracks`;

/** The newest tracks of a genre by other artists. */
export const comparedOfGenre = statement({
  takes: { genre: text, artistId: uuid, most: integer },
  gives: comparedColumns,
})`${selectCompared} where genre = ${'genre'} and artist_id <> ${'artistId'}
   order by uploaded_at desc limit ${'most'}::integer`;

export const comparedOfAll = statement({
  takes: { artistId: uuid, most: integer },
  gives: comparedColumns,
})`${selectCompared} where artist_id <> ${'artistId'} order by uploaded_at desc limit ${'most'}::integer`;

/**
 * Stars and stays of every active track since then with at least five reviews, and none of other tracks: one that no
 * longer has five is deleted. Expensive but rare. Counts what the
 * track's own page counts: without test accounts and accounts linked with the artist; stays also without returning
 * reviewers and listeners who let everything run.
 */
export const writeCompared = statement({
  takes: { since: timestamp, leastStayMs: bigint },
  gives: {},
  withinSeconds: 300,
})`with running as materialized (select listener_id from lets_it_run), written as (
   insert into compared_tracks (track_id, artist_id, genre, uploaded_at, reviews, rating_mean, rating_variance,
     listeners, stayed)
   select track.id, track.artist_id, track.genre, track.created_at, rated.reviews, rated.mean, rated.variance,
          heard.listeners, heard.stayed
     from artist_tracks track
    cross join lateral (select array(select linked_with(track.artist_id)) as accounts) linked
    cross join lateral (
      select count(*)::integer as reviews, avg(rating)::double precision as mean,
             coalesce(var_samp(rating), 0)::double precision as variance
        from reviews review join users listener on listener.id = review.listener_id
       where review.track_id = track.id and ${countedReviews}
         and review.listener_id <> all(linked.accounts)) rated
    cross join lateral (
      select count(*)::integer as listeners, (count(*) filter (where stay.unpaid_ms >= ${'leastStayMs'}))::integer as stayed
        from stays stay join users listener on listener.id = stay.listener_id
       where stay.track_id = track.id and not listener.is_test and stay.stop is not null
         and stay.listener_id not in (select listener_id from running)
         and stay.listener_id <> all(linked.accounts)
         and not exists (select from version_comparisons compared
           where compared.track_id = stay.track_id and compared.listener_id = stay.listener_id)
         and (stay.unpaid_ms >= ${'leastStayMs'} or stay.stop not in ('end', 'lost'))) heard
    where track.status = 'active' and track.created_at >= ${'since'} and track.review_count >= 5 and rated.reviews >= 5
   on conflict (track_id) do update set genre = excluded.genre, reviews = excluded.reviews,
     rating_mean = excluded.rating_mean, rating_variance = excluded.rating_variance, listeners = excluded.listeners,
     stayed = excluded.stayed
   returning track_id)
   delete from compared_tracks compared where not exists (select from written where written.track_id = compared.track_id)`;
