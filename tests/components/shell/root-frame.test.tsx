import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Health } from '#contract/health.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { matrixFlag } from '#web/browser-flags.ts';
import { clearWait, noteWait } from '#web/calls/request-wait.ts';
import { HealthPage } from '#web/shell/health-page.tsx';
import { RootFrame } from '#web/shell/root-frame.tsx';

const health: Health = {
  status: 'OK',
  domain: 'earshot.example',
  code: 200,
  timestamp: '2026-03-02T10:00:00.000Z',
};
const text = (words: string) => page.getByText(words, { exact: true });
const offline = () => page.getByText('You’re offline.', { exact: false });
const canvases = () => document.querySelectorAll('canvas').length;

beforeEach(() => {
  const asked = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(health));
  return () => asked.mockRestore();
});

async function showHealth(): Promise<void> {
  await show(<HealthPage />, '/health', RootFrame);
  await expect.element(text('200')).toBeVisible();
}

test('the health page shows the four values', async () => {
  await showHealth();
  await expect.element(text('OK').first()).toBeInTheDocument();
  await expect.element(text('earshot.example')).toBeVisible();
  await expect.element(text('2026-03-02T10:00:00.000Z')).toBeVisible();
});

test('every page shows a lost connection until it is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  onTestFinished(() => isOnline.mockRestore());
  await showHealth();
  await expect.element(offline()).not.toBeVisible();
  isOnline.mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await expect.element(offline()).toBeVisible();
  isOnline.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(offline()).not.toBeVisible();
});

test('every page shows how long the server rejects requests', async () => {
  onTestFinished(clearWait);
  await showHealth();
  noteWait(40);
  await expect.element(page.getByText('Too many requests. Try again in', { exact: false })).toBeVisible();
  clearWait();
  await expect.element(page.getByText('Too many requests')).not.toBeInTheDocument();
});

test('the matrix background is off until its flag is set', async () => {
  await showHealth();
  expect(canvases()).toBe(0);
  matrixFlag.set(true);
  await showHealth();
  await expect.poll(canvases).toBe(1);
});
