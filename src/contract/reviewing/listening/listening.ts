import { z } from 'zod';
import { requiredListeningSeconds } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { AskedQuestion } from '../../music/questions/questions.ts';
import { CoverUrl, Moment, Peaks, PlaybackLink } from '../../music/tracks/tracks.ts';
import { comparedSides, comparisonChoices } from '../../music/versions/version-rules.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Seconds, Timestamp } from '../../primitives.ts';
import { EmptyQueue } from './empty-queue.ts';
import { stayStates } from './stay-states.ts';

/** How much of the current track the server confirms the listener has heard. */
export const ListeningProgress = z.strictObject({
  listenedSeconds: Seconds,
  unlocked: z.boolean(),
  /** Ranges of whole seconds that have counted and do not count again; empty for a track that adds up over replays. */
  heard: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  /** The choice at the end of the paid minute; null before it, and if too little is left to hear. */
  stay: z.enum(stayStates).nullable(),
  /** Different seconds heard of each side of a comparison; null if nothing is compared. */
  compared: z.strictObject({ a: Seconds, b: Seconds }).nullable(),
});
export type ListeningProgress = z.infer<typeof ListeningProgress>;

/** One of two versions that are compared blind. */
const ComparedVersion = z.strictObject({
  /** The id for requesting a fresh link to its audio. */
  id: z.uuid(),
  playbackLink: PlaybackLink,
  /** Rounded up to whole seconds before the choice, and for a blind track. */
  durationSeconds: Seconds,
  /** Volume factor that makes both equally loud. */
  level: z.number().positive().max(1),
  /** Different seconds of it that must be heard before the choice. */
  secondsToHear: z.int().nonnegative(),
});

/** A new version and the former one, for listeners who reviewed the former one. */
export const Comparison = z.strictObject({
  a: ComparedVersion,
  b: ComparedVersion,
  /** The number of the new version. */
  version: z.int().min(2),
  formerVersion: z.int().min(1),
  choice: z.enum(comparisonChoices).nullable(),
  /** Null before the choice. */
  newSide: z.enum(comparedSides).nullable(),
});
export type Comparison = z.infer<typeof Comparison>;

/** Why a track is no longer served. */
export const trackEnds = ['deleted', 'suspended', 'taken_down'] as const;

/** A new listener's place on the waiting list, and when their turn is likely at the pace of the last 14 days. */
export const WaitingPlace = z.strictObject({ place: z.int().positive(), likelyAt: Timestamp.nullable() });
export type WaitingPlace = z.infer<typeof WaitingPlace>;

export const ServedTrack = z.strictObject({
  /** The id for its listener; while the track is blind it is not the track's own. */
  trackId: Id,
  isBlind: z.boolean(),
  /** Heard without pay: nothing counts, and there is no review to write. */
  isUnpaid: z.boolean(),
  /**
   * No place is kept for it: the listener has let several tracks in a row lapse, and others may write its last reviews
   * first.
   */
  isLoose: z.boolean(),
  title: z.string(),
  genre: z.string(),
  description: z.string().nullable(),
  /** Null for a blind track. */
  artistId: Id.nullable(),
  artistName: z.string().nullable(),
  /** What an approved review of it pays, fixed when it was served. */
  rewardCents: Cents,
  durationSeconds: Seconds,
  /** Where this listener's last report left off, so that a reload resumes there; 0 at first. */
  positionSeconds: Seconds,
  /** Null for a blind track as well. */
  peaks: Peaks,
  /** Null for a blind track as well, and before the choice between two versions. */
  coverUrl: CoverUrl,
  playbackLink: PlaybackLink,
  progress: ListeningProgress,
  /** The caller's marks so far. */
  moments: z.array(Moment),
  /**
   * It is no longer served and its audio is gone, but the review may be sent until this time. Null while it is served.
   */
  ended: z.strictObject({ why: z.enum(trackEnds), sendableUntil: Timestamp }).nullable(),
  /** The artist's questions to the listener. */
  questions: z.array(AskedQuestion),
  /**
   * Null if nothing is compared. Before the choice no other field reveals the new version: the title is the former
   * one's, the link leads to A, and there is no waveform, description or question.
   */
  comparison: Comparison.nullable(),
});
export type ServedTrack = z.infer<typeof ServedTrack>;

/** A limit that keeps a listener from being served: how much is allowed in 24 hours, and when the next one is. */
export const ServingBound = z.strictObject({
  bound: z.enum(['reviews_a_day']),
  most: z.int().positive(),
  endsAt: Timestamp,
});
export type ServingBound = z.infer<typeof ServingBound>;

/** Why a track that the listener chose was not served. */
export const WishRefusal = z.enum([
  'already_reviewed',
  'own_track',
  'track_gone',
  'all_reviews',
  'not_open',
  'artist_this_month',
  'wishes_a_day',
  'reviews_a_day',
  'blind',
  'heard_by_link',
]);
export type WishRefusal = z.infer<typeof WishRefusal>;

