import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { sampleTracks } from '#web/music/discovery/sample-tracks.ts';
import { TrackCard, type TrackCardProps } from '#web/music/discovery/track-card.tsx';

const stars = () => page.getByText('4.2 of 5 from 3 reviews');

async function showCard(of: Omit<TrackCardProps, 'track'>): Promise<void> {
  const [track] = sampleTracks;
  if (track === undefined) throw new Error('There is no sample.');
  const artistId = '00000000-0000-4000-8000-0000000000a1';
  await show(<TrackCard track={{ ...track, artistId, avgRating: 4.2, reviewCount: 3 }} {...of} />);
}

test.each<[string, Omit<TrackCardProps, 'track'>]>([
  ['a listener who may review it', { canListen: true }],
  ['a visitor who is not signed in', { canListen: false, isForEverybody: true }],
])('the stars of a track are hidden from %s', async (_whom, of) => {
  await showCard(of);
  await expect.element(page.getByText('3 reviews', { exact: true })).toBeVisible();
  await expect.element(stars()).not.toBeInTheDocument();
});

test.each<[string, Omit<TrackCardProps, 'track'>]>([
  ['a listener who has reviewed it', { canListen: true, isReviewed: true }],
  ['an artist', { canListen: false }],
])('the stars of a track are shown to %s', async (_whom, of) => {
  await showCard(of);
  await expect.element(stars()).toBeInTheDocument();
});

test('with the keyboard Listen comes before the menu that has Report', async () => {
  signInAs({ userType: 'listener' });
  await showCard({ canListen: true });
  await expect.element(page.getByText('More about Midnight Dreams')).toBeVisible();
  const order = [...document.querySelectorAll('article a, article summary, article button')];
  expect(order.map(({ textContent }) => textContent)).toEqual([
    'Sample Artist One',
    'Listen to Midnight Dreams',
    'More about Midnight Dreams',
    'Report Midnight Dreams',
  ]);
  await expect.element(page.getByRole('button', { name: /^Report/ })).not.toBeInTheDocument();
  document.querySelector('summary')?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Report Midnight Dreams' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  await expect.element(page.getByRole('button', { name: /^Report/ })).not.toBeInTheDocument();
});
