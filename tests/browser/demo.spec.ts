import type { Page } from '@playwright/test';
import { deriveServerKeys } from '#server/server-keys.ts';
import { readServerSecret } from '#server/server-secret.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';

const passwordOf = async ({ dataDirectory }: RunningEarshot) =>
  deriveServerKeys(await readServerSecret(undefined, dataDirectory)).demoPassword;

const atStep = (page: Page, step: number) =>
  expect(page.getByText(`step ${step}/10`, { exact: true })).toBeVisible();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function enter(page: Page, earshot: RunningEarshot): Promise<void> {
  await page.goto('/demo');
  await page.getByLabel('Demo password').fill(await passwordOf(earshot));
  await page.keyboard.press('Enter');
  await atStep(page, 2);
}

test('the demo stays locked without the password: no keys, no later steps, and the specified error', async ({
  page,
}) => {
  await page.goto('/demo?step=7');
  await atStep(page, 1);
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await atStep(page, 1);
  await page.getByLabel('Demo password').fill('not this one');
  await press(page, 'Enter the demo');
  await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Demo password')).toBeFocused();
  await expect(page.getByLabel('Demo password')).toHaveValue('not this one');
});

test('by buttons: from the password to the closing step and back to the choice of path', async ({
  page,
  earshot,
}) => {
  const quiet = watchConsole(page);
  await enter(page, earshot);
  await expect(page.getByRole('button', { name: /Artist/ })).toBeDisabled();
  await press(page, /^Agent/);
  await heading(page, 'Music is released blind');
  await press(page, 'Next');
  await press(page, /Feelings/);
  await heading(page, 'Feelings');
  await press(page, 'Simulate 60 seconds');
  await expect(page.getByRole('button', { name: 'Listening complete' })).toBeDisabled();
  await press(page, 'Next');

  await expect(page.getByRole('button', { name: 'Need 45 more words' })).toBeDisabled();
  await page.getByRole('radio', { name: /^Great/ }).check({ force: true });
  await expect(page.getByRole('button', { name: 'Submit Review (Pending Approval)' })).toBeDisabled();
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await press(page, 'Submit Review (Pending Approval)');

  await heading(page, 'Verified reviews');
  const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'You' }) });
  await expect(own.getByText('60 s heard')).toBeVisible();
  await press(page, 'Next');
  await expect(page.getByText('$23.90')).toBeVisible();
  await expect(page.getByText('12', { exact: true })).toBeVisible();
  await press(page, 'Request demo payout');
  await expect(page.getByRole('button', { name: 'Request demo payout' })).toBeDisabled();
  await press(page, 'Next');
  await expect(page.getByText('12 of 50 reviews')).toBeVisible();
  await press(page, 'Simulate 38 more reviews');
  await expect(page.getByText('Silver: $0.35 for each review from now on.')).toBeVisible();
  await press(page, 'Next');

  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
  await press(page, 'Start again');
  await atStep(page, 2);
  await page.goto('/demo?step=8');
  await expect(page.getByText('$23.75')).toBeVisible();
  await page.goto('/demo?step=10');
  await press(page, /^Back/);
  await press(page, 'Simulate 39 more reviews');
  await expect(page.getByText('Silver: $0.35 for each review from now on.')).toBeVisible();
  await press(page, 'Next');
  await press(page, 'Finish');
  await page.waitForURL(/\/$/);
  await page.goto('/demo');
  await atStep(page, 2);
  await page.goto('/demo?step=9');
  await expect(page.getByText('11 of 50 reviews')).toBeVisible();
  quiet();
});

test('by keys: forward and back, never from a text field, and Escape exits', async ({ page, earshot }) => {
  await enter(page, earshot);
  await page.keyboard.press('ArrowRight');
  await atStep(page, 3);
  await page.keyboard.press('Enter');
  await atStep(page, 4);
  await page.keyboard.press('ArrowLeft');
  await atStep(page, 3);
  for (const step of [4, 5, 6]) {
    await page.keyboard.press('ArrowRight');
    await atStep(page, step);
  }
  await page.getByRole('textbox', { name: 'Your review' }).fill('one two');
  for (const key of ['ArrowRight', 'ArrowLeft', 'Enter', 'Escape']) await page.keyboard.press(key);
  await atStep(page, 6);
  await page.goBack();
  await atStep(page, 5);
  await page.reload();
  await atStep(page, 5);
  await page.goBack();
  await atStep(page, 4);
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/$/);
  await page.goto('/demo');
  await atStep(page, 4);
});

test('a review without listening is shown as not verified', async ({ page, earshot }) => {
  await enter(page, earshot);
  await page.goto('/demo?step=6');
  await page.getByRole('radio', { name: /^Great/ }).check({ force: true });
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await press(page, 'Submit Review (Pending Approval)');
  const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'You' }) });
  await expect(own.getByText('Not verified: the listening step was skipped')).toBeVisible();
  await expect(own.getByText('60 s heard')).toHaveCount(0);
});

test('the music stops once the listen is complete', async ({ page, earshot }) => {
  await enter(page, earshot);
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      Object.assign(window, { demoAudio: this });
      return play.call(this);
    };
    const state = JSON.parse(sessionStorage.getItem('earshot-demo') ?? '{}');
    sessionStorage.setItem('earshot-demo', JSON.stringify({ ...state, heardSeconds: 58 }));
  });
  await page.goto('/demo?step=5');
  await expect(page.getByText('58 / 60 s heard')).toBeVisible();
  await press(page, /^Play/);
  await expect(page.getByRole('button', { name: 'Listening complete' })).toBeVisible();
  const isPaused = () =>
    page.evaluate(
      () => 'demoAudio' in window && window.demoAudio instanceof HTMLAudioElement && window.demoAudio.paused,
    );
  await expect.poll(isPaused).toBe(true);
});

test('real music plays and keeps its progress, and a broken file falls back to the simulation', async ({
  page,
  earshot,
}) => {
  await enter(page, earshot);
  await page.goto('/demo?step=5');
  await press(page, /^Play/);
  await expect(page.getByText(/^[1-9]\d? \/ 60 s heard/)).toBeVisible();
  await press(page, 'Pause');
  const heard = await page.getByText(/^\d+ \/ 60 s heard/).textContent();
  await press(page, 'Next');
  await atStep(page, 6);
  await press(page, /^Back/);
  await expect(page.getByText(heard ?? 'nothing')).toBeVisible();

  await page.route('**/samples/music/*.mp3', (route) => route.fulfill({ status: 200, body: 'no music' }));
  await page.reload();
  await press(page, /^Play/);
  await expect(page.getByText('The music couldn’t be played, so this listen is simulated.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Listening complete' })).toBeVisible();
  await press(page, 'Next');
  await atStep(page, 6);
  await press(page, /^Back/);
  await expect(page.getByText('The music couldn’t be played, so this listen is simulated.')).toBeVisible();
});

test('an unknown step says so, with a link back', async ({ page, earshot }) => {
  await enter(page, earshot);
  await page.goto('/demo?step=11');
  await expect(page.getByRole('heading', { name: 'Step not found' })).toBeVisible();
  await press(page, 'Go to the first step');
  await atStep(page, 1);
});

test('the music has its license', async ({ request }) => {
  const licence = await request.get('/samples/music/LICENCE.md');
  expect(await licence.text()).toContain('Carlos Viola Iborra');
  const piece = await request.get('/samples/music/feelings.mp3', { headers: { range: 'bytes=0-99' } });
  expect(piece.status()).toBe(206);
});
