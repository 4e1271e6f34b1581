import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'upload' });

const music = join(import.meta.dirname, '../../samples/music/metal-madness.mp3');

/** The recording with a tag in front: ID3v2.3, a title in UTF-16 and a genre by its number. */
async function taggedMusic(): Promise<Buffer> {
  const frame = (name: string, content: Buffer) =>
    Buffer.concat([Buffer.from(name), Buffer.from([0, 0, 0, content.length, 0, 0]), content]);
  const title = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from('Kitchen Mëtal', 'utf16le')]);
  const frames = Buffer.concat([frame('TIT2', title), frame('TCON', Buffer.from('\0(9)'))]);
  const header = Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, 0, frames.length]);
  return Buffer.concat([header, frames, await readFile(music)]);
}

async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

test('an upload prefilled from its tags goes on after a lost connection', async ({
  page,
  earshot,
}) => {
  const expectQuietConsole = watchConsole(page);
  await joinAs(page, earshot, { email: 'ada@example.org', displayName: 'Ada', type: 'Artist' });
  await page.goto('/app/upload');
  const file = { name: 'take 3.mp3', mimeType: 'audio/mpeg', buffer: await taggedMusic() };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByLabel('Title')).toHaveValue('Kitchen Mëtal');
  await expect(page.getByRole('button', { name: /Genre/ })).toContainText('Metal');

  const ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') ranges.push(request.headers()['content-range']);
  });
  await slowDown(page, 150_000);
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect(page.getByText(/^Sending [1-9]|^Sending 0\.[3-9]/)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/^Connection lost\. Going on from/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Sending/)).toBeVisible();
  await slowDown(page, -1);
  await expect(page.getByText('Upload successful!')).toBeVisible({ timeout: 15_000 });
  const [first, ...rests] = ranges;
  expect(first).toBeUndefined();
  expect(rests.at(-1)).toMatch(/^bytes [1-9]\d+-/);
  await page.waitForURL('**/app/tracks');
  await expect(page.getByRole('heading', { name: 'Kitchen Mëtal' })).toBeVisible();
  expectQuietConsole();
});
