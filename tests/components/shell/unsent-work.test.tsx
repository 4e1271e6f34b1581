import { createBrowserHistory, Link } from '@tanstack/react-router';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import type { Profile } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { answerQuestions, asksBeforeLeaving, holdPageLoads } from '#tests/support/people/leaving.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { ProfilePage } from '#web/identity/profile/profile-page.tsx';
import { OnboardingPage } from '#web/identity/roles/onboarding-page.tsx';
import { startSession } from '#web/identity/session/session.ts';
import { isMarkedSignedIn, markSignedIn } from '#web/identity/session/signed-in-mark.ts';
import ChangeEmailForm from '#web/identity/settings/change-email-form.tsx';
import { SessionList } from '#web/identity/settings/session-list.tsx';
import { DestinationForm } from '#web/money/payout-destinations/destination-form.tsx';
import { AppFrame } from '#web/shell/app-frame.tsx';
import { RoleSwitch } from '#web/shell/top-bar.tsx';

const leave = 'Leave this page? What you entered here is lost.';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bio = () => page.getByLabelText('Bio', { exact: true });
const away = () => page.getByRole('link', { name: 'Away' });
const at = (path: string) => page.getByText(`This is ${path}`);

beforeEach(() => {
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
  answerCall(api.accounts.signOut, () => ({}));
});

async function writeBio(): Promise<void> {
  await button('Edit bio').click();
  await bio().fill('Songs from a kitchen.');
}

test('Sign Out asks once before it loses a bio that is being written, and stays if the user says so', async () => {
  signInAs({ userType: 'artist' });
  const signedOut = answerCall(api.accounts.signOut, () => ({}));
  await show(<ProfilePage />, '/app/profile', AppFrame);
  await writeBio();
  const refusing = answerQuestions(false);
  await button('Sign Out').click();
  expect(refusing).toHaveBeenCalledExactlyOnceWith('Sign out? What you entered here is lost.');
  await expect.element(bio()).toHaveValue('Songs from a kitchen.');
  expect(signedOut).toEqual([]);

  const agreeing = answerQuestions(true);
  agreeing.mockClear();
  await button('Sign Out').click();
  await expect.element(at('/auth')).toBeVisible();
  expect(agreeing).toHaveBeenCalledOnce();
  expect(signedOut).toHaveLength(1);
});

test('nothing asks a second time while Sign Out waits for the server', async () => {
  signInAs({ userType: 'artist' });
  answerCall(api.accounts.signOut, () => new Promise<never>(() => undefined));
  await show(<ProfilePage />, '/app/profile', AppFrame);
  await writeBio();
  const asked = answerQuestions(true);
  expect(asksBeforeLeaving()).toBe(true);
  await button('Sign Out').click();
  expect(asksBeforeLeaving()).toBe(false);
  await page.getByRole('link', { name: 'Notices' }).first().click();
  await expect.element(at('/app/notices')).toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
});

test('a page that is reloaded before Sign Out is answered does not restore the session', async () => {
  signInAs({ userType: 'artist' });
  markSignedIn('an id');
  const sent = answerCall(api.accounts.signOut, () => new Promise<never>(() => undefined));
  await show(<ProfilePage />, '/app/profile', AppFrame);
  await button('Sign Out').click();
  await expect.poll(() => sent.length).toBe(1);
  expect(isMarkedSignedIn()).toBe(false);
});

test('Sign Out asks nothing where nothing was typed', async () => {
  signInAs({ userType: 'artist' });
  const asked = answerQuestions(false);
  await show(<ProfilePage />, '/app/profile', AppFrame);
  await writeBio();
  await bio().fill('');
  await button('Sign Out').click();
  await expect.element(at('/auth')).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});

test('a sign-out in another tab signs out here without a question', async () => {
  // Listens to the other tabs, as in the product.
  startSession();
  signInAs({ userType: 'artist' });
  const asked = answerQuestions(false);
  await show(<ProfilePage />, '/app/profile', AppFrame);
  await writeBio();
  const otherTab = new BroadcastChannel('earshot-session');
  otherTab.postMessage({ kind: 'signedOut' });
  await expect.element(at('/auth')).toBeVisible();
  otherTab.close();
  expect(asked).not.toHaveBeenCalled();
});

test('Sign Out asks before it loses what was typed during onboarding', async () => {
  signInAs({ displayName: '' });
  const asked = answerQuestions(false);
  await show(<OnboardingPage />, '/app/onboarding', AppFrame);
  await page.getByLabelText(/^Display Name/).fill('Ada Bell');
  await button('Sign Out').click();
  expect(asked).toHaveBeenCalledOnce();
  await expect.element(page.getByLabelText(/^Display Name/)).toHaveValue('Ada Bell');
});

