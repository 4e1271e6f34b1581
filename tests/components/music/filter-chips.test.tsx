import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { genreKeys, genreLabel } from '#contract/business-rules.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { FilterChips } from '#web/music/discovery/filter-chips.tsx';

afterEach(() => page.viewport(1280, 720));

test('on a phone the chosen genre is in view, wherever its chip is in the row', async () => {
  await page.viewport(375, 740);
  await show(
    <FilterChips
      legend="Genres"
      all="All Genres"
      values={genreKeys}
      labelOf={genreLabel}
      chosen="metal"
      onChoose={() => undefined}
    />,
  );
  await expect.element(page.getByRole('button', { name: 'Metal' })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('button', { name: 'All Genres' })).not.toBeInViewport();
});
