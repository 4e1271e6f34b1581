import { z } from 'zod';
import { call } from './call.ts';
import { Id, Seconds } from './primitives.ts';
import { Peaks, PlaybackLink } from './tracks.ts';

/** How far the server vouches for a listener's hearing of the track that is being served. */
export const ListeningProgress = z.strictObject({
  listenedSeconds: Seconds,
  unlocked: z.boolean(),
  /** Stretches of whole seconds that have counted and count no more; none for a track that adds up over replays. */
  heard: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
});
export type ListeningProgress = z.infer<typeof ListeningProgress>;

export const ServedTrack = z.strictObject({
  trackId: Id,
  title: z.string(),
  genre: z.string(),
  description: z.string().nullable(),
  artistId: Id,
  artistName: z.string(),
  durationSeconds: Seconds,
  peaks: Peaks,
  playbackLink: PlaybackLink,
  progress: ListeningProgress,
});
export type ServedTrack = z.infer<typeof ServedTrack>;

export const nextTrack = call({
  method: 'POST',
  path: '/api/queue/next',
  summary:
    'Serves the caller one track and leases it: the one already open, the wanted one, or the next of the queue.',
  spec: ['table artist_tracks select next active', 'table reviews select track_id by listener_id'],
  who: 'listener',
  body: z.strictObject({ trackId: Id.optional() }),
  answer: z.strictObject({ track: ServedTrack.nullable() }),
  status: 200,
  refusals: ['account_suspended'],
});

export const comingTrack = call({
  method: 'POST',
  path: '/api/queue/coming',
  summary:
    'Leases the track that comes after the served one, so that its sound is there at once. Null until the served one ' +
    'may be reviewed, or when nothing follows.',
  spec: ['table artist_tracks select next active'],
  who: 'listener',
  body: z.strictObject({}),
  answer: z.strictObject({ track: ServedTrack.nullable() }),
  status: 200,
  refusals: ['account_suspended'],
});

export const skipTrack = call({
  method: 'POST',
  path: '/api/queue/skip',
  summary: 'Puts the served track behind all tracks that the caller has not skipped.',
  spec: ['table play_events insert on skip'],
  who: 'listener',
  body: z.strictObject({ trackId: Id }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'skip',
  refusals: ['not_assigned'],
});

export const recordPlayEvent = call({
  method: 'POST',
  path: '/api/play-events',
  summary:
    'Reports playback of the served track. The server credits what its own clock and the position allow.',
  spec: ['table play_events upsert', 'table play_events select incomplete rows of another session'],
  who: 'listener',
  body: z.strictObject({
    trackId: Id,
    /** Random and new for each playback session. */
    sessionId: Id,
    event: z.enum(['start', 'beat', 'pause', 'seek', 'end', 'error', 'milestone']),
    positionSeconds: z.number().nonnegative().max(86_400),
    /** Sound is on and the tab is visible: time from now on may count. */
    playing: z.boolean(),
  }),
  answer: ListeningProgress,
  status: 200,
  refusals: ['not_assigned', 'track_deleted', 'multiple_sessions', 'too_many_requests'],
});

/** Parts of equal length into which a track is divided for its retention. */
export const retentionParts = 100;

/** How many listeners heard each part of a track, by the seconds that the server vouches for. */
export const Retention = z.strictObject({
  /** Listeners who heard any of it. */
  listeners: z.int().nonnegative(),
  parts: z.array(z.int().nonnegative()).length(retentionParts),
});
export type Retention = z.infer<typeof Retention>;

export const readRetention = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/retention',
  summary: "How many listeners heard each part of one of the caller's tracks.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: Retention,
  status: 200,
  refusals: ['not_found'],
});