test('signing out everywhere asks before it loses a typed address, and again after it failed', async () => {
  signInAs({});
  answerCall(api.accounts.listSessions, () => ({ sessions: [] }));
  const tried = answerCall(api.accounts.signOut, noAnswer);
  await show(
    <>
      <ChangeEmailForm onDone={() => undefined} />
      <SessionList />
    </>,
  );
  await page.getByLabelText('New email').fill('ada.bell@example.org');
  const refusing = answerQuestions(false);
  await button('Sign out everywhere').click();
  expect(refusing).toHaveBeenCalledExactlyOnceWith('Sign out everywhere? What you entered here is lost.');
  expect(tried).toEqual([]);
  answerQuestions(true);
  await button('Sign out everywhere').click();
  await expect.element(page.getByText('Sign out failed')).toBeVisible();
  expect(tried).toHaveLength(1);
  expect(asksBeforeLeaving()).toBe(true);
});

const shown = (profile: ReturnType<typeof signInAs>): Profile => ({
  ...profile,
  totalEarningsCents: cents(profile.totalEarningsCents),
});

test('a role switch asks one question before it loses what was typed', async () => {
  const profile = signInAs({ userType: 'artist' });
  const loads = holdPageLoads();
  const switched = answerCall(api.accounts.updateProfile, () => ({
    ...profile,
    userType: 'listener' as const,
  }));
  await show(
    <>
      <RoleSwitch profile={shown(profile)} />
      <ProfilePage />
    </>,
  );
  await writeBio();
  const refusing = answerQuestions(false);
  await button('Listener').click();
  expect(refusing).toHaveBeenCalledExactlyOnceWith('Switch to Listener? What you entered here is lost.');
  expect(switched).toEqual([]);

  const agreeing = answerQuestions(true);
  agreeing.mockClear();
  await button('Listener').click();
  await expect.poll(() => loads).toEqual([{ path: '/app/discover', asks: false }]);
  expect(agreeing).toHaveBeenCalledOnce();
  // The page that is loaded says what happened.
  await show(<p>The next page.</p>);
  await expect.element(page.getByText('Role switched')).toBeVisible();
});

test('a role switch that failed does not stop later questions', async () => {
  const profile = signInAs({ userType: 'artist' });
  answerCall(api.accounts.updateProfile, () => refused('broken', {}));
  await show(
    <>
      <RoleSwitch profile={shown(profile)} />
      <ProfilePage />
    </>,
  );
  await writeBio();
  answerQuestions(true);
  await button('Listener').click();
  await expect.element(page.getByText('Failed to switch role')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(true);
});

test('a link asks one question about two texts of the profile, and none once they are closed', async () => {
  signInAs({ userType: 'artist' });
  await show(
    <>
      <ProfilePage />
      <Link to="/app/tracks">Away</Link>
    </>,
  );
  await writeBio();
  await button('Edit display name').click();
  await page.getByLabelText('Display name', { exact: true }).fill('Ada Bell');
  const asked = answerQuestions(false);
  await away().click();
  expect(asked).toHaveBeenCalledExactlyOnceWith(leave);
  await expect.element(bio()).toHaveValue('Songs from a kitchen.');
  asked.mockClear();
  answerQuestions(true);
  await away().click();
  await expect.element(at('/app/tracks')).toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
});

/** The history of this window, which is left as it was found. */
function windowHistory() {
  const { href } = window.location;
  const history = createBrowserHistory();
  onTestFinished(() => {
    history.destroy();
    window.history.replaceState(null, '', href);
  });
  return history;
}

test('Back asks one question before it loses a bio, and stays if the user says so', async () => {
  signInAs({ userType: 'artist' });
  const history = windowHistory();
  history.push('/app/settings');
  history.flush();
  history.push('/app/profile');
  history.flush();
  await show(<ProfilePage />, '/app/profile', AppFrame, history);
  await writeBio();
  const asked = answerQuestions(false);
  window.history.back();
  await expect.poll(() => asked.mock.calls).toEqual([[leave]]);
  await expect.poll(() => window.location.pathname).toBe('/app/profile');
  await expect.element(bio()).toHaveValue('Songs from a kitchen.');
  asked.mockClear();
  answerQuestions(true);
  window.history.back();
  await expect.element(at('/app/settings')).toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
});

test('typed details of a payout destination are asked about, a chosen country is not', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.payoutDestinations.listDestinationOffers, () => ({
    offers: [{ method: 'bank' as const, sendsFromCents: null, asks: [] }],
  }));
  await show(<DestinationForm onClose={() => undefined} onSaved={() => undefined} />);
  // The browser's own country, en-US.
  await expect.element(page.getByLabelText('Country')).toHaveValue('US');
  await page.getByLabelText('Country').selectOptions('Germany');
  await page.getByRole('radio', { name: /Bank/ }).click({ force: true });
  await expect.element(page.getByLabelText('IBAN')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(false);
  await page.getByLabelText('IBAN').fill('DE89 3704 0044');
  expect(asksBeforeLeaving()).toBe(true);
});
