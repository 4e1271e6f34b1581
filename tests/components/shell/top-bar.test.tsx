import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
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
    await show(
      <TopBar profile={{ ...profile, totalEarningsCents: cents(0) }} onToggleSidebar={() => undefined} />,
    );
    await expect.element(page.getByText('99+')).toBeVisible();
    await document.fonts.ready;
    const count = page.getByText('99+').element().getBoundingClientRect();
    const wordmark = page
      .getByRole('link', { name: /, home$/ })
      .element()
      .getBoundingClientRect();
    const bell = document.querySelector('a[href="/app/notices"] svg')?.getBoundingClientRect();
    expect(count.left).toBeGreaterThanOrEqual(wordmark.right);
    expect(count.bottom <= (bell?.top ?? 0) + 1 || count.right <= (bell?.left ?? 0) + 5).toBe(true);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
