import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { TopBar } from '#web/shell/top-bar.tsx';

afterEach(() => page.viewport(1280, 720));

/** Widths of phones; the narrowest also has a classic scrollbar. */
test.each([375, 360, 320, 305])(
  'the unread count of the bell covers no neighbor at %i pixels',
  async (width) => {
    await page.viewport(width, 640);
    answerCall(api.accounts.countUnreadNotices, () => ({ unread: 100 }));
    const profile = signInAs({ userType: 'artist' });
    await show(<TopBar profile={profile} onToggleSidebar={() => undefined} />);
    await expect.element(page.getByText('99+')).toBeVisible();
    await document.fonts.ready;
    const count = page.getByText('99+').element().getBoundingClientRect();
    const work = page.getByRole('link', { name: 'Upload' }).element().getBoundingClientRect();
    const bell = document.querySelector('a[href="/app/notices"] svg')?.getBoundingClientRect();
    expect(count.left).toBeGreaterThanOrEqual(work.right);
    expect(count.bottom <= (bell?.top ?? 0) + 1 || count.right <= (bell?.left ?? 0) + 5).toBe(true);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test.each([
  ['artist', 'Upload', '/app/upload'],
  ['listener', 'Start Listening', '/app/review'],
] as const)(
  'the first thing in the top bar of a phone is the work of the %s',
  async (userType, label, path) => {
    await page.viewport(375, 667);
    answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
    const profile = signInAs({ userType });
    await show(<TopBar profile={profile} onToggleSidebar={() => undefined} />);
    await expect.element(page.getByRole('link').first()).toHaveAttribute('href', path);
    await expect.element(page.getByRole('link', { name: label })).toBeVisible();
    for (const role of ['Artist', 'Listener', 'Sign Out'])
      await expect.element(page.getByRole('button', { name: role })).toBeInViewport({ ratio: 1 });
  },
);

test('with text of 200% the top bar of a phone wraps, and nothing is cut off', async () => {
  await page.viewport(375, 667);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => {
    document.documentElement.style.fontSize = '';
  });
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 100 }));
  const profile = signInAs({ userType: 'listener' });
  await show(<TopBar profile={profile} onToggleSidebar={() => undefined} />);
  await document.fonts.ready;
  await expect.element(page.getByRole('link', { name: 'Start Listening' })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
});
