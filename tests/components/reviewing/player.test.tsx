import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import type { Comparison } from '#contract/reviewing/listening/listening.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { listeningAfter } from '#tests/support/stand-ins/listening-stand-in.ts';
import { Player } from '#web/reviewing/listening/player.tsx';
import type { Listening } from '#web/reviewing/listening/use-listening.ts';
import { trackPeaks } from '#web/track-peaks.ts';

interface ShownAs {
  readonly stay?: Listening['stay'];
  readonly isPlaying?: boolean;
  readonly position?: number;
  readonly moments?: readonly Moment[];
  readonly comparison?: Comparison;
}

/** The player, a field below it, and a button by which the test moves on to the next state. */
async function showPlayer(...states: readonly ShownAs[]) {
  const acts = { write: vi.fn(), play: vi.fn(), toggle: vi.fn(), mark: vi.fn() };
  function Shown() {
    const [place, setPlace] = useState(0);
    const {
      stay = null,
      isPlaying = false,
      position = 0,
      moments = [],
      comparison = null,
    } = states[place] ?? {};
    const before = listeningAfter(60);
    const player = { ...before.player, isPlaying, position, play: acts.play, toggle: acts.toggle };
    return (
      <>
        <Player
          track={{ ...aServedTrack, comparison }}
          peaks={trackPeaks(null)}
          listening={{ ...before, player, stay, moments, mark: acts.mark }}
          moments={[]}
          write={acts.write}
        />
        <textarea aria-label="Your review" />
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setPlace(place + 1)}
        >
          Go on
        </button>
      </>
    );
  }
  await show(<Shown />);
  return acts;
}

const write = () => page.getByRole('button', { name: 'Write your review' });
const keepListening = () => page.getByRole('button', { name: 'Keep listening (not paid)' });
const field = () => page.getByRole('textbox', { name: 'Your review' });
const goOn = () => page.getByRole('button', { name: 'Go on' }).click();

describe('the end of the paid minute', () => {
  test('offers two buttons in place: nothing moves, and the focus stays', async () => {
    await showPlayer({ isPlaying: true, position: 61 }, { stay: 'offered', position: 61 });
    await expect.element(page.getByRole('button', { name: 'Lost me' })).toBeVisible();
    page.getByRole('button', { name: 'Lost me' }).element().focus();
    const before = field().element().getBoundingClientRect();
    await expect.element(write()).not.toBeInTheDocument();
    await goOn();
    await expect.element(write()).toBeVisible();
    await expect.element(keepListening()).toBeVisible();
    expect(field().element().getBoundingClientRect()).toEqual(before);
    await expect.element(page.getByRole('button', { name: 'Lost me' })).toHaveFocus();
    const [one, other] = [write(), keepListening()].map((way) => way.element().getBoundingClientRect());
    expect([one?.width, one?.height]).toEqual([other?.width, other?.height]);
  });

  test('opens the review or continues the music', async () => {
    const acts = await showPlayer({ stay: 'offered', position: 61 });
    await write().click();
    expect([acts.write, acts.play].map((act) => act.mock.calls.length)).toEqual([1, 0]);
    await keepListening().click();
    expect([acts.write, acts.play].map((act) => act.mock.calls.length)).toEqual([1, 1]);
  });

  test('is hidden while the music plays, after choosing, and once it is over', async () => {
    await showPlayer(
      { stay: 'offered', isPlaying: true, position: 61 },
      { stay: 'chosen', position: 70 },
      { stay: 'over' },
    );
    for (let state = 0; state < 3; state += 1) {
      await expect.element(keepListening()).not.toBeInTheDocument();
      await goOn();
    }
  });
});

describe('the moments', () => {
  test('are marked by keys, except in text fields', async () => {
    const { mark } = await showPlayer({ isPlaying: true, position: 20 });
    await userEvent.keyboard('1');
    page.getByRole('button', { name: 'Pause' }).element().focus();
    await userEvent.keyboard('23');
    await field().click();
    await userEvent.keyboard('123');
    expect(mark.mock.calls.flat()).toEqual(['love', 'lost', 'skip']);
    await expect.element(field()).toHaveValue('123');
  });

  test('are marked by touch, and a pressed button shows that pressing again undoes the mark', async () => {
    const moments: readonly Moment[] = [{ kind: 'love', atSecond: 20 }];
    const { mark } = await showPlayer(
      { isPlaying: true, position: 22, moments },
      { isPlaying: true, position: 27, moments },
    );
    const love = page.getByRole('button', { name: 'Love it' });
    await expect.element(love).toHaveAttribute('aria-pressed', 'true');
    await love.click();
    expect(mark).toHaveBeenCalledWith('love');
    await expect.element(page.getByText('Love it at 20 seconds')).toBeInTheDocument();
    await goOn();
    await expect.element(love).toHaveAttribute('aria-pressed', 'false');
  });

  test('cannot be marked before the music plays', async () => {
    await showPlayer({});
    await expect.element(page.getByRole('button', { name: "I'd skip here" })).toBeDisabled();
  });
});

const side = (place: number) => ({
  id: `00000000-0000-4000-8000-0000000000b${place}`,
  playbackLink: { url: '/audio/none', expiresAt: '2026-03-02T10:00:00Z' },
  durationSeconds: 90,
  level: 1,
  secondsToHear: 30,
});

test('a blind comparison does not say that the review is unlocked before the choice', async () => {
  const blind: Comparison = {
    a: side(1),
    b: side(2),
    version: 3,
    formerVersion: 2,
    choice: null,
    newSide: null,
  };
  await showPlayer({ comparison: blind }, { comparison: { ...blind, choice: 'a', newSide: 'b' } });
  await expect.element(page.getByText('60 / 60 s heard')).toBeVisible();
  await expect.element(page.getByText('Review unlocked')).not.toBeInTheDocument();
  await goOn();
  await expect.element(page.getByText('Review unlocked')).toBeVisible();
});

/** A key as another layout than that of the test's browser reports it. */
const pressOn = (init: KeyboardEventInit) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));

test('the digit row marks on AZERTY, with Shift and without', async () => {
  const acts = await showPlayer({ isPlaying: true, position: 12 });
  await expect.element(page.getByRole('button', { name: 'Love it' })).toBeVisible();
  pressOn({ key: '&', code: 'Digit1' });
  pressOn({ key: '2', code: 'Digit2', shiftKey: true });
  pressOn({ key: '"', code: 'Digit3' });
  expect(acts.mark.mock.calls).toEqual([['love'], ['lost'], ['skip']]);
  pressOn({ key: ' ', code: 'Space', shiftKey: true });
  expect(acts.toggle).not.toHaveBeenCalled();
});
