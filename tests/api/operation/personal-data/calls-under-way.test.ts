import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { insertNotice } from '#server/identity/emails/notices-store.ts';
import { setAvatar } from '#server/identity/own-profile.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { storeUpload } from '#server/music/tracks/audio/store-upload.ts';
import { setCover } from '#server/music/tracks/covers.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { anArtist, aReview, aTrack, type Person } from '#tests/support/world/rows.ts';
import { someoneWaits, sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let passwordHash: string;
beforeAll(async () => {
  earshot = await startEarshot();
  passwordHash = await hashPassword(password);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
async function somebody(person: Person): Promise<ApiUser> {
  const user = await earshot.signIn(person);
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [user.userId, passwordHash]);
  return user;
}
const deletion = (user: ApiUser) =>
  user.call(api.personalData.deleteAccount, {
    body: { password, confirmation: 'DELETE', forfeitCents: cents(0) },
  });
const pictureBytes = () => picture().png().toBuffer();
const rows = async (table: string, column: string, userId: string) =>
  (await sqlRow(owner(), `select count(*)::int as found from ${table} where ${column} = $1`, [userId])).found;

/** Runs the calls while the end of a deletion is not yet committed, and gives what they then return. */
async function whileDeleted<T>(userId: string, call: () => Promise<T>): Promise<T> {
  const calling = await owner().transaction(async (tx) => {
    await sql(tx, "update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1", [
      userId,
    ]);
    await sql(tx, "update profiles set display_name = 'Deleted user' where user_id = $1", [userId]);
    await sql(
      tx,
      `update users set email = id || '@deleted.invalid', email_normalized = id || '@deleted.invalid',
         deleted_at = now() where id = $1`,
      [userId],
    );
    const going = call();
    await someoneWaits(owner());
    return { going };
  });
  return calling.going;
}

describe('a call that is under way while its account is deleted is rejected, and leaves nothing', () => {
  // A session is read without a lock, so the calls are identified although their deletion is all but committed.
  test('a follow', async () => {
    const [listener, artistId] = [await somebody({ userType: 'listener' }), await anArtist(owner())];
    const follow = () => listener.call(api.discovery.followArtist, { params: { artistId } });
    expect(await whileDeleted(listener.userId, follow)).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await rows('follows', 'follower_id', listener.userId)).toBe(0);
  });

  test('a new track', async () => {
    const artist = await somebody({ userType: 'artist' });
    const uploadId = randomUUID();
    await artist.upload(anMp3({ mark: uploadId, seconds: 90 }), uploadId);
    const create = () =>
      artist.call(api.tracks.createTrack, { body: { uploadId, title: 'Night Bus', genre: 'indie' } });
    expect(await whileDeleted(artist.userId, create)).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await rows('artist_tracks', 'artist_id', artist.userId)).toBe(0);
  });

  test('a change of the profile', async () => {
    const listener = await somebody({ userType: 'listener' });
    const rename = () => listener.call(api.accounts.updateProfile, { body: { displayName: 'Real Name' } });
    expect(await whileDeleted(listener.userId, rename)).toMatchObject({ status: 401, code: 'invalid_token' });
    const profile = 'select display_name from profiles where user_id = $1';
    expect(await sqlRow(owner(), profile, [listener.userId])).toEqual({ display_name: 'Deleted user' });
  });

  test('a served track', async () => {
    await aTrack(owner());
    const listener = await somebody({ userType: 'listener' });
    const next = () => listener.call(api.listening.nextTrack, { body: {} });
    expect(await whileDeleted(listener.userId, next)).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await rows('leases', 'listener_id', listener.userId)).toBe(0);
  });

  test('a new address', async () => {
    const listener = await somebody({ userType: 'listener' });
    const email = `${randomUUID()}@example.org`;
    const change = () => listener.call(api.accounts.changeEmail, { body: { email, password } });
    expect(await whileDeleted(listener.userId, change)).toMatchObject({ status: 401 });
    expect(await rows('one_time_tokens', 'new_email', email)).toBe(0);
  });
});

