import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerCall, noAnswer, refused } from '#tests/support/api-stand-in.ts';
import { show } from '#tests/support/component-frame.tsx';
import { callApi } from '#web/api.ts';
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
