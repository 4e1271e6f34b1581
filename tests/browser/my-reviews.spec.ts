import { expect, test } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'my-reviews' });

test('a history that fails to load shows labeled samples, and Retry loads the real one', async ({
  page,
  earshot,
}) => {
  await joinAs(page, earshot, { email: 'sam@example.org', displayName: 'Sam', type: 'Listener' });
  await page.route(/\/api\/reviews(\?|$)/, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/app/my-reviews');
  await expect(page.getByRole('heading', { name: 'Sample data' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('list', { name: 'Sample reviews' }).getByRole('link')).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.unroute(/\/api\/reviews(\?|$)/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No reviews yet')).toBeVisible();
  await expect(page.getByText('Sample data')).toHaveCount(0);
});
