import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '#tests/support/world/server-process.ts';
import { freePort } from './fixtures.ts';
import { secondsHeard, uploadAs } from './listening-acts.ts';
import { joinAs } from './people.ts';

let folder: string;
let server: ServerProcess | undefined;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-browser-killed-'));
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a server killed in the middle of a track loses nothing', async ({ browser }) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const start = () =>
    startServerProcess({ DATA_DIR: folder, PORT: String(port), PUBLIC_URL: url }, { withWeb: true });
  server = await start();
  await uploadAs(
    await browser.newPage({ baseURL: url }),
    { url },
    'ann',
    'Played Through',
    'metal-madness.mp3',
  );
  const page = await browser.newPage({ baseURL: url });
  await joinAs(page, { url }, { email: 'lee@example.org', displayName: 'Lee', type: 'Listener' });
  await page.goto('/app/review');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('textbox', { name: 'Your review' }).fill('Half a thought,');
  await kept;
  await expect.poll(() => secondsHeard(page)).toBeGreaterThan(5);
  const before = await secondsHeard(page);

  await server.kill();
  // Nothing is saved while no server answers, so this is the save after the start.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('textbox', { name: 'Your review' }).fill('Half a thought, and the other half.');
  await expect(page.getByText('Failed to track playback progress.')).toBeVisible();
  server = await start();
  await expect(page.getByText(/^No connection/)).toBeHidden({ timeout: 20_000 });
  await expect.poll(() => secondsHeard(page)).toBeGreaterThan(before);

  await saved;
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('earshot-draft')) localStorage.removeItem(key);
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue(
    'Half a thought, and the other half.',
  );
  expect(await secondsHeard(page)).toBeGreaterThanOrEqual(before - 1);
  await page.close();
});
