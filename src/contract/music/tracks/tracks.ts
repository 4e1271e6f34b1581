import { z } from 'zod';
import { descriptionLength, genreKeys, mostReviewsAtOnce, titleLength } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Assignment } from '../../plans/balance/balance.ts';
import { Id, Seconds, Timestamp } from '../../primitives.ts';
import { shownLine, shownText } from '../../shown-text.ts';
import { Takedown } from '../../takedown.ts';
import { coverUploadPath } from '../../upload-paths.ts';
import { NewQuestions } from '../questions/questions.ts';
import { momentKinds } from './moment-kinds.ts';

export const Genre = z.enum(genreKeys);
/** 800 loudness peaks, one byte each, in base64; null until the audio has been analyzed. */
export const Peaks = z.base64().nullable();
/** The address of the artist's cover; null for the drawn cover. */
export const CoverUrl = z.string().nullable();

/** A mark at one second of a track. */
export const Moment = z.strictObject({
  kind: z.enum(momentKinds),
  /** The second that was playing, counted from the start of the track. */
  atSecond: z.int().min(0).max(86_400),
});
export type Moment = z.infer<typeof Moment>;

/** The artist's details of a track, entered at upload and editable later. */
export const TrackFields = z.strictObject({
  title: shownLine(titleLength).trim().min(1),
  genre: Genre,
  description: shownText(descriptionLength).trim().optional(),
  /** Listeners hear it without title, artist and description until they have sent the review. */
  isBlind: z.boolean().optional(),
});
export type TrackFields = z.infer<typeof TrackFields>;

const TrackChange = TrackFields.partial();
/** Fields that are absent stay unchanged. */
export type TrackChange = z.infer<typeof TrackChange>;

/** Filters for lists of tracks. */
export const TrackFilter = z.strictObject({ genre: Genre.optional() });
export type TrackFilter = z.infer<typeof TrackFilter>;

/** Of the artist's details, those that everyone may see. */
export const ShownFields = z.strictObject({
  title: z.string(),
  genre: Genre,
  /** Listeners cannot choose to review it: it is served without its name. */
  isBlind: z.boolean(),
});

export const OwnTrack = ShownFields.extend({
  id: Id,
  description: z.string().nullable(),
  status: z.enum(['active', 'deleted', 'taken_down']),
  /** Null unless it is taken down. */
  takedown: Takedown.nullable(),
  durationSeconds: Seconds,
  peaks: Peaks,
  coverUrl: CoverUrl,
  loudnessLufs: z.number().nullable(),
  priorityWeight: z.int(),
  /** The reviews that are assigned to it, those that it has included. */
  reviewTarget: z.int(),
  /** 1 for a track that is not a new version of another. */
  version: z.int().min(1),
  /** The version before this one. */
  predecessorId: Id.nullable(),
  /** Reviews that are not rejected. */
  delivered: z.int(),
  /** Pending reviews that an admin has to look at. */
  beingChecked: z.int(),
  /** Reviews per day, over the last 14 days at most. */
  perDay: z.number(),
  /** Places that a listener can take now or once the track is active. */
  openPlaces: z.int(),
  /** The newest first; without closed ones. */
  assignments: z.array(Assignment),
  /** An admin checks the track first; it is served from this time at the latest. */
  heldUntil: Timestamp.nullable(),
  reviewCount: z.int(),
  /** Null before the first review. */
  averageRating: z.number().nullable(),
  playCount: z.int(),
  /** Listeners who are being served this track now. */
  listeningNow: z.int(),
  createdAt: Timestamp,
});
export type OwnTrack = z.infer<typeof OwnTrack>;

/** The response to an upload: the file is stored and checked, and its track can be created. */
export const StoredUpload = z.strictObject({
  uploadId: Id,
  durationSeconds: Seconds,
  byteLength: z.int(),
});
export type StoredUpload = z.infer<typeof StoredUpload>;

/** How much of a file has arrived. */
export const UploadState = z.strictObject({
  uploadId: Id,
  /** Bytes that need not be sent again; 0 once the upload is stored. */
  receivedBytes: z.int(),
  /** The finished upload, or null while bytes are missing. */
  stored: StoredUpload.nullable(),
});
export type UploadState = z.infer<typeof UploadState>;

export const readUpload = call({
  method: 'GET',
  path: '/api/uploads/{uploadId}',
  summary:
    'How many bytes of an upload have arrived, to resume it after a lost connection. Zero for an unknown upload.',
  spec: [],
  who: 'artist',
  params: z.strictObject({ uploadId: Id }),
  answer: UploadState,
  status: 200,
  refusals: ['not_found'],
});

