import type { Locator, Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { plainReviews } from '#tests/support/texts/plain-reviews.ts';
import { aListener, aReview } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { shiftOf, watchShifts } from './layout-shift.ts';
import { signIn } from './people.ts';

test.use({ world: 'verdict-acts' });

const comments = Object.values(plainReviews);
const reviews = 30;

/** What listeners did at three moments: how many, and where. */
const moments = [
  { kind: 'lost', second: 37, people: 14, note: 'The low end gets crowded here.' },
  { kind: 'skip', second: 55, people: 12, note: 'I would move on, the loop repeats.' },
  { kind: 'love', second: 80, people: 15, note: 'This turn made me look up.' },
] as const;

/** A track with thirty reviews and three moments that stand out. */
async function heardByThirty(page: Page, earshot: RunningEarshot): Promise<void> {
  const artist = await joinByApi(page, earshot, 'Vera', 'artist');
  await uploadByApi(artist, 'Kitchen Verdict', 'metal-madness.mp3');
  const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  const id = items[0]?.id ?? '';
  const { database: owner, pool } = await connectDatabase({
    address: earshot.database,
    role: 'earshot_owner',
    poolSize: 1,
    throwAway: true,
  });
  const track = { id, artistId: artist.userId };
  for (let place = 0; place < reviews; place += 1) {
    const listenerId = await aListener(owner);
    await sql(owner, "insert into heard_seconds values ($1, $2, '{[0,100)}')", [id, listenerId]);
    await sql(
      owner,
      `insert into stays (track_id, listener_id, minute_at, whole_minute, chosen_at, unpaid_ms, reported_at, stop)
       values ($1, $2, clock_timestamp(), true, now(), $3, now(), 'sent')`,
      [id, listenerId, place % 3 === 0 ? 40_000 : 0],
    );
    const comment = comments[place % comments.length] ?? '';
    const review = await aReview(owner, { listenerId, track, comment });
    for (const { kind, second, people, note } of moments) {
      if (place >= people) continue;
      const at = second + (place % 4);
      await sql(owner, 'insert into moments values ($1, $2, $3, $4, $5, now())', [
        ...[id, listenerId, artist.userId],
        ...[kind, at],
      ]);
      if (place < 4)
        await sql(
          owner,
          'insert into review_notes (review_id, place, at_second, note) values ($1, $2, $3, $4)',
          [
            ...[review.id, moments.findIndex((moment) => moment.kind === kind)],
            ...[at, `${note} (${place + 1})`],
          ],
        );
    }
  }
  await pool.end();
}

interface Size {
  readonly words: number;
  readonly controls: number;
  readonly screens: number;
}

/** What the page asks to be read and offers to be pressed, as far as it is drawn. */
const sizeOf = (page: Page): Promise<Size> =>
  page.evaluate(() => {
    const isDrawn = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement !== null && isDrawn(parentElement))
        words += (textContent ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    }
    const pressed = 'a[href], button, input, select, textarea, summary, [role=slider], [tabindex="0"]';
    return {
      words,
      controls: [...document.querySelectorAll(pressed)].filter(isDrawn).length,
      screens: document.documentElement.scrollHeight / innerHeight,
    };
  });

/** Counts presses, and the time that a task takes. */
function startTask() {
  const startedAt = Date.now();
  let presses = 0;
  return {
    press: async (target: Locator) => {
      presses += 1;
      await target.click();
    },
    presses: () => presses,
    seconds: () => (Date.now() - startedAt) / 1000,
  };
}

/** Reports what a task took. */
function noteTime(type: string, task: ReturnType<typeof startTask>): void {
  const description = `${task.presses()} presses, ${task.seconds().toFixed(1)} s`;
  test.info().annotations.push({ type, description });
}

test('an artist with thirty reviews reads what to do, plays it, asks about it, and finds the rest in the details', async ({
  page,
  earshot,
}) => {
  const quiet = watchConsole(page);
  await watchShifts(page);
  await heardByThirty(page, earshot);
  await signIn(page, 'vera@example.org');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/tracks');
  const lost = page.getByRole('listitem').filter({ hasText: /got lost between 0:3\d and 0:4\d/ });

  await test.step('"Where do I lose them, and what did they say there?" takes two presses', async () => {
    const task = startTask();
    await task.press(page.getByRole('main').getByRole('link', { name: 'Analytics' }));
    await expect(lost.getByText('The low end gets crowded here.').first()).toBeVisible();
    await expect(lost.getByRole('listitem')).toHaveCount(3);
    await task.press(lost.getByRole('button', { name: /^Play 0:3\d$/ }));
    await expect(page.getByRole('button', { name: 'Pause Kitchen Verdict' })).toBeVisible();
    expect(task.presses()).toBe(2);
    noteTime('Where do I lose them, and what did they say there?', task);
    await page.getByRole('button', { name: 'Pause Kitchen Verdict' }).click();
  });

  await test.step('the page says at most 600 words and offers at most 60 controls on at most 5 phone screens', async () => {
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [375, 667],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await expect(lost).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'who heard it' })).toHaveCount(3);
      const { words, controls, screens } = await sizeOf(page);
      test.info().annotations.push({
        type: `size at ${width}`,
        description: `${words} words, ${controls} controls, ${screens.toFixed(2)} screens`,
      });
      expect(words).toBeLessThanOrEqual(600);
      expect(controls).toBeLessThanOrEqual(60);
      if (width === 375) expect(screens).toBeLessThanOrEqual(5);
      expect(await shiftOf(page), `layout shift at ${width}`).toBe(0);
    }
  });

  await test.step('"Ask about 0:37" takes three presses', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/app/tracks');
    const task = startTask();
    await task.press(page.getByRole('main').getByRole('link', { name: 'Analytics' }));
    await task.press(lost.getByRole('button', { name: /^Ask about it at 0:3\d$/ }));
    const dialog = page.getByRole('dialog', { name: 'Questions for listeners' });
    await expect(dialog.getByLabel('Question 1', { exact: true })).toBeFocused();
    await page.keyboard.type('Is the bass too loud?');
    await dialog.getByLabel('Choice 1').fill('Too loud');
    await dialog.getByLabel('Choice 2').fill('Just right');
    await task.press(dialog.getByRole('button', { name: 'Save' }));
    await expect(page.getByText('Questions saved')).toBeVisible();
    expect(task.presses()).toBe(3);
    noteTime('Ask about 0:37', task);
  });

  await test.step('a press opens the details at the answers, and nothing moves by itself', async () => {
    await page.getByRole('button', { name: 'See answers' }).click();
    await expect(page.getByRole('heading', { name: 'Questions', exact: true })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Is the bass too loud?' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'All reviews' })).toBeVisible();
    await expect(page.getByText('The headline counts all', { exact: false })).toBeVisible();
    expect(await shiftOf(page)).toBe(0);
  });

  await test.step('"Upload a new version" opens the form for a version of this track', async () => {
    await lost.getByRole('link', { name: 'Upload a new version' }).click();
    await expect(page.getByText('V2 of Kitchen Verdict')).toBeVisible();
  });
  quiet();
});
