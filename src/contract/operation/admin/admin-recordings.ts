import { z } from 'zod';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Id, Seconds, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';

/** One of two tracks that are the same recording. */
const RecordedTrack = z.strictObject({
  trackId: Id,
  title: z.string(),
  artistId: Id,
  displayName: z.string(),
  uploadedAt: Timestamp,
  /** When the artist's account was created. */
  joinedAt: Timestamp,
  durationSeconds: Seconds,
  isDeleted: z.boolean(),
  /** Only admins can hear it. */
  isTakenDown: z.boolean(),
});
export type RecordedTrack = z.infer<typeof RecordedTrack>;

export const RecordingDecision = z.enum(['dismissed', 'kept']);
export type RecordingDecision = z.infer<typeof RecordingDecision>;

/** The same recording, uploaded by two artists. Being earlier does not prove who made it. */
export const SameRecording = z.strictObject({
  id: Id,
  foundAt: Timestamp,
  earlier: RecordedTrack,
  later: RecordedTrack,
  /** The later track is not served until this time or until an admin decides, whichever is first. */
  heldUntil: Timestamp.nullable(),
  /** `taken_down`: a takedown of one of the two closed it. */
  decision: z.enum([...RecordingDecision.options, 'taken_down']).nullable(),
  note: z.string().nullable(),
  /** One of the two tracks belongs to the caller or to a linked account, so another admin has to decide. */
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
