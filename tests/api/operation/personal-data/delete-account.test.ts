import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { coverUploadPath } from '#contract/upload-paths.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { askPayouts } from '#server/money/payout-transfers/ask-payouts.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import { sweepUploads } from '#server/music/tracks/audio/sweep-uploads.ts';
import { sweepCovers } from '#server/music/tracks/covers.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout, toldProvider } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, type Person } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const provider = toldProvider();
let earshot: Earshot;
let passwordHash: string;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: [provider] });
  passwordHash = await hashPassword(password);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
async function somebody(person: Person): Promise<ApiUser> {
  const user = await earshot.signIn(person);
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [user.userId, passwordHash]);
  return user;
}
const wish = (forfeited = 0) => ({
  body: { password, confirmation: 'DELETE' as const, forfeitCents: cents(forfeited) },
});
const deletion = (user: ApiUser, forfeited = 0) => user.call(api.personalData.deleteAccount, wish(forfeited));
const alarms = async () => (await sqlRow(owner(), 'select count(*)::int as found from ledger.audit()')).found;

test('deletion requires the password, and a wrong one deletes nothing', async () => {
  const user = await somebody({ userType: 'listener' });
  const wrong = { ...wish().body, password: 'guessed by somebody' };
  expect((await user.call(api.personalData.deleteAccount, { body: wrong })).code).toBe('wrong_password');
  expect((await user.call(api.accounts.readProfile, {})).status).toBe(200);
});

test('deletion requires a code if two-factor sign-in is on', async () => {
  const user = await somebody({ userType: 'listener' });
  await sql(
    owner(),
    "insert into factors (user_id, secret_encrypted, verified_at) values ($1, '\\x00', now())",
    [user.userId],
  );
  expect((await user.get(api.personalData.readDeletion, {})).needsCode).toBe(true);
  expect((await deletion(user)).code).toBe('second_factor_needed');
});

test('an admin account cannot be deleted', async () => {
  const user = await somebody({ userType: 'listener', admin: true });
  expect((await deletion(user)).code).toBe('admin_account');
});

test('deletion waits for a refund that the provider has not confirmed', async () => {
  const artist = await somebody({ userType: 'artist' });
  const admin = await somebody({ admin: true });
  const paymentId = randomUUID();
  await sql(
    owner(),
    `insert into billing_payments (id, subscription_id, user_id, amount_cents, currency, period_start, period_end, paid_at)
     values ($1, $1, $2, 4900, 'usd', now(), now() + interval '30 days', now())`,
    [paymentId, artist.userId],
  );
  await sql(
    owner(),
    `insert into plan_refunds (payment_id, user_id, amount_cents, mailbox_mark, decided_by, decided_at)
     values ($1, $2, 4900, 'twenty-two-characters-', $3, now())`,
    [paymentId, artist.userId, admin.userId],
  );
  expect(await artist.get(api.personalData.readDeletion, {})).toMatchObject({
    hasRefundUnderWay: true,
    hasRenewingPlan: false,
  });
  expect((await deletion(artist)).code).toBe('refund_under_way');
});

test('an active plan has to be canceled first', async () => {
  const artist = await somebody({ userType: 'artist' });
  await sql(
    owner(),
    `insert into artist_subscriptions (user_id, plan, price_per_month_cents, active, current_period_start,
       current_period_end, billing_subscription_id)
     values ($1, 'pro', 4900, true, now(), now() + interval '30 days', $2)`,
    [artist.userId, randomUUID()],
  );
  expect((await artist.get(api.personalData.readDeletion, {})).hasRenewingPlan).toBe(true);
  expect((await deletion(artist)).code).toBe('plan_renews');
  await sql(owner(), 'update artist_subscriptions set expires_at = current_period_end where user_id = $1', [
    artist.userId,
  ]);
  expect((await deletion(artist)).status).toBe(200);
});

test('a plan whose payment failed still bills, unless it ends with its period', async () => {
  const artist = await somebody({ userType: 'artist' });
  await sql(
    owner(),
    `insert into artist_subscriptions (user_id, plan, price_per_month_cents, active, current_period_start,
       current_period_end, billing_subscription_id, payment_failed, past_due_since, expires_at)
     values ($1, 'pro', 4900, true, now(), now() + interval '30 days', $2, true, now(), now() + interval '7 days')`,
    [artist.userId, randomUUID()],
  );
  expect((await artist.get(api.personalData.readDeletion, {})).hasRenewingPlan).toBe(true);
  expect((await deletion(artist)).code).toBe('plan_renews');
  await sql(owner(), 'update artist_subscriptions set cancels_at_period_end = true where user_id = $1', [
    artist.userId,
  ]);
  expect((await deletion(artist)).status).toBe(200);
});

