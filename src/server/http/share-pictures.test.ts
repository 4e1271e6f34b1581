import { setImmediate } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from '../foundation/refusals.ts';
import { previewPicture } from './preview-picture.ts';
import { sendSharePicture, sharePictures } from './share-pictures.ts';

/** Pictures that count how often and how many at a time they are drawn. */
function countedPictures() {
  const figures = { drawn: 0, running: 0, mostAtOnce: 0 };
  const draw = async (peaks: string | null) => {
    figures.drawn += 1;
    figures.running += 1;
    figures.mostAtOnce = Math.max(figures.mostAtOnce, figures.running);
    await setImmediate();
    figures.running -= 1;
    if (peaks === 'broken') throw new Error('cannot be drawn');
    return Buffer.from(peaks ?? 'quiet');
  };
  const pictures = sharePictures({ readCover: async () => undefined, draw });
  return { figures, pictures };
}

interface Storage {
  state: 'up' | 'hangs' | 'down';
  reads: number;
}

/** Pictures whose storage can hang or fail, and count what they read. */
function picturesOf(storage: Storage, patience: number) {
  const readCover = () => {
    storage.reads += 1;
    if (storage.state === 'down') return Promise.reject(new Error('no storage'));
    return storage.state === 'up' ? Promise.resolve(Buffer.from('cover')) : new Promise<never>(() => {});
  };
  const draw = async (shown: string, cover: Buffer | undefined) =>
    Buffer.from(`${shown} with ${cover ?? 'drawn cover'}`);
  return sharePictures({ readCover, draw }, patience);
}
const anHour = 3_600_000;

test('if a cover does not load in time, the picture shows the drawn cover, is not cached, and shows the cover later', async () => {
  for (const state of ['hangs', 'down'] as const) {
    const storage: Storage = { state, reads: 0 };
    const pictures = picturesOf(storage, 5);
    const { png, lacksCover } = await pictures.pictureOf('a');
    expect([png.toString(), lacksCover]).toEqual(['a with drawn cover', true]);
    storage.state = 'up';
    const { png: next, lacksCover: lacks } = await pictures.pictureOf('a');
    expect([next.toString(), lacks]).toEqual(['a with cover', false]);
  }
});

test('a hanging cover does not delay other pictures', async () => {
  const storage: Storage = { state: 'hangs', reads: 0 };
  const pictures = picturesOf(storage, anHour);
  void pictures.pictureOf('a');
  await setImmediate();
  storage.state = 'up';
  expect((await pictures.pictureOf('b')).png.toString()).toBe('b with cover');
});

test('a picture without its cover has no validator and is not cached; a complete one is', async () => {
  const storage: Storage = { state: 'hangs', reads: 0 };
  const pictures = picturesOf(storage, 5);
  const app = fastify();
  app.get('/', (request, reply) => sendSharePicture({ request, reply }, pictures, 'a', 'no-cache'));
  const { headers: lacking } = await app.inject('/');
  expect([lacking['cache-control'], lacking.etag]).toEqual(['no-store', undefined]);
  storage.state = 'up';
  const { headers, body } = await app.inject('/');
  expect([body, headers['cache-control'], headers.etag]).toEqual([
    'a with cover',
    'no-cache',
    pictures.etagOf('a'),
  ]);
  const again = await app.inject({ url: '/', headers: { 'if-none-match': pictures.etagOf('a') } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('at most 33 reads can hang, and further pictures show the drawn cover', async () => {
  const storage: Storage = { state: 'hangs', reads: 0 };
  const pictures = picturesOf(storage, 5);
  for (let i = 0; i < 3; i += 1)
    await Promise.all(Array.from({ length: 20 }, (_, at) => pictures.pictureOf(`${i} ${at}`)));
  expect(storage.reads).toBe(33);
});

test('a picture is a PNG of 1200 x 630 for any peaks', async () => {
  for (const peaks of [
    null,
    '',
    Buffer.alloc(3).toString('base64'),
    Buffer.alloc(5000, 255).toString('base64'),
  ]) {
    const picture = await previewPicture({ peaks });
    expect(picture.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.subarray(-8, -4).toString('latin1')).toBe('IEND');
  }
});

test('simultaneous requests for one picture draw it once', async () => {
  const { figures, pictures } = countedPictures();
  await Promise.all(Array.from({ length: 50 }, () => pictures.pictureOf('a')));
  expect((await pictures.pictureOf('a')).png.toString()).toBe('a');
  expect(figures.drawn).toBe(1);
  expect(pictures.etagOf('a')).not.toBe(pictures.etagOf(null));
});

test('different pictures are drawn one at a time, and rejected if the queue is full', async () => {
  const { figures, pictures } = countedPictures();
  const asked = await Promise.allSettled(Array.from({ length: 100 }, (_, i) => pictures.pictureOf(`${i}`)));
  const refused = asked.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(figures).toMatchObject({ drawn: 33, mostAtOnce: 1 });
  expect(refused).toHaveLength(67);
  expect(refused.every((reason) => reason instanceof Refusal && reason.code === 'unavailable')).toBe(true);
  expect((await pictures.pictureOf('99')).png.toString()).toBe('99');
});

test('recently used pictures are cached up to a limit', async () => {
  const { figures, pictures } = countedPictures();
  for (let i = 0; i < 220; i += 1) {
    await pictures.pictureOf(`${i}`);
    await pictures.pictureOf('0');
  }
  expect(figures.drawn).toBe(220);
  await pictures.pictureOf('1');
  expect(figures.drawn).toBe(221);
});

test('a picture that failed to draw is retried', async () => {
  const { figures, pictures } = countedPictures();
  for (let i = 0; i < 2; i += 1)
    await expect(pictures.pictureOf('broken')).rejects.toThrow('cannot be drawn');
  expect(figures.drawn).toBe(2);
});
