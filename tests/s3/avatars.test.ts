import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pictureObject } from '#server/adapters/storage/stored-object-rules.ts';
import { openAvatar, removeAvatar, setAvatar, sweepAvatars } from '#server/identity/own-profile.ts';
import { avatarPictures } from '#server/identity/profile-rules.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { anArtist } from '#tests/support/world/rows.ts';
import { testClock } from '#tests/support/world/test-clock.ts';
import { type BucketUnderTest, newBucket } from './bucket.ts';

let bucket: BucketUnderTest;
let testDatabase: TestDatabase;
beforeEach(async () => {
  bucket = await newBucket();
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  await testDatabase.drop();
  await bucket.close();
});

const clock = testClock(new Date());
const deps = () => ({ database: testDatabase.database, storage: bucket.storage, clock });
const objects = async () => (await Array.fromAsync(bucket.storage.list('avatars/'))).map(({ key }) => key);
const objectOf = (key: string) => pictureObject(avatarPictures, key);
const picture = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
/** The key in an avatar's address. */
const keyOf = (url: string | null): string => /([\da-f-]{36})\.webp$/.exec(url ?? '')?.[1] ?? '';

test('an avatar is stored in the bucket, served as WebP, and deleted when replaced', async () => {
  const userId = await anArtist(testDatabase.ownerDatabase);
  const first = keyOf((await setAvatar(deps(), userId, await picture('#e0a030'))).avatarUrl);
  expect(await objects()).toEqual([objectOf(first)]);
  const { format, width, height } = await sharp(await openAvatar(deps(), first)).metadata();
  expect([format, width === height]).toEqual(['webp', true]);

  const second = keyOf((await setAvatar(deps(), userId, await picture('#307fe0'))).avatarUrl);
  expect(await objects()).toEqual([objectOf(second)]);
  await expect(openAvatar(deps(), first)).rejects.toMatchObject({ code: 'not_found' });

  expect((await removeAvatar(deps(), userId)).avatarUrl).toBeNull();
  expect(await objects()).toEqual([]);
});

test('an avatar left without a profile by a crash is swept after an hour, and no others', async () => {
  const userId = await anArtist(testDatabase.ownerDatabase);
  const kept = keyOf((await setAvatar(deps(), userId, await picture('#e0a030'))).avatarUrl);
  await bucket.storage.write(
    objectOf('0f0e0d0c-0000-4000-8000-000000000000'),
    Readable.from([Buffer.from('left over')]),
  );
  clock.advance(1800);
  expect(await sweepAvatars(deps())).toBe(0);
  clock.advance(3600);
  expect(await sweepAvatars(deps())).toBe(1);
  expect(await objects()).toEqual([objectOf(kept)]);
});

test('an avatar whose object is missing is not found, and can be replaced', async () => {
  const userId = await anArtist(testDatabase.ownerDatabase);
  const lost = keyOf((await setAvatar(deps(), userId, await picture('#e0a030'))).avatarUrl);
  await bucket.storage.remove(objectOf(lost));
  await expect(openAvatar(deps(), lost)).rejects.toMatchObject({ code: 'not_found' });
  const next = keyOf((await setAvatar(deps(), userId, await picture('#307fe0'))).avatarUrl);
  expect(await openAvatar(deps(), next)).toBeInstanceOf(Buffer);
});
