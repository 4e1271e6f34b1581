import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Received } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { answerCall } from '#tests/support/api-stand-in.ts';
import { show } from '#tests/support/component-frame.tsx';
import { CopyrightPage } from '#web/discovery/copyright-page.tsx';

const trackId = '00000000-0000-4000-8000-0000000000a1';

let sent: readonly Received<typeof api.reports.reportCopyright>[];
beforeEach(() => {
  sent = answerCall(api.reports.reportCopyright, () => ({}));
});

async function fillIn(): Promise<void> {
  await page.getByLabelText('Your name').fill('Kim Example');
  await page.getByLabelText('Your email address').fill('kim@example.org');
  await page.getByLabelText('Your recording').fill('It is my recording of 2019.');
  await page.getByRole('button', { name: 'Send report' }).click();
}

test('the track in the address is reported without searching for its title', async () => {
  await show(<CopyrightPage />, `/entry/report?track=${trackId}&words=Night+Bus`);
  await expect.element(page.getByText('Night Bus')).toBeVisible();
  await fillIn();
  await expect.element(page.getByText('We have your report of “Night Bus”.')).toBeVisible();
  expect(sent.map(({ body }) => body.trackId)).toEqual([trackId]);
});

test('another track can be chosen, and no report is sent without one', async () => {
  await show(<CopyrightPage />, `/entry/report?track=${trackId}&words=Night+Bus`);
  await page.getByRole('button', { name: 'Choose another' }).click();
  await fillIn();
  await expect.element(page.getByText('Choose the track.')).toBeVisible();
  expect(sent).toEqual([]);
});
