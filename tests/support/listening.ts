import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/listening.ts';
import type { ApiUser, Earshot } from './earshot.ts';
import { sqlRow } from './sql.ts';

/** Listens to a served track as a browser does: fetches the audio, starts, and reports every four seconds. */
export async function listenTo(
  earshot: Earshot,
  listener: ApiUser,
  track: Pick<ServedTrack, 'trackId' | 'playbackLink'> | null,
  seconds: number,
  { fetchAudio = true } = {},
): Promise<void> {
  if (!track) throw new Error('No track is being served.');
  if (fetchAudio) {
    const audio = await (await listener.fetch(track.playbackLink.url)).arrayBuffer();
    // The last bytes are counted when they have been sent, which no real listener overtakes.
    const sent = () =>
      sqlRow(
        earshot.testDatabase.ownerDatabase,
        'select bytes_sent from assignments where listener_id = $1 and track_id = $2 and closed_at is null',
        [listener.userId, track.trackId],
      );
    await expect.poll(async () => Number((await sent()).bytes_sent)).toBeGreaterThanOrEqual(audio.byteLength);
  }
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
}
