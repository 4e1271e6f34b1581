import type { Page } from '@playwright/test';
import type { LeapingClock } from './leaping-clock.ts';

const factor = 12;
const stepMilliseconds = 1000;

/** Prepares a page so that its timers are stepped by hand and every player plays in fast motion. Call before `goto`. */
export async function installFastMotion(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript((rate) => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.playbackRate = rate;
      return play.call(this);
    };
  }, factor);
}

/**
 * Lets so many seconds of playback pass: the real player decodes the real audio, and the clocks of the page and of the server
 * are stepped together. On a busy machine the player gets ahead of the steps and loses seconds, but none count twice.
 */
export async function playFor(page: Page, clock: LeapingClock, seconds: number): Promise<void> {
  const started = performance.now();
  for (let second = 1; second <= seconds; second += 1) {
    const due = started + (second * stepMilliseconds) / factor;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    clock.leap(stepMilliseconds / 1000);
    await page.clock.runFor(stepMilliseconds);
  }
}
