import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#tests/support/screens/component-frame.tsx';
import { Tabs } from '#web/ui/controls/tabs.tsx';

afterEach(() => page.viewport(1280, 720));

test('more tabs than fit a phone scroll in their row and do not widen the page', async () => {
  await page.viewport(320, 640);
  const tabs = ['Payouts', 'Reviews', 'Reports', 'Users', 'Clusters', 'Recordings'].map((name) => ({
    id: name,
    label: (
      <>
        {name} 12<span className="sr-only"> waiting</span>
      </>
    ),
    content: name,
  }));
  await show(<Tabs label="Administration" tabs={tabs} selected="Payouts" onSelect={() => undefined} />);
  await expect.element(page.getByRole('tab', { name: 'Payouts 12 waiting' })).toBeVisible();
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
