import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { showForm, submitted, words } from '#tests/support/screens/shown-review-form.tsx';
import { emptyVerdict } from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { SessionList } from '#web/identity/settings/session-list.tsx';
import { FollowButton } from '#web/music/discovery/artist-page.tsx';
import { DeleteTrack } from '#web/music/tracks/delete-track.tsx';
import { EditTrack } from '#web/music/tracks/edit-track.tsx';
import { AppealReview } from '#web/reviewing/reviews/appeal-review.tsx';
import { NothingWaits } from '#web/reviewing/reviews/nothing-waits.tsx';

const id = '00000000-0000-4000-8000-0000000000b1';
const { track } = emptyVerdict;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: false });
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  signInAs({ userType: 'listener' });
});

/** The page also shows something that does not load. */
function hang(queryKey: readonly unknown[]): void {
  onTestFinished(new QueryObserver(queryClient, { queryKey, queryFn: never }).subscribe(() => undefined));
}

test('a track that was edited says so while My Tracks loads slowly, and a failure can be tried again', async () => {
  hang(queryKeys.tracks.own);
  answerCall(api.tracks.editTrack, noAnswer);
  await show(<EditTrack track={track} close={() => undefined} />);
  await page.getByLabelText('Title').fill('Pier at Night');
  await button('Save').click();
  await expect.element(text('Update failed')).toBeVisible();
  answerCall(api.tracks.editTrack, () => track);
  await button('Save').click();
  await expect.element(text('Track updated')).toBeVisible();
});

test('a form that is submitted twice before it shows that it is sending sends once', async () => {
  const sent = answerCall(api.tracks.editTrack, never);
  await show(<EditTrack track={track} close={() => undefined} />);
  await page.getByLabelText('Title').fill('Pier at Night');
  const form = document.querySelector('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  await page.getByLabelText('Title').click();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(sent).toHaveLength(1);
});

test('a deleted track closes its dialog while My Tracks loads slowly', async () => {
  hang(queryKeys.tracks.own);
  answerCall(api.tracks.deleteTrack, () => track);
  const close = vi.fn();
  await show(<DeleteTrack track={track} close={close} onDeleted={() => undefined} />);
  await button('Delete').click();
  await expect.element(text('Track deleted')).toBeVisible();
  expect(close).toHaveBeenCalledOnce();
});

test('an appeal says that it failed or was sent while My Reviews loads slowly', async () => {
  hang(queryKeys.reviews.own);
  answerCall(api.reviews.appealReview, noAnswer);
  await show(<AppealReview review={{ id, comment: words(45), mendableUntil: null }} />);
  await button('Appeal').click();
  await page.getByLabelText('Why should this review be approved?').fill('It says enough.');
  await button('Send appeal').click();
  await expect.element(text('Appeal failed')).toBeVisible();
  answerCall(api.reviews.appealReview, () => ({ ...submitted(words(45)), status: 'rejected' as const }));
  await button('Send appeal').click();
  await expect.element(text('Appeal sent')).toBeVisible();
});

test('a submitted review requests the next track while the wallet loads slowly', async () => {
  hang(queryKeys.wallet.figures);
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: body.seen + 1, draft: body.draft }));
  answerCall(api.reviews.submitReview, ({ body }) => submitted(body.comment));
  const { onNext } = await showForm(60);
  await page.getByRole('textbox', { name: 'Your review' }).fill(words(45));
  await page.getByRole('radio', { name: '4 stars' }).click({ force: true });
  await button('Submit Review (Pending Approval)').click();
  await expect.element(text('Review submitted')).toBeVisible();
  expect(onNext).toHaveBeenCalledOnce();
});

test('a followed artist is followed while the page’s other figures load slowly', async () => {
  hang(queryKeys.discovery.artist(id));
  answerCall(api.discovery.readFollow, () => ({ following: false, followerCount: 1 }));
  answerCall(api.discovery.followArtist, () => ({ following: true, followerCount: 2 }));
  await show(<FollowButton artistId={id} name="Bea" />);
  await button('Follow Bea').click();
  await expect.element(text('You follow Bea')).toBeVisible();
  await expect.element(button('Following Bea, press to unfollow')).not.toHaveAttribute('aria-disabled');
});

test('asking for a notice of the next track is confirmed while the queue loads slowly', async () => {
  hang(queryKeys.queue.wanted(null));
  answerCall(api.listening.askToBeTold, () => ({ isAsked: true }));
  const empty = { likelyAt: null, isAsked: false, mayListenUnpaid: false };
  await show(<NothingWaits empty={empty} hasReviewed={false} refresh={never} isRefreshing={false} />);
  await button('Tell me').click();
  await expect.element(button('Don’t tell me')).not.toHaveAttribute('aria-disabled');
});

test('the next device can be signed out while the list loads slowly', async () => {
  const sessions = [1, 2, 3].map((place) => ({
    id: `00000000-0000-4000-8000-0000000000e${place}`,
    device: 'Firefox',
    createdAt: '2026-03-02T10:00:00Z',
    lastSeenAt: '2026-03-02T10:00:00Z',
    isCurrent: place === 1,
  }));
  answerCall(api.accounts.listSessions, () => ({ sessions }));
  const ended = answerCall(api.accounts.endSession, () => ({}));
  await show(<SessionList />);
  const signOut = page.getByRole('button', { name: /^Sign out Firefox/ });
  await expect.poll(() => signOut.all().length).toBe(2);
  answerCall(api.accounts.listSessions, never);
  await signOut.first().click();
  await expect.element(text('Device signed out')).toBeVisible();
  await expect.element(signOut).toBeEnabled();
  await signOut.click();
  await expect.poll(() => ended.length).toBe(2);
});
