import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { hearBoth, servedToCompare } from '#tests/support/people/comparing.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi, sampleFile } from './joining-by-api.ts';
import { comment, pressIfShown } from './listening-acts.ts';
import { signIn } from './people.ts';

test.use({ world: 'comparison' });

type Owner = Awaited<ReturnType<typeof connectDatabase>>['database'];

async function uploadVersion(
  artist: ApiUser,
  owner: Owner,
  file: string,
  formerId?: string,
): Promise<string> {
  const uploadId = randomUUID();
  await artist.upload(await sampleFile(file), uploadId);
  const newVersionOf =
    formerId === undefined ? {} : { newVersionOf: { trackId: formerId, takesBack: false } };
  const { id } = await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Harbour Lights', genre: 'metal', ...newVersionOf },
  });
  const analysis = `select analysis from audio_files where id = (select audio_file_id from artist_tracks where id = $1)`;
  await expect
    .poll(async () => (await sqlRow(owner, analysis, [id])).analysis, { timeout: 60_000 })
    .toBe('done');
  return id;
}

/** Whoever has an approved review of a track. */
async function formerReviewer(
  page: Page,
  earshot: RunningEarshot,
  owner: Owner,
  name: string,
  track: { id: string; artistId: string },
) {
  const listener = await joinByApi(page, earshot, name, 'listener');
  const { id } = await aReview(owner, { listenerId: listener.userId, track });
  await owner.transaction((tx) => approveReview(tx, { reviewId: id, decidedBy: null }));
  return listener;
}

/** Keeps what the page builds of its audio graph, so that a journey can read what is really played. */
const watchGraph = (page: Page) =>
  page.addInitScript(() => {
    const graph: { element: HTMLMediaElement; gain: GainNode | undefined }[] = [];
    Object.assign(window, { graph });
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (this: AudioNode, ...to: never[]) {
      const [target] = to as unknown[];
      if (this instanceof MediaElementAudioSourceNode && target instanceof GainNode)
        graph.push({ element: this.mediaElement, gain: target });
      return Reflect.apply(connect, this, to);
    } as typeof connect;
  });

interface Played {
  readonly gain: number;
  readonly volume: number;
  readonly paused: boolean;
  readonly at: number;
}

const played = (page: Page): Promise<Played[]> =>
  page.evaluate(() => {
    const { graph } = window as unknown as { graph: { element: HTMLMediaElement; gain: GainNode }[] };
    return graph.map(({ element, gain }) => ({
      gain: gain.gain.value,
      volume: element.volume,
      paused: element.paused,
      at: element.currentTime,
    }));
  });

const review = (listener: ApiUser, trackId: string) =>
  listener.get(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment },
    idempotencyKey: randomUUID(),
  });

