import AxeBuilder from '@axe-core/playwright';
import type {} from '@vitest/browser-playwright';
import type { BrowserCommand } from 'vitest/node';

type Theme = 'dark' | 'light';

declare module 'vitest/browser' {
  interface BrowserCommands {
    findBarriers: (theme: Theme) => Promise<string[]>;
  }
}

/** What axe finds on the component that is shown in a theme, as readable lines. The page around the test's frame is not looked at. */
export const findBarriers: BrowserCommand<[theme: Theme]> = async ({ page }, theme) => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  // Only these rules look at colors, and so only they can find something else in the other theme.
  if (theme === 'light') axe.withRules(['color-contrast', 'link-in-text-block']);
  // A part of a page has no landmarks of a page around it.
  else axe.disableRules(['region', 'landmark-one-main', 'page-has-heading-one']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.flatMap(({ target }) => (target.length > 1 ? [`${id}: ${target.slice(1).join(' ')}`] : [])),
  );
};