export const nextTrack = call({
  method: 'POST',
  path: '/api/queue/next',
  summary:
    'Serves the caller one track and leases it: the one already open, the requested one, or the next in the queue. A listener who has opened too many tracks without a review has to wait.',
  spec: ['table artist_tracks select next active', 'table reviews select track_id by listener_id'],
  who: 'listener',
  /** `unpaid`: asks for a track to hear without pay if none waits for a review. */
  body: z.strictObject({ trackId: Id.optional(), unpaid: z.boolean().optional() }),
  answer: z.strictObject({
    track: ServedTrack.nullable(),
    /** Set if no track is available. */
    empty: EmptyQueue.nullable(),
    /** Set while new listeners have to wait and the caller is one. */
    waiting: WaitingPlace.nullable(),
    /** Set if a limit keeps the caller from being served. */
    bound: ServingBound.nullable(),
    /** Set if the track that the caller wanted is not the one served. */
    refusedWish: WishRefusal.nullable(),
  }),
  status: 200,
  refusals: ['account_suspended', 'tracks_opened'],
});

export const comingTrack = call({
  method: 'POST',
  path: '/api/queue/coming',
  summary:
    'Leases the track after the served one, so that its audio can load ahead. Null until the served track may be reviewed, and if no track follows.',
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
  summary: 'Skips the served track: it moves behind all tracks that the caller has not skipped.',
  spec: ['table play_events insert on skip'],
  who: 'listener',
  body: z.strictObject({ trackId: Id }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'skip',
  refusals: ['not_assigned'],
});

export const chooseVersion = call({
  method: 'POST',
  path: '/api/queue/choice',
  summary:
    'Stores which of two versions the caller prefers, once, and reveals which is which. Repeating the same choice returns the same response.',
  spec: [],
  who: 'listener',
  body: z.strictObject({ trackId: Id, choice: z.enum(comparisonChoices) }),
  answer: z.strictObject({ track: ServedTrack }),
  status: 200,
  refusals: [
    'not_assigned',
    'track_deleted',
    'track_ended',
    'nothing_compared',
    'comparison_over',
    'compare_longer',
    'chosen_already',
  ],
});

export const recordPlayEvent = call({
  method: 'POST',
  path: '/api/listening',
  summary:
    'Reports playback of the served track. The server credits what its own clock and the position allow.',
  spec: ['table play_events upsert', 'table play_events select incomplete rows of another session'],
  who: 'listener',
  body: z.strictObject({
    trackId: Id,
    /** Random and new for each playback session. */
    sessionId: Id,
    /**
     * `continue`: the listener chose to keep listening after the paid minute. `typed`: the first letter since then.
     * `mark`: reports the listening up to the moment being marked. `leave`: the page closes. `switch`: the other side
     * of a comparison is audible now.
     */
    event: z.enum([
      'start',
      'beat',
      'pause',
      'seek',
      'end',
      'error',
      'milestone',
      'continue',
      'typed',
      'mark',
      'leave',
      'switch',
    ]),
    positionSeconds: z.number().nonnegative().max(86_400),
    /** Sound is on and the tab is visible, so the time from here on may count. */
    playing: z.boolean(),
    /** In a comparison, the side that is audible from here on. */
    side: z.enum(comparedSides).optional(),
  }),
  answer: ListeningProgress,
  status: 200,
  refusals: ['not_assigned', 'track_deleted', 'track_ended', 'multiple_sessions', 'too_many_requests'],
});

export const markMoment = call({
  method: 'POST',
  path: '/api/tracks/{trackId}/moments',
  summary:
    'Marks a second of the served track that the caller has heard, each kind once in five seconds. Returns all of the caller’s marks on the track.',
  spec: [],
  who: 'listener',
  params: z.strictObject({ trackId: Id }),
  body: Moment,
  answer: z.strictObject({ moments: z.array(Moment) }),
  status: 200,
  limit: 'moment',
  refusals: ['not_assigned', 'track_deleted', 'track_ended', 'choose_first', 'not_heard', 'marked_already'],
});

export const unmarkMoment = call({
  method: 'POST',
  path: '/api/tracks/{trackId}/moments/undo',
  summary: 'Removes a mark. Returns the caller’s remaining marks.',
  spec: [],
  who: 'listener',
  params: z.strictObject({ trackId: Id }),
  body: Moment,
  answer: z.strictObject({ moments: z.array(Moment) }),
  status: 200,
  limit: 'moment',
  refusals: ['not_assigned', 'track_deleted', 'track_ended', 'choose_first'],
});

/** A listener who heard a track. */
export const TrackListener = z.strictObject({
  /** Null until they have reviewed it. */
  listenerName: z.string().nullable(),
  heardAt: Timestamp,
  /** Seconds of the paid minute, at most 60. */
  seconds: z.int().min(0).max(requiredListeningSeconds),
});
export type TrackListener = z.infer<typeof TrackListener>;

export const listTrackListeners = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/listeners',
  summary: "Who heard one of the caller's tracks, newest first. Names are hidden until they review.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  query: PageQuery,
  answer: pageOf(TrackListener),
  status: 200,
  refusals: ['not_found'],
});
