import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import { paged } from './export-shapes.ts';

// A listener's listening, marks, drafts and skips. A track that they hear blind only appears in its own list.

/** Whether the listener hears `track` blind, so that nothing may reveal it before their review. */
const isBlind = fragment`(not exists (select from reviews r where r.track_id = track.id and r.listener_id = ${'userId'})
  and coalesce((select a.is_blind from leases a where a.listener_id = ${'userId'} and a.track_id = track.id
    order by a.closed_at desc nulls first limit 1), false))`;
/** Whether the listener is comparing `track` blind and has not chosen: what they heard would reveal the side. */
const isCompared = fragment`exists (select from version_comparisons c
  join artist_tracks former on former.id = track.predecessor_id and former.status = 'active'
  where c.track_id = track.id and c.listener_id = ${'userId'} and c.choice is null)`;
const stretchesInOrder = fragment`jsonb_agg(jsonb_build_object('fromSecond', lower(stretch), 'toSecond', upper(stretch))
  order by stretch)`;
/** By the sides that the listener knows. Which is the new version is only included after the choice. */
const comparisonFields = fragment`'beganAt', compared.began_at, 'choice', compared.choice, 'chosenAt', compared.chosen_at,
  'newVersionWas', case when compared.choice is not null then case when compared.new_is_a then 'A' else 'B' end end,
  case when compared.new_is_a then 'heardOfA' else 'heardOfB' end, (select ${stretchesInOrder}
    from heard_seconds h, unnest(h.heard) as stretch
    where h.track_id = compared.track_id and h.listener_id = compared.listener_id),
  case when compared.new_is_a then 'heardOfB' else 'heardOfA' end, (select ${stretchesInOrder}
    from unnest(compared.former_heard) as stretch)`;
const heardSeconds = fragment`(select jsonb_agg(jsonb_build_object('fromSecond', lower(stretch), 'toSecond', upper(stretch))
  order by stretch) from unnest(heard.heard) as stretch)`;
const stayFields = fragment`'minuteAt', stay.minute_at, 'choseToKeepListeningAt', stay.chosen_at,
  'unpaidMs', stay.unpaid_ms, 'stop', stay.stop`;
const momentList = fragment`jsonb_agg(jsonb_build_object('kind', moment.kind, 'atSecond', moment.at_second,
  'markedAt', moment.marked_at) order by moment.at_second, moment.kind)`;

export const exportedPlays = statement(paged)`
  select play.id as position, jsonb_build_object('trackTitle', case when ${isBlind} then 'Blind listening' else track.title end,
    'startedAt', play.started_at,
    'lastPosition', play.last_position, 'secondsPlayed', play.seconds_played, 'playDuration', play.play_duration,
    'completed60s', play.completed_60s, 'skipped', play.skipped) as row
  from play_events play join artist_tracks track on track.id = play.track_id
  where play.listener_id = ${'userId'} and play.id > ${'after'} order by play.id limit ${'most'}::integer`;

// These lists are sorted by track, so a position between two known tracks would reveal much about a blind one.

export const exportedHeard = statement(paged)`
  select track.id as position, jsonb_build_object('trackTitle', track.title, 'heard', ${heardSeconds}) as row
  from heard_seconds heard join artist_tracks track on track.id = heard.track_id
  where heard.listener_id = ${'userId'} and track.id > ${'after'} and not ${isBlind} and not ${isCompared}
  order by track.id limit ${'most'}::integer`;

export const exportedStays = statement(paged)`
  select track.id as position, jsonb_build_object('trackTitle', track.title, ${stayFields}) as row
  from stays stay join artist_tracks track on track.id = stay.track_id
  where stay.listener_id = ${'userId'} and track.id > ${'after'} and not ${isBlind}
  order by track.id limit ${'most'}::integer`;

