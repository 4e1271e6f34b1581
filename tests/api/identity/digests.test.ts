import { Logger, runOnce } from 'graphile-worker';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { PrivateLink } from '#contract/music/circle/circle.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import { decideReview, undoDecision } from '#server/reviewing/reviews/decide-review.ts';
import { jobTasks } from '#server/start/scheduled-jobs.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { digestsAfter } from '#tests/support/people/digests.ts';
import { aBrowser, aPrivateLink, openLink } from '#tests/support/people/guests.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aReview, aTrack, type ReviewRow } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());
beforeEach(async () => {
  [artist, listener] = [
    await earshot.signIn({ userType: 'artist' }),
    await earshot.signIn({ userType: 'listener', displayName: 'Lee' }),
  ];
});

const owner = () => earshot.testDatabase.ownerDatabase;
const day = 24 * 60;

/** The emails and notices of a user: they tell the same, so each subject stands in both. */
async function newsOf({ userId }: ApiUser): Promise<{ mails: string[]; notices: string[] }> {
  const mails = await earshot.mailbox.list(1000);
  const notices = await sql(owner(), 'select title from notices where user_id = $1 order by created_at', [
    userId,
  ]);
  return {
    mails: mails
      .filter(({ to }) => to.address === `${userId}@example.org`)
      .map(({ subject }) => subject)
      .toReversed(),
    notices: notices.map(({ title }) => String(title)),
  };
}
const both = (...subjects: string[]) => ({ mails: subjects, notices: subjects });

/** Reviews by the listener, of a track of the artist each, sent now. */
async function send(count: number): Promise<ReviewRow[]> {
  const sent: ReviewRow[] = [];
  for (let i = 0; i < count; i += 1) {
    const track = await aTrack(owner(), { artistId: artist.userId, title: `Take ${i + 1}` });
    sent.push(await aReview(owner(), { track, listenerId: listener.userId, createdAt: earshot.clock.now() }));
  }
  return sent;
}
const approve = async ({ id }: ReviewRow) => {
  await earshot.deps.database.transaction((tx) => approveReview(tx, { reviewId: id, decidedBy: null }));
  // The ledger dates a decision with the database's clock, which these tests do not move.
  await sql(
    owner(),
    'update digest_items set created_at = $2, due_at = $2 where thing_id = $1 and sent_at is null',
    [id, earshot.clock.now()],
  );
};

test('a sitting of ten approved reviews brings its listener one email and one notice, once the sitting is over', async () => {
  const reviews = await send(10);
  for (const review of reviews) {
    earshot.clock.advance(240);
    await approve(review);
  }
  await send(1);
  await digestsAfter(earshot, 25);
  expect(await newsOf(listener)).toEqual(both());
  await digestsAfter(earshot, 6);
  expect(await newsOf(listener)).toEqual(both('10 reviews approved: +$1.50'));
  await digestsAfter(earshot, 2 * day);
  expect(await newsOf(listener)).toEqual(both('10 reviews approved: +$1.50'));
});

test('the next digest comes a day after the last one at the earliest', async () => {
  for (const review of await send(1)) await approve(review);
  await digestsAfter(earshot, 31);
  for (const review of await send(2)) await approve(review);
  await digestsAfter(earshot, day - 1);
  const first = 'Your review of “Take 1” was approved: +$0.15';
  expect(await newsOf(listener)).toEqual(both(first));
  await digestsAfter(earshot, 2);
  expect(await newsOf(listener)).toEqual(both(first, '2 reviews approved: +$0.30'));
});

test('an artist with twelve reviews a day gets one email and one notice a day', async () => {
  const track = await aTrack(owner(), { artistId: artist.userId, title: 'Night <Bus>' });
  const receive = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const listenerId = await aListener(owner(), { displayName: `Listener ${i + 1}` });
      await aReview(owner(), { track, listenerId, rating: 3, createdAt: earshot.clock.now() });
      await digestsAfter(earshot, 10);
    }
  };
  await receive(12);
  await digestsAfter(earshot, day);
  const [second, first] = (await earshot.mailbox.list(1000)).filter(
    ({ to }) => to.address === `${artist.userId}@example.org`,
  );
  expect([first?.subject, second?.subject]).toEqual([
    '3 new reviews of “Night <Bus>”',
    '9 new reviews of “Night <Bus>”',
  ]);
  expect(first?.text).toContain('Listener 1 gave “Night <Bus>” 3 of 5 stars.');
  expect(first?.text).toContain(`/app/analytics?track=${track.id}`);
  expect(first?.html).not.toContain('<Bus>');
  expect((await newsOf(artist)).notices).toHaveLength(2);
  await receive(12);
  await digestsAfter(earshot, day);
  expect((await newsOf(artist)).notices.slice(2)).toEqual(['12 new reviews of “Night <Bus>”']);
});

