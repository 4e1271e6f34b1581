import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import type { Comparison, ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { aTone, aWav } from '#tests/support/files/masters.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { CompareVersions, ComparisonText } from '#web/reviewing/listening/compare-versions.tsx';
import { fetchedNow } from '#web/reviewing/listening/fetched-link.ts';
import { createPairAudio } from '#web/reviewing/listening/pair-audio.ts';
import { emptyDraft } from '#web/reviewing/reviews/review-draft.ts';
import { ServedTrackReview } from '#web/reviewing/reviews/served-track-review.tsx';

const version = (place: number) => ({
  id: `00000000-0000-4000-8000-0000000000b${place}`,
  playbackLink: { url: '/audio/none', expiresAt: '2026-03-02T10:00:00Z' },
  durationSeconds: 90,
  level: 1,
  secondsToHear: 30,
});
const blind: Comparison = {
  a: version(1),
  b: version(2),
  version: 3,
  formerVersion: 2,
  choice: null,
  newSide: null,
};
const button = (name: string) => page.getByRole('button', { name });
const choices = ['A is better', 'B is better', 'No difference'] as const;

describe('the choice between two versions', () => {
  /** The two sides with what was heard of each; a button hears on. */
  async function compare(heardThen: readonly { a: number; b: number }[], comparison = blind) {
    const acts = {
      switchTo: vi.fn(),
      settle: vi.fn(async (): Promise<void> => undefined),
      next: vi.fn(),
      play: vi.fn(),
    };
    function Shown() {
      const [place, setPlace] = useState(0);
      const heard = heardThen[place] ?? { a: 0, b: 0 };
      const sides = { audible: 'a' as const, heard, switchTo: acts.switchTo };
      return (
        <>
          <CompareVersions
            trackId={aServedTrack.trackId}
            comparison={comparison}
            sides={sides}
            settle={acts.settle}
            onNext={acts.next}
            play={acts.play}
          />
          <ComparisonText comparison={comparison} sides={sides} />
          <button type="button" onClick={() => setPlace(place + 1)}>
            Hear on
          </button>
        </>
      );
    }
    await show(<Shown />);
    return acts;
  }

  test('is locked until 30 seconds of each were heard, and says what is missing', async () => {
    await compare([
      { a: 0, b: 0 },
      { a: 60, b: 29.5 },
      { a: 30, b: 30 },
    ]);
    await expect
      .element(page.getByText('Listen to 30 s more of A and 30 s more of B to choose.'))
      .toBeVisible();
    for (const choice of choices) await expect.element(button(choice)).toBeDisabled();
    await button('Hear on').click();
    await expect.element(page.getByText('Listen to 1 s more of B to choose.')).toBeVisible();
    await expect.element(page.getByText('29 / 30 s heard')).toBeVisible();
    for (const choice of choices) await expect.element(button(choice)).toBeDisabled();
    await button('Hear on').click();
    for (const choice of choices) await expect.element(button(choice)).toBeEnabled();
  });

  test('comes after hearing: a press on a side switches to it and plays', async () => {
    const acts = await compare([{ a: 0, b: 0 }]);
    await button('Hear B').click();
    expect(acts.switchTo).toHaveBeenCalledWith('b');
    expect(acts.play).toHaveBeenCalledOnce();
  });

  test('does not show which side is the new version; the sides differ only in their letter', async () => {
    await compare([{ a: 30, b: 30 }]);
    await expect.element(button('Hear A')).toBeVisible();
    const [a = '', b = ''] = ['A', 'B'].map((side) => button(`Hear ${side}`).element().outerHTML);
    const bare = (html: string) =>
      html.replace(/aria-pressed="\w+"|Hear [AB]|>[AB]<| id="[^"]*"|data-[\w-]+="[^"]*"/g, '');
    expect(bare(a)).toBe(bare(b));
    expect(document.body.textContent).not.toMatch(/V[23]/);
  });

  test('is sent once the play reports are delivered, and then names both sides', async () => {
    const track: ServedTrack = { ...aServedTrack, comparison: { ...blind, choice: 'b', newSide: 'b' } };
    const sent = answerCall(api.listening.chooseVersion, () => ({ track }));
    const acts = await compare([{ a: 30, b: 30 }]);
    acts.settle.mockImplementation(async () => expect(sent).toEqual([]));
    await button('B is better').click();
    await expect.poll(() => acts.next.mock.calls).toEqual([[{ chosen: track }]]);
    expect(acts.settle).toHaveBeenCalledOnce();
    expect(sent).toEqual([{ body: { trackId: aServedTrack.trackId, choice: 'b' } }]);
  });

  test('is not offered again once made', async () => {
    await compare([{ a: 30, b: 30 }], { ...blind, choice: 'none', newSide: 'a' });
    await expect
      .element(
        page.getByText(
          'You heard no difference. A is V3, the new version. B is V2, which you reviewed before.',
        ),
      )
      .toBeVisible();
    for (const choice of choices) expect(button(choice).query()).toBeNull();
  });
});

test('after the choice notes and times are those of the new version, and the former one has its own length', async () => {
  const { userId } = signInAs({ userType: 'listener' });
  const note = { atSecond: 12, note: 'The drums.' };
  const draft = { ...emptyDraft, notes: [note] };
  answerCall(api.reviews.readDraft, () => ({ revision: 1, draft }));
  const served: ServedTrack = {
    ...aServedTrack,
    durationSeconds: 80.4,
    positionSeconds: 42,
    comparison: {
      ...{ ...blind, choice: 'none', newSide: 'b' },
      ...{ a: { ...version(1), durationSeconds: 95 }, b: { ...version(2), durationSeconds: 80.4 } },
    },
    progress: { listenedSeconds: 60, unlocked: true, heard: [], stay: null, compared: { a: 30, b: 30 } },
  };
  answerCall(api.listening.comingTrack, () => ({ track: null }));
  await show(<ServedTrackReview track={served} listenerId={userId} arrival="first" onNext={vi.fn()} />);
  await expect.element(page.getByText(/B is V3, the new version/)).toBeVisible();
  await expect.element(button('Hear A')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText(/ 1:35$/)).toBeVisible();
  await expect.element(button('Hear 12 seconds')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Note at/ })).not.toBeInTheDocument();
  // A note's time plays what the note is about.
  await button('Hear 12 seconds').click();
  await expect.element(button('Hear B')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText(/ 1:20$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Note at 0:/ })).toBeVisible();
});

