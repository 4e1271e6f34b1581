import { randomUUID } from 'node:crypto';
import { runOnce } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoticeKind } from '#contract/identity/settings.ts';
import { api } from '#contract/index.ts';
import type { StoredMail } from '#server/adapters/mail/mail-transport.ts';
import { mailDecisionNotice } from '#server/reviewing/reviews/after-decision.ts';
import { jobTasks } from '#server/start/scheduled-jobs.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { digestsAfter } from '#tests/support/people/digests.ts';
import { completeApproved, readsPayout } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const addressOf = ({ userId }: ApiUser) => `${userId}@example.org`;
async function mailsTo(user: ApiUser): Promise<StoredMail[]> {
  await earshot.runJobs();
  return (await earshot.mailbox.list(1000)).filter((mail) => mail.to.address === addressOf(user));
}
const subjects = async (user: ApiUser) => (await mailsTo(user)).map(({ subject }) => subject);
/** Their emails once the sitting of whoever reviewed is over. */
async function digestsTo(user: ApiUser): Promise<StoredMail[]> {
  await digestsAfter(earshot, 31);
  return mailsTo(user);
}
const digestSubjects = async (user: ApiUser) => (await digestsTo(user)).map(({ subject }) => subject);
const switchOff = (user: ApiUser, kind: NoticeKind) =>
  user.get(api.accounts.updateSettings, { body: { notices: { [kind]: false } } });

const anArtist = () => earshot.signIn({ userType: 'artist', displayName: 'Ada' });
const aListener = () => earshot.signIn({ userType: 'listener', displayName: 'Lee' });

async function reviewBy(listener: ApiUser, artist: ApiUser) {
  const track = await aTrack(earshot.testDatabase.ownerDatabase, {
    artistId: artist.userId,
    title: 'Night <Bus>',
  });
  return aReview(earshot.testDatabase.ownerDatabase, { track, listenerId: listener.userId, rating: 4 });
}

test('notification settings start on, change one by one, and belong to their user', async () => {
  const [one, other] = [await aListener(), await aListener()];
  const before = await other.get(api.accounts.readSettings, {});
  expect(before).toEqual({
    notices: {
      review_received: true,
      review_decided: true,
      payout_decided: true,
      new_track: true,
      link_opened: true,
    },
    isPrivate: false,
    supportEmail: 'support@earshot.invalid',
  });
  await switchOff(one, 'review_decided');
  const changed = await one.get(api.accounts.updateSettings, { body: { isPrivate: true } });
  expect(changed).toMatchObject({
    notices: { review_received: true, review_decided: false },
    isPrivate: true,
  });
  await one.get(api.accounts.updateSettings, { body: { notices: { review_decided: true } } });
  expect((await one.get(api.accounts.readSettings, {})).notices.review_decided).toBe(true);
  expect(await other.get(api.accounts.readSettings, {})).toEqual(before);
  const unknown = await one.fetch('/api/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ notices: { everything: false } }),
  });
  expect(unknown.status).toBe(400);
});

test('a rejection email contains its reason, unless the listener turned these emails off', async () => {
  const [artist, listener] = [await anArtist(), await aListener()];
  const { id } = await reviewBy(listener, artist);
  const admin = await earshot.signIn({ admin: true });
  await sql(earshot.testDatabase.ownerDatabase, 'select ledger.reject_review($1, $2, $3, $4)', [
    id,
    admin.userId,
    'too_general',
    'It would fit any track.',
  ]);
  await switchOff(listener, 'review_decided');
  await mailDecisionNotice(earshot.deps, id);
  expect(await subjects(listener)).toEqual([]);
  await listener.get(api.accounts.updateSettings, { body: { notices: { review_decided: true } } });
  await mailDecisionNotice(earshot.deps, id);
  expect((await mailsTo(listener))[0]?.text).toContain('It would fit any track.');
});

test('the email about a decided payout states its amount', async () => {
  const [listener, admin] = [await aListener(), await earshot.signIn({ admin: true })];
  await switchOff(listener, 'review_decided');
  await earnedBy(earshot, listener.userId, 34);
  const ask = async () =>
    (await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() })).id;
  const answer = async (
    payoutId: string,
    body: { status: 'completed' } | { status: 'rejected'; reason: string },
  ) => {
    await readsPayout(admin, payoutId);
    return admin.get(api.admin.decidePayout, { params: { payoutId }, body, idempotencyKey: randomUUID() });
  };
  await answer(await ask(), { status: 'rejected', reason: 'Where to?' });
  await answer(await ask(), { status: 'completed' });
  await completeApproved(earshot);
  const mails = await mailsTo(listener);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Your payout of $5.10 was approved',
    'Your payout of $5.10 was not approved',
  ]);
  expect(mails.map(({ text }) => text).join()).toContain('The reason: Where to?');
});

