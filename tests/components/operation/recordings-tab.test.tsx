import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer, Received } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { RecordingsTab } from '#web/operation/admin/reports/recordings-tab.tsx';

type Recording = Answer<typeof api.admin.listSameRecordings>['items'][number];

const id = (place: number) => `00000000-0000-4000-8000-0000000000a${place}`;
const side = (place: number, title: string, displayName: string): Recording['earlier'] => ({
  trackId: id(place),
  title,
  artistId: id(place + 4),
  displayName,
  uploadedAt: '2026-03-02T10:00:00Z',
  joinedAt: '2026-02-02T10:00:00Z',
  durationSeconds: 185,
  isDeleted: false,
  isTakenDown: false,
});
const recording = (part: Partial<Recording> = {}): Recording => ({
  id: id(9),
  foundAt: '2026-03-02T10:00:00Z',
  earlier: side(1, 'Night Bus', 'Bea'),
  later: side(2, 'Night Bus (Late)', 'Kim'),
  heldUntil: null,
  decision: null,
  note: null,
  isOwn: false,
  ...part,
});

let open: Recording[];
let decided: readonly Received<typeof api.admin.decideSameRecording>[];
let takenDown: readonly Received<typeof api.reports.takeDown>[];
beforeEach(() => {
  open = [recording()];
  signInAs({ role: 'admin' });
  answerCall(api.admin.listSameRecordings, ({ query: { view } }) => ({
    items: view === 'open' ? open : [recording({ decision: 'kept', note: 'A label wrote.' })],
    nextCursor: null,
  }));
  decided = answerCall(api.admin.decideSameRecording, () => {
    open = [];
    return {};
  });
  takenDown = answerCall(api.reports.takeDown, () => {
    open = [];
    return { takedownId: id(8) };
  });
});

const earlier = () => page.getByRole('region', { name: 'Earlier upload: Night Bus' });
const later = () => page.getByRole('region', { name: 'Later upload: Night Bus (Late)' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const nothingLeft = () => expect.element(page.getByText('Nothing to look at')).toBeVisible();
const bodies = (sent: readonly { readonly body: unknown }[]) => sent.map(({ body }) => body);

test('both uploads of a recording are shown, each with its artist and length', async () => {
  await show(<RecordingsTab />);
  await expect.element(earlier().getByText('Bea', { exact: true })).toBeVisible();
  await expect.element(earlier().getByText(/^3:05, uploaded/)).toBeVisible();
  await expect.element(later().getByText('Kim', { exact: true })).toBeVisible();
});

test('a waiting track shows until when it is not served', async () => {
  open = [recording({ heldUntil: '2126-03-02T12:00:00Z' })];
  await show(<RecordingsTab />);
  await expect.element(page.getByText(/^not served until .*Mar 2/)).toBeVisible();
});

test('each upload can be played', async () => {
  const heard = answerCall(api.tracks.createPlaybackLink, () => refused('not_found', {}));
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await show(<RecordingsTab />);
  await button('Open the audio of Night Bus (Late) by Kim in a new tab').click();
  await expect.poll(() => heard.map(({ params }) => params)).toEqual([{ trackId: id(2) }]);
  opened.mockRestore();
});

test('if the browser blocks the new tab, a link to the audio stays until it is closed', async () => {
  answerCall(api.tracks.createPlaybackLink, () => ({
    url: '/api/audio/one',
    expiresAt: '2126-03-02T12:00:00Z',
  }));
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await show(<RecordingsTab />);
  await button('Open the audio of Night Bus (Late) by Kim in a new tab').click();
  const link = page.getByRole('link', { name: 'Open the audio' });
  await expect.element(link).toHaveAttribute('href', `${window.location.origin}/api/audio/one`);
  await expect.element(link).toHaveAttribute('target', '_blank');
  opened.mockRestore();
});

test('an entry can be dismissed with a note', async () => {
  await show(<RecordingsTab />);
  await button('Dismiss').click();
  await page.getByLabelText('Note').fill('The same band.');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await nothingLeft();
  expect(bodies(decided)).toEqual([{ decision: 'dismissed', note: 'The same band.' }]);
});

test('a closed entry closes its dialog at once, and cannot be decided again until the list is loaded', async () => {
  await show(<RecordingsTab />);
  await button('Dismiss').click();
  await page.getByLabelText('Note').fill('The same band.');
  const hung = answerCall(api.admin.listSameRecordings, () => new Promise<never>(() => undefined));
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText('Entry closed')).toBeVisible();
  await expect.element(button('Close with a note')).toBeDisabled();
  expect(hung).toHaveLength(1);
});

test('closing an entry requires a note', async () => {
  await show(<RecordingsTab />);
  await button('Close with a note').click();
  await button('Keep the note').click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  expect(decided).toEqual([]);
  await page.getByLabelText('Note').fill('A label wrote.');
  await button('Keep the note').click();
  await nothingLeft();
  expect(bodies(decided)).toEqual([{ decision: 'kept', note: 'A label wrote.' }]);
});

test('either upload can be taken down here, with a reason and a sentence', async () => {
  await show(<RecordingsTab />);
  await expect.element(earlier().getByRole('button', { name: 'Take down Night Bus by Bea' })).toBeVisible();
  await later().getByRole('button', { name: 'Take down Night Bus (Late) by Kim' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Take down “Night Bus (Late)”?' })).toBeVisible();
  await button('Take down').click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  expect(takenDown).toEqual([]);
  await page.getByLabelText('A sentence for the owner').fill('Bea has shown it.');
  await button('Take down').click();
  await nothingLeft();
  expect(bodies(takenDown)).toEqual([
    { kind: 'track', thingId: id(2), reason: 'copyright', sentence: 'Bea has shown it.' },
  ]);
});

test('an upload of a closed entry can still be taken down', async () => {
  await show(<RecordingsTab />);
  await page.getByRole('button', { name: /Show/ }).click();
  await page.getByRole('option', { name: 'Closed' }).click();
  await expect.element(page.getByText('A label wrote.')).toBeVisible();
  await expect.element(later().getByRole('button', { name: /^Take down/ })).toBeVisible();
});

test('a deleted upload can be neither played nor taken down', async () => {
  open = [recording({ earlier: { ...side(1, 'Night Bus', 'Bea'), isDeleted: true } })];
  await show(<RecordingsTab />);
  await expect.element(later().getByRole('button', { name: /^Take down/ })).toBeVisible();
  expect(earlier().getByRole('button').query()).toBeNull();
});

test('an upload that is taken down can still be played, but not taken down again', async () => {
  open = [recording({ earlier: { ...side(1, 'Night Bus', 'Bea'), isTakenDown: true } })];
  await show(<RecordingsTab />);
  await expect.element(earlier().getByText(/, taken down$/)).toBeVisible();
  await expect.element(button('Open the audio of Night Bus by Bea in a new tab')).toBeVisible();
  expect(
    earlier()
      .getByRole('button', { name: /^Take down/ })
      .query(),
  ).toBeNull();
});

test('an admin cannot decide about their own recording', async () => {
  open = [recording({ isOwn: true })];
  await show(<RecordingsTab />);
  await expect
    .element(page.getByText('One of the two is yours or linked to yours, so another admin decides.'))
    .toBeVisible();
  for (const name of [/^Take down/, 'Dismiss', 'Close with a note'])
    expect(page.getByRole('button', { name }).query()).toBeNull();
});
