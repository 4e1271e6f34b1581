import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { person } from '#tests/support/screens/component-frame.tsx';
import { answerEmptyPages } from '#tests/support/screens/empty-pages.ts';
import { aSession, openApplication } from '#tests/support/screens/shown-application.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';

const listener = { userType: 'listener' } as const;
const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(answerEmptyPages);

/** Time runs as ever, and can be moved ahead. */
function holdTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

test('somebody who is set up is told so at the setup, and led on after two seconds', async () => {
  holdTimeouts();
  const history = await openApplication('/app/onboarding', listener);
  await expect.element(heading('Access Restricted')).toBeVisible();
  expect(history.location.pathname).toBe('/app/onboarding');
  vi.advanceTimersByTime(2000);
  await expect.poll(() => history.location.pathname).toBe('/app/discover');
});

test('somebody who is set up sees the setup in debug mode', async () => {
  await openApplication('/app/onboarding?debug=1', listener);
  await expect.element(heading('Complete Your Profile')).toBeVisible();
});

test('a profile that hangs offers Retry and Sign Out after ten seconds', async () => {
  holdTimeouts();
  answerCall(api.accounts.signOut, () => ({}));
  let isHanging = true;
  const history = await openApplication('/app/discover', listener, () =>
    isHanging ? new Promise<never>(() => undefined) : Promise.resolve({ ...person, ...listener }),
  );
  await expect.element(page.getByText('Loading...')).toBeVisible();
  expect(button('Retry').query()).toBeNull();
  vi.advanceTimersByTime(10_000);
  await expect.element(button('Retry')).toBeVisible();
  await expect.element(button('Sign Out')).toBeVisible();
  isHanging = false;
  await button('Retry').click();
  await expect.element(heading('Hear it first')).toBeVisible();
  await button('Sign Out').first().click();
  await expect.poll(() => history.location.href).toBe('/auth');
});

test.each([
  ['/discover?genre=jazz&from=mail#new', '/app/discover?genre=jazz&from=mail#new'],
  ['/auth?next=//evil.example/app', '/app/discover'],
  ['/auth?next=%2Fapp%2F..%2F%2Fevil.example', '/app/discover'],
])('after sign-in at %s the visitor stands at %s', async (wanted, arrived) => {
  const history = await openApplication(wanted, null, async () => ({ ...person, ...listener }));
  answerCall(api.accounts.signIn, () => aSession);
  await page.getByLabelText('Email').fill(person.email);
  await page.getByLabelText('Password', { exact: true }).fill('a velvet curtain at noon');
  await button('Sign in').click();
  await expect.element(heading('Hear it first')).toBeVisible();
  expect(history.location.href).toBe(arrived);
});
