import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';

const happened = (audio: HTMLAudioElement, event: string) =>
  new Promise<void>((resolve, reject) => {
    audio.addEventListener(event, () => resolve(), { once: true });
    audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true });
  });

/** Plays the beginning and the end. Returns the length in seconds. */
async function playThrough(frames: string): Promise<number> {
  const url = URL.createObjectURL(new Blob([Uint8Array.fromBase64(frames)], { type: 'audio/mpeg' }));
  const audio = new Audio();
  audio.muted = true;
  try {
    const known = happened(audio, 'loadedmetadata');
    audio.src = url;
    await known;
    await audio.play();
    await happened(audio, 'timeupdate');
    const ended = happened(audio, 'ended');
    audio.currentTime = Math.max(audio.currentTime, audio.duration - 0.2);
    await ended;
    return audio.duration;
  } finally {
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(url);
  }
}

test('Chromium plays every accepted odd file from start to end', async () => {
  const recordings = await commands.acceptedRecordings();
  expect(recordings.length).toBeGreaterThan(100);
  // Browsers play no audio on a page that no one has clicked.
  await userEvent.click(document.body);
  for (let at = 0; at < recordings.length; at += 10) {
    const some = recordings.slice(at, at + 10);
    const played = await Promise.all(
      some.map(async ({ name, frames }) => ({
        name,
        seconds: await playThrough(frames).catch((error: unknown) => String(error)),
      })),
    );
    expect(played.filter(({ seconds }) => typeof seconds === 'string' || seconds < 1)).toEqual([]);
  }
});