test('six returning reviewers compare a new version blind with the former one, and six others hear it alone', async ({
  browser,
  page,
  earshot,
}) => {
  const { database: owner, pool } = await connectDatabase({
    address: earshot.database,
    role: 'earshot_owner',
    poolSize: 1,
    throwAway: true,
  });
  const artist = await joinByApi(page, earshot, 'Vera', 'artist');
  await sql(
    owner,
    `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, uploads_used_this_month,
       active, current_period_start, current_period_end)
     values ($1, 'pro', 5, 4900, 0, true, now() - interval '1 day', now() + interval '20 days')`,
    [artist.userId],
  );
  await sql(
    owner,
    `insert into review_lots (artist_id, source, reviews, plan, period_start, created_at, opens_at, expires_at)
     values ($1, 'plan', 100, 'pro', now() - interval '1 day', now(), now() - interval '1 day', now() + interval '20 days')`,
    [artist.userId],
  );
  const former = { id: await uploadVersion(artist, owner, 'war-of-freedom.mp3'), artistId: artist.userId };
  const returning: ApiUser[] = [];
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'])
    returning.push(await formerReviewer(page, earshot, owner, name, former));
  const trackId = await uploadVersion(artist, owner, 'metal-madness.mp3', former.id);
  const clock = { clock: { advance: earshot.clock.leap } };

  await test.step('six new listeners hear the new version alone', async () => {
    for (const name of ['Gil', 'Hal', 'Ida', 'Jon', 'Kim', 'Lou']) {
      const listener = await joinByApi(page, earshot, name, 'listener');
      const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
      expect(track).toMatchObject({ trackId, comparison: null });
    }
  });

  await test.step('five returning reviewers hear both versions by the API, and choose', async () => {
    for (const listener of returning.slice(1)) {
      const track = await servedToCompare(listener);
      await hearBoth(clock, listener, track);
      await listener.get(api.listening.chooseVersion, { body: { trackId, choice: 'a' } });
      await review(listener, trackId);
    }
  });

  const context = await browser.newContext({ baseURL: earshot.url });
  const listening = await context.newPage();
  const quiet = watchConsole(listening);
  await watchGraph(listening);
  await installFastMotion(listening);
  await signIn(listening, 'ada@example.org');
  const [ada] = returning;
  if (!ada) throw new Error('Nobody returns.');

  await test.step('the sixth plays one version at a time, equally loud, at the same position', async () => {
    await listening.goto('/app/review');
    await expect(listening.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible();
    const { comparison } = await servedToCompare(ada);
    const [a, b] = [comparison.a.level, comparison.b.level];
    expect(Math.max(a, b)).toBe(1);
    expect(Math.min(a, b)).toBeLessThan(1);
    await expect(listening.getByRole('button', { name: 'A is better' })).toBeDisabled();
    await expect(listening.getByRole('textbox', { name: 'Your review' })).toHaveCount(0);
    for (const [width, height] of [
      [375, 667],
      [1440, 900],
    ] as const) {
      await listening.setViewportSize({ width, height });
      for (const side of ['Hear A', 'Hear B'])
        await expect(listening.getByRole('button', { name: side })).toBeInViewport({ ratio: 1 });
    }
    await listening.getByRole('button', { name: 'Play', exact: true }).click();
    await playFor(listening, earshot.clock, 6);
    await expect
      .poll(async () => (await played(listening)).map(({ gain }) => gain.toFixed(3)))
      .toEqual([a.toFixed(3), '0.000']);
    await listening.getByRole('button', { name: 'Hear B' }).click();
    await expect
      .poll(async () => (await played(listening)).map(({ gain }) => gain.toFixed(3)))
      .toEqual(['0.000', b.toFixed(3)]);
    await playFor(listening, earshot.clock, 3);
    const [one, two] = await played(listening);
    expect([one?.paused, two?.paused]).toEqual([false, false]);
    expect(one?.volume).toBe(two?.volume);
    // Twelve times as fast: a third of a second of drift is four seconds here.
    expect(Math.abs((one?.at ?? 0) - (two?.at ?? 0))).toBeLessThan(4);
  });

  await test.step('after half a minute of each they choose, see which was which, and review the new version', async () => {
    const choice = listening.getByRole('button', { name: 'B is better' });
    for (let turn = 0; turn < 8 && !(await choice.isEnabled()); turn += 1) {
      await listening.getByRole('button', { name: turn % 2 === 0 ? 'Hear B' : 'Hear A' }).click();
      const play = listening.getByRole('button', { name: 'Play', exact: true });
      await pressIfShown(play);
      await playFor(listening, earshot.clock, 20);
    }
    await expect(choice).toBeEnabled();
    await expect(listening.getByText('Review unlocked')).toHaveCount(0);
    await choice.click();
    await listening.clock.runFor(1000);
    await expect(listening.getByText(/You chose B\. [AB] is V2, the new version\./)).toBeVisible();
    // Half a minute of each may be a few seconds short of the minute.
    const unlocked = listening.getByText('Review unlocked');
    for (let turn = 0; turn < 4 && !(await unlocked.isVisible()); turn += 1) {
      const play = listening.getByRole('button', { name: 'Play', exact: true });
      await pressIfShown(play);
      await playFor(listening, earshot.clock, 20);
    }
    await expect(unlocked).toBeVisible();
    await listening.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await listening.getByRole('textbox', { name: 'Your review' }).fill(comment);
    await listening.getByRole('button', { name: 'Submit Review (Pending Approval)' }).click();
    await expect
      .poll(
        async () =>
          (
            await sql(owner, 'select from reviews where track_id = $1 and listener_id = $2', [
              trackId,
              ada.userId,
            ])
          ).length,
      )
      .toBe(1);
  });
  const kept = await sql(
    owner,
    'select choice, new_is_a from version_comparisons where choice is not null',
    [],
  );
  expect(kept.length).toBe(6);
  quiet();
  await context.close();
  await pool.end();
});