export const exportedMoments = statement(paged)`
  select track.id as position, jsonb_build_object('trackTitle', track.title, 'moments', ${momentList}) as row
  from moments moment join artist_tracks track on track.id = moment.track_id
  where moment.listener_id = ${'userId'} and track.id > ${'after'} and not ${isBlind}
  group by track.id order by track.id limit ${'most'}::integer`;

/** The blind tracks that those lists leave out, sorted by the ids that the listener knows: each track's newest lease. */
export const exportedBlind = statement(paged)`
  select blind.id as position, jsonb_build_object('trackTitle', 'Blind listening',
    'heard', case when not ${isCompared} then (select ${heardSeconds} from heard_seconds heard
      where heard.track_id = track.id and heard.listener_id = ${'userId'}) end,
    'comparison', (select jsonb_build_object(${comparisonFields}) from version_comparisons compared
      where compared.track_id = track.id and compared.listener_id = ${'userId'}),
    'stay', (select jsonb_build_object(${stayFields}) from stays stay
      where stay.track_id = track.id and stay.listener_id = ${'userId'}),
    'moments', (select ${momentList} from moments moment
      where moment.track_id = track.id and moment.listener_id = ${'userId'}),
    'draft', (select jsonb_build_object('draft', draft, 'editedAt', edited_at) from review_drafts
      where track_id = track.id and listener_id = ${'userId'}),
    'unpaid', (select jsonb_build_object('rating', rating, 'note', note, 'answeredAt', answered_at) from unpaid_answers
      where track_id = track.id and listener_id = ${'userId'}),
    'skippedAt', (select skipped_at from skipped_tracks
      where track_id = track.id and listener_id = ${'userId'})) as row
  from leases blind join artist_tracks track on track.id = blind.track_id
  where blind.listener_id = ${'userId'} and blind.is_blind and blind.id > ${'after'}
    and blind.id = (select a.id from leases a where a.listener_id = ${'userId'} and a.track_id = track.id
      order by a.closed_at desc nulls first limit 1)
    and not exists (select from reviews r where r.track_id = track.id and r.listener_id = ${'userId'})
  order by blind.id limit ${'most'}::integer`;

export const exportedComparisons = statement(paged)`
  select track.id as position, jsonb_build_object('trackTitle', track.title, ${comparisonFields}) as row
  from version_comparisons compared join artist_tracks track on track.id = compared.track_id
  where compared.listener_id = ${'userId'} and track.id > ${'after'} and not ${isBlind} order by track.id limit ${'most'}::integer`;

export const exportedDrafts = statement(paged)`
  select track.id as position, jsonb_build_object('trackTitle', track.title, 'draft', draft.draft,
    'editedAt', draft.edited_at) as row
  from review_drafts draft join artist_tracks track on track.id = draft.track_id
  where draft.listener_id = ${'userId'} and track.id > ${'after'} and not ${isBlind}
  order by track.id limit ${'most'}::integer`;

export const exportedUnpaid = statement(paged)`
  select said.id as position, jsonb_build_object('trackTitle', track.title, 'rating', said.rating, 'note', said.note,
    'answeredAt', said.answered_at, 'moments', coalesce((select jsonb_agg(jsonb_build_object('kind', moment.kind,
      'atSecond', moment.at_second) order by moment.at_second, moment.kind) from unpaid_moments moment
      where moment.track_id = track.id and moment.listener_id = ${'userId'}), '[]')) as row
  from unpaid_answers said join artist_tracks track on track.id = said.track_id
  where said.listener_id = ${'userId'} and said.id > ${'after'} and not ${isBlind}
  order by said.id limit ${'most'}::integer`;

export const exportedSkips = statement(paged)`
  select track.id as position, jsonb_build_object('trackTitle', track.title, 'skippedAt', skipped.skipped_at) as row
  from skipped_tracks skipped join artist_tracks track on track.id = skipped.track_id
  where skipped.listener_id = ${'userId'} and track.id > ${'after'} and not ${isBlind}
  order by track.id limit ${'most'}::integer`;