test('a deletion waits for what a call has not committed yet, and removes it', async () => {
  const [listener, artistId] = [await somebody({ userType: 'listener' }), await anArtist(owner())];
  const { going } = await owner().transaction(async (tx) => {
    await sql(tx, 'insert into follows (follower_id, artist_id, created_at) values ($1, $2, now())', [
      listener.userId,
      artistId,
    ]);
    const going = deletion(listener);
    await someoneWaits(owner());
    return { going };
  });
  expect((await going).status).toBe(200);
  expect(await rows('follows', 'follower_id', listener.userId)).toBe(0);
});

test('a notice for an account whose deletion is under way is not written', async () => {
  const listener = await somebody({ userType: 'listener' });
  const said = { title: 'Review approved', body: 'It was paid.', path: null, eventKey: null };
  const notice = { userId: listener.userId, ...said, now: earshot.clock.now() };
  const written = await whileDeleted(listener.userId, () => insertNotice.run(earshot.deps.database, notice));
  expect(written).toBe(0);
  expect(await rows('notices', 'user_id', listener.userId)).toBe(0);
});

test('nobody follows an artist whose deletion is under way', async () => {
  const [listener, artistId] = [await somebody({ userType: 'listener' }), await anArtist(owner())];
  const follow = () => listener.call(api.discovery.followArtist, { params: { artistId } });
  expect((await whileDeleted(artistId, follow)).status).toBeLessThan(500);
  expect(await rows('follows', 'artist_id', artistId)).toBe(0);
});

test('a review that is decided after its listener left keeps no standing', async () => {
  const [listener, admin] = [await somebody({ userType: 'listener' }), await earshot.signIn({ admin: true })];
  const { id: reviewId } = await aReview(owner(), { listenerId: listener.userId });
  expect((await deletion(listener)).status).toBe(200);
  await admin.get(api.admin.decideReview, { params: { reviewId }, body: { status: 'approved' } });
  expect(await rows('standings', 'listener_id', listener.userId)).toBe(0);
});

test('several deletions of one account at once all succeed, and it is deleted once', async () => {
  const listener = await somebody({ userType: 'listener' });
  const outcomes = await Promise.all([1, 2, 3].map(() => deletion(listener)));
  // One that starts its work after the end of another is no longer signed in, or its password is erased.
  const expected = [200, 401, 403];
  expect(outcomes.filter(({ status }) => !expected.includes(status))).toEqual([]);
  expect(outcomes.map(({ status }) => status)).toContain(200);
  expect(await rows('account_deletions', 'user_id', listener.userId)).toBe(1);
});

describe.each(['deleted', 'suspended'])(
  'a body that arrives after its sender was %s is rejected',
  (state) => {
    const end = (userId: string) =>
      sql(owner(), `update users set ${state}_at = now() where id = $1`, [userId]);
    const rejected = { code: 'invalid_token' };

    test('an avatar', async () => {
      const { userId } = await somebody({ userType: 'listener' });
      await end(userId);
      await expect(setAvatar(earshot.deps, userId, await pictureBytes())).rejects.toMatchObject(rejected);
      const profile = 'select avatar_key from profiles where user_id = $1';
      expect(await sqlRow(owner(), profile, [userId])).toEqual({ avatar_key: null });
    });

    test('a cover', async () => {
      const { id: trackId, artistId } = await aTrack(owner());
      const sent = async () => {
        await end(artistId);
        return pictureBytes();
      };
      await expect(setCover(earshot.deps, { artistId, trackId }, sent)).rejects.toMatchObject(rejected);
      const track = 'select cover_key from artist_tracks where id = $1';
      expect(await sqlRow(owner(), track, [trackId])).toEqual({ cover_key: null });
    });

    test('an upload', async () => {
      const { userId } = await somebody({ userType: 'artist' });
      const uploadId = randomUUID();
      async function* body() {
        yield Buffer.from(anMp3({ mark: uploadId, seconds: 90 }));
        await end(userId);
      }
      const sending = storeUpload(earshot.deps, {
        caller: { userId, sessionId: randomUUID(), userType: 'artist', isAdmin: false },
        uploadId,
        firstByte: 0,
        totalBytes: undefined,
        openBody: () => Readable.from(body()),
      });
      await expect(sending).rejects.toMatchObject(rejected);
      expect(await rows('uploads', 'artist_id', userId)).toBe(0);
    });
  },
);