test('reviews that were rejected or reopened since are not in the digest, and one approved again is told once', async () => {
  const admin = await earshot.signIn({ admin: true });
  const [kept, rejected, reopened] = await send(3);
  if (!kept || !rejected || !reopened) throw new Error('No reviews.');
  const decide = (review: ReviewRow, decision: Parameters<typeof decideReview>[3]) =>
    decideReview(earshot.deps, admin.userId, review.id, decision);
  for (const review of [kept, rejected, reopened]) await decide(review, { status: 'approved' });
  for (const review of [rejected, reopened]) await undoDecision(earshot.deps, admin.userId, review.id);
  await decide(rejected, {
    status: 'rejected',
    reason: 'not_about_track',
    sentence: 'It would fit any track.',
  });
  await sql(owner(), 'update graphile_worker._private_jobs set run_at = now()');
  await digestsAfter(earshot, 31);
  const told = ['Your review of “Take 2” was rejected', 'Your review of “Take 1” was approved: +$0.15'];
  expect((await newsOf(listener)).notices.toSorted()).toEqual(told.toSorted());
  await decide(reopened, { status: 'approved' });
  await digestsAfter(earshot, day);
  await digestsAfter(earshot, day);
  expect((await newsOf(listener)).mails.slice(2)).toEqual(['Your review of “Take 3” was approved: +$0.15']);
});

/** Two servers send what is due at once. */
async function sendTwice(): Promise<void> {
  // Under another name, because the queue of the recurring job runs one at a time.
  const taskList = { digests: jobTasks(earshot.deps)['send-digests'] };
  await sql(owner(), "select graphile_worker.add_job('digests') from generate_series(1, 6)");
  const logger = new Logger(() => () => undefined);
  const one = () =>
    runOnce({ pgPool: earshot.testDatabase.pool, taskList, logger, concurrency: 3, noHandleSignals: true });
  await Promise.all([one(), one()]);
  await earshot.runJobs();
}

test('two servers that send digests at once send each once', async () => {
  for (const review of await send(5)) await approve(review);
  earshot.clock.advance(31 * 60);
  await sendTwice();
  expect(await newsOf(listener)).toEqual(both('5 reviews approved: +$0.75'));
  expect((await newsOf(artist)).mails).toEqual(['5 new reviews of your tracks']);
});

test('a review approved while a digest is sent waits for the next one', async () => {
  const [first, late] = await send(2);
  if (!first || !late) throw new Error('No reviews.');
  await approve(first);
  earshot.clock.advance(31 * 60);
  await owner().transaction(async (tx) => {
    await sql(tx, 'select ledger.approve_review($1, null)', [late.id]);
    await digestsAfter(earshot, 0);
  });
  const one = 'Your review of “Take 1” was approved: +$0.15';
  expect(await newsOf(listener)).toEqual(both(one));
  await digestsAfter(earshot, day + 31);
  expect(await newsOf(listener)).toEqual(both(one, 'Your review of “Take 2” was approved: +$0.15'));
});

test('a digest that fails is sent later, and holds up no other', async () => {
  for (const review of await send(2)) await approve(review);
  await sql(
    owner(),
    `create function fail_digest() returns trigger language plpgsql as $$
       begin if new.title like '2 reviews approved%' then raise exception 'killed'; end if; return new; end $$`,
  );
  await sql(
    owner(),
    'create trigger fail_digest before insert on notices for each row execute function fail_digest()',
  );
  await digestsAfter(earshot, 31);
  expect(await newsOf(listener)).toEqual(both());
  expect(await newsOf(artist)).toEqual(both('2 new reviews of your tracks'));
  await sql(owner(), 'drop function fail_digest() cascade');
  await digestsAfter(earshot, 31);
  expect(await newsOf(listener)).toEqual(both('2 reviews approved: +$0.30'));
});

test('who turned these emails off meanwhile, was suspended, or deleted the account gets none', async () => {
  for (const review of await send(2)) await approve(review);
  await artist.get(api.accounts.updateSettings, { body: { notices: { review_received: false } } });
  await sql(owner(), 'update users set suspended_at = now() where id = $1', [listener.userId]);
  const gone = await earshot.signIn({ userType: 'artist' });
  const track = await aTrack(owner(), { artistId: gone.userId });
  await aReview(owner(), { track });
  await sql(owner(), 'update users set deleted_at = now(), confirmed_at = null where id = $1', [gone.userId]);
  await digestsAfter(earshot, 31);
  expect(await newsOf(artist)).toEqual({ mails: [], notices: ['2 new reviews of your tracks'] });
  expect((await newsOf(listener)).mails).toEqual([]);
  expect(await newsOf(gone)).toEqual(both());
  const late = await aReview(owner(), { track });
  expect(await sql(owner(), 'select from digest_items where thing_id = $1', [late.id])).toEqual([]);
});

