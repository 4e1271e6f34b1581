import { wideLimits } from '#tests/support/wide-limits.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'waiting', limits: `${wideLimits},refresh=10/8` });

const waiting = 'Too many requests. Try again in';

test('forty reloads in a row keep the session', async ({ page, earshot }) => {
  test.setTimeout(300_000);
  const check = watchConsole(page);
  await joinAs(page, earshot, { email: 'rea@example.org', displayName: 'Rea', type: 'Listener' });
  await page.goto('/app/wallet');
  for (let i = 0; i < 40; i += 1) {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  }
  check();
});

test('a rejected session refresh shows its wait, and the page continues by itself', {
  tag: '@real-time',
}, async ({ page, earshot }) => {
  test.setTimeout(300_000);
  await joinAs(page, earshot, { email: 'ray@example.org', displayName: 'Ray', type: 'Listener' });
  for (const path of ['/app/wallet', '/']) {
    // What was counted before is over, so that the whole wait lies ahead.
    earshot.clock.leap(60);
    const statuses = await page.evaluate(async () => {
      const ask = async () => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/auth/token', { method: 'POST', headers, body: '{}' })).status;
      };
      // One after another, because each has to rotate: calls that come at once only repeat the current token.
      const answers = [];
      for (let i = 0; i < 15; i += 1) answers.push(await ask());
      return answers;
    });
    expect(statuses).toContain(429);
    await page.goto(path);
    const notice = page.getByText('Too many requests. Try again in');
    await expect(notice).toBeVisible();
    const seconds = async () => Number(/in (\d+) s/.exec(await notice.innerText())?.[1]);
    const first = await seconds();
    await expect.poll(seconds).toBeLessThan(first);
    // Nobody presses anything.
    await page.waitForURL('**/app/**', { timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Sign Out' }).first()).toBeVisible({ timeout: 60_000 });
    await expect(notice).toHaveCount(0, { timeout: 60_000 });
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
});

test('a page whose data is rejected for a while shows the wait and loads once it is over', async ({
  page,
  earshot,
}) => {
  await joinAs(page, earshot, { email: 'pat@example.org', displayName: 'Pat', type: 'Listener' });
  let refused = 0;
  await page.route('**/api/wallet', async (route) => {
    if (refused > 0) return route.fallback();
    refused += 1;
    const error = {
      code: 'too_many_requests',
      message: 'Too many requests. Try again in 4 s.',
      details: { retryAfterSeconds: 4 },
      requestId: 'test',
    };
    return route.fulfill({ status: 429, headers: { 'retry-after': '4' }, json: { error } });
  });
  await page.goto('/app/wallet');
  await expect(page.getByText(waiting)).toBeVisible();
  await expect(page.getByText('Error loading wallet data')).toHaveCount(0);
  await expect(page.getByText('Available').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(waiting)).toHaveCount(0, { timeout: 10_000 });
  expect(refused).toBe(1);
});