describe('the audio of two versions', () => {
  interface Wire {
    readonly element: HTMLMediaElement;
    readonly gain: GainNode;
  }
  const wires: Wire[] = [];
  const connect = AudioNode.prototype.connect;
  beforeEach(() => {
    wires.length = 0;
    vi.spyOn(AudioNode.prototype, 'connect').mockImplementation(function (this: AudioNode, ...to: unknown[]) {
      const [target] = to;
      if (this instanceof MediaElementAudioSourceNode && target instanceof GainNode)
        wires.push({ element: this.mediaElement, gain: target });
      return Reflect.apply(connect, this, to);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  const levels = { a: 0.5, b: 1 };
  const aLink = () => {
    const sound = new Blob([aWav(aTone(20, { channels: 1, rate: 8000 }), { channels: 1, rate: 8000 })]);
    return fetchedNow({ url: URL.createObjectURL(sound), expiresAt: '2099-01-01T00:00:00Z' });
  };
  /** Plays both from the fifth second on; a browser lets sound begin at a press alone. */
  async function playing() {
    const audio = createPairAudio(levels);
    audio.loadAll([aLink(), aLink()], 5);
    await show(
      <button type="button" onClick={() => void audio.play()}>
        Play
      </button>,
    );
    await button('Play').click();
    await expect.poll(() => audio.position()).toBeGreaterThan(5.2);
    return audio;
  }
  const heard = () => wires.map(({ gain }) => Number(gain.gain.value.toFixed(2)));
  const apart = () => Math.abs((wires[0]?.element.currentTime ?? 0) - (wires[1]?.element.currentTime ?? 9));

  test('plays one version at its level, and switches at the same position without a stop', async () => {
    const audio = await playing();
    expect(heard()).toEqual([0.5, 0]);
    await expect.poll(apart).toBeLessThan(0.05);
    const before = audio.position();
    audio.pair?.switchTo('b');
    expect(audio.state().isPlaying).toBe(true);
    expect(audio.position() - before).toBeLessThan(0.3);
    expect(audio.position()).toBeGreaterThan(before - 0.05);
    await expect.poll(heard).toEqual([0, 1]);
    audio.unload();
  });

  test('plays again after unloading, through the same audio graph', async () => {
    const audio = await playing();
    audio.unload();
    expect(audio.isLoaded()).toBe(false);
    audio.loadAll([aLink(), aLink()], 8);
    await button('Play').click();
    await expect.poll(() => audio.position()).toBeGreaterThan(8.2);
    expect([wires.length, audio.state().failure]).toEqual([2, null]);
    expect(heard()).toEqual([0.5, 0]);
    audio.unload();
  });

  test('survives an unload while play is starting', async () => {
    const audio = await playing();
    audio.pause();
    void audio.play();
    audio.unload();
    expect(audio.state()).toMatchObject({ isPlaying: false, failure: null });
    audio.loadAll([aLink(), aLink()], 8);
    await button('Play').click();
    await expect.poll(() => audio.position()).toBeGreaterThan(8.2);
    expect([wires.length, audio.state().failure]).toEqual([2, null]);
    audio.unload();
  });
});
