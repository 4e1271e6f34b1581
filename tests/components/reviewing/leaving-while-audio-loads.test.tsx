import { type ReactNode, useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { silentTrack } from '#tests/support/files/silent-track.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { useVerdictPlayback } from '#web/insight/verdict/use-verdict-playback.ts';
import { useTrackPlayback } from '#web/music/tracks/use-track-playback.ts';
import { dropComingTrack, prepareComingTrack, preparedFor } from '#web/reviewing/listening/coming-track.ts';
import { usePlayer } from '#web/reviewing/listening/use-player.ts';

const trackId = '00000000-0000-4000-8000-0000000000a1';
const expiresAt = '2026-03-02T10:00:00.000Z';

/** The sources that were played. */
let played: string[];
beforeEach(() => {
  played = [];
  const spy = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    played.push(this.src);
    return Promise.resolve();
  });
  onTestFinished(() => spy.mockRestore());
});

/** A link that arrives when the test says so. */
function aLateLink() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const link = { url: silentTrack(30), expiresAt };
  const asked = answerCall(api.tracks.createPlaybackLink, async () => {
    await promise;
    return link;
  });
  const arrive = async () => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    resolve();
    await new Promise((done) => setTimeout(done, 300));
  };
  return { link, arrive };
}

function Leaving({ children }: { children: ReactNode }) {
  const [isHere, setIsHere] = useState(true);
  return (
    <>
      {isHere && children}
      <button type="button" onClick={() => setIsHere(false)}>
        Leave
      </button>
    </>
  );
}

function OwnTracks() {
  const { toggle, stop, isLoading } = useTrackPlayback();
  return (
    <>
      <button type="button" onClick={() => toggle(trackId)}>
        Play
      </button>
      <button type="button" onClick={stop}>
        Stop
      </button>
      <p>{isLoading ? 'Loading' : 'Resting'}</p>
    </>
  );
}

/** Its link has expired, so that play requests another. */
function Queue() {
  const { player } = usePlayer({ ...aServedTrack, playbackLink: { url: 'data:,', expiresAt } });
  return (
    <>
      <p>{player.failure === null ? 'Whole' : 'Failed'}</p>
      <button type="button" onClick={player.play}>
        Play
      </button>
    </>
  );
}

function Verdict() {
  const { play } = useVerdictPlayback(trackId, false);
  return (
    <button type="button" onClick={play}>
      Play
    </button>
  );
}

const press = (name: string) => page.getByRole('button', { name }).click();

test.each([
  ['own tracks', <OwnTracks key="tracks" />],
  ['a verdict', <Verdict key="verdict" />],
])('after leaving %s, a playback link that arrives plays nothing', async (_, shown) => {
  const { arrive } = aLateLink();
  await show(<Leaving>{shown}</Leaving>);
  await press('Play');
  await press('Leave');
  await arrive();
  expect(played).toEqual([]);
});

test('after leaving the queue, a fresh link that arrives plays nothing', async () => {
  const { arrive } = aLateLink();
  await show(
    <Leaving>
      <Queue />
    </Leaving>,
  );
  await expect.element(page.getByText('Failed')).toBeVisible();
  await press('Play');
  await press('Leave');
  await arrive();
  expect(played).toEqual([]);
});

test('a track that is stopped while its link loads does not start, and can be played afterwards', async () => {
  const { link, arrive } = aLateLink();
  await show(<OwnTracks />);
  await press('Play');
  await press('Stop');
  await arrive();
  expect(played).toEqual([]);
  await expect.element(page.getByText('Resting')).toBeVisible();
  await press('Play');
  await expect.poll(() => played).toEqual([link.url]);
});

test('the next track is not prepared if its response arrives after the queue was left', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const track = { ...aServedTrack, playbackLink: { url: silentTrack(30), expiresAt } };
  answerCall(api.listening.comingTrack, async () => {
    await promise;
    return { track };
  });
  const late = prepareComingTrack();
  dropComingTrack();
  resolve();
  await late;
  expect(preparedFor(track.trackId)).toBeUndefined();
  await prepareComingTrack();
  expect(preparedFor(track.trackId)?.link.url).toBe(track.playbackLink.url);
  dropComingTrack();
});
