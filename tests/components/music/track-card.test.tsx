import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#tests/support/screens/component-frame.tsx';
import { sampleTracks } from '#web/music/discovery/sample-tracks.ts';
import { TrackCard, type TrackCardProps } from '#web/music/discovery/track-card.tsx';

const stars = () => page.getByText('4.2 of 5 from 3 reviews');

async function showCard(of: Omit<TrackCardProps, 'track'>): Promise<void> {
  const [track] = sampleTracks;
  if (track === undefined) throw new Error('There is no sample.');
  await show(<TrackCard track={{ ...track, avgRating: 4.2, reviewCount: 3 }} {...of} />);
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
