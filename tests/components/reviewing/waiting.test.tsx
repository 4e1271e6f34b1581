import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { noPayee } from '#tests/support/screens/empty-pages.ts';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { startSession } from '#web/identity/session/session.ts';
import { LandingPage } from '#web/landing/landing-page.tsx';
import { WalletPage } from '#web/money/wallet/wallet-page.tsx';
import { AppFrame } from '#web/shell/app-frame.tsx';
import { WaitNotice } from '#web/shell/wait-notice.tsx';

const waitSeconds = 5;
const notice = () => page.getByText('Too many requests. Try again in', { exact: false });
const tooMany = () => refused('too_many_requests', { retryAfterSeconds: waitSeconds });
const wallet = {
  ...{ availableCents: 500, pendingCents: 0, owedCents: 0, totalEarningsCents: 500 },
  ...{ thisMonthCents: 30, reviewsThisMonth: 2, underReview: null },
};

// Listens to the other tabs, as in the product.
beforeAll(() => startSession());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  signInAs({ userType: 'listener' });
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
  answerCall(api.wallet.readWallet, () => wallet);
  answerCall(api.wallet.listPayoutRequests, () => ({ items: [], nextCursor: null }));
  answerCall(api.wallet.listMovements, () => ({ items: [], nextCursor: null }));
  answerCall(api.payoutDestinations.readDestination, () => noPayee);
});
afterEach(() => vi.useRealTimers());

const secondsPass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const shownSeconds = () => Number(/in (\d+) s/.exec(notice().element().textContent)?.[1]);

/** The wait is shown and counts down. */
async function countsDown(): Promise<void> {
  await expect.element(notice()).toBeVisible();
  const first = shownSeconds();
  await secondsPass(1);
  await expect.poll(shownSeconds).toBeLessThan(first);
}

/** Somebody else has signed in in another tab, so this one restores the session; the server rejects that once. */
function restoreWhileRejected() {
  const user = { id: '00000000-0000-4000-8000-000000000002', email: 'bea@example.org' };
  let isOver = false;
  const sent = answerCall(api.accounts.refreshSession, () => {
    if (isOver) return { accessToken: 'next', expiresIn: 900, user };
    isOver = true;
    return tooMany();
  });
  const otherTab = new BroadcastChannel('earshot-session');
  otherTab.postMessage({ kind: 'signedIn', userId: user.id });
  otherTab.close();
  return sent;
}

const signOut = () => page.getByRole('button', { name: 'Sign Out' });

function Framed() {
  return (
    <>
      <WaitNotice />
      <AppFrame />
    </>
  );
}

test('a page whose data is rejected for a while shows the wait and loads once it is over', async () => {
  const asked = answerCall(api.wallet.readWallet, tooMany);
  await show(<WalletPage />, '/app/wallet', Framed);
  await countsDown();
  expect(asked).toHaveLength(1);
  const askedAgain = answerCall(api.wallet.readWallet, () => wallet);
  await expect.element(page.getByText('Error loading wallet data')).not.toBeInTheDocument();
  await secondsPass(waitSeconds - 1);
  await expect.element(page.getByText('Available Balance')).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();
  expect(askedAgain).toHaveLength(1);
});

test('a rejected session refresh shows its wait, and the page continues by itself', async () => {
  const sent = restoreWhileRejected();
  await expect.poll(() => sent.length).toBe(1);
  await show(<WalletPage />, '/app/wallet', Framed);
  await countsDown();
  await expect.element(signOut()).not.toBeInTheDocument();
  await secondsPass(waitSeconds - 1);
  await expect.element(signOut()).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  expect(sent).toHaveLength(2);
});

test('the landing page shows the wait of a rejected session refresh, and then opens the application', async () => {
  const sent = restoreWhileRejected();
  await expect.poll(() => sent.length).toBe(1);
  await show(
    <>
      <WaitNotice />
      <LandingPage />
    </>,
    '/',
  );
  await countsDown();
  await secondsPass(waitSeconds - 1);
  await expect.element(page.getByText('This is /app')).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);
});
