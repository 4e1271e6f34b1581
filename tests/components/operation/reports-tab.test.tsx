import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer, Received } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { sampleTrack } from '#web/music/discovery/sample-tracks.ts';
import { ReportsTab } from '#web/operation/admin/reports/reports-tab.tsx';

type Thing = Answer<typeof api.reports.listReports>['items'][number];
type Taken = Answer<typeof api.reports.listTakedowns>['items'][number];

const id = (letter: string, place: number) => `00000000-0000-4000-8000-0000000000${letter}${place}`;
const report = (place: number): Thing['reports'][number] => ({
  id: id('b', place),
  reason: 'copyright',
  statement: 'It is my recording of 2019.',
  reportedAt: '2026-03-02T10:00:00Z',
  reporterId: null,
  reporterName: 'Kim Example',
  email: 'kim@example.org',
  dismissed: 0,
  agreed: 0,
});
const thing = (place: number, part: Partial<Thing> = {}): Thing => ({
  id: id('b', place),
  kind: 'track',
  thingId: id('a', place),
  shown: `Track ${place}`,
  shownThen: null,
  trackId: id('a', place),
  trackTitle: `Track ${place}`,
  coverUrl: null,
  ownerId: id('c', 1),
  ownerName: 'Bea',
  state: 'there',
  takedownsOfOwner: 0,
  reports: [report(place)],
  reportCount: 1,
  reportIds: [id('d', place)],
  decided: null,
  isOwn: false,
  isTest: false,
  ...part,
});
const taken = (place: number, part: Partial<Taken> = {}): Taken => ({
  id: id('e', place),
  kind: 'track',
  shown: `Track ${place}`,
  trackTitle: `Track ${place}`,
  ownerId: id('c', 1),
  ownerName: 'Bea',
  reason: 'copyright',
  sentence: 'The label has shown it.',
  takenAt: '2026-03-02T10:00:00Z',
  takenBy: 'Ari',
  answer: 'I recorded it myself.',
  answeredAt: '2026-03-03T10:00:00Z',
  upheldSentence: null,
  upheldBy: null,
  restored: null,
  isOwn: false,
  isTest: false,
  ...part,
});

let open: Thing[];
let answered: Taken[];
let dismissed: readonly Received<typeof api.reports.dismissReports>[];
let takenDown: readonly Received<typeof api.reports.takeDown>[];
beforeEach(() => {
  open = [thing(1), thing(2), thing(3)];
  answered = [taken(1), taken(2, { isOwn: true })];
  signInAs({ role: 'admin' });
  answerCall(api.reports.listReports, () => ({ items: open, nextCursor: null }));
  answerCall(api.reports.listTakedowns, () => ({ items: answered, nextCursor: null }));
  dismissed = answerCall(api.reports.dismissReports, ({ body: { thingId } }) => {
    open = open.filter((one) => one.thingId !== thingId);
    return {};
  });
  takenDown = answerCall(api.reports.takeDown, ({ body: { thingId } }) => {
    open = open.filter((one) => one.thingId !== thingId);
    return { takedownId: id('e', 9) };
  });
});

const row = (place: number) => page.getByRole('article', { name: `1 report of “Track ${place}”` });
const press = (keys: string) => userEvent.keyboard(keys);
async function showTab(path = '/app/admin?tab=reports'): Promise<void> {
  await show(<ReportsTab />, path);
  await expect.element(page.getByRole('article').first()).toBeVisible();
}

const found = { ...sampleTrack(1, 'Night Bus', 'Bea', 'rock'), trackId: id('a', 9) };

async function takeTrackDown(): Promise<void> {
  await page.getByRole('button', { name: 'Take a track down' }).click();
  await page.getByLabelText('Title or artist').fill('Night');
  await page.getByRole('button', { name: /Night Bus/ }).click();
  await page.getByLabelText('A sentence for the owner').fill('The label has shown it.');
  await page.getByRole('dialog').getByRole('button', { name: 'Take down', exact: true }).click();
}

test('a report shows who reports what, why, and their address', async () => {
  open = [thing(1, { shownThen: 'Stolen', takedownsOfOwner: 2 })];
  await showTab();
  await expect.element(row(1).getByText('Copyright: the recording belongs to someone else')).toBeVisible();
  await expect.element(row(1).getByRole('link', { name: 'kim@example.org' })).toBeVisible();
  await expect.element(row(1).getByText('It is my recording of 2019.')).toBeVisible();
  await expect.element(row(1).getByText('Stolen')).toBeVisible();
  await expect.element(row(1).getByText('2 takedowns so far')).toBeVisible();
});

