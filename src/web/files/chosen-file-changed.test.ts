import { openAsBlob } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileChanged, usingFile } from './chosen-file-changed.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chosen-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = () => join(folder, 'night bus.mp3');
async function chosen(): Promise<Blob> {
  await writeFile(path(), 'the first bounce');
  return openAsBlob(path());
}

const changes = [
  ['changed', () => writeFile(path(), 'the second bounce, which is longer')],
  ['renamed', () => rename(path(), `${path()}.old`)],
  ['deleted', () => rm(path())],
] as const;

test.each(changes)('a file that was %s after it was chosen is not sent', async (_, change) => {
  const file = await chosen();
  await change();
  let sent = 0;
  await expect(usingFile(file, async () => sent++)).rejects.toThrow(FileChanged);
  expect(sent).toBe(0);
});

test.each(changes)(
  'if a file is %s while it is sent, this is why the connection broke',
  async (_, change) => {
    const file = await chosen();
    const sending = usingFile(file, async () => {
      await change();
      throw new Error('The connection was lost.');
    });
    await expect(sending).rejects.toThrow(/was changed, moved or deleted after you chose it/);
  },
);

test('a file that has not changed is sent, and its failures stay as they are', async () => {
  const file = await chosen();
  expect(await usingFile(file, () => file.text())).toBe('the first bounce');
  const lost = new Error('The connection was lost.');
  await expect(usingFile(file, () => Promise.reject(lost))).rejects.toBe(lost);
});
