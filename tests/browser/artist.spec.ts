import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { expect, test } from './fixtures.ts';
import { joinAs } from './people.ts';
import { reviewNext } from './reviewers.ts';

test.use({ world: 'artist' });

const music = join(import.meta.dirname, '../../samples/music/metal-madness.mp3');
const first =
  'The first riff had me nodding before I knew it, and the drums underneath feel played, not programmed. In the middle ' +
  'the low guitar hides the bass, so I would turn one of them down. I liked that quiet bar near the end a lot; give it ' +
  'two more seconds and the last hit would land twice as hard.';
const second =
  '=HYPERLINK is how I would sign this postcard from the rehearsal room: loud, direct and a bit too long. The snare cuts ' +
  'well on small speakers while cymbals wash over everything above it. Shorten the second verse, keep the solo exactly as ' +
  'recorded, and think about a calmer opening so that the chorus arrives as a surprise.';

/** What of a page's own a document at the tab's address could do: scripts, styles, connections, pictures, frames. */
function whatRuns(tab: Page): Promise<string[]> {
  return tab.evaluate(async () => {
    const ran: string[] = [];
    const settled = (element: HTMLElement, name: string) =>
      new Promise<void>((resolve) => {
        element.onload = () => {
          ran.push(name);
          resolve();
        };
        element.onerror = () => resolve();
        document.addEventListener('securitypolicyviolation', () => resolve());
        document.body.append(element);
      });
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.body.append(script);
    if (document.title === 'run') ran.push('inline script');
    document.body.setAttribute('onclick', 'document.title = "run"');
    document.body.click();
    if (document.title === 'run') ran.push('event handler');
    const here = window.location.href;
    await settled(Object.assign(document.createElement('script'), { src: here }), 'script');
    await settled(Object.assign(document.createElement('img'), { src: '/favicon.svg' }), 'picture');
    await fetch('/health').then(
      () => ran.push('connection'),
      () => undefined,
    );
    return ran;
  });
}

