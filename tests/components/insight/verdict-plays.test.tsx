import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { silentTrack } from '#tests/support/files/silent-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import {
  type ShownVerdict,
  trackId,
  verdictOfTwenty as twenty,
} from '#tests/support/screens/shown-verdicts.ts';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { TrackVerdict } from '#web/insight/verdict/track-verdict.tsx';

const [review] = twenty.reviews.items;
if (!review) throw new Error('There is no review.');

/** A second version with something at every place of the page that plays. */
const shown: ShownVerdict = {
  ...twenty,
  track: { ...twenty.track, version: 2 },
  reviews: {
    items: [{ ...review, prompts: { ...review.prompts, toChange: 'Cut the bars from 0:45 on.' } }],
    nextCursor: null,
  },
};

const moment = { kind: 'love', from: 80, to: 88, people: 6, heardBy: 8, standsOut: 'now' } as const;
const question = {
  ...({ id: '00000000-0000-4000-8000-0000000000d1', kind: 'scale', question: 'How is the mix?' } as const),
  ...{ choices: [], atSecond: 56, savedAt: '2026-03-02T10:00:00Z', isAnswered: true, takedown: null },
  ...{ all: { people: 1, counts: [0, 0, 0, 1, 0], mean: 4 }, byTaste: null, lines: [] },
};

/** Each control that plays, by a part of its name, with the second that it is about. */
const controls: readonly { readonly name: string; readonly about: number }[] = [
  { name: 'Play 0:31', about: 31 },
  { name: 'Play 0:31', about: 31 },
  { name: 'Play 1:12', about: 72 },
  { name: 'Play 0:34', about: 34 },
  { name: 'At 0:56', about: 56 },
  { name: 'Play 1 minute 20 seconds:', about: 80 },
  { name: 'Play 20 seconds:', about: 20 },
  { name: 'Play 1 minute 12 seconds:', about: 72 },
  { name: 'Play 1:12', about: 72 },
  { name: 'Play 0:45', about: 45 },
  { name: 'Play 0:20', about: 20 },
];

/** Every other button of the page. */
const others =
  /^(Play Night Bus|Pause Night Bus|Change|All reviews|All 20 reviews|[1-5] stars?|[1-5]★|Export as CSV|Report the review by Juno|Useful|Answered my question|Not useful|This says nothing about my track: the review by Juno|Add reviews|Take back|Share this verdict|Send it privately|New link|Save figures|Print|How we count|Ask about it ?at 0:31|Ask listeners|Share it|See answers|Reaper markers|Audacity labels)$/;

/** The text of a button as it reads, or its label or title. */
const nameOf = (button: HTMLElement): string =>
  (button.ariaLabel ?? (button.title === '' ? button.textContent : button.title)).trim();

const isSeen = (button: HTMLElement): boolean => button.checkVisibility();

const buttons = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('article button')].filter(isSeen);

let audio: HTMLMediaElement | undefined;
const play = HTMLMediaElement.prototype.play;

beforeEach(() => {
  HTMLMediaElement.prototype.play = function () {
    audio = this;
    return play.call(this);
  };
  signInAs({ userType: 'artist' });
  const url = silentTrack(180);
  answerCall(api.tracks.createPlaybackLink, () => ({ url, expiresAt: '2026-03-02T11:00:00Z' }));
  answerCall(api.circle.listPrivateLinks, () => ({ links: [] }));
  answerCall(api.listening.listUnpaidAnswers, () => ({ items: [], nextCursor: null }));
  answerCall(api.listening.listTrackListeners, () => ({ items: [], nextCursor: null }));
  answerCall(api.questions.readQuestions, () => ({
    ...({ genre: 'rock', ratings: null, splitNewest: null } as const),
    questions: [question],
  }));
  answerCall(api.verdict.readVersionResult, () => ({
    result: { version: 2, formerVersion: 1, formerTitle: 'Night Bus', panel: null, moments: [moment] },
  }));
  answerCall(api.verdict.readVerdict, () => shown);
});

