import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#server/accounts/passwords/password-hash.ts';
import { makeAvatarImage } from '#server/accounts/profile/avatar-image.ts';
import { encodeDocument } from '#server/http/encoded-document.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { previewPicture } from '#server/http/preview-picture.ts';
import { nearEqualTexts } from '#server/reviews/near-equal-texts.ts';
import { longestHold } from './support/longest-hold.ts';

/** Milliseconds that other requests may wait for one turn of the event loop. */
const most = 20;

const photo = await sharp(randomBytes(1500 * 1500 * 3), { raw: { width: 1500, height: 1500, channels: 3 } })
  .jpeg()
  .toBuffer();
const peaks = randomBytes(800).toString('base64');

/** The longest texts that a review may have, against as many as the index proposes. */
async function compareLongTexts(): Promise<void> {
  const text = (seed: number) =>
    Array.from({ length: 1250 }, (_, i) => ((i * seed) % 46_656).toString(36).padStart(3, '0')).join(' ');
  const comments = Array.from({ length: 20 }, (_, i) => text(i + 7));
  const earlier = { query: async () => ({ rows: comments.map(alike), rowCount: comments.length }) };
  await nearEqualTexts(earlier, { ...alike(text(3)), reviewId: '' });
}
const alike = (comment: string) => ({ comment, reviewId: comment, listenerId: '', sentAt: new Date() });

test('the measure sees work that holds the event loop', async () => {
  const held = await longestHold(async () => {
    const ends = process.threadCpuUsage().user + 40_000;
    while (process.threadCpuUsage().user < ends);
  });
  expect(held).toBeGreaterThan(35);
});

test.each([
  ['share pictures', () => Promise.all(Array.from({ length: 4 }, () => previewPicture(peaks)))],
  [
    'the description of the API',
    async () => encodeDocument(JSON.stringify(await openApiDocument('https://a.example'))),
  ],
  ['avatars', () => Promise.all([makeAvatarImage(photo), makeAvatarImage(photo)])],
  ['texts of reviews that are compared', compareLongTexts],
  ['password hashes', async () => verifyPassword(await hashPassword('a password of some length'), 'another')],
])(
  '%s never hold the event loop for long',
  async (_name, work) => {
    expect(await longestHold(work)).toBeLessThan(most);
  },
  60_000,
);
