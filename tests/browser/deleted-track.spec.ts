import { api } from '#contract/index.ts';
import { expect, test } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { signIn } from './people.ts';

test.use({ world: 'deleted-track' });

test('if the artist deletes a track during its review, the page says so, keeps the text, and offers the next one', async ({
  page,
  earshot,
}) => {
  const artist = await joinByApi(page, earshot, 'Ann', 'artist');
  await uploadByApi(artist, 'Taken Back', 'metal-madness.mp3');
  await joinByApi(page, earshot, 'Lee', 'listener');
  await signIn(page, 'lee@example.org');
  await page.goto('/app/review');
  await expect(page.getByRole('heading', { name: 'Taken Back' })).toBeVisible();
  const text = page.locator('textarea').first();
  await text.fill('The first riff had me nodding before I knew it.');

  const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  await artist.get(api.tracks.deleteTrack, { params: { trackId: items[0]?.id ?? '' } });
  const notice = page.getByRole('alert').filter({ hasText: 'The artist deleted this track' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
  await expect(page.getByText('It was finished, skipped or taken up in another tab.')).toHaveCount(0);
  await expect(text).toHaveValue('The first riff had me nodding before I knew it.');
  await expect(page.getByRole('button', { name: 'Skip track' })).toHaveCount(0);
  await notice.getByRole('button', { name: 'Next track' }).click();
  await expect(page.getByText('No tracks to review')).toBeVisible();
});
