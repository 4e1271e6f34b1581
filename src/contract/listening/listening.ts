import { z } from 'zod';
import { requiredListeningSeconds } from '../business-rules.ts';
import { call } from '../call.ts';
import { PageQuery, pageOf } from '../page.ts';
import { Cents, Id, Seconds, Timestamp } from '../primitives.ts';
import { AskedQuestion } from '../questions/questions.ts';
import { CoverUrl, Peaks, PlaybackLink } from '../tracks/tracks.ts';
import { comparedSides, comparisonChoices } from '../versions/version-rules.ts';
import { EmptyQueue } from './empty-queue.ts';
import { momentKinds } from './moment-kinds.ts';
import { stayStates } from './stay-states.ts';

/** How far the server vouches for a listener's hearing of the track that is being served. */
export const ListeningProgress = z.strictObject({
  listenedSeconds: Seconds,
  unlocked: z.boolean(),
  /** Stretches of whole seconds that have counted and count no more; none for a track that adds up over replays. */
  heard: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  /** What became of the choice at the end of the paid minute; null before it, and where too little is left to hear. */
  stay: z.enum(stayStates).nullable(),
  /** Different seconds heard of each side of a comparison; null where nothing is compared. */
  compared: z.strictObject({ a: Seconds, b: Seconds }).nullable(),
});
export type ListeningProgress = z.infer<typeof ListeningProgress>;

/** What a listener says of one second of a track. */
export const Moment = z.strictObject({
  kind: z.enum(momentKinds),
  /** Whole seconds into the track: the second that was playing. */
  atSecond: z.int().min(0).max(86_400),
});
export type Moment = z.infer<typeof Moment>;

/** One of two versions that are compared blind. */
const ComparedVersion = z.strictObject({
  /** By which a fresh link to its audio is asked for. */
  id: z.uuid(),
  playbackLink: PlaybackLink,
  /** Rounded up. */
  durationSeconds: Seconds,
  /** By which its sound is multiplied, so that both are equally loud. */
  level: z.number().positive().max(1),
  /** Different seconds of it to be heard before the choice. */
  secondsToHear: z.int().nonnegative(),
});

/** A new version and the former one, for who reviewed the former one. */
export const Comparison = z.strictObject({
  a: ComparedVersion,
  b: ComparedVersion,
  /** The number of the new version. */
  version: z.int().min(2),
  choice: z.enum(comparisonChoices).nullable(),
  /** Null before the choice. */
  newSide: z.enum(comparedSides).nullable(),
});
export type Comparison = z.infer<typeof Comparison>;

/** Why a track is no longer served. */
export const trackEnds = ['deleted', 'suspended', 'taken_down'] as const;

/** Where a new listener stands before the first track, and when it is about their turn, by the pace of the last 14 days. */
export const WaitingPlace = z.strictObject({ place: z.int().positive(), likelyAt: Timestamp.nullable() });
export type WaitingPlace = z.infer<typeof WaitingPlace>;

export const ServedTrack = z.strictObject({
  /** By which its listener names it; of a track that is heard blind not its own. */
  trackId: Id,
  isBlind: z.boolean(),
  /** It is heard without pay: nothing of it counts, and there is no review to write. */
  isUnpaid: z.boolean(),
  /** No place of it is kept: the listener has let several tracks lapse in a row, and others may write its last reviews first. */
  isLoose: z.boolean(),
  title: z.string(),
  genre: z.string(),
  description: z.string().nullable(),
  /** Null while it is heard blind. */
  artistId: Id.nullable(),
  artistName: z.string().nullable(),
  /** What an approved review of it pays, fixed now. */
  rewardCents: Cents,
  durationSeconds: Seconds,
  /** Where the last report of this listener left off, so that a reload goes on there; 0 at first. */
  positionSeconds: Seconds,
  /** Null also while it is heard blind. */
  peaks: Peaks,
  /** Null also while it is heard blind, and before the choice between two versions. */
  coverUrl: CoverUrl,
  playbackLink: PlaybackLink,
  progress: ListeningProgress,
  /** What the caller has marked in it so far. */
  moments: z.array(Moment),
  /** It is no longer served, and its sound is gone; the review may be sent until then. Null while it is served. */
  ended: z.strictObject({ why: z.enum(trackEnds), sendableUntil: Timestamp }).nullable(),
  /** What the artist asks whoever is served it now. */
  questions: z.array(AskedQuestion),
  /**
   * Null where nothing is compared. Before the choice all else tells nothing that only the new version has: the title is the former
   * one's, the link leads to A, and there is no outline, description or question.
   */
  comparison: Comparison.nullable(),
});
export type ServedTrack = z.infer<typeof ServedTrack>;

/** What keeps a listener from being served for a while: how much is allowed in 24 hours, and when there is room again. */
export const ServingBound = z.strictObject({
  bound: z.enum(['reviews_a_day']),
  most: z.int().positive(),
  endsAt: Timestamp,
});
export type ServingBound = z.infer<typeof ServingBound>;

/** Why a chosen track is not the one that is served. */
export const WishRefusal = z.enum([
  'cannot_be_served',
  'all_reviews',
  'artist_this_month',
  'wishes_a_day',
  'reviews_a_day',
  'blind',
]);
export type WishRefusal = z.infer<typeof WishRefusal>;

export const nextTrack = call({
  method: 'POST',
  path: '/api/queue/next',
  summary:
    'Serves the caller one track and leases it: the one already open, the wanted one, or the next of the queue. Who has ' +
    'opened many tracks without a review is refused one more for a while.',
  spec: ['table artist_tracks select next active', 'table reviews select track_id by listener_id'],
  who: 'listener',
  /** `unpaid`: a track to hear without pay, where none waits for a review. */
  body: z.strictObject({ trackId: Id.optional(), unpaid: z.boolean().optional() }),
  answer: z.strictObject({
    track: ServedTrack.nullable(),
    /** Set where nothing waits. */
    empty: EmptyQueue.nullable(),
    /** Set while new listeners wait and the caller is one. */
    waiting: WaitingPlace.nullable(),
    /** Set where no track is served because of it. */
    bound: ServingBound.nullable(),
    /** Set where the wanted track is not the one that is served. */
    refusedWish: WishRefusal.nullable(),
  }),
  status: 200,
  refusals: ['account_suspended', 'tracks_opened'],
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
  path: '/api/play-events',
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
     * `mark`: brings the proof up to the moment that is being marked. `leave`: the page closes. `switch`: the other side of a
     * comparison is audible now.
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
    /** Sound is on and the tab is visible: time from now on may count. */
    playing: z.boolean(),
    /** Of a comparison: the side that is audible from now on. */
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
    'Marks a second of the served track that the caller has heard, each kind once in five seconds. Answers all marks of ' +
    'the caller in it.',
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

/** Somebody who heard a track. */
export const TrackListener = z.strictObject({
  /** Null before they have reviewed it. */
  listenerName: z.string().nullable(),
  heardAt: Timestamp,
  /** Of the paid minute: 60 at most. */
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