export const cancelUpload = call({
  method: 'DELETE',
  path: '/api/uploads/{uploadId}',
  summary:
    'Discards an unfinished upload and retires its ID: a request that is still sending it stores nothing.',
  spec: [],
  who: 'artist',
  params: z.strictObject({ uploadId: Id }),
  answer: z.strictObject({}),
  status: 200,
  refusals: [],
});

/** A track of the artist that is the recording being uploaded. */
export const SimilarTrack = z.strictObject({
  /** False while the recording is still being analyzed; ask again. */
  isKnown: z.boolean(),
  track: z.strictObject({ trackId: Id, title: z.string(), version: z.int().min(1) }).nullable(),
});
export type SimilarTrack = z.infer<typeof SimilarTrack>;

export const findSimilar = call({
  method: 'GET',
  path: '/api/uploads/{uploadId}/similar',
  summary: "The caller's own track that sounds like a stored upload, of which it may be a new version.",
  spec: [],
  who: 'artist',
  params: z.strictObject({ uploadId: Id }),
  answer: SimilarTrack,
  status: 200,
  refusals: ['not_found'],
});

export const createTrack = call({
  method: 'POST',
  path: '/api/tracks',
  summary:
    'Creates a track, or a new version of one of the caller’s tracks, from a stored upload, and consumes one upload, in one transaction. The upload ID is the idempotency key.',
  spec: ['table artist_tracks insert', 'rpc consume_upload'],
  who: 'artist',
  body: TrackFields.extend({
    uploadId: Id,
    /** How many reviews to assign at once, besides those that are taken back; absent: as many as an upload assigns. */
    reviews: z.int().min(0).max(mostReviewsAtOnce).optional(),
    questions: NewQuestions.optional(),
    newVersionOf: z
      .strictObject({
        trackId: Id,
        /** Takes back its open places first, so that they can be assigned to the new version. */
        takesBack: z.boolean(),
        /** False: the new version starts without the former one's cover. */
        keepsCover: z.boolean().optional(),
      })
      .optional(),
  }),
  answer: OwnTrack,
  status: 201,
  refusals: [
    'upload_limit_exceeded',
    'credit_shared',
    'too_few_reviews',
    'file_missing',
    'same_content',
    'not_found',
    'track_deleted',
    'track_taken_down',
  ],
});

export const listOwnTracks = call({
  method: 'GET',
  path: '/api/tracks',
  summary: "The caller's tracks, newest first, including deleted ones.",
  spec: ['table artist_tracks select by artist_id newest first'],
  who: 'artist',
  query: PageQuery,
  answer: pageOf(OwnTrack),
  status: 200,
  refusals: [],
});

export const readOwnTrack = call({
  method: 'GET',
  path: '/api/tracks/{trackId}',
  summary: "One of the caller's tracks.",
  spec: ['table artist_tracks select by id'],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: OwnTrack,
  status: 200,
  refusals: ['not_found'],
});

export const editTrack = call({
  method: 'PATCH',
  path: '/api/tracks/{trackId}',
  summary:
    "Changes the title, genre, description or blind listening of one of the caller's tracks. An empty description removes it.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  body: TrackChange,
  answer: OwnTrack,
  status: 200,
  refusals: ['not_found', 'track_deleted', 'track_taken_down'],
});

export const deleteTrack = call({
  method: 'DELETE',
  path: '/api/tracks/{trackId}',
  summary: 'Marks a track as deleted. It stays in the list with a badge, and its audio is no longer served.',
  spec: ['table artist_tracks update status to deleted by id'],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: OwnTrack,
  status: 200,
  refusals: ['not_found'],
});

export const removeCover = call({
  method: 'DELETE',
  path: coverUploadPath('{trackId}'),
  summary: "Removes the cover of one of the caller's tracks. The drawn cover is shown again.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: OwnTrack,
  status: 200,
  limit: 'cover',
  refusals: ['not_found', 'track_deleted', 'track_taken_down'],
});

export const PlaybackLink = z.strictObject({ url: z.string(), expiresAt: Timestamp });
export type PlaybackLink = z.infer<typeof PlaybackLink>;

export const createPlaybackLink = call({
  method: 'POST',
  path: '/api/tracks/{trackId}/playback-link',
  summary:
    'A link to the audio that expires within an hour, for the owner, an admin, or the listener to whom the track is served.',
  spec: ['table artist_tracks select audio_url by id', 'storage create signed URL'],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: PlaybackLink,
  status: 201,
  refusals: ['not_found', 'track_deleted', 'track_taken_down', 'audio_unavailable'],
});
