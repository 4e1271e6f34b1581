import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { aTone, aWav } from '#tests/support/files/masters.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinByApi } from './joining-by-api.ts';
import { joinAs, signIn } from './people.ts';

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

/** Lets the first bytes of the next upload reach the server, then cuts the connection for both. */
async function cutNextUpload(page: Page, file: Buffer, until: number): Promise<void> {
  await page.route(
    '**/api/uploads/*/content',
    async (route) => {
      const { authorization = '' } = route.request().headers();
      const sending = request(route.request().url(), {
        method: 'PUT',
        headers: { authorization, 'content-length': file.length },
      });
      // The answer does not reach a client that has gone.
      sending.on('error', () => undefined);
      await new Promise<void>((resolve) => sending.write(file.subarray(0, until), () => resolve()));
      const closed = new Promise((resolve) => sending.once('close', resolve));
      sending.socket?.end();
      await closed;
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/** Chooses a picture of one color as a cover. */
const chooseCover = async (page: Page, width: number) =>
  page.getByLabel('Cover picture').setInputFiles({
    name: 'pier.png',
    mimeType: 'image/png',
    buffer: await picture(width).png().toBuffer(),
  });

/** The address of the one cover that the page shows, loaded. */
async function shownCover(page: Page): Promise<string> {
  const cover = page.locator('main img[src*="/api/covers/"]');
  await expect
    .poll(() => cover.evaluateAll(([image]) => (image as HTMLImageElement)?.naturalWidth))
    .toBe(640);
  return (await cover.getAttribute('src'))?.split('?')[0] ?? '';
}

test('an upload prefilled from its tags resumes after a lost connection, and its cover is shown, replaced and removed', async ({
  page,
  browser,
  earshot,
}) => {
  const expectQuietConsole = watchConsole(page);
  await joinAs(page, earshot, { email: 'ada@example.org', displayName: 'Ada', type: 'Artist' });
  await page.goto('/app/upload');
  const file = { name: 'take 3.mp3', mimeType: 'audio/mpeg', buffer: await taggedMusic() };
  await page.locator('input[accept*=audio]').setInputFiles(file);
  await expect(page.getByLabel('Title')).toHaveValue('Kitchen Mëtal');
  await expect(page.getByRole('button', { name: /Genre/ })).toContainText('Metal');

  await chooseCover(page, 800);
  await cutNextUpload(page, file.buffer, Math.floor(file.buffer.length * 0.3));
  const rest = page.waitForRequest((request) => request.headers()['content-range'] !== undefined);
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect(page.getByText(/^Connection lost\. Resumes from/)).toBeVisible();
  expect((await rest).headers()['content-range']).toMatch(/^bytes [1-9]\d{4,}-/);
  await expect(page.getByText('Upload successful!')).toBeVisible();
  await page.waitForURL('**/app/tracks');
  await expect(page.getByRole('heading', { name: 'Kitchen Mëtal' })).toBeVisible();
  const first = await shownCover(page);

  await joinByApi(page, earshot, 'Lou', 'listener');
  const listener = await browser.newPage({ baseURL: earshot.url });
  await signIn(listener, 'lou@example.org');
  await listener.goto('/app');
  await listener.getByRole('link', { name: 'Ada' }).first().click();
  await expect(listener.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  expect(await shownCover(listener)).toBe(first);
  await listener.getByRole('link', { name: 'Listen & Review' }).click();
  await expect(listener.getByRole('heading', { level: 1, name: 'Kitchen Mëtal' })).toBeVisible();
  expect(await shownCover(listener)).toBe(first);

  const change = async (act: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Edit Kitchen Mëtal' }).click();
    await act();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await change(() => chooseCover(page, 900));
  await expect.poll(() => shownCover(page)).not.toBe(first);
  const second = await shownCover(page);
  await listener.reload();
  expect(await shownCover(listener)).toBe(second);
  await change(() => page.getByRole('button', { name: 'Remove cover' }).click());
  await expect(page.locator('main img[src*="/api/covers/"]')).toHaveCount(0);
  expect((await page.request.get(second)).status()).toBe(404);
  await listener.close();
  expectQuietConsole();
});

test('a file that changes on disk after it was chosen is asked for again, and the form keeps everything else', async ({
  page,
  earshot,
}, info) => {
  await joinAs(page, earshot, { email: 'bea@example.org', displayName: 'Bea', type: 'Artist' });
  await page.goto('/app/upload');
  const field = page.getByRole('group', { name: 'Track (MP3)' });
  const choose = (path: string) => page.locator('input[accept*=audio]').setInputFiles(path);
  const changed = (name: string) =>
    `“${name}” was changed, moved or deleted after you chose it. Please choose it again.`;
  const send = () => page.getByRole('button', { name: 'Upload Track' }).click();
  const isKept = async () => {
    await expect(page.getByLabel('Title')).toHaveValue('Night Bus');
    await expect(page.getByLabel('Description (Optional)')).toHaveValue('On the way home.');
  };
  const bounce = info.outputPath('bounce.mp3');
  await writeFile(bounce, await taggedMusic());
  await choose(bounce);
  await expect(page.getByRole('button', { name: /Genre/ })).toContainText('Metal');
  await page.getByLabel('Title').fill('Night Bus');
  await page.getByLabel('Description (Optional)').fill('On the way home.');

  const file = await readFile(bounce);
  await cutNextUpload(page, file, Math.floor(file.length * 0.3));
  await send();
  await expect(page.getByText(/^Connection lost\. Resumes from/)).toBeVisible();
  await appendFile(bounce, file.subarray(-10_000));
  await expect(field.getByText(changed('bounce.mp3'))).toBeVisible();
  await isKept();

  await choose(bounce);
  await expect(field.getByText('bounce.mp3', { exact: true })).toBeVisible();
  await rm(bounce);
  await send();
  await expect(field.getByText(changed('bounce.mp3'))).toBeVisible();
  await isKept();

  const master = info.outputPath('master.wav');
  await writeFile(master, aWav(aTone(60)));
  await choose(master);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await appendFile(master, 'more');
  await expect(field.getByText(changed('master.wav'))).toBeVisible();
  await isKept();

  await writeFile(bounce, file);
  await choose(bounce);
  await expect(field.getByText('bounce.mp3', { exact: true })).toBeVisible();
  const cover = info.outputPath('pier.png');
  await writeFile(cover, await picture(800).png().toBuffer());
  await page.getByLabel('Cover picture').setInputFiles(cover);
  await expect(page.getByAltText('The cover you chose')).toBeVisible();
  await appendFile(cover, 'more');
  await send();
  await expect(page.getByText(changed('pier.png'))).toBeVisible();
  await expect(field.getByText('bounce.mp3', { exact: true })).toBeVisible();
  await isKept();
  await send();
  await expect(page.getByText('Upload successful!')).toBeVisible();
});

test('a touch screen is not asked to drop a file', async ({ page, browser, earshot }) => {
  await joinByApi(page, earshot, 'Cy', 'artist');
  const context = await browser.newContext({ baseURL: earshot.url, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  for (const [device, asks] of [
    [page, 1],
    [phone, 0],
  ] as const) {
    await signIn(device, 'cy@example.org');
    await device.goto('/app/upload');
    await expect(device.getByRole('button', { name: 'Choose file' })).toBeVisible();
    await expect(device.getByText('drop it anywhere on this page')).toHaveCount(asks);
  }
  await context.close();
});
