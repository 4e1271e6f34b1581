import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { approveDueReviews } from '#server/reviewing/reviews/approve-due-reviews.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { earnedBy, typedByHand } from '#tests/support/people/reviewing.ts';
import { newTexts } from '#tests/support/texts/review-corpus.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, giveReviews } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const day = 24 * 3600;
const password = 'a velvet curtain at noon';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ TRUSTED_PROXIES: '127.0.0.1' }, { startsAt: fixedStart });
});
afterAll(async () => {
  expect(await sql(earshot.testDatabase.ownerDatabase, 'select * from ledger.audit()')).toEqual([]);
  await earshot.close();
});

const texts = newTexts(5);
let used = 0;
const aNewText = () => {
  used += 7;
  return texts[used % texts.length] ?? '';
};

async function aTrackOf(artist: ApiUser): Promise<string> {
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 70, mark: uploadId }), uploadId)).status).toBe(200);
  const track = { uploadId, title: 'Night Bus', genre: 'indie' } as const;
  return (await artist.get(api.tracks.createTrack, { body: track })).id;
}

/** Listens, waits as somebody who writes, submits, and lets the rules judge. Answers the review's id. */
async function review(listener: ApiUser, trackId: string, comment = aNewText(), wait = 20): Promise<string> {
  const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
  expect(track?.trackId).toBe(trackId);
  await listenTo(earshot, listener, track, 60);
  earshot.clock.advance(wait);
  const sent = { body: { trackId, rating: 4, comment, typing: typedByHand }, idempotencyKey: randomUUID() };
  const { id } = await listener.get(api.reviews.submitReview, sent);
  await earshot.runJobs();
  return id;
}

const stateOf = (id: string) =>
  sqlRow(
    earshot.testDatabase.ownerDatabase,
    'select status, due_at, earned_cents from reviews where id = $1',
    [id],
  );
const failedRules = async (id: string) =>
  (
    await sql(
      earshot.testDatabase.ownerDatabase,
      'select rule from review_findings where review_id = $1 and not passed order by rule',
      [id],
    )
  ).map(({ rule }) => rule);

test('a clean review is approved at once, with a finding from every rule', async () => {
  const artist = await earshot.signIn({ userType: 'artist' }, '198.51.100.9');
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.5');
  const id = await review(listener, await aTrackOf(artist));
  expect(await stateOf(id)).toMatchObject({ status: 'approved', earned_cents: 15 });
  const findings =
    'select count(*)::int as kept, bool_and(passed) as clean from review_findings where review_id = $1';
  expect(await sqlRow(earshot.testDatabase.ownerDatabase, findings, [id])).toEqual({ kept: 14, clean: true });
});

test('a copied review waits exactly seven days for an admin, and is then approved automatically', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const trackId = await aTrackOf(artist);
  const comment = aNewText();
  await review(await earshot.signIn({ userType: 'listener' }), trackId, comment);
  const copy = await review(await earshot.signIn({ userType: 'listener' }), trackId, comment);
  expect(await failedRules(copy)).toEqual(['near_equal', 'sentences']);

  earshot.clock.advance(7 * day - 1);
  await approveDueReviews(earshot.deps);
  expect(await stateOf(copy)).toMatchObject({ status: 'pending', earned_cents: 0 });
  earshot.clock.advance(1);
  await Promise.all([approveDueReviews(earshot.deps), approveDueReviews(earshot.deps)]);
  expect(await stateOf(copy)).toMatchObject({ status: 'approved', earned_cents: 15 });
});

test('all ten accounts at the artist’s network are flagged, and paid after seven days if no one decides', async () => {
  const artist = await earshot.signIn({ userType: 'artist' }, '203.0.113.20');
  const trackId = await aTrackOf(artist);
  await giveReviews(earshot.testDatabase.ownerDatabase, trackId, 30);
  const ring: string[] = [];
  for (let i = 0; i < 10; i += 1) {
    const member = await earshot.signIn({ userType: 'listener' }, `203.0.113.${30 + i}`);
    ring.push(await review(member, trackId));
  }
  for (const id of ring) {
    expect(await failedRules(id)).toContain('network');
    expect(await stateOf(id)).toMatchObject({ status: 'pending' });
  }
  earshot.clock.advance(7 * day);
  await approveDueReviews(earshot.deps);
  for (const id of ring) expect(await stateOf(id)).toMatchObject({ status: 'approved', earned_cents: 15 });
});

test('a partner in the artist’s household is flagged and can be paid by an admin', async () => {
  const artist = await earshot.signIn({ userType: 'artist' }, '198.51.100.77');
  const partner = await earshot.signIn({ userType: 'listener' }, '198.51.100.78');
  const id = await review(partner, await aTrackOf(artist));
  expect(await failedRules(id)).toEqual(['network']);
  const admin = await earshot.signIn({ admin: true });
  await admin.get(api.admin.decideReview, { params: { reviewId: id }, body: { status: 'approved' } });
  expect(await partner.get(api.wallet.readWallet, {})).toMatchObject({ availableCents: 15 });
});