test('a follower gets an email about a new track', async () => {
  const [artist, follower, silent] = [await anArtist(), await aListener(), await aListener()];
  for (const user of [follower, silent])
    await user.get(api.discovery.followArtist, { params: { artistId: artist.userId } });
  await switchOff(silent, 'new_track');
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 2, mark: uploadId }), uploadId)).status).toBe(200);
  await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'First Light', genre: 'jazz' },
  });
  await earshot.runJobs();
  expect(await digestSubjects(follower)).toEqual(['New from Ada: “First Light”']);
  expect(await subjects(silent)).toEqual([]);
});

test('users who turned a notice off, are suspended or have no confirmed address get no email', async () => {
  const artists = [await anArtist(), await anArtist(), await anArtist()] as const;
  await switchOff(artists[0], 'review_received');
  const owner = earshot.testDatabase.ownerDatabase;
  await sql(owner, 'update users set suspended_at = now() where id = $1', [artists[1].userId]);
  await sql(owner, 'update users set confirmed_at = null where id = $1', [artists[2].userId]);
  const listener = await aListener();
  for (const artist of artists) await reviewBy(listener, artist);
  for (const artist of artists) expect(await digestSubjects(artist)).toEqual([]);
});

test('a notice that could not be sent is sent later, once', async () => {
  const [artist, listener] = [await anArtist(), await aListener()];
  await reviewBy(listener, artist);
  const { pool, ownerDatabase } = earshot.testDatabase;
  const away = { send: () => Promise.reject(new Error('The mail server is away.')) };
  const failing = jobTasks({ ...earshot.deps, mail: away });
  earshot.clock.advance(31 * 60);
  await sql(ownerDatabase, "select graphile_worker.add_job('send-digests')");
  await runOnce({ pgPool: pool, taskList: failing, noHandleSignals: true });
  expect(await subjects(artist)).toEqual([]);
  const [waiting] = await sql(
    ownerDatabase,
    `select job.attempts, job.run_at > now() as later from graphile_worker.jobs job
      where job.task_identifier = 'send-mail' and job.last_error like '%away%'`,
  );
  expect(waiting).toEqual({ attempts: 1, later: true });
  await sql(ownerDatabase, 'update graphile_worker._private_jobs set run_at = now()');
  expect(await subjects(artist)).toEqual(['A new review of “Night <Bus>”']);
  expect(await digestSubjects(artist)).toHaveLength(1);
});

test('a notice links to the settings that turn it off, and its header turns it off with one click', async () => {
  const [artist, listener] = [await anArtist(), await aListener()];
  await reviewBy(listener, artist);
  const [mail] = await digestsTo(artist);
  const settings = `${earshot.deps.config.publicUrl}/app/settings#notifications`;
  expect(mail?.text).toContain(settings);
  const link = new URL(mail?.unsubscribeLink ?? '').pathname;
  const { nobody } = earshot;
  const kinds = () =>
    sql(
      earshot.testDatabase.ownerDatabase,
      'select user_id, kind from notices_switched_off where user_id = $1',
      [artist.userId],
    );
  // Programs that open every link switch nothing off.
  const opened = await nobody.fetch(link);
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('“Review received”')]);
  expect(await kinds()).toEqual([]);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form]) {
    expect((await nobody.fetch(link, { method: 'POST', body })).status).toBe(200);
    expect(await kinds()).toEqual([{ user_id: artist.userId, kind: 'review_received' }]);
  }
  for (const wrong of [`${link}x`, link.slice(0, -1), link.replace('.', '.x')]) {
    expect((await nobody.fetch(wrong, { method: 'POST' })).status).toBe(404);
    expect((await nobody.fetch(wrong)).status).toBe(404);
  }
});

test('a user whose address bounced permanently gets notices in the product only, until an account email gets through', async () => {
  const [artist, listener] = [await anArtist(), await aListener()];
  const ended = (column: 'refused_at' | 'sent_at') =>
    sql(
      earshot.testDatabase.ownerDatabase,
      `insert into outbox (recipient_name, recipient_address, subject, body_text, body_html, created_at, ${column})
       values ('', $1, 'Confirm your email', '', '', clock_timestamp(), now())`,
      [addressOf(artist)],
    );
  await ended('refused_at');
  await reviewBy(listener, artist);
  expect(await digestSubjects(artist)).toEqual([]);
  const again = await earshot.signInAgain(artist.userId);
  const { items } = await again.get(api.accounts.listNotices, { query: {} });
  expect(items.map(({ title }) => title)).toEqual(['A new review of “Night <Bus>”']);
  await ended('sent_at');
  await reviewBy(listener, artist);
  await digestsAfter(earshot, 24 * 60);
  expect(await subjects(artist)).toEqual(['A new review of “Night <Bus>”']);
});
