import { randomUUID } from 'node:crypto';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import { anMp3 } from '../files/audio-files.ts';
import type { Earshot } from '../world/earshot.ts';
import { aReview } from '../world/rows.ts';
import { sql } from '../world/sql.ts';
import type { ApiUser } from './api-user.ts';
import { fetchPlayed } from './listening.ts';

/** What a listener's clock is stepped by. */
interface Stepped {
  readonly clock: { readonly advance: (seconds: number) => unknown };
}

export type Compared = Awaited<ReturnType<typeof servedToCompare>>;

/** An uploaded track of some seconds, as loud as the analysis would find it. */
export async function uploadVersion(
  earshot: Earshot,
  artist: ApiUser,
  {
    seconds = 90,
    lufs = -14,
    ...said
  }: { seconds?: number; lufs?: number | null; title?: string; formerId?: string; isBlind?: boolean },
): Promise<string> {
  const uploadId = randomUUID();
  const stored = await artist.upload(anMp3({ seconds, mark: randomUUID() }), uploadId);
  if (!stored.ok) throw new Error(`The upload was refused: ${stored.status}`);
  const { title = 'Night Bus', formerId, isBlind = false } = said;
  const newVersionOf =
    formerId === undefined ? {} : { newVersionOf: { trackId: formerId, takesBack: false } };
  const body = { uploadId, title, genre: 'indie', isBlind, ...newVersionOf } as const;
  const { id } = await artist.get(api.tracks.createTrack, { body });
  await sql(
    earshot.testDatabase.ownerDatabase,
    `update audio_files set analysis = 'done', peaks = decode(repeat('7f', 800), 'hex'), loudness_lufs = $2
      where id = (select audio_file_id from artist_tracks where id = $1)`,
    [id, lufs],
  );
  return id;
}

/** Listeners with an approved review of a track. */
export async function formerReviewers(
  earshot: Earshot,
  track: { readonly id: string; readonly artistId: string },
  count: number,
): Promise<ApiUser[]> {
  const found: ApiUser[] = [];
  for (let i = 0; i < count; i += 1) {
    const listener = await earshot.signIn({ userType: 'listener' });
    const { id } = await aReview(earshot.testDatabase.ownerDatabase, { listenerId: listener.userId, track });
    await earshot.testDatabase.database.transaction((tx) =>
      approveReview(tx, { reviewId: id, decidedBy: null }),
    );
    found.push(listener);
  }
  return found;
}

/** The track that the listener is served, to be compared with its former version. */
export async function servedToCompare(listener: ApiUser) {
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  if (!track?.comparison) throw new Error('Nothing is compared.');
  return { ...track, comparison: track.comparison };
}

/** One tab that plays both versions. */
export function openPair(earshot: Stepped, listener: ApiUser, { trackId }: Pick<ServedTrack, 'trackId'>) {
  const sessionId = randomUUID();
  type Event = 'start' | 'beat' | 'pause' | 'seek' | 'switch';
  const report = (event: Event, positionSeconds: number, side?: ComparedSide) =>
    listener.call(api.listening.recordPlayEvent, {
      body: { trackId, sessionId, event, positionSeconds, playing: event !== 'pause', ...(side && { side }) },
    });
  return {
    report,
    /** Hears one side from a second on. */
    hear: async (side: ComparedSide, from: number, seconds: number) => {
      await report('start', from, side);
      let answer: Answer<typeof api.listening.recordPlayEvent> | undefined;
      for (let heard = 0; heard < seconds; ) {
        const step = Math.min(4, seconds - heard);
        heard += step;
        earshot.clock.advance(step);
        const reported = await report(heard < seconds ? 'beat' : 'pause', from + heard, side);
        answer = reported.answer;
      }
      if (!answer) throw new Error('Nothing was heard.');
      return answer;
    },
  };
}

/** Fetches the sound of a side that has been played. */
export const fetchSide = (listener: ApiUser, { comparison }: Compared, side: ComparedSide, seconds: number) =>
  fetchPlayed(listener, comparison[side], seconds);

/** Both sides for half a minute, with their sound. */
export async function hearBoth(earshot: Stepped, listener: ApiUser, track: Compared): Promise<void> {
  const pair = openPair(earshot, listener, track);
  await pair.hear('a', 0, 30);
  await pair.hear('b', 30, 30);
  await fetchSide(listener, track, 'a', 32);
  await fetchSide(listener, track, 'b', 32);
}
