import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { person, show } from '#tests/support/screens/component-frame.tsx';
import { aSession, openWhileRestoring } from '#tests/support/screens/shown-application.tsx';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { callApi } from '#web/calls/api.ts';
import { AppLoading } from '#web/shell/app-loading.tsx';

/** Why the profile cannot be read. */
async function failureOf(answer: () => ReturnType<typeof refused> | Promise<never>): Promise<Error> {
  answerCall(api.accounts.readProfile, answer);
  const failure: unknown = await callApi(api.accounts.readProfile, {}).catch((error: unknown) => error);
  if (failure instanceof Error) return failure;
  throw new Error('The profile was read.');
}

test('a profile that fails to load shows why: the server’s message, or that it is unreachable', async () => {
  const unreachable = 'Earshot can’t be reached right now. Try again in a moment.';
  const retry = vi.fn();
  await show(<AppLoading failure={await failureOf(() => refused('broken', {}))} onRetry={retry} />);
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Something went wrong on our side.' }))
    .toBeVisible();
  expect(page.getByText(unreachable).query()).toBeNull();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(retry).toHaveBeenCalledOnce();
  await show(<AppLoading failure={await failureOf(noAnswer)} onRetry={retry} />);
  await expect.element(page.getByText(unreachable)).toBeVisible();
});

test('a session that cannot be restored says why at once, and Retry tries at once', async () => {
  let isDown = true;
  answerCall(api.accounts.readProfile, () => ({ ...person, userType: 'listener' as const }));
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
  const tries = answerCall(api.accounts.refreshSession, () => (isDown ? noAnswer() : aSession));
  await openWhileRestoring('/app/profile');
  await expect.element(page.getByText(/^Earshot can’t be reached right now/)).toBeVisible();
  // The next try is seconds away.
  await expect.poll(() => tries.length, { timeout: 8000 }).toBeGreaterThan(4);
  const before = tries.length;
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => tries.length, { timeout: 1000 }).toBe(before + 1);
  await expect.element(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});