test('an artist uploads a track and follows its first reviews, from My Tracks to Analytics', async ({
  browser,
  page,
  earshot,
}) => {
  await joinAs(page, earshot, { email: 'ada@example.org', displayName: 'Ada', type: 'Artist' });
  await page.goto('/app/analytics');
  await expect(page.getByText('No plays yet')).toBeVisible();

  await page.goto('/app/upload');
  await page.locator('input[accept*=audio]').setInputFiles(music);
  await page.getByLabel('Title').fill('Kitchen Metal');
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await page.waitForURL('**/app/tracks', { timeout: 60_000 });
  await expect(page.getByText('0 of 5 reviews', { exact: true })).toBeVisible();

  await test.step('the track plays in place, can be edited, and opens in a new tab', async () => {
    await page.getByRole('button', { name: 'Play Kitchen Metal' }).click();
    await expect(page.getByRole('button', { name: 'Pause Kitchen Metal' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit Kitchen Metal' }).click();
    await page.getByLabel('Title').fill('Kitchen Metal II');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Kitchen Metal II' })).toBeVisible();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: /Open the audio of Kitchen Metal II/ }).click();
    const tab = await opening;
    await expect.poll(() => tab.url()).toContain('/api/audio/');
    const sound = tab.locator('video, audio');
    await sound.evaluate((media: HTMLMediaElement) => media.play());
    await expect
      .poll(() => sound.evaluate((media: HTMLMediaElement) => media.currentTime))
      .toBeGreaterThan(0.5);
    expect(await whatRuns(tab)).toEqual([]);
    await tab.close();
  });

  await test.step('the first review shows without a reload', async () => {
    await reviewNext(page, earshot, { name: 'Lee', rating: 5, comment: first });
    await expect(page.getByText('1 of 5 reviews', { exact: true })).toBeVisible();
    await reviewNext(page, earshot, { name: 'Mia', rating: 3, comment: second });
    await expect(page.getByText('2 of 5 reviews', { exact: true })).toBeVisible();
  });

  await test.step('the figures show how many reviews each average is based on', async () => {
    await page.goto('/app/analytics');
    await expect(page.getByText('4.0 from 2 this month')).toBeVisible();
    await expect(page.getByText('4.0 of 5 from 2 reviews')).toBeVisible();
    await page.getByText('Show as table').first().click();
    await expect(page.getByRole('table', { name: 'Plays' }).getByRole('row')).toHaveCount(7);
    await expect(page.getByText('Appears after five listeners.')).toBeVisible();
    await page.getByRole('link', { name: 'Kitchen Metal II' }).first().click();
  });

  await test.step('its reviews are filtered and exported without formulas', async () => {
    await page.getByRole('heading', { name: 'Details' }).click();
    const all = page.getByRole('region', { name: 'All reviews' });
    await expect(all.getByText(first)).toBeVisible();
    await page.getByRole('button', { name: '3 stars' }).click();
    await expect(all.getByText(first)).toHaveCount(0);
    await expect(all.getByText(second)).toBeVisible();
    await page.getByRole('button', { name: '1 star', exact: true }).click();
    await expect(page.getByText('No reviews with 1 star')).toBeVisible();
    await page.getByRole('button', { name: 'All reviews', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(csv).toContain(`"'=HYPERLINK`);
  });

  await test.step('the track is found on Discover by its new title, within its genre, and the search field follows the address', async () => {
    await page.getByRole('link', { name: 'Discover' }).click();
    const search = page.getByLabel('Search by title or artist');
    await search.fill('kitchen');
    await expect(page.getByRole('heading', { name: 'Tracks with “kitchen”' })).toBeVisible();
    await page.getByRole('button', { name: 'Metal', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Metal tracks with “kitchen”' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Kitchen Metal II' })).toBeVisible();
    await search.pressSequentially(' sink');
    await expect(page.getByText('Nothing found in Metal')).toBeVisible();
    await expect(search).toBeFocused();
    await page.getByRole('link', { name: 'Discover' }).click();
    await expect(search).toHaveValue('');
    await expect(page.getByRole('heading', { name: 'New Releases' })).toBeVisible();
  });

  await test.step('a signed-out visitor reads the artist page without an API call', async () => {
    const nobody = apiUser(earshot.url, '', undefined);
    const { items } = await nobody.get(api.discovery.getAllPublicTracks, { body: {} });
    const visitor = await browser.newPage();
    const calls: string[] = [];
    visitor.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    await visitor.goto(`${earshot.url}/artist/${items[0]?.artistId}`);
    await expect(visitor.getByRole('heading', { name: 'Kitchen Metal II' })).toBeVisible();
    await expect(visitor).toHaveTitle('Ada | Earshot');
    await expect(visitor.getByRole('link', { name: 'Follow' })).toBeVisible();
    expect(calls).toEqual([]);
    await visitor.close();
  });
});

test('an artist subscribes, upgrades, cancels and resumes', async ({ page, earshot }) => {
  await joinAs(page, earshot, { email: 'bea@example.org', displayName: 'Bea', type: 'Artist' });
  await page.goto('/app/subscription');

  const inProviderTab = async (open: string, ...acts: string[]) => {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: open }).click();
    const tab = await opening;
    for (const act of acts) await tab.getByRole('button', { name: act }).click();
    return tab;
  };
  const cardOf = (plan: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan }) });

  await test.step('an unpaid checkout changes nothing', async () => {
    const tab = await inProviderTab('Subscribe to Indie');
    await tab.getByRole('link', { name: 'Cancel' }).click();
    await expect(tab.getByText('Checkout canceled')).toBeVisible();
    await tab.close();
    await expect(page.getByRole('button', { name: 'Subscribe to Indie' })).toBeEnabled();
  });

  await test.step('paying starts the subscription, and both tabs show it', async () => {
    const tab = await inProviderTab('Subscribe to Indie', 'Pay with a test card');
    await expect(tab.getByText('You are on Indie now')).toBeVisible();
    await tab.close();
    await expect(page.getByText('Your plan: Indie')).toBeVisible();
    await expect(cardOf('Indie').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  });

  await test.step('an upgrade applies at once', async () => {
    const tab = await inProviderTab('Subscribe to Major', 'Confirm');
    await expect(tab.getByText('You are on Major now')).toBeVisible();
    await tab.close();
    await expect(page.getByText('Your plan: Major')).toBeVisible();
    await page.goto('/app/upload');
    await expect(page.getByText('0/5 uploads')).toBeVisible();
  });

  await test.step('a downgrade applies at the end of the period', async () => {
    await page.goto('/app/subscription');
    const tab = await inProviderTab('Subscribe to Indie', 'Confirm');
    await expect(tab.getByText('Indie is planned')).toBeVisible();
    await tab.close();
    await expect(page.getByText(/It continues as Indie on/)).toBeVisible();
    await expect(page.getByText('Your plan: Major')).toBeVisible();
  });

  await test.step('the downgrade is undone in the portal', async () => {
    const tab = await inProviderTab('Manage Subscription', 'Keep Major');
    await expect(page.getByText(/It renews on/)).toBeVisible();
    await tab.close();
  });

  await test.step('a canceled plan lasts until its end, and can be resumed before', async () => {
    const tab = await inProviderTab('Manage Subscription', 'Cancel at the end of the period');
    await expect(page.getByText(/It is canceled and ends on/)).toBeVisible();
    await tab.close();
    await inProviderTab('Manage Subscription', 'Resume');
    await expect(page.getByText(/It is canceled and ends on/)).toHaveCount(0);
    await expect(page.getByText('Your plan: Major')).toBeVisible();
  });
});
