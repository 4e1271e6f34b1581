import { randomUUID } from 'node:crypto';
import { strFromU8 } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Session } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { avatarUploadPath, coverUploadPath } from '#contract/upload-paths.ts';
import { stepOf, totpCode } from '#server/identity/second-factor-code.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { readBase32 } from '#tests/support/files/read-base32.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { exportLinkOf, exportOf, withPassword } from '#tests/support/people/exporting.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const someone = async () => withPassword(earshot, await earshot.signIn({ userType: 'listener' }));
const textOf = (zip: Record<string, Uint8Array>, name: string) =>
  strFromU8(zip[name] ?? expect.fail(`There is no ${name}.`));
const jsonOf = (zip: Record<string, Uint8Array>, name: string) => JSON.parse(textOf(zip, name));

test('an artist gets the account, tracks, their reviews, and the audio itself', async () => {
  const artist = await earshot.signIn({ userType: 'artist', displayName: 'Ada' });
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 2, mark: uploadId }), uploadId)).status).toBe(200);
  const { id } = await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'First / Light', genre: 'jazz' },
  });
  for (const path of [coverUploadPath(id), avatarUploadPath]) {
    const body = new Blob([new Uint8Array(await picture().png().toBuffer())]);
    expect((await artist.fetch(path, { method: 'PUT', body })).status).toBe(200);
  }
  const listener = await earshot.signIn({ userType: 'listener', displayName: 'Lee' });
  const { ownerDatabase } = earshot.testDatabase;
  const track = { id, artistId: artist.userId };
  await aReview(ownerDatabase, { track, listenerId: listener.userId, comment: 'Bright and warm.' });
  await aReview(ownerDatabase, { comment: 'Of somebody else.' });

  const zip = await exportOf(earshot, artist);
  expect(jsonOf(zip, 'account.json')).toMatchObject({
    email: `${artist.userId}@example.org`,
    displayName: 'Ada',
    userType: 'artist',
    hasSecondFactor: false,
  });
  expect(jsonOf(zip, 'tracks.json')).toMatchObject([{ id, title: 'First / Light', reviewCount: 1 }]);
  expect(jsonOf(zip, 'reviews-received.json')).toMatchObject([
    { trackId: id, listenerName: 'Lee', comment: 'Bright and warm.' },
  ]);
  expect(jsonOf(zip, 'reviews-written.json')).toEqual([]);
  const [stored] = await sql(
    ownerDatabase,
    'select storage_key, byte_length::int as bytes from audio_files where artist_id = $1',
    [artist.userId],
  );
  const [audio, more] = Object.keys(zip).filter((name) => name.startsWith('audio/'));
  expect([audio?.startsWith('audio/First  Light '), more]).toEqual([true, undefined]);
  expect(zip[audio ?? '']?.length).toBe(stored?.bytes);

  const pictures = Object.entries(zip).filter(([name]) => name.endsWith('.webp'));
  expect(pictures.map(([name]) => name.replace(/ [\da-f]{8}\./, '.'))).toEqual([
    'avatar.webp',
    'covers/First  Light.webp',
  ]);
  for (const [, bytes] of pictures) expect((await sharp(bytes).metadata()).format).toBe('webp');

  const everything = Object.keys(zip)
    .filter((name) => !/\.(mp3|webp)$/.test(name))
    .map((name) => textOf(zip, name))
    .join();
  expect(everything).not.toContain(listener.userId);
  expect(everything).not.toContain(String(stored?.storage_key));
  expect(everything).not.toMatch(/argon2|passwordHash|Of somebody else/);
});

test('a listener gets every own review and every movement of money', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 34);
  await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const zip = await exportOf(earshot, listener);
  const written = jsonOf(zip, 'reviews-written.json');
  expect(written).toHaveLength(34);
  expect(written[0]).toMatchObject({ status: 'approved', earnedCents: 15 });
  expect(jsonOf(zip, 'payouts.json')).toMatchObject([{ amountCents: 510, status: 'pending' }]);
  const lines = textOf(zip, 'money.csv').trim().split('\r\n').slice(1);
  const cells = lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  expect(lines).toHaveLength(36);
  const sumOf = (account: string) =>
    cells
      .filter((line) => line[2] === account)
      .reduce((sum, line) => sum + Math.round(Number(line[3]) * 100), 0);
  expect([sumOf('available'), sumOf('pending')]).toEqual([0, 510]);
});

