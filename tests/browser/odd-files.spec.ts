import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/earshot.ts';
import { findBrowser } from '../../scripts/find-browser.ts';
import { oddFiles } from '../api/tracks/odd-files.ts';
import { expect, test } from './fixtures.ts';
import { joinByApi } from './joining-by-api.ts';
import { subscribe } from './subscribing.ts';

// Here nobody presses Play: a hundred recordings are played as fast as they come.
const autoplay = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'];
test.use({ world: 'odd-files', launchOptions: { executablePath: findBrowser(), args: autoplay } });

interface Accepted {
  readonly name: string;
  readonly url: string;
}

/** The link of what became of the file; undefined where it was refused. */
async function linkTo(artist: ApiUser, file: (typeof oddFiles)[number]): Promise<Accepted | undefined> {
  const uploadId = randomUUID();
  const { status } = await artist.upload(file.bytes(), uploadId);
  if (status !== 200) return undefined;
  const body = { uploadId, title: file.name, genre: 'other' } as const;
  const { answer, code } = await artist.call(api.tracks.createTrack, { body });
  // Frames that another file left as well were played there.
  if (code === 'same_content') return undefined;
  const link = await artist.get(api.tracks.createPlaybackLink, { params: { trackId: answer?.id ?? '' } });
  return { name: file.name, url: link.url };
}

// Uploads and plays a hundred files, which takes minutes on a busy machine.
test.setTimeout(600_000);

test('Chromium plays every accepted odd file from start to end', async ({ page, earshot }) => {
  const artist = await joinByApi(page, earshot, 'Ada', 'artist');
  await subscribe(artist, earshot, 'unlimited');
  const accepted: Accepted[] = [];
  for (const file of oddFiles) {
    const link = await linkTo(artist, file);
    if (link) accepted.push(link);
  }
  expect(accepted.length).toBeGreaterThan(100);

  await page.goto('/health');
  const notPlayed = await page.evaluate(async (files) => {
    const waitFor = (audio: HTMLAudioElement, event: string) =>
      new Promise<void>((resolve, reject) => {
        audio.addEventListener(event, () => resolve(), { once: true });
        audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true });
      });
    const playThrough = async ({ name, url }: Accepted): Promise<string | null> => {
      const audio = new Audio();
      audio.muted = true;
      const known = waitFor(audio, 'loadedmetadata');
      audio.src = url;
      try {
        await known;
        await audio.play();
        await waitFor(audio, 'timeupdate');
        const ended = waitFor(audio, 'ended');
        audio.currentTime = Math.max(audio.currentTime, audio.duration - 0.2);
        await ended;
        return audio.duration >= 1 ? null : `${name}: ${audio.duration} s`;
      } catch (error) {
        return `${name}: ${String(error)}`;
      } finally {
        audio.removeAttribute('src');
        audio.load();
      }
    };
    const failed: string[] = [];
    for (let at = 0; at < files.length; at += 10) {
      const outcomes = await Promise.all(files.slice(at, at + 10).map(playThrough));
      failed.push(...outcomes.filter((outcome) => outcome !== null));
    }
    return failed;
  }, accepted);
  expect(notPlayed).toEqual([]);
});
