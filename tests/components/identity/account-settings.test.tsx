import { Link } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerQuestions, asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { confirmLoss } from '#web/forms/unsent-work.ts';
import SecondFactorPanel from '#web/identity/settings/second-factor-panel.tsx';
import { SessionList } from '#web/identity/settings/session-list.tsx';
import { Appearance } from '#web/operation/personal-data/appearance.tsx';

/** Two-factor sign-in can be read once, and not again. */
function readOnce(first: { isOn: boolean; recoveryCodesLeft: number }) {
  signInAs({});
  let works = true;
  return answerCall(api.accounts.readSecondFactor, () => {
    const answer = works ? first : refused('not_found', {});
    works = false;
    return answer;
  });
}

const password = () => page.getByLabelText('Password for two-factor sign-in');

async function turnOn(): Promise<void> {
  answerCall(api.accounts.beginSecondFactor, () => ({ secret: 'ABCDEFGH', link: 'otpauth://totp/ada' }));
  answerCall(api.accounts.finishSecondFactor, () => ({ recoveryCodes: ['one-one', 'two-two'] }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await password().fill('a long password');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabelText('Code').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('two-two')).toBeVisible();
}

test('two-factor sign-in shows as on with its codes after it was turned on, even if a reload fails', async () => {
  const read = readOnce({ isOn: false, recoveryCodesLeft: 0 });
  await show(<SecondFactorPanel />);
  await turnOn();
  await expect.poll(() => read.length).toBe(2);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect.element(page.getByText(/^On\. .* Recovery codes left: 2\.$/)).toBeVisible();
});

test('recovery codes are not lost by a link or a reload without a question', async () => {
  readOnce({ isOn: false, recoveryCodesLeft: 0 });
  await show(
    <>
      <SecondFactorPanel />
      <Link to="/app/wallet">Away</Link>
    </>,
  );
  await turnOn();
  const asked = answerQuestions(false);
  await page.getByRole('link', { name: 'Away' }).click();
  expect(asked).toHaveBeenCalledExactlyOnceWith('Leave this page? You won’t see these recovery codes again.');
  await expect.element(page.getByText('two-two')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(true);
  expect(confirmLoss('Sign out')).toBe(false);
  expect(asked).toHaveBeenLastCalledWith('Sign out? You won’t see these recovery codes again.');
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect.element(page.getByText(/^On\. /)).toBeVisible();
  expect(asksBeforeLeaving()).toBe(false);
  await page.getByRole('link', { name: 'Away' }).click();
  await expect.element(page.getByText('This is /app/wallet')).toBeVisible();
});

test('two-factor sign-in shows as off after it was turned off, even if a reload fails', async () => {
  const read = readOnce({ isOn: true, recoveryCodesLeft: 8 });
  answerCall(api.accounts.removeSecondFactor, () => ({}));
  await show(<SecondFactorPanel />);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await password().fill('a long password');
  await page.getByLabelText('Code').fill('123456');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByText(/^Off\. /)).toBeVisible();
  await expect.poll(() => read.length).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await expect.element(password()).not.toBeInTheDocument();
});

const at = '2026-03-02T10:00:00Z';
const session = (place: number) => ({
  id: `00000000-0000-4000-8000-0000000000e${place}`,
  device: 'Firefox',
  createdAt: at,
  lastSeenAt: at,
  isCurrent: place === 0,
});

test('signed-out devices leave the list, even if a reload fails', async () => {
  signInAs({});
  let works = true;
  const read = answerCall(api.accounts.listSessions, () => {
    const answer = works ? { sessions: [0, 1, 2, 3].map(session) } : refused('not_found', {});
    works = false;
    return answer;
  });
  answerCall(api.accounts.endSession, () => ({}));
  answerCall(api.accounts.signOut, () => ({}));
  await show(<SessionList />);
  const devices = page.getByRole('listitem');
  await expect.poll(() => devices.elements().length).toBe(4);
  await page
    .getByRole('button', { name: /^Sign out (?!other|every)/ })
    .first()
    .click();
  await expect.element(page.getByText('Device signed out')).toBeVisible();
  await expect.poll(() => devices.elements().length).toBe(3);
  await expect.poll(() => read.length).toBe(2);
  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  await expect.element(page.getByText('Other devices signed out')).toBeVisible();
  await expect.poll(() => devices.elements().length).toBe(1);
  await expect.element(page.getByText('This device')).toBeVisible();
});

test('the appearance says whether the theme was chosen, and can follow the system again', async () => {
  localStorage.removeItem('earshot-theme');
  await show(<Appearance />);
  await expect.element(page.getByText('Follows your system until you choose.')).toBeVisible();
  const system = document.documentElement.dataset.theme;
  await page.getByRole('button', { name: /^Use the (dark|light) theme$/ }).click();
  await expect.element(page.getByText(/^You chose the (dark|light) theme\.$/)).toBeVisible();
  expect(localStorage.getItem('earshot-theme')).toBe(document.documentElement.dataset.theme);
  expect(document.documentElement.dataset.theme).not.toBe(system);
  await page.getByRole('button', { name: 'Follow the system' }).click();
  await expect.element(page.getByText('Follows your system until you choose.')).toBeVisible();
  expect(localStorage.getItem('earshot-theme')).toBeNull();
});
