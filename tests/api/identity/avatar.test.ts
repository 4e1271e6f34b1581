import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maximumPictureBytes } from '#contract/business-rules.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { Profile } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { sweepAvatars } from '#server/identity/own-profile.ts';
import { picture, pngOf } from '#tests/support/files/pictures.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const put = (user: ApiUser, body: BodyInit) =>
  user.fetch(avatarUploadPath, { method: 'PUT', headers: { 'content-type': 'image/png' }, body });
const bodyOf = (bytes: Uint8Array): BodyInit => new Blob([new Uint8Array(bytes)]);
const refusalOf = async (response: Response) => ErrorAnswer.parse(await response.json()).error.code;
const statusOf = async (address: string): Promise<number> => {
  const response = await earshot.nobody.fetch(address);
  await response.arrayBuffer();
  return response.status;
};
const addressOf = async (response: Response): Promise<string> =>
  Profile.parse(await response.json()).avatarUrl ?? expect.fail('There is no avatar.');

test('a photo is stored as an upright square WebP without its metadata', async () => {
  const user = await earshot.signIn({ userType: 'artist' });
  const photograph = await picture()
    .withExif({ IFD0: { Copyright: 'Taken at home', Artist: 'Robin Secret' }, IFD3: { GPSLatitude: '52/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif).toBeDefined();
  const address = await addressOf(await put(user, bodyOf(photograph)));
  const served = await earshot.nobody.fetch(address);
  expect(served.headers.get('content-type')).toBe('image/webp');
  expect(served.headers.get('cache-control')).toContain('immutable');
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  expect(served.headers.get('content-security-policy')).toContain('sandbox');
  const bytes = Buffer.from(await served.arrayBuffer());
  const found = await sharp(bytes).metadata();
  expect(found).toMatchObject({ format: 'webp', width: 512, height: 512 });
  expect([found.exif, found.xmp, found.iptc, found.orientation]).toEqual(Array(4).fill(undefined));
  expect(bytes.includes('Secret')).toBe(false);
  expect((await user.get(api.accounts.readProfile, {})).avatarUrl).toBe(address);
  const artist = await earshot.nobody.get(api.discovery.getPublicArtistProfile, {
    body: { artistId: user.userId },
  });
  expect(artist.avatarUrl).toBe(address);
});

test('PNG and WebP are accepted, whatever type the request declares', async () => {
  const user = await earshot.signIn({ userType: 'listener' });
  for (const file of [await picture().png().toBuffer(), await picture(40, 900).webp().toBuffer()])
    expect(await addressOf(await put(user, bodyOf(file)))).toMatch(/^\/api\/avatars\/.*\.webp$/);
});

test('files that are not pictures are rejected: HTML, SVG, GIF, a truncated file, an empty file', async () => {
  const user = await earshot.signIn({ userType: 'listener' });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';
  const whole = await picture(2000, 2000).png().toBuffer();
  const files = [
    svg,
    html,
    `GIF89a/*${html}*/`,
    await picture().gif().toBuffer(),
    whole.subarray(0, whole.length / 2),
    '',
  ];
  for (const file of files) {
    const response = await put(user, typeof file === 'string' ? file : bodyOf(file));
    expect([response.status, await refusalOf(response)]).toEqual([415, 'invalid_image']);
  }
  expect((await user.get(api.accounts.readProfile, {})).avatarUrl).toBeNull();
});

test('a picture with HTML appended is stored without the HTML', async () => {
  const user = await earshot.signIn({ userType: 'listener' });
  const polyglot = Buffer.concat([
    await picture().jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ]);
  const address = await addressOf(await put(user, bodyOf(polyglot)));
  expect(await (await earshot.nobody.fetch(address)).text()).not.toContain('<script>');
});

test('a pixel bomb of 20,000 by 20,000 and a file over the size limit are rejected', async () => {
  const user = await earshot.signIn({ userType: 'listener' });
  const bomb = await put(user, bodyOf(pngOf(20_000, 20_000)));
  expect([bomb.status, await refusalOf(bomb)]).toEqual([413, 'image_too_large']);
  const heavy = await put(user, bodyOf(new Uint8Array(maximumPictureBytes + 1)));
  expect([heavy.status, await refusalOf(heavy)]).toEqual([413, 'image_too_large']);
});

test('a replaced or removed picture is deleted, and an orphaned one is swept', async () => {
  const user = await earshot.signIn({ userType: 'listener' });
  const before = await addressOf(await put(user, bodyOf(await picture().png().toBuffer())));
  const after = await addressOf(await put(user, bodyOf(await picture().png().toBuffer())));
  expect(after).not.toBe(before);
  expect(await statusOf(before)).toBe(404);
  const names = await earshot.storedFiles();
  expect(names).not.toContain(before.split('/').at(-1));
  expect(names).toContain(after.split('/').at(-1));

  expect((await user.get(api.accounts.removeAvatar, {})).avatarUrl).toBeNull();
  expect(await statusOf(after)).toBe(404);

  const kept = await addressOf(await put(user, bodyOf(await picture().png().toBuffer())));
  const { storage } = earshot.deps;
  const lost = '00000000-0000-4000-8000-000000000000';
  await storage.write(`avatars/00/${lost}.webp`, Readable.from(['left over']));
  expect(await sweepAvatars(earshot.deps)).toBe(0);
  earshot.clock.advance(2 * 3600);
  expect(await sweepAvatars(earshot.deps)).toBe(1);
  expect(await statusOf(kept)).toBe(200);
});
