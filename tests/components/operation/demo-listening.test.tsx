import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { atStep, button, openStep, skipTime } from '#tests/support/screens/shown-demo.tsx';

const text = (words: string | RegExp) => page.getByText(words);
const someHeard = () => text(/^[1-9]\d? \/ 60 s heard/);
const fallenBack = () => text('The music couldn’t be played, so this listen is simulated.');

let audio: HTMLMediaElement | undefined;
const { play } = HTMLMediaElement.prototype;

/** The shipped music, in fast motion. */
beforeEach(() => {
  audio = undefined;
  HTMLMediaElement.prototype.play = function () {
    audio = this;
    this.playbackRate = 4;
    return play.call(this);
  };
  return () => {
    HTMLMediaElement.prototype.play = play;
  };
});

/** Each file that plays from now on is no music. */
function breakMusic(): void {
  const broken = URL.createObjectURL(new Blob(['no music'], { type: 'audio/mpeg' }));
  const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src')?.set;
  const given = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    source?.call(this, broken);
  });
  onTestFinished(() => given.mockRestore());
}

test('the music stops once the listen is complete', async () => {
  await openStep(5, { heardSeconds: 58 });
  await expect.element(text('58 / 60 s heard')).toBeVisible();
  await button(/^Play/).click();
  await expect.element(button('Listening complete')).toBeVisible();
  await expect.poll(() => audio?.paused).toBe(true);
});

test('the music keeps its progress over the next step and back', async () => {
  await openStep(5);
  await button(/^Play/).click();
  await expect.element(someHeard()).toBeVisible();
  await button('Pause').click();
  await expect.element(button(/^Play/)).toBeVisible();
  const heard = text(/^\d+ \/ 60 s heard/).element().textContent;
  await button('Next').click();
  await atStep(6);
  await button(/^Back/).click();
  await expect.element(text(heard)).toBeVisible();
});

test('a broken file falls back to the simulation, which the step remembers', async () => {
  breakMusic();
  await openStep(5);
  await button(/^Play/).click();
  await expect.element(fallenBack()).toBeVisible();
  await expect.element(someHeard()).toBeVisible();
  skipTime(2500);
  await expect.element(button('Listening complete')).toBeVisible();
  await button('Next').click();
  await atStep(6);
  await button(/^Back/).click();
  await expect.element(fallenBack()).toBeVisible();
});