test('lists longer than a page are complete', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const { ownerDatabase } = earshot.testDatabase;
  for (let i = 0; i < 3; i += 1)
    await aTrack(ownerDatabase, { artistId: artist.userId, title: `Track ${i}` });
  await sql(
    ownerDatabase,
    `insert into sessions (user_id, key_encrypted, device)
     select $1, '\\x00', 'device ' || n from generate_series(1, 1100) n`,
    [artist.userId],
  );
  const zip = await exportOf(earshot, artist);
  const devices = jsonOf(zip, 'sessions.json').map(({ device }: { device: string }) => device);
  expect(new Set(devices).size).toBe(1101);
  expect(jsonOf(zip, 'tracks.json')).toHaveLength(3);
});

test('an export link works only unchanged, for ten minutes, and as long as its session', async () => {
  const user = await someone();
  const url = await exportLinkOf(user);
  const [payload = '', mac = ''] = (url.split('/').at(-1) ?? '').split('.');
  const [otherPayload = ''] = ((await exportLinkOf(await someone())).split('/').at(-1) ?? '').split('.');
  expect(payload).not.toBe(otherPayload);
  expect((await user.fetch(`/api/exports/${otherPayload}.${mac}`)).status).toBe(404);
  earshot.clock.advance(601);
  expect((await user.fetch(url)).status).toBe(404);
  const fresh = await exportLinkOf(user);
  await sql(
    earshot.testDatabase.ownerDatabase,
    "update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1",
    [user.userId],
  );
  expect((await user.fetch(fresh)).status).toBe(404);
});

test('an export link works only in the session that asked for it, by its token or its cookie', async () => {
  const email = `${randomUUID()}@example.org`;
  const user = await someone();
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update users set email = $2, email_normalized = $2 where id = $1',
    [user.userId, email],
  );
  const signedIn = await earshot.nobody.fetch(api.accounts.signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  const browser = apiUser(earshot.url, user.userId, Session.parse(await signedIn.json()).accessToken);
  const url = await exportLinkOf(browser);
  for (const stranger of [earshot.nobody, await someone(), user])
    expect((await stranger.fetch(url)).status).toBe(404);
  const forged = cookie.replace(/^([^=]+=.{10})./, '$1x');
  expect((await earshot.nobody.fetch(url, { headers: { cookie: forged } })).status).toBe(404);

  const opened = await earshot.nobody.fetch(url, { headers: { cookie } });
  expect(opened.status).toBe(200);
  expect(opened.headers.get('content-type')).toBe('application/zip');
  expect(opened.headers.get('content-disposition')).toContain('attachment');
  expect(opened.headers.get('cache-control')).toContain('no-store');
  await opened.arrayBuffer();
  earshot.clock.advance(1);
  const again = await browser.fetch(await exportLinkOf(browser));
  expect(again.status).toBe(200);
  await again.arrayBuffer();
});

test('an export asks for the password, and for the code of an account that has two-factor sign-in', async () => {
  const user = await someone();
  const codeOf = async (body: { password: string; code?: string }) =>
    (await user.call(api.personalData.createExport, { body })).code;
  expect(await codeOf({ password: 'guessed by somebody' })).toBe('wrong_password');
  expect(await codeOf({ password })).toBeUndefined();
  const { secret } = await user.get(api.accounts.beginSecondFactor, { body: { password } });
  const code = () => totpCode(readBase32(secret), stepOf(earshot.clock.now()));
  await user.get(api.accounts.finishSecondFactor, { body: { code: code() } });
  expect(await codeOf({ password })).toBe('second_factor_needed');
  expect(await codeOf({ password, code: 'abc-def' })).toBe('wrong_code');
  earshot.clock.advance(60);
  expect(await codeOf({ password, code: code() })).toBeUndefined();
});

test('asking only for the headers of an export does not use its link up', async () => {
  const user = await someone();
  const url = await exportLinkOf(user);
  expect((await user.fetch(url, { method: 'HEAD' })).status).toBe(404);
  expect((await user.fetch(url)).status).toBe(200);
});

test('an export link works once, even if opened several times at once', async () => {
  const user = await someone();
  const url = await exportLinkOf(user);
  const statuses = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const answer = await user.fetch(url);
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect((await user.fetch(url)).status).toBe(404);
  earshot.clock.advance(1);
  expect((await user.fetch(await exportLinkOf(user))).status).toBe(200);
});

test('a user can export three times a day', async () => {
  const limited = await startEarshot({ RATE_LIMITS: 'export=3/86400' });
  try {
    const user = await withPassword(limited, await limited.signIn({ userType: 'listener' }));
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1)
      codes.push((await user.call(api.personalData.createExport, { body: { password } })).code);
    expect(codes).toEqual([undefined, undefined, undefined, 'too_many_requests']);
  } finally {
    await limited.close();
  }
});
