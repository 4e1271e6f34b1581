import { api } from '#contract/index.ts';
import { wideLimits } from '#tests/support/world/wide-limits.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'waiting', limits: `${wideLimits},refresh=2/8` });

test('reloads that use up the limit of session refreshes keep the session', {
  tag: '@real-time',
}, async ({ page, earshot }) => {
  const check = watchConsole(page);
  await joinAs(page, earshot, { email: 'rea@example.org', displayName: 'Rea', type: 'Listener' });
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === api.accounts.refreshSession.path) statuses.push(answer.status());
  });
  await page.goto('/app/wallet');
  for (let i = 0; i < 4; i += 1) {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  }
  expect(statuses).toContain(429);
  check();
});