test('j and k move between reports, d dismisses the focused one with all its listed reports', async () => {
  await showTab();
  await press('d');
  await press('jj');
  await expect.element(row(2)).toHaveFocus();
  await press('d');
  await expect.element(row(2)).not.toBeInTheDocument();
  expect(dismissed.map(({ body }) => body)).toEqual([{ thingId: id('a', 2), reportIds: [id('d', 2)] }]);
});

test('the first of many reports are shown with the number of others', async () => {
  open = [thing(1, { reportCount: 1501 })];
  await showTab();
  const many = page.getByRole('article', { name: '1,501 reports of “Track 1”' });
  await expect.element(many.getByText('and 1,500 more since')).toBeVisible();
});

test('t asks for a reason and a sentence, and takes nothing down without them', async () => {
  await showTab();
  await press('jt');
  const dialog = page.getByRole('dialog', { name: 'Take down “Track 1”?' });
  await expect.element(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Take down', exact: true }).click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  expect(takenDown).toEqual([]);
  await page.getByLabelText('A sentence for the owner').fill(' The label has shown it. ');
  await page.getByRole('button', { name: 'Take down', exact: true }).click();
  await expect.element(row(1)).not.toBeInTheDocument();
  expect(takenDown.map(({ body }) => body)).toEqual([
    { kind: 'track', thingId: id('a', 1), reason: 'copyright', sentence: 'The label has shown it.' },
  ]);
});

test('an admin cannot decide about their own content, by button or key', async () => {
  open = [thing(1, { isOwn: true })];
  await showTab();
  await expect.element(row(1).getByText('Another admin has to decide this one.')).toBeVisible();
  expect(
    row(1)
      .getByRole('button', { name: /Dismiss|Take down/ })
      .elements(),
  ).toEqual([]);
  await press('jdt');
  expect(page.getByRole('dialog').query()).toBeNull();
  expect(dismissed).toEqual([]);
});

test('a decision by another admin is shown, and the list is refetched', async () => {
  answerCall(api.reports.dismissReports, () => {
    open = [];
    return refused('already_decided', { status: 'taken down' });
  });
  await showTab();
  await row(1).getByRole('button', { name: 'Dismiss the reports of “Track 1”' }).click();
  await expect.element(page.getByText('This was already decided: it is taken down.')).toBeVisible();
  await expect.element(page.getByText('No open reports')).toBeVisible();
});

test('an answer is decided by restoring, as a mistake or not, or by keeping it down', async () => {
  const restored = answerCall(api.reports.restore, () => ({}));
  const upheld = answerCall(api.reports.upholdTakedown, () => ({}));
  await showTab('/app/admin?tab=reports&view=answered');
  const answer = page.getByRole('article', { name: 'The takedown of “Track 1”' });
  await expect.element(answer.getByText('I recorded it myself.')).toBeVisible();
  await press('jb');
  await page.getByText('It was our mistake').click();
  await page.getByLabelText('A sentence for the owner').fill('You were right.');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect
    .poll(() => [...restored])
    .toEqual([{ params: { takedownId: id('e', 1) }, body: { as: 'mistake', sentence: 'You were right.' } }]);
  await answer.getByRole('button', { name: 'Keep down “Track 1”' }).click();
  await page.getByLabelText('A sentence for the owner').fill('The label has proof.');
  await page.getByRole('button', { name: 'Keep down', exact: true }).click();
  await expect.poll(() => upheld.map(({ body }) => body)).toEqual([{ sentence: 'The label has proof.' }]);
});

test('on a phone the takedown dialog fits the screen, however long the reason', async () => {
  await page.viewport(375, 667);
  onTestFinished(() => page.viewport(1280, 720));
  open = [thing(1)];
  await showTab();
  await page.getByRole('button', { name: /^Take down “Track 1”/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  const button = dialog.getByRole('button', { name: 'Take down', exact: true }).element();
  expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(375);
});

test('a takedown whose dialog was closed without a response is not sent again, and the page says why', async () => {
  const { promise, resolve } = Promise.withResolvers<{ takedownId: string }>();
  const sent = answerCall(api.reports.takeDown, () => promise);
  answerCall(api.discovery.searchTracks, () => ({ items: [found] }));
  await showTab();
  await takeTrackDown();
  await press('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await takeTrackDown();
  await expect.element(page.getByText('Still waiting for the server')).toBeVisible();
  expect(sent).toHaveLength(1);
  resolve({ takedownId: id('e', 1) });
  await expect.element(page.getByText('Taken down', { exact: true }).last()).toBeVisible();
});
