import type { Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { openTab } from '#tests/support/people/staying.ts';
import { expect, test } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { signIn } from './people.ts';

test.use({ world: 'minute-over' });

const [play, pause] = ['Play|Start the music', 'Pause|Stop the music'];
const marks = ['Love it', 'Lost me', "I'd skip here"];

/** What a phone shows whole and uncovered in each state. A name may have an alternative in the docked player. */
const shown = {
  rest: [play],
  playing: [pause, ...marks],
  'minute over': [play, 'Write your review', 'Keep listening (not paid)'],
  writing: [play, ...marks, '1 star', '5 stars', 'first line'],
} as const;
type State = keyof typeof shown;

/** Visible pixels: a phone, with its browser's bars, with its keyboard, and a small phone. */
const screens = [
  [375, 667],
  [375, 568],
  [375, 400],
  [320, 568],
] as const;

const titles = [
  'Ladder',
  'Copper Wire Lullaby',
  'Copper Wire, Low Ceiling and the Long Way Down to the Third Floor, take 2',
  'Donaudampfschifffahrtsgesellschaftskapitaensmuetze',
] as const;
interface Look {
  readonly title: string;
  readonly text: '100%' | '200%';
}
/** One again with text twice as large. */
const looks: readonly Look[] = [
  ...titles.map((title) => ({ title, text: '100%' as const })),
  { title: titles[1], text: '200%' },
];

/** Of these names, those of which nothing is whole on the screen and met by a thumb anywhere on it. */
const missing = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const meets = (element: Element, { left, top, right, bottom }: DOMRect) => {
      if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return false;
      // Not the corners: Play is round.
      const [xs, ys] = [
        [0.2, 0.5, 0.8].map((share) => left + (right - left) * share),
        [0.2, 0.5, 0.8].map((share) => top + (bottom - top) * share),
      ];
      return xs?.every((x) => ys?.every((y) => element.contains(document.elementFromPoint(x, y))));
    };
    const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
    const isShown = (name: string) => {
      if (name === 'first line') {
        const field = document.querySelector('form textarea');
        if (field === null) return false;
        const { left, top, width } = field.getBoundingClientRect();
        const { lineHeight, paddingTop } = getComputedStyle(field);
        return meets(field, new DOMRect(left, top, width, parseFloat(paddingTop) + parseFloat(lineHeight)));
      }
      return name.split('|').some((one) =>
        [...document.querySelectorAll('button, [role=radiogroup] label')].some((element) => {
          const named = element.querySelector('input') ?? element;
          return nameOf(named)?.startsWith(one) && meets(element, element.getBoundingClientRect());
        }),
      );
    };
    return wanted.filter((name) => !isShown(name));
  }, names);

async function expectShown(page: Page, state: State, look: Look): Promise<void> {
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => missing(page, shown[state]), {
        message: `${state}, ${width} x ${height}, “${look.title}” at ${look.text}`,
        intervals: [30, 60, 120, 250],
      })
      .toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** At any place of the page the buttons of a state are on the screen. */
async function expectShownEverywhere(page: Page, state: State): Promise<void> {
  for (const height of [667, 400]) {
    await page.setViewportSize({ width: 375, height });
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (let top = 0; top <= end; top += 90) {
      await page.evaluate((y) => scrollTo(0, y), top);
      await expect
        .poll(() => missing(page, shown[state]), {
          message: `${state}, scrolled by ${top} of ${end} at ${height}`,
          intervals: [30, 60, 120, 250],
        })
        .toEqual([]);
    }
  }
}

test('on a phone Play, the marks, the choice after the minute and the text are on the screen when they matter', async ({
  browser,
  page: other,
  earshot,
}) => {
  const artist = await joinByApi(other, earshot, 'Ann', 'artist');
  await uploadByApi(artist, titles[0], 'metal-madness.mp3');
  const lee = await joinByApi(other, earshot, 'Lee', 'listener');
  const trackId = await served(lee);
  const mia = await joinByApi(other, earshot, 'Mia', 'listener');
  await served(mia);
  await openTab({ clock: { advance: earshot.clock.leap } }, mia, trackId).hearMinute();

  const signedIn = async (email: string) => {
    const context = await browser.newContext({
      baseURL: earshot.url,
      viewport: { width: 375, height: 667 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await signIn(page, email);
    return page;
  };
  const open = async (page: Page, { title, text }: Look) => {
    await artist.get(api.tracks.editTrack, { params: { trackId }, body: { title } });
    await page.goto('/app/review');
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
  };

  const playing = await signedIn('lee@example.org');
  for (const look of looks) {
    await open(playing, look);
    await expectShown(playing, 'rest', look);
    const text = playing.getByRole('textbox', { name: 'Your review' });
    await text.focus();
    await expectShown(playing, 'writing', look);
    await text.blur();
    await playing.keyboard.press(' ');
    await expectShown(playing, 'playing', look);
    // Until the server knows, the page that is opened next plays nothing.
    const paused = playing.waitForResponse((answer) => /"pause"/.test(answer.request().postData() ?? ''));
    await playing.keyboard.press(' ');
    await paused;
  }
  await playing.context().close();

  const over = await signedIn('mia@example.org');
  for (const look of looks) {
    await open(over, look);
    await expectShown(over, 'minute over', look);
  }
  await over.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await expectShownEverywhere(over, 'minute over');
  await over.context().close();
});

async function served(listener: ApiUser): Promise<string> {
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  if (track === null) throw new Error('Nothing is served.');
  return track.trackId;
}
