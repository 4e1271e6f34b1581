import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test, watchConsole } from './fixtures.ts';
import { comment } from './listening-acts.ts';
import { joinAs } from './people.ts';
import { reviewNext } from './reviewers.ts';

test.use({ world: 'artist-keys' });

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('by keyboard alone an artist uploads a track, reads its verdict and plays it', async ({
  page,
  browser,
  earshot,
}) => {
  const quiet = watchConsole(page);
  await joinAs(page, earshot, { email: 'kim@example.org', displayName: 'Kim', type: 'Artist' });
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Upload', exact: true }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Choose file' }));
  // The dialog that a press opens is the system's.
  const file = join(import.meta.dirname, '../../samples/music/feelings.mp3');
  await page.locator('input[accept*=audio]').setInputFiles(file);
  await tabTo(page, page.getByLabel('Title'));
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('By Keys');
  await tabTo(page, page.getByRole('button', { name: /Genre/ }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Metal');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Upload Track' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/tracks', { timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'By Keys' })).toBeVisible();

  const reviewer = await browser.newPage();
  await reviewNext(reviewer, earshot, { name: 'Mia', rating: 4, comment });
  await reviewer.close();
  await tabTo(page, page.getByRole('link', { name: 'Analytics' }).last());
  await page.keyboard.press('Enter');
  await expect(page.getByText(comment).first()).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Play By Keys', exact: true }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause By Keys', exact: true })).toBeVisible();
  quiet();
});
