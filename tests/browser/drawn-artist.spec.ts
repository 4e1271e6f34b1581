import type { Page } from '@playwright/test';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { anArtist, aTrack } from '#tests/support/world/rows.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { signUpAs } from './people.ts';

// Its tracks have no audio, so no other journey may be served one.
test.use({ world: 'drawn-artist' });

const title = (number: number) => `Kettle Song ${number}`;

/** An artist with so many tracks. Answers the path of the page. */
async function publishTracks({ database: address }: RunningEarshot, count: number): Promise<string> {
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 1, throwAway: true });
  const artistId = await anArtist(owner.database, { displayName: 'The Kettles' });
  for (let number = 1; number <= count; number += 1)
    await aTrack(owner.database, { artistId, title: title(number) });
  await owner.database.close();
  return `/artist/${artistId}`;
}

/** Whether anything is painted on the canvas. */
const isPainted = (page: Page, canvas: string) =>
  page
    .locator(canvas)
    .first()
    .evaluate(
      (element: HTMLCanvasElement) =>
        element
          .getContext('2d')
          ?.getImageData(0, 0, element.width, element.height)
          .data.some((value) => value !== 0) ?? false,
    );

test('an artist page is readable without scripts, drawn without the application, and loads it when needed', async ({
  page,
  browser,
  earshot,
}) => {
  const path = await publishTracks(earshot, 26);

  await test.step('without scripts the page is readable, and its letters have their widths', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    const finish = watchConsole(plain);
    await plain.goto(`${earshot.url}${path}`);
    await expect(plain.getByRole('heading', { name: 'The Kettles' })).toBeVisible();
    await expect(plain.getByRole('heading', { name: title(26) })).toBeVisible();
    const widths = await plain
      .locator('h1 .swell-letter')
      .evaluateAll((letters) => letters.map((letter) => letter.getBoundingClientRect().width));
    expect(new Set(widths).size).toBeGreaterThan(3);
    finish();
    await context.close();
  });

  const finish = watchConsole(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(path);
  await test.step('a small script draws the records and waveforms and changes the theme', async () => {
    await expect.poll(() => isPainted(page, 'article .record canvas')).toBe(true);
    await expect.poll(() => isPainted(page, 'article .strip canvas')).toBe(true);
    await page.getByRole('button', { name: 'Use the light theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeFocused();
    await expect(page.locator('#root')).toBeEmpty();
  });

  await test.step('more tracks load the application', async () => {
    await expect(page.getByRole('heading', { name: title(1), exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.getByRole('heading', { name: title(1), exact: true })).toBeVisible();
    await expect(page.locator('#before-scripts')).toHaveCount(0);
  });

  await test.step('the header leads to sign-in and sign-up', async () => {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /next=.*form=sign-in/);
    await expect(page.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', /form=sign-up/);
  });

  await test.step('a visitor who signs in to follow returns to the page, and follows', async () => {
    await page.goto(path);
    await page.getByRole('link', { name: 'Follow' }).click();
    await expect(page).toHaveURL(`${earshot.url}/auth?next=${encodeURIComponent(path)}`);
    await signUpAs(page, earshot, 'fan@example.org');
    await page.goto(path);
    await page.getByRole('button', { name: 'Follow The Kettles' }).click();
    await expect(page.getByRole('button', { name: /^Following The Kettles/ })).toBeVisible();
  });
  finish();
});
