import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { Earshot } from '../world/earshot.ts';
import type { ApiUser } from './api-user.ts';

/** What a player needs of the track that is served. */
type Heard = Pick<ServedTrack, 'trackId' | 'playbackLink' | 'durationSeconds'>;

/** Sound that is sent at once, whatever has been played. */
const partSeconds = 8;

/** Fetches the first seconds of a track that has been played so far, in parts that are sent at once. */
export async function fetchPlayed(
  listener: Pick<ApiUser, 'fetch'>,
  { playbackLink, durationSeconds }: Pick<ServedTrack, 'playbackLink' | 'durationSeconds'>,
  seconds: number,
): Promise<void> {
  const fetchPart = async (from: number, to: number) => {
    const part = await listener.fetch(playbackLink.url, { headers: { range: `bytes=${from}-${to - 1}` } });
    await part.arrayBuffer();
    return Number(part.headers.get('content-range')?.split('/')[1] ?? 0);
  };
  const rate = (await fetchPart(0, 1)) / durationSeconds;
  for (let from = 0; from < Math.min(seconds, durationSeconds); from += partSeconds) {
    await fetchPart(Math.floor(from * rate), Math.ceil((from + partSeconds) * rate));
  }
}

/** Listens to a served track as a browser does: starts, reports every four seconds, and has got the audio by the end. */
export async function listenTo(
  earshot: Earshot,
  listener: ApiUser,
  track: Heard | null,
  seconds: number,
  { fetchAudio = true } = {},
): Promise<void> {
  if (!track) throw new Error('No track is being served.');
  const { trackId } = track;
  const sessionId = randomUUID();
  const report = (event: 'start' | 'beat' | 'pause', positionSeconds: number) =>
    listener.get(api.listening.recordPlayEvent, {
      body: { trackId, sessionId, event, positionSeconds, playing: event !== 'pause' },
    });
  await report('start', 0);
  for (let position = 0; position < seconds; ) {
    const step = Math.min(4, seconds - position);
    earshot.clock.advance(step);
    position += step;
    await report(position < seconds ? 'beat' : 'pause', position);
  }
  if (fetchAudio) await fetchPlayed(listener, track, seconds);
}
