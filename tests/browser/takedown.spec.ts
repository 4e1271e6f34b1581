import type { Browser, Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { sql } from '#tests/support/world/sql.ts';
import { openBooks } from './books.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { comment } from './listening-acts.ts';
import { signIn } from './people.ts';
import { hearNext } from './reviewers.ts';

test.use({ world: 'takedown' });

const day = 24 * 3600 * 1000;

/** The track is promised for noon in five days. */
async function promise(earshot: RunningEarshot): Promise<Date> {
  const date = new Date(earshot.clock.now().getTime() + 5 * day);
  date.setUTCHours(12, 0, 0, 0);
  await inDatabase(
    earshot,
    "update assignments set promise = 'open', promised_at = $1, dated = reviews",
    date,
  );
  return date;
}

/** The track has been down for two days; everybody is still signed in. */
const letTwoDaysPass = (earshot: RunningEarshot) =>
  inDatabase(earshot, "update assignments set stopped_at = stopped_at - interval '2 days'");

async function inDatabase({ database: address }: RunningEarshot, text: string, ...values: Date[]) {
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 1, throwAway: true });
  await sql(owner.database, text, values);
  await owner.pool.end();
}

const shown = (date: Date) =>
  date.toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, email);
  return page;
}

/** Notes when the sound pauses, by the clock of the machine. */
const noteSilence = (page: Page) =>
  page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.addEventListener('pause', () => {
        document.body.dataset.silentAt = String(Date.now());
      });
      return play.call(this);
    };
  });

