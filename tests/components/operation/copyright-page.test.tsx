import { Link } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Received } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { answerQuestions, asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { CopyrightPage } from '#web/music/discovery/copyright-page.tsx';
import { sampleTrack } from '#web/music/discovery/sample-tracks.ts';

const trackId = '00000000-0000-4000-8000-0000000000a1';

const nightBus = { ...sampleTrack(1, 'Night Bus', 'Bea', 'rock'), trackId };

let sent: readonly Received<typeof api.reports.reportCopyright>[];
beforeEach(() => {
  sent = answerCall(api.reports.reportCopyright, () => ({}));
  answerCall(api.discovery.readPublicTrack, () => nightBus);
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
  await expect.element(page.getByText('We have your report of “Night Bus” by Bea.')).toBeVisible();
  expect(sent.map(({ body }) => body.trackId)).toEqual([trackId]);
});

test('a link that names another track shows the title of the track that is reported', async () => {
  await show(<CopyrightPage />, `/entry/report?track=${trackId}&words=Some+other+song`);
  await expect.element(page.getByText('Night Bus')).toBeVisible();
  await expect.element(page.getByText('by Bea')).toBeVisible();
  await expect.element(page.getByText('Some other song')).not.toBeInTheDocument();
});

test('a track that is not public anymore has to be chosen again, starting with the words of the link', async () => {
  answerCall(api.discovery.readPublicTrack, () => refused('not_found', {}));
  answerCall(api.discovery.searchTracks, () => ({ items: [nightBus] }));
  await show(<CopyrightPage />, `/entry/report?track=${trackId}&words=Night+Bus`);
  await expect.element(page.getByText(/The track you linked isn’t public anymore/)).toBeVisible();
  await expect.element(page.getByLabelText('Title or artist')).toHaveValue('Night Bus');
  await page.getByRole('button', { name: /Night Bus/ }).click();
  await fillIn();
  await expect.element(page.getByText('We have your report of “Night Bus” by Bea.')).toBeVisible();
});

test('a track that does not load can still be reported, without the words of the link', async () => {
  answerCall(api.discovery.readPublicTrack, noAnswer);
  await show(<CopyrightPage />, `/entry/report?track=${trackId}&words=Some+other+song`);
  await expect.element(page.getByText('The track you linked')).toBeVisible();
  await fillIn();
  await expect.element(page.getByText('We have your report of “The track you linked”.')).toBeVisible();
});

test('the track of a private link is reported by the address of the link, which opens nothing', async () => {
  await show(<CopyrightPage />, `/entry/report?link=${trackId}`);
  await expect.element(page.getByText('The track you linked')).toBeVisible();
  await expect.element(page.getByText('Night Bus')).not.toBeInTheDocument();
  await fillIn();
  await expect.element(page.getByText('We have your report of “The track you linked”.')).toBeVisible();
  expect(sent.map(({ body }) => body.trackId)).toEqual([trackId]);
});

test('another track can be chosen, and no report is sent without one', async () => {
  await show(<CopyrightPage />, `/entry/report?track=${trackId}&words=Night+Bus`);
  await page.getByRole('button', { name: 'Choose another' }).click();
  await fillIn();
  await expect.element(page.getByText('Choose the track.')).toBeVisible();
  await expect.element(page.getByLabelText('Title or artist')).toHaveFocus();
  expect(sent).toEqual([]);
  // Nothing was sent, so leaving would still lose the report.
  expect(asksBeforeLeaving()).toBe(true);
});

test('a link and a reload ask before they lose a report, until it is sent', async () => {
  await show(
    <>
      <CopyrightPage />
      <Link to="/demo">Away</Link>
    </>,
    `/entry/report?track=${trackId}&words=Night+Bus`,
  );
  const asked = answerQuestions(false);
  const statement = page.getByLabelText('Your recording');
  await expect.element(statement).toBeVisible();
  expect(asksBeforeLeaving()).toBe(false);
  await statement.fill('It is my recording of 2019.');
  expect(asksBeforeLeaving()).toBe(true);
  await page.getByRole('link', { name: 'Away' }).click();
  expect(asked).toHaveBeenCalledExactlyOnceWith('Leave this page? What you entered here is lost.');
  await expect.element(statement).toHaveValue('It is my recording of 2019.');
  await fillIn();
  await expect.element(page.getByText('We have your report of “Night Bus” by Bea.')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(false);
  await page.getByRole('link', { name: 'Away' }).click();
  await expect.element(page.getByText('This is /demo')).toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
});
