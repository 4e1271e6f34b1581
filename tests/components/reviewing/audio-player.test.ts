import { expect, test } from 'vitest';
import { createAudioPlayer } from '#web/music/tracks/audio-player.ts';

test.each([
  [
    'a file without music',
    URL.createObjectURL(new Blob(['no music'], { type: 'audio/mpeg' })),
    'Audio format not supported',
  ],
  ['an address without a file', '/no-such-audio.mp3', 'Audio source not available'],
])('the player tells %s apart', async (_, url, failure) => {
  const player = createAudioPlayer();
  player.load(url);
  await expect.poll(() => player.state().failure).toBe(failure);
  player.unload();
});