test('a report changes nothing; a takedown stops the audio within a second, is answered once, and is reversed with a new date', async ({
  browser,
  page,
  earshot,
}) => {
  const artist = await joinByApi(page, earshot, 'Ann', 'artist');
  await uploadByApi(artist, 'Night Bus', 'metal-madness.mp3');
  await joinByApi(page, earshot, 'Lee', 'listener');
  await joinByApi(page, earshot, 'Otto', 'listener');
  const books = await openBooks(earshot);
  await books.makeAdmin('otto@example.org');
  const date = await promise(earshot);

  const [listener, admin, owner] = await Promise.all(
    ['lee', 'otto', 'ann'].map((name) => signedIn(browser, `${name}@example.org`)),
  );
  if (!listener || !admin || !owner) throw new Error('Somebody did not sign in.');
  const quiet = watchConsole(listener);
  await listener.goto('/app/review');
  await noteSilence(listener);
  await listener.getByRole('button', { name: 'Play', exact: true }).click();
  const pause = listener.getByRole('button', { name: 'Pause', exact: true });
  await expect(pause).toBeVisible();

  await listener.getByRole('button', { name: 'Report Night Bus' }).click();
  await listener.getByRole('button', { name: /Reason/ }).click();
  await listener.getByRole('option', { name: /^Copyright/ }).click();
  await listener.getByLabel('What’s wrong?').fill('My band recorded it in 2019.');
  await listener.getByRole('button', { name: 'Send report' }).click();
  await expect(listener.getByText('A person will read it and decide.')).toBeVisible();
  await expect(pause).toBeVisible();
  await admin.goto('/app/admin?tab=reports');
  const reported = admin.getByRole('article', { name: '1 report of “Night Bus”' });
  await expect(reported.getByText('My band recorded it in 2019.')).toBeVisible();
  await owner.goto('/app/tracks');
  await expect(owner.getByText(`by ${shown(date)}`)).toBeVisible();
  await expect(owner.getByText('Taken down.')).toHaveCount(0);
  expect((await artist.get(api.accounts.listNotices, { query: {} })).items).toEqual([]);
  await expect(listener.locator('body')).not.toHaveAttribute('data-silent-at');

  await reported.getByRole('button', { name: 'Take down “Night Bus”' }).click();
  await admin.getByLabel('A sentence for the owner').fill('The label has shown that it owns it.');
  await admin.getByRole('button', { name: 'Take down', exact: true }).click();
  await expect(listener.locator('body[data-silent-at]')).toHaveCount(1);
  const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  const takenAt = Date.parse(items[0]?.takedown?.takenAt ?? '');
  const silentAfter = Number(await listener.locator('body').getAttribute('data-silent-at')) - takenAt;
  console.info(`The sound stopped ${silentAfter} ms after the takedown.`);
  // A second, on a machine that has nothing else to do.
  expect(silentAfter).toBeLessThan(3000);
  const notice = listener.getByRole('alert').filter({ hasText: 'This track was taken down' });
  await expect(notice).toBeVisible();
  await expect(pause).toHaveCount(0);

  await expect(owner.getByText('The label has shown that it owns it.')).toBeVisible();
  await expect(owner.getByText('on hold while the track is taken down')).toBeVisible();
  await owner.goto('/app/notices');
  await expect(owner.getByRole('link', { name: '“Night Bus” was taken down' })).toBeVisible();
  await owner.goto('/app/tracks');
  await owner.getByRole('button', { name: 'Answer', exact: true }).click();
  await owner.getByLabel('Why is it wrong?').fill('I recorded it myself, and here is the session.');
  await owner.getByRole('button', { name: 'Send answer' }).click();
  await expect(owner.getByText('You answered: I recorded it myself')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Answer', exact: true })).toHaveCount(0);

  await letTwoDaysPass(earshot);
  await admin.goto('/app/admin?tab=reports&view=answered');
  const answered = admin.getByRole('article', { name: 'The takedown of “Night Bus”' });
  await expect(answered.getByText('I recorded it myself, and here is the session.')).toBeVisible();
  await answered.getByRole('button', { name: /^Restore/ }).click();
  await admin.getByText('It was our mistake').click();
  await admin.getByLabel('A sentence for the owner').fill('You were right.');
  await admin.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(admin.getByText('No answers to decide')).toBeVisible();

  await owner.goto('/app/tracks');
  await expect(owner.getByText(`by ${shown(new Date(date.getTime() + 2 * day))}`)).toBeVisible();
  await expect(owner.getByText('Taken down.')).toHaveCount(0);
  await listener.getByRole('button', { name: 'Next track' }).click();
  await expect(listener.getByRole('heading', { name: 'Night Bus' })).toBeVisible();
  const mails = await (await page.request.get(`${earshot.url}/mailbox.json`)).text();
  for (const told of ['Night Bus” was taken down', 'Night Bus” is back']) expect(mails).toContain(told);
  quiet();
  await books.close();
});

test('a listener with a proven minute can still review a track that is taken down, and is paid', async ({
  browser,
  page,
  earshot,
}) => {
  const artist = await joinByApi(page, earshot, 'Eve', 'artist');
  await uploadByApi(artist, 'Slow Tide', 'feelings.mp3');
  const ida = await joinByApi(page, earshot, 'Ida', 'listener');
  const admin = await joinByApi(page, earshot, 'Olga', 'listener');
  const books = await openBooks(earshot);
  await books.makeAdmin('olga@example.org');
  // Other tracks of this world are none of this journey's.
  await inDatabase(
    earshot,
    `update assignments set closed_at = now()
    where track_id in (select id from artist_tracks where title <> 'Slow Tide')`,
  );
  const thingId = await hearNext(ida, earshot);

  const listener = await signedIn(browser, 'ida@example.org');
  const quiet = watchConsole(listener);
  await listener.goto('/app/review');
  await expect(listener.getByRole('heading', { name: 'Slow Tide' })).toBeVisible();
  const words = listener.getByRole('textbox', { name: 'Your review' });
  await words.fill(comment);
  const sentence = 'The label has shown that it owns it.';
  const body = { kind: 'track', thingId, reason: 'copyright', sentence } as const;
  await admin.get(api.reports.takeDown, { body });
  const notice = listener.getByRole('alert').filter({ hasText: 'This track was taken down' });
  await expect(notice).toContainText('you can still send your review until');
  await expect(listener.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
  await expect(words).toHaveValue(comment);

  await listener.getByRole('radio', { name: /4/ }).check({ force: true });
  await listener.getByRole('button', { name: 'Submit Review (Pending Approval)' }).click();
  await expect(listener.getByText("You'll be credited $0.15 once approved.")).toBeVisible();
  await expect(notice).toHaveCount(0);
  const earned = async () => (await ida.get(api.wallet.readWallet, {})).availableCents;
  await expect.poll(earned).toBe(15);
  quiet();
  await books.close();
});
