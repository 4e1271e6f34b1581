import type { Page } from '@playwright/test';

/** Adds up by how much what is drawn has moved without a press, while a page loads and later. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`globalThis.shift = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`);
}
export const shiftOf = (page: Page) => page.evaluate('shift');
