import type { Readable } from 'node:stream';
import type { PlaybackLink } from '#contract/music/tracks/tracks.ts';
import { ObjectMissing } from '../../../adapters/storage/object-storage.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Caller } from '../../../foundation/caller.ts';
import { refuse } from '../../../foundation/refusals.ts';
import { readByEither } from '../../../foundation/server-keys.ts';
import { isSessionOver } from '../../../identity/session-rules.ts';
import { refuseGone } from '../own-tracks.ts';
import { sentBeforeChoice } from '../version-rules.ts';
import { readAudioRight } from './audio-store.ts';
import { type IsIntact, intactAudio } from './intact-audio.ts';
import { type DeliveryRecord, leaseDelivery } from './lease-delivery.ts';
import { makePlaybackLink, mayHear, readPlaybackLink, type SignedParts } from './playback-link-rules.ts';

// The route that serves these links gets their path from this use case.
export { audioPath } from './playback-link-rules.ts';

export interface OpenAudio {
  /** The user, or the device of a guest. */
  readonly hearerId: string;
  readonly byteLength: number;
  readonly durationMs: number;
  /** Where the bytes that are sent are recorded; null for the artist and others who are not served the track. */
  readonly delivery: DeliveryRecord | null;
  /** Whether the audio is sent at playing speed; not for the artist and admins. */
  readonly isPaced: boolean;
  /** The private link that it plays by. */
  readonly privateLink: OpenLink | null;
  /**
   * Bytes first to last, both inclusive; all without a range.
   * @throws Refusal audio_unavailable if the file is gone or differs from the upload
   */
  read(range?: { first: number; last: number }): Promise<Readable>;
}

/** A private link as long as it has not ended. */
export interface OpenLink {
  readonly linkId: string;
  readonly artistId: string;
  readonly expiresAt: Date;
}

/**
 * The audio of a link whose session is still open and whose user may still hear the track.
 * @throws Refusal audio_unavailable, without a reason
 */
export async function openAudio(
  deps: Pick<Dependencies, 'database' | 'clock' | 'keys' | 'storage'>,
  parts: SignedParts,
  isIntact: IsIntact = intactAudio(deps),
): Promise<OpenAudio> {
  const { database, keys } = deps;
  const now = deps.clock.now();
  const claims = readByEither(keys, ({ playbackLinks }) => readPlaybackLink(playbackLinks, parts, now));
  if (!claims) return refuse('audio_unavailable');
  const right = await readAudioRight.one(database, { ...claims });
  if (!right || !isThere(right) || !isSignedIn(right, now)) return refuse('audio_unavailable');
  if (!mayHear({ ...right, isLeased: right.leaseId !== null })) refuse('audio_unavailable');
  const { leaseId, isFormer, isOwner, isAdmin } = right;
  const sent = sentOf(right);
  const all = sent === right ? undefined : { first: 0, last: sent.byteLength - 1 };
  return {
    hearerId: claims.userId,
    byteLength: sent.byteLength,
    durationMs: sent.durationMs,
    delivery: leaseId === null ? null : leaseDelivery(leaseId, isFormer),
    isPaced: !isOwner && !isAdmin,
    privateLink: null,
    read: (range) => readIntact(deps.storage, right, isIntact, range ?? all),
  };
}

/** @throws Refusal audio_unavailable if the file is gone or differs from the upload */
export async function readIntact(
  storage: Dependencies['storage'],
  file: Parameters<IsIntact>[0],
  isIntact: IsIntact,
  range: { first: number; last: number } | undefined,
): Promise<Readable> {
  if (!(await isIntact(file))) refuse('audio_unavailable');
  try {
    return await storage.read(file.storageKey, range);
  } catch (error) {
    return error instanceof ObjectMissing ? refuse('audio_unavailable') : Promise.reject(error);
  }
}

type Right = NonNullable<Awaited<ReturnType<typeof readAudioRight.one>>>;

/** How much of the file there is for this user. */
function sentOf(right: Right): Pick<Right, 'byteLength' | 'durationMs'> {
  const { otherByteLength, otherDurationMs } = right;
  if (otherByteLength === null || otherDurationMs === null) return right;
  const other = { byteLength: otherByteLength, durationMs: otherDurationMs };
  return sentBeforeChoice(right, other) ?? right;
}

/** An admin who decides about a takedown has to hear the track. */
const isThere = ({ status, isAdmin }: Right): boolean =>
  status === 'active' || (status === 'taken_down' && isAdmin);

const isSignedIn = ({ sessionCreatedAt, sessionSeenAt, isAdmin }: Right, now: Date): boolean =>
  sessionCreatedAt !== null &&
  sessionSeenAt !== null &&
  !isSessionOver({ createdAt: sessionCreatedAt, lastSeenAt: sessionSeenAt, isAdmin }, now);

/**
 * A fresh link to a track's audio for a caller who may hear it.
 * @throws Refusal not_found, track_deleted, track_taken_down, audio_unavailable
 */
export async function createPlaybackLink(
  { database, clock, keys }: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  trackId: string,
): Promise<PlaybackLink> {
  const claims = { trackId, userId, sessionId };
  const right = await readAudioRight.one(database, claims);
  if (!right) return refuse('not_found');
  if (!mayHear({ ...right, isLeased: right.leaseId !== null })) refuse('audio_unavailable');
  if (right.status === 'deleted' || (right.status === 'taken_down' && !right.isAdmin))
    refuseGone(right.status);
  return makePlaybackLink(keys.playbackLinks, claims, clock.now());
}
