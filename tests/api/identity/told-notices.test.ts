import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { recoveryMail, sessionEndedMail } from '#server/identity/emails/account-mails.ts';
import { payoutHoldMail } from '#server/identity/emails/payout-mails.ts';
import { queueMail } from '#server/identity/emails/queue-mail.ts';
import { sweepAccounts } from '#server/identity/sweep-accounts.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { digestsAfter } from '#tests/support/people/digests.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());
beforeEach(async () => {
  listener = await earshot.signIn({ userType: 'listener' });
});

const owner = () => earshot.testDatabase.ownerDatabase;
const notices = async (user = listener, cursor?: string) =>
  user.get(api.accounts.listNotices, { query: cursor === undefined ? {} : { cursor } });
const unread = async (user = listener) => (await user.get(api.accounts.countUnreadNotices, {})).unread;
const mailTo = (user: ApiUser, mail: Parameters<typeof queueMail>[2]) =>
  earshot.deps.database.transaction((tx) =>
    queueMail(tx, { name: '', address: `${user.userId}@example.org` }, mail, earshot.clock.now()),
  );
const insertOld = (user: ApiUser, count: number, days: number) =>
  sql(
    owner(),
    `insert into notices (user_id, title, body, created_at)
     select $1, 'News ' || n, 'It happened.', $2::timestamptz - $4 * interval '1 day' from generate_series(1, $3) n`,
    [user.userId, earshot.clock.now(), count, days],
  );

test('a listener gets one notice about an approved review, even with emails about it turned off', async () => {
  await listener.get(api.accounts.updateSettings, { body: { notices: { review_decided: false } } });
  const track = await aTrack(owner(), { title: 'Night Bus' });
  const { id } = await aReview(owner(), { track, listenerId: listener.userId });
  await earshot.deps.database.transaction((tx) => approveReview(tx, { reviewId: id, decidedBy: null }));
  await digestsAfter(earshot, 31);
  expect((await notices(await earshot.signInAgain(listener.userId))).items).toEqual([
    {
      id: expect.any(String),
      title: 'Your review of “Night Bus” was approved: +$0.15',
      body: 'Your review of “Night Bus” was approved: +$0.15.',
      path: '/app/my-reviews',
      isRead: false,
      createdAt: expect.any(String),
    },
  ]);
});

test('no notice contains a link that works without signing in', async () => {
  await mailTo(listener, recoveryMail('http://localhost', 'the-secret'));
  expect((await notices()).items).toEqual([]);
  const stopLink = 'http://localhost/payouts/link#type=stop&token=the-secret';
  await mailTo(listener, payoutHoldMail({ reason: 'reset_password', until: new Date(), stopLink }));
  const { items } = await notices();
  expect(items).toMatchObject([{ path: null }]);
  expect(JSON.stringify(items)).not.toContain('the-secret');
});

test('notices belong to their user, and are marked read up to the newest one shown', async () => {
  const other = await earshot.signIn({ userType: 'artist' });
  for (const user of [listener, other])
    await mailTo(user, sessionEndedMail('http://localhost', 'support@example.org'));
  expect([await unread(), await unread(other)]).toEqual([1, 1]);
  const [shown] = (await notices()).items;
  earshot.clock.advance(1);
  await mailTo(listener, sessionEndedMail('http://localhost', 'support@example.org'));
  const body = { upTo: shown?.id ?? '' };
  await other.get(api.accounts.markNoticesRead, { body });
  expect([await unread(), await unread(other)]).toEqual([2, 1]);
  await listener.get(api.accounts.markNoticesRead, { body });
  expect([await unread(), await unread(other)]).toEqual([1, 1]);
  expect((await notices()).items).toMatchObject([{ isRead: false }, { isRead: true }]);
});

test('the list is paged without gaps, and unread notices are counted up to a hundred', async () => {
  await insertOld(listener, 120, 1);
  expect(await unread()).toBe(100);
  const first = await notices();
  const second = await notices(listener, first.nextCursor ?? '');
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect([first.items.length, second.items.length, new Set(ids).size]).toEqual([20, 20, 40]);
});

test('notices are deleted after 90 days', async () => {
  await insertOld(listener, 1, 89);
  await insertOld(listener, 1, 91);
  await sweepAccounts(earshot.deps);
  expect((await notices()).items).toHaveLength(1);
});