test('a follower of several artists gets one email of their new tracks, without those since unfollowed or made private', async () => {
  const artists = [
    artist,
    await earshot.signIn({ userType: 'artist' }),
    await earshot.signIn({ userType: 'artist' }),
  ];
  for (const { userId } of artists) {
    await listener.get(api.discovery.followArtist, { params: { artistId: userId } });
    for (const title of ['One', 'Two']) {
      const { id } = await aTrack(owner(), { artistId: userId, title });
      await sql(
        owner(),
        "select graphile_worker.add_job('track-uploaded', json_build_object('trackId', $1::text))",
        [id],
      );
    }
  }
  await earshot.runJobs();
  await listener.get(api.discovery.unfollowArtist, { params: { artistId: artists[1]?.userId ?? '' } });
  await sql(owner(), 'update profiles set is_private = true where user_id = $1', [artists[2]?.userId]);
  await digestsAfter(earshot, 31);
  expect(await newsOf(listener)).toEqual(both('2 new tracks from artists you follow'));
});

describe('devices that open private links', () => {
  let trackId: string;
  let link: PrivateLink;
  beforeEach(async () => {
    trackId = (await aTrack(owner(), { artistId: artist.userId, title: 'Night <Bus>' })).id;
    link = await aPrivateLink(artist, trackId, { deviceLimit: 20 });
  });

  const open = async (to: PrivateLink, stars?: number): Promise<ApiUser> => {
    const browser = aBrowser(earshot);
    await openLink(browser, to);
    const body = { name: '', stars: stars ?? null, line: '' };
    const params = { address: to.address };
    if (stars !== undefined) await browser.get(api.circle.saveGuestResponse, { params, body });
    return browser;
  };

  test('bring their artist one email and one notice a day, with how many left something', async () => {
    for (let guest = 0; guest < 10; guest += 1) {
      const browser = await open(link, guest < 3 ? 4 : undefined);
      await openLink(browser, link);
    }
    await digestsAfter(earshot, 31);
    const first = '10 new devices opened a private link to “Night <Bus>”';
    expect(await newsOf(artist)).toEqual(both(first));
    const [mail] = await earshot.mailbox.list(1);
    expect(mail?.text).toContain('3 left stars or a line.');
    expect(mail?.text).toContain(`/app/analytics?track=${trackId}`);
    expect(mail?.html).not.toContain('<Bus>');
    const late = await open(link);
    await digestsAfter(earshot, day - 1);
    expect(await newsOf(artist)).toEqual(both(first));
    const other = await aTrack(owner(), { artistId: artist.userId, title: 'Day Bus' });
    await openLink(late, await aPrivateLink(await earshot.signInAgain(artist.userId), other.id));
    await digestsAfter(earshot, 1);
    expect((await newsOf(artist)).mails.slice(1)).toEqual(['1 new device opened your private links']);
    const [second] = await earshot.mailbox.list(1);
    expect(second?.text).toContain('“Night <Bus>”: 1. No stars or lines yet.');
    expect(second?.text).toContain('“Day Bus”: 1. No stars or lines yet.');
    await digestsAfter(earshot, 2 * day);
    expect((await newsOf(artist)).mails).toHaveLength(2);
  });

  test('bring a notice only once these emails are turned off, which leaves emails about reviews on', async () => {
    await open(link);
    await digestsAfter(earshot, 31);
    const [mail] = await earshot.mailbox.list(1);
    const off = await fetch(new URL(new URL(mail?.unsubscribeLink ?? '').pathname, earshot.url), {
      method: 'POST',
    });
    expect(await off.text()).toContain('Private link opened');
    const { notices: settings } = await (await earshot.signInAgain(artist.userId)).get(
      api.accounts.readSettings,
      {},
    );
    expect(settings).toMatchObject({
      link_opened: false,
      review_received: true,
    });
    await open(link);
    await digestsAfter(earshot, day);
    const { mails, notices } = await newsOf(artist);
    expect([mails.length, notices.length]).toEqual([1, 2]);
  });

  test('bring nothing if their track is deleted or taken down meanwhile, the device is gone or is the artist’s own', async () => {
    await open(link);
    await sql(owner(), 'delete from guests where link_id = $1', [link.id]);
    await open(link);
    await sql(owner(), 'update guests set account_id = $1 where link_id = $2', [artist.userId, link.id]);
    for (const status of ['deleted', 'taken_down']) {
      const { id } = await aTrack(owner(), { artistId: artist.userId });
      await open(await aPrivateLink(artist, id), 5);
      await sql(owner(), 'update artist_tracks set status = $1 where id = $2', [status, id]);
    }
    await digestsAfter(earshot, 31);
    expect(await newsOf(artist)).toEqual(both());
    expect(await sql(owner(), 'select from digest_items where user_id = $1', [artist.userId])).toEqual([]);
  });

  test('are told once by two servers that send digests at once', async () => {
    for (let guest = 0; guest < 4; guest += 1) await open(link);
    earshot.clock.advance(31 * 60);
    await sendTwice();
    expect(await newsOf(artist)).toEqual(both('4 new devices opened a private link to “Night <Bus>”'));
  });
});