/** Milliseconds from the press until the sound moves on from where it is wanted, and from where it moved. */
async function pressAndHear(button: HTMLElement): Promise<{ after: number; from: number }> {
  const pressed = new Promise<number>((resolve) =>
    button.addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
  );
  audio?.pause();
  await page.elementLocator(button).click();
  const pressedAt = await pressed;
  const moving = (from: number): number | undefined => {
    if (audio === undefined || audio.paused || audio.seeking) return undefined;
    return audio.currentTime > from + 0.02 ? performance.now() - pressedAt : undefined;
  };
  await expect.poll(() => audio?.paused).toBe(false);
  const from = audio?.currentTime ?? -1;
  return new Promise((resolve) => {
    const look = () => {
      const after = moving(from);
      if (after === undefined) requestAnimationFrame(look);
      else resolve({ after, from });
    };
    look();
  });
}

test('a moment pressed before the audio has loaded plays from its start once it has', async () => {
  const link = Promise.withResolvers<void>();
  const url = silentTrack(180);
  const asked = answerCall(api.tracks.createPlaybackLink, async () => {
    await link.promise;
    return { url, expiresAt: '2026-03-02T11:00:00Z' };
  });
  await show(<TrackVerdict trackId={trackId} />);
  const moment = page.getByRole('button', { name: 'Play 0:31' }).last();
  await expect.element(moment).toBeVisible();
  await moment.click();
  await new Promise((next) => setTimeout(next, 100));
  link.resolve();
  await expect.poll(() => audio?.paused).toBe(false);
  await expect.poll(() => audio?.currentTime ?? 0).toBeGreaterThan(29);
  expect(audio?.currentTime).toBeLessThan(36);
  expect(asked).toHaveLength(1);
});

/** Far above what it takes, for a busy machine. */
const mostMilliseconds = 2000;

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 375, 812],
] as const)('on %s', (_, width, height) => {
  beforeEach(() => page.viewport(width, height));

  test('each moment plays from two seconds before it, for every control on the page', async () => {
    await show(<TrackVerdict trackId={trackId} />);
    await expect.element(page.getByRole('button', { name: 'See answers' })).toBeVisible();
    await page.getByRole('heading', { name: 'Details' }).click();
    await expect.element(page.getByRole('button', { name: 'At 0:56' })).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'What changed since V1' }).getByRole('button'))
      .toBeVisible();
    for (const summary of document.querySelectorAll<HTMLElement>('details details summary')) summary.click();
    await expect.element(page.getByRole('table', { name: 'Marks' })).toBeVisible();

    const left = new Set(buttons());
    const pressed: string[] = [];
    for (const { name, about } of controls) {
      const button = [...left].find((one) => nameOf(one).includes(name));
      if (button === undefined) continue;
      left.delete(button);
      const { after, from } = await pressAndHear(button);
      expect(after, name).toBeLessThan(mostMilliseconds);
      expect(from, name).toBeGreaterThanOrEqual(about - 2);
      expect(from, name).toBeLessThan(about - 2 + mostMilliseconds / 1000);
      pressed.push(name);
    }
    expect(pressed).toEqual(controls.map(({ name }) => name));
    expect([...left].map(nameOf).filter((name) => !others.test(name))).toEqual([]);
  });

  test('a press on a lane plays the mark nearest to it', async () => {
    await show(<TrackVerdict trackId={trackId} />);
    const mark = page.getByTitle('Lost me, 9 at 0:34');
    await expect.element(mark).toBeVisible();
    await mark.click();
    await expect.poll(() => audio?.paused).toBe(false);
    expect(Math.abs((audio?.currentTime ?? 0) - 32)).toBeLessThan(mostMilliseconds / 1000);
  });

  test('a click on the waveform plays from there, keys only move the position', async () => {
    await show(<TrackVerdict trackId={trackId} />);
    const waveform = page.getByRole('slider', { name: 'Position in Night Bus' });
    await expect.element(waveform).toBeVisible();
    const box = waveform.element().getBoundingClientRect();
    await waveform.click({ position: { x: box.width / 2, y: box.height / 2 } });
    await expect.element(page.getByRole('button', { name: 'Pause Night Bus' })).toBeVisible();
    expect(Math.abs((audio?.currentTime ?? 0) - 90)).toBeLessThan(3);
    await page.getByRole('button', { name: 'Pause Night Bus' }).click();
    await expect.element(page.getByRole('button', { name: 'Play Night Bus' })).toBeVisible();
    waveform.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
    await expect.poll(() => audio?.currentTime).toBe(0);
    expect(audio?.paused).toBe(true);
  });
});
