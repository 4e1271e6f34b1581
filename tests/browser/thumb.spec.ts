import type { Locator, Page } from '@playwright/test';
import { installFastMotion } from './fast-motion.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { comment, hear } from './listening-acts.ts';
import { password } from './people.ts';

test.use({ world: 'thumb' });

const phone = { width: 375, height: 667 };
/** Pixels (docs/look.md). */
const thumb = 44;

/** Taps what is whole on the screen and as high as a thumb. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  expect(box?.height, `the height of ${target}`).toBeGreaterThanOrEqual(thumb - 0.5);
  expect(box?.x, `the left edge of ${target}`).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0), `the right edge of ${target}`).toBeLessThanOrEqual(phone.width);
  await target.tap();
}

/** Taps a field and types as a phone's keyboard does: into whatever has the focus, so it must have come. */
async function tapAndType(page: Page, field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await tap(field);
    await expect(field).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.insertText(text);
}

test('with one thumb a listener signs in, plays, marks, rates, writes, submits, and finds the earnings', async ({
  browser,
  page: other,
  earshot,
}) => {
  await uploadByApi(await joinByApi(other, earshot, 'Ann', 'artist'), 'Night Bus', 'metal-madness.mp3');
  await joinByApi(other, earshot, 'Lee', 'listener');
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const quiet = watchConsole(page);
  await installFastMotion(page);

  await page.goto(earshot.url);
  await tap(page.getByRole('link', { name: 'Sign in' }).first());
  await tapAndType(page, page.getByLabel('Email'), 'lee@example.org');
  await tapAndType(page, page.getByLabel('Password', { exact: true }), password);
  await tap(page.getByRole('button', { name: 'Sign in', exact: true }));
  await tap(page.getByRole('link', { name: 'Start Listening' }));

  await expect(page.getByRole('heading', { name: 'Night Bus' })).toBeVisible();
  await hear(page, earshot, () => tap(page.getByRole('button', { name: 'Play', exact: true })));
  await tap(page.getByRole('button', { name: 'Love it' }));
  await tap(page.locator('label').filter({ has: page.getByRole('radio', { name: /^4/ }) }));
  await tapAndType(page, page.getByRole('textbox', { name: 'Your review' }), comment);
  await tap(page.getByRole('button', { name: 'Submit Review (Pending Approval)' }));
  await expect(page.getByText(/^Your review is pending approval/)).toBeVisible();

  await tap(page.getByRole('button', { name: 'Toggle sidebar' }));
  await tap(page.getByRole('link', { name: 'Wallet' }));
  await expect(page.getByText('$4.85 to go')).toBeVisible();
  quiet();
  await context.close();
});