test('open money is shown, payouts have to finish first, and only the agreed amount is given up', async () => {
  const [listener, admin] = [await somebody({ userType: 'listener' }), await earshot.signIn({ admin: true })];
  await earnedBy(earshot, listener.userId, 34);
  await aPayee(earshot, listener.userId);
  const asked = { body: {}, idempotencyKey: randomUUID() };
  const { id } = await listener.get(api.wallet.requestPayout, asked);
  await earnedBy(earshot, listener.userId, 2);
  await aReview(owner(), { listenerId: listener.userId });
  expect(await listener.get(api.personalData.readDeletion, {})).toMatchObject({
    availableCents: 30,
    pendingCents: 510,
    pendingReviews: 1,
  });
  expect((await deletion(listener, 30)).code).toBe('payout_pending');
  await readsPayout(admin, id);
  await admin.get(api.admin.decidePayout, {
    params: { payoutId: id },
    body: { status: 'completed' },
    idempotencyKey: randomUUID(),
  });
  await completeApproved(earshot);
  expect((await deletion(listener, 30)).code).toBe('payout_pending');
  await sendPayouts(earshot.deps);
  expect((await deletion(listener, 30)).code).toBe('payout_pending');
  provider.answers.push({ kind: 'paid', providerId: `tr_${id}` });
  earshot.clock.advance(60);
  await askPayouts(earshot.deps);
  expect((await deletion(listener, 0)).code).toBe('balance_changed');
  expect((await deletion(listener, 15)).code).toBe('balance_changed');
  expect((await deletion(listener, 30)).status).toBe(200);
  const kept = await sqlRow(
    owner(),
    'select forfeited_cents::int as cents from account_deletions where user_id = $1',
    [listener.userId],
  );
  expect(kept.cents).toBe(30);
  expect(await alarms()).toBe(0);
});

test('a simultaneous payout request either comes first or is rejected', async () => {
  for (let i = 0; i < 5; i += 1) {
    const listener = await somebody({ userType: 'listener' });
    await earnedBy(earshot, listener.userId, 34);
    const again = await earshot.signInAgain(listener.userId);
    const asked = { body: {}, idempotencyKey: randomUUID() };
    const [deleted, requested] = await Promise.all([
      deletion(listener, 510),
      again.call(api.wallet.requestPayout, asked),
    ]);
    expect([deleted.status === 200, requested.status === 201]).toEqual(
      deleted.status === 200 ? [true, false] : [false, true],
    );
  }
  expect(await alarms()).toBe(0);
});

test('no personal data remains, reviews stay without the name, and the address can sign up again', async () => {
  const listener = await somebody({ userType: 'listener', displayName: 'Lee Secret' });
  const email = `${listener.userId}@example.org`;
  const artist = await earshot.signIn({ userType: 'artist' });
  const { track } = await aReview(owner(), { listenerId: listener.userId });
  await sql(owner(), 'insert into follows (follower_id, artist_id, created_at) values ($1, $2, now())', [
    listener.userId,
    artist.userId,
  ]);
  await sql(owner(), "update sessions set device = 'Lee Secret phone' where user_id = $1", [listener.userId]);
  expect((await deletion(listener)).status).toBe(200);
  expect((await listener.call(api.accounts.readProfile, {})).code).toBe('invalid_token');

  const rows = await sqlRow(
    owner(),
    `select (select json_agg(u)::text from users u where id = $1) ||
            (select json_agg(p)::text from profiles p where user_id = $1) ||
            (select json_agg(s)::text from sessions s where user_id = $1) as told,
            (select count(*)::int from follows where follower_id = $1) as follows`,
    [listener.userId],
  );
  expect(rows.follows).toBe(0);
  expect(rows.told).not.toMatch(/Lee|example\.org/);
  const { items } = await (await earshot.signInAgain(track.artistId)).get(api.reviews.listTrackReviews, {
    params: { trackId: track.id },
    query: {},
  });
  expect(items.map(({ listenerName }) => listenerName)).toEqual(['Deleted user']);

  const credentials = { body: { email, password } };
  expect((await earshot.nobody.call(api.accounts.signIn, credentials)).code).toBe('wrong_credentials');
  expect((await earshot.nobody.call(api.accounts.signUp, credentials)).status).toBe(202);
  await earshot.runJobs();
  const subjects = (await earshot.mailbox.list(5000))
    .filter((mail) => mail.to.address === email)
    .map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([
    'Confirm your email address for Earshot',
    'Your Earshot account was deleted',
  ]);
});

test("an artist's music is no longer served, and its files are swept", async () => {
  const artist = await somebody({ userType: 'artist' });
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds: 2, mark: uploadId }), uploadId);
  const { id } = await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Gone', genre: 'jazz', description: 'About me.' },
  });
  const body = new Blob([new Uint8Array(await picture().png().toBuffer())]);
  const covered = await artist.fetch(coverUploadPath(id), { method: 'PUT', body });
  const { coverUrl } = OwnTrack.parse(await covered.json());
  const admin = await earshot.signIn({ admin: true });
  const { url } = await admin.get(api.tracks.createPlaybackLink, { params: { trackId: id } });
  const before = await earshot.storedFiles();
  expect((await deletion(artist)).status).toBe(200);
  expect((await admin.fetch(url)).status).toBe(403);
  expect((await admin.fetch(coverUrl ?? '')).status).toBe(404);
  const found = await earshot.nobody.call(api.discovery.getPublicArtistProfile, {
    body: { artistId: artist.userId },
  });
  expect(found.code).toBe('artist_not_found');
  earshot.clock.advance(2 * 3600);
  expect((await sweepUploads(earshot.deps)).orphans).toBe(1);
  expect(await sweepCovers(earshot.deps)).toBe(1);
  expect(before.length - (await earshot.storedFiles()).length).toBe(2);
});
