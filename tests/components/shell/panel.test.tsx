import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#tests/support/screens/component-frame.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';

afterEach(() => page.viewport(1280, 720));

test.each([375, 320])('the action of a panel is beside its title at %i pixels', async (width) => {
  await page.viewport(width, 640);
  await show(
    <Panel title="Where your payouts go" actions={<Button size="small">Choose a destination</Button>}>
      <p>You haven’t chosen one yet.</p>
    </Panel>,
  );
  await document.fonts.ready;
  const title = page.getByRole('heading').element().getBoundingClientRect();
  const action = page.getByRole('button').element().getBoundingClientRect();
  expect(action.left).toBeGreaterThan(title.right);
  expect(action.top).toBeLessThan(title.bottom);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