/** Signs in with a password from a browser that carries this mark, or gets one. Answers the mark it carries then. */
async function signInFrom(userId: string, mark?: string): Promise<string> {
  const email = `${userId}@example.org`;
  await sql(earshot.testDatabase.ownerDatabase, 'update users set password_hash = $2 where id = $1', [
    userId,
    await hashPassword(password),
  ]);
  const answer = await fetch(new URL(api.accounts.signIn.path, earshot.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(mark ? { cookie: `device=${mark}` } : {}) },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('device='));
  return /^device=([\w-]{22}); .*HttpOnly; SameSite=Strict/.exec(set ?? '')?.[1] ?? '';
}

test('a second account in the artist’s own browser is flagged, not approved automatically at once, and shown to the admin', async () => {
  const { userId } = await earshot.signIn({ userType: 'listener' });
  const mark = await signInFrom(userId);
  expect(await signInFrom(userId, mark)).toBe(mark);
  expect(await signInFrom(userId, 'made up')).not.toBe('made up');
  const artist = await earshot.signIn({ userType: 'artist' }, '100.64.1.9', mark);
  const second = await earshot.signIn({ userType: 'listener' }, '100.64.2.9', mark);
  const other = await earshot.signIn({ userType: 'listener' }, '100.64.3.9', 'a-browser-of-the-other');
  const trackId = await aTrackOf(artist);
  const id = await review(second, trackId);
  expect(await failedRules(id)).toEqual(['related_accounts']);
  expect(await stateOf(id)).toMatchObject({ status: 'pending' });
  expect(await failedRules(await review(other, trackId))).toEqual([]);

  const admin = await earshot.signIn({ admin: true });
  const record = await admin.get(api.admin.readUser, { params: { userId: second.userId } });
  expect(record.relatedAccounts).toMatchObject([{ id: artist.userId, shares: ['device'] }]);
  const alone = await admin.get(api.admin.readUser, { params: { userId: other.userId } });
  expect(alone.relatedAccounts).toEqual([]);
});

test('accounts of one mailbox are flagged at the review, and at the payout before an admin decides it', async () => {
  const [first, second] = [
    await earshot.signIn({ userType: 'listener' }, '100.64.4.9'),
    await earshot.signIn({ userType: 'listener' }, '100.64.5.9'),
  ];
  const rename = 'update users set email = $2, email_normalized = $2 where id = $1';
  await sql(earshot.testDatabase.ownerDatabase, rename, [first.userId, 'pia@example.com']);
  await sql(earshot.testDatabase.ownerDatabase, rename, [second.userId, 'pia+two@example.com']);
  const trackId = await aTrackOf(await earshot.signIn({ userType: 'artist' }, '100.64.6.9'));
  expect(await failedRules(await review(first, trackId))).toEqual([]);
  expect(await failedRules(await review(second, trackId))).toEqual(['related_accounts']);

  await earnedBy(earshot, second.userId, 34);
  await second.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const admin = await earshot.signIn({ admin: true });
  const { items } = await admin.get(api.admin.listPendingPayouts, { query: {} });
  expect(items.find(({ listenerId }) => listenerId === second.userId)).toMatchObject({ relatedAccounts: 1 });
});

test('the fifth review in a row sent right after the unlock waits for a person', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const artist = await earshot.signIn({ userType: 'artist' });
    ids.push(await review(listener, await aTrackOf(artist), aNewText(), 1));
  }
  const failures = await Promise.all(ids.map(failedRules));
  expect(failures).toEqual([[], [], [], [], ['burst']]);
});

test('a review that gets a new due date while earlier ones are processed is not approved yet', async () => {
  const owner = earshot.testDatabase.ownerDatabase;
  const [first, second] = [await aReview(owner), await aReview(owner)];
  const due = "update reviews set waits_for = 'person', due_at = $2, created_at = $2 where id = $1";
  const now = earshot.clock.now().getTime();
  await sql(owner, due, [first.id, new Date(now - 2000)]);
  await sql(owner, due, [second.id, new Date(now - 1000)]);
  // As if an admin rejected the second and undid that during the first approval.
  await sql(
    owner,
    `create function turns() returns trigger language plpgsql security definer as
       $$ begin update public.reviews set due_at = due_at + interval '7 days' where id = '${second.id}'; return null; end $$`,
  );
  await sql(
    owner,
    `create trigger turns after update of status on reviews for each row when (new.id = '${first.id}')
       execute function turns()`,
  );
  await approveDueReviews(earshot.deps);
  await sql(owner, 'drop trigger turns on reviews');
  expect(await stateOf(first.id)).toMatchObject({ status: 'approved' });
  expect(await stateOf(second.id)).toMatchObject({ status: 'pending' });
});
