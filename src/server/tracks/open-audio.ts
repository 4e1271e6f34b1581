import type { Readable } from 'node:stream';
import { isSessionOver } from '../accounts/sessions/session-rules.ts';
import { ObjectMissing } from '../adapters/object-storage/object-storage.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { readByEither } from '../server-keys.ts';
import { type IsIntact, intactAudio } from './intact-audio.ts';
import { mayHear, readPlaybackLink } from './playback-link-rules.ts';
import { readAudioRight } from './playback-store.ts';

// The route that answers links reaches the path they lead to through this use case.
export { audioPath } from './playback-link-rules.ts';

export interface OpenAudio {
  readonly userId: string;
  readonly byteLength: number;
  readonly durationMs: number;
  /** The open assignment under which a listener hears the track; null for its artist and for whoever is not served it. */
  readonly assignmentId: string | null;
  /** The former version of what is served, for a comparison. */
  readonly isFormer: boolean;
  /** Sound is sent as it is played; not to the artist and admins. */
  readonly isPaced: boolean;
  /**
   * Bytes first to last, both included; all of them without a range. Refuses audio_unavailable when the file is gone or
   * not what was uploaded.
   */
  read(range?: { first: number; last: number }): Promise<Readable>;
}

/**
 * The audio behind a link, after asking again whether its session lives and its user may hear the track.
 * Refuses audio_unavailable, without saying why.
 */
export async function openAudio(
  deps: Pick<Dependencies, 'database' | 'clock' | 'keys' | 'storage'>,
  { payload, mac }: { payload: string; mac: string },
  isIntact: IsIntact = intactAudio(deps),
): Promise<OpenAudio> {
  const { database, keys, storage } = deps;
  const now = deps.clock.now();
  const claims = readByEither(keys, ({ playbackLinks }) =>
    readPlaybackLink(playbackLinks, payload, mac, now),
  );
  if (!claims) return refuse('audio_unavailable');
  const right = await readAudioRight.one(database, { ...claims });
  if (!right || !isThere(right) || !isSignedIn(right, now)) return refuse('audio_unavailable');
  if (!mayHear({ ...right, isAssigned: right.assignmentId !== null })) refuse('audio_unavailable');
  const { storageKey, byteLength, durationMs, assignmentId, isFormer, isOwner, isAdmin } = right;
  return {
    userId: claims.userId,
    byteLength,
    durationMs,
    assignmentId,
    isFormer,
    isPaced: !isOwner && !isAdmin,
    read: async (range) => {
      if (!(await isIntact(right))) refuse('audio_unavailable');
      try {
        return await storage.read(storageKey, range);
      } catch (error) {
        return error instanceof ObjectMissing ? refuse('audio_unavailable') : Promise.reject(error);
      }
    },
  };
}

type Right = NonNullable<Awaited<ReturnType<typeof readAudioRight.one>>>;

/** Who decides whether a takedown was right has to hear it. */
const isThere = ({ status, isAdmin }: Right): boolean =>
  status === 'active' || (status === 'taken_down' && isAdmin);

/** Whether the session that the link was made in still lives. */
const isSignedIn = ({ sessionCreatedAt, sessionSeenAt, isAdmin }: Right, now: Date): boolean =>
  sessionCreatedAt !== null &&
  sessionSeenAt !== null &&
  !isSessionOver({ createdAt: sessionCreatedAt, lastSeenAt: sessionSeenAt, isAdmin }, now);
