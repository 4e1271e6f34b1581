import { z } from 'zod';
import { call } from '../call.ts';
import { PageQuery, pageOf } from '../page.ts';
import { Id, Seconds, Timestamp } from '../primitives.ts';
import { shownText } from '../shown-text.ts';

/** One of two tracks that are the same recording. */
const RecordedTrack = z.strictObject({
  trackId: Id,
  title: z.string(),
  artistId: Id,
  displayName: z.string(),
  uploadedAt: Timestamp,
  /** When the artist's account was made. */
  joinedAt: Timestamp,
  durationSeconds: Seconds,
  isDeleted: z.boolean(),
  /** Nobody but admins hears it. */
  isTakenDown: z.boolean(),
});
export type RecordedTrack = z.infer<typeof RecordedTrack>;

export const RecordingDecision = z.enum(['dismissed', 'kept']);
export type RecordingDecision = z.infer<typeof RecordingDecision>;

/** The same recording, uploaded by two artists. The earlier upload is no proof of who made it. */
export const SameRecording = z.strictObject({
  id: Id,
  foundAt: Timestamp,
  earlier: RecordedTrack,
  later: RecordedTrack,
  /** The later track is not served until then, or until somebody decides. */
  heldUntil: Timestamp.nullable(),
  /** `taken_down`: taking one of the two down closed it. */
  decision: z.enum([...RecordingDecision.options, 'taken_down']).nullable(),
  note: z.string().nullable(),
  /** A track of the caller, or of an account that is linked with theirs, is one of the two: somebody else decides. */
  isOwn: z.boolean(),
});
export type SameRecording = z.infer<typeof SameRecording>;

export const listSameRecordings = call({
  method: 'GET',
  path: '/api/admin/same-recordings',
  summary:
    'Lists recordings that two artists uploaded, newest first: open ones whose tracks still exist, or decided ones.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({ view: z.enum(['open', 'decided']) }),
  answer: pageOf(SameRecording),
  status: 200,
  refusals: [],
});

export const decideSameRecording = call({
  method: 'POST',
  path: '/api/admin/same-recordings/{recordingId}/decision',
  summary:
    'Closes an open entry with a note: dismissed if nothing is wrong, kept if an admin should check it later. If the later track was held, listeners get it again.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ recordingId: Id }),
  body: z.strictObject({ decision: RecordingDecision, note: shownText(500).trim().min(3) }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided'],
});
