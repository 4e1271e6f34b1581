import { createMemoryHistory } from '@tanstack/react-router';
import { expect, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { DemoPage } from '#web/operation/demo/demo-page.tsx';
import { type DemoState, keepDemoState, restarted } from '#web/operation/demo/demo-state.ts';
import { show } from './component-frame.tsx';

/** Opens the demo in a window of its own, whose history moves it back and reloads it. */
export async function openDemo(path = '/demo') {
  const history = createMemoryHistory({ initialEntries: [path] });
  const load = () => show(<DemoPage />, '/demo', undefined, history);
  await load();
  return { goBack: () => history.back(), reload: load };
}

/** Opens one step of the demo in a browser where its password was right. */
export function openStep(step: number, known: Partial<DemoState> = {}) {
  keepDemoState({ ...restarted, ...known });
  return openDemo(`/demo?step=${step}`);
}

export const atStep = (step: number): Promise<void> =>
  expect.element(page.getByText(`step ${step}/10`, { exact: true })).toBeVisible();

export const button = (name: string | RegExp): Locator => page.getByRole('button', { name });

/** The review that was written in the demo, as the artist reads it. */
export const ownReview = (): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'You' }) });

const now = performance.now.bind(performance);
let skipped = 0;

/** Lets so much time pass at once for what the demo measures: its simulations. */
export function skipTime(milliseconds: number): void {
  skipped += milliseconds;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skipped);
}
